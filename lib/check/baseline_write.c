/* A baseline as JSON, which is YAML too: one entry a line, sorted. */
#include "check/baseline.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"

#include <stdlib.h>

static bool
is_plain(uint32_t cp)
{
	return cp >= 0x20 && cp != '"' && cp != '\\' && cp != 0x2028 && cp != 0x2029 &&
		cp != 0xFEFF && cp != 0xFFFE && cp != 0xFFFF && !utf8_is_unsafe(cp);
}

static void
add_text(struct buf *b, const char *name, struct str s)
{
	buf_addf(b, "\"%s\": \"", name);
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t n = utf8_decode(s, i, &cp);
		if (cp == '"' || cp == '\\')
			buf_addf(b, "\\%c", (char)cp);
		else if (cp == '\n')
			buf_addz(b, "\\n");
		else if (is_plain(cp) || cp > 0xFFFF)
			buf_add(b, str_slice(s, i, i + n));
		else
			buf_addf(b, "\\u%04x", (unsigned)cp);
		i += n ? n : 1;
	}
	buf_addz(b, "\", ");
}

static int
by_name(const void *x, const void *y)
{
	const struct baseline_entry *a = *(struct baseline_entry *const *)x;
	const struct baseline_entry *b = *(struct baseline_entry *const *)y;
	int r = str_cmp(a->path, b->path);
	if (!r)
		r = str_cmp(a->rule_id, b->rule_id);
	return r ? r : str_cmp(a->subject, b->subject);
}

struct str
baseline_text(struct arena *a, const struct baseline *baseline)
{
	size_t n = baseline->entries.n;
	struct baseline_entry **v = NEW_ARRAY(a, struct baseline_entry *, n);
	for (size_t i = 0; i < n; i++)
		v[i] = baseline->entries.v[i];
	if (n)
		qsort(v, n, sizeof *v, by_name);
	struct buf b = buf_new(a, LIMIT_FILE_BYTES);
	buf_addz(&b, "{\n  \"version\": 1,\n  \"findings\": [");
	for (size_t i = 0; i < n; i++) {
		buf_addz(&b, i ? ",\n    {" : "\n    {");
		add_text(&b, "path", v[i]->path);
		add_text(&b, "rule", v[i]->rule_id);
		add_text(&b, "subject", v[i]->subject);
		buf_addf(&b, "\"count\": %lld}", (long long)v[i]->count);
	}
	buf_addz(&b, n ? "\n  ]\n}\n" : "]\n}\n");
	return b.overflow ? (struct str){0} : buf_str(&b);
}
