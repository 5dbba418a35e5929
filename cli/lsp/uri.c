/* File URIs. */
#include "uri.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int
hex(char c)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	const char *at = c ? strchr(digits, c) : NULL;
	int value = at ? (int)(at - digits) : -1;
	return value > 15 ? value - 6 : value;
}

bool
uri_to_path(const char *uri, char *buf, size_t size)
{
	static const char scheme[] = "file://";
	size_t n = 0;
	if (strncasecmp(uri, scheme, sizeof scheme - 1) != 0)
		return false;
	const char *p = uri + sizeof scheme - 1;
	if (*p != '/') { /* file://localhost/... */
		p = strchr(p, '/');
		if (!p)
			return false;
	}
	for (; *p; p++) {
		char c = *p;
		if (c == '?' || c == '#')
			break;
		if (c == '%') {
			int high = hex(p[1]), low = high < 0 ? -1 : hex(p[2]);
			if (low < 0)
				return false;
			c = (char)(high * 16 + low);
			p += 2;
		}
		if (!c || n + 1 >= size)
			return false;
		buf[n++] = c;
	}
	buf[n] = 0;
	return true;
}

static bool
stands_for_itself(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || strchr("/-._~!$&'()*+,;=@", c);
}

static char *
encode(char *to, const char *path)
{
	static const char digits[] = "0123456789ABCDEF";
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;
		if (stands_for_itself(*path)) {
			*to++ = *path;
			continue;
		}
		*to++ = '%';
		*to++ = digits[c >> 4];
		*to++ = digits[c & 15];
	}
	*to = 0;
	return to;
}

char *
uri_of_file(const char *folder, const char *path)
{
	size_t most = 3 * (strlen(folder) + (path ? strlen(path) : 0)) + 16;
	char *uri = malloc(most);
	if (!uri)
		return NULL;
	strcpy(uri, "file://");
	char *end = encode(uri + strlen(uri), folder);
	if (path) {
		*end++ = '/';
		encode(end, path);
	}
	return uri;
}
