/* Documents that may be printed into a log of GitHub Actions. */
#include "report/guard.h"

struct str
guard_document(struct arena *a, struct str text, const char *instead)
{
	size_t at = str_find(text, S("##["), 0);
	if (at == text.n)
		return text;
	struct buf b = buf_new(a, text.n * 3 + 64);
	for (size_t from = 0; from < text.n;) {
		buf_add(&b, str_slice(text, from, at));
		if (at == text.n)
			break;
		buf_addz(&b, instead);
		from = at + 1;
		at = str_find(text, S("##["), from);
	}
	return buf_str(&b);
}
