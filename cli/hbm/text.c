/* Bounded texts from drivers and files. */
#include "hbm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void
text_setn(char *to, size_t size, const char *from, size_t n)
{
	size_t i = 0;
	for (; i < n && i + 1 < size && from[i]; i++) {
		unsigned char c = (unsigned char)from[i];
		to[i] = c < 0x20 || c > 0x7e ? '?' : from[i];
	}
	to[i] = 0;
}

void
text_set(char *to, size_t size, const char *from)
{
	text_setn(to, size, from, strlen(from));
}

bool
text_read(char *to, size_t size, const char *root, const char *path)
{
	char whole[4096], line[512];
	int n = snprintf(whole, sizeof whole, "%s/%s", root, path);
	to[0] = 0;
	FILE *f = n > 0 && (size_t)n < sizeof whole ? fopen(whole, "re") : NULL;
	if (!f)
		return false;
	bool good = fgets(line, sizeof line, f) != NULL;
	fclose(f);
	if (good)
		text_setn(to, size, line, strcspn(line, "\n"));
	return good;
}

bool
text_read_u64(const char *root, const char *path, uint64_t *ret)
{
	char text[64], *end;
	if (!text_read(text, sizeof text, root, path) || text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	unsigned long long n = strtoull(text, &end, 0);
	if (*end || errno)
		return false;
	*ret = n;
	return true;
}
