/* Framing of messages. */
#include "frame.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LENGTH_NAME "content-length:"
enum { NAME_BYTES = sizeof LENGTH_NAME - 1 };

bool
frames_add(struct frames *f, const char *bytes, size_t n)
{
	if (f->at) {
		memmove(f->p, f->p + f->at, f->n - f->at);
		f->n -= f->at;
		f->at = 0;
	}
	if (f->n + n > f->cap) {
		size_t cap = (f->n + n) * 2;
		char *p = realloc(f->p, cap);
		if (!p)
			return false;
		f->p = p;
		f->cap = cap;
	}
	if (n)
		memcpy(f->p + f->n, bytes, n);
	f->n += n;
	return true;
}

void
frames_free(struct frames *f)
{
	free(f->p);
	*f = (struct frames){0};
}

static bool
names_length(const char *p, size_t n)
{
	return n >= NAME_BYTES && strncasecmp(p, LENGTH_NAME, NAME_BYTES) == 0;
}

/* Goes on to where a header may begin. False: there is none yet. */
static bool
find_header(struct frames *f)
{
	size_t n = f->n - f->at;
	for (size_t i = 0; i + NAME_BYTES <= n; i++) {
		if (names_length(f->p + f->at + i, n - i)) {
			f->at += i;
			f->is_lost = false;
			return true;
		}
	}
	if (n >= NAME_BYTES)
		f->at += n - (NAME_BYTES - 1); /* the name may be cut in two */
	return false;
}

/* Digits with blanks around, up to the end of the line. */
static bool
read_number(const char *p, const char *end, size_t *ret)
{
	size_t v = 0;
	bool any = false;
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	for (; p < end && *p >= '0' && *p <= '9'; p++) {
		any = true;
		if (v < (size_t)1 << 48) /* larger ones are too large anyway */
			v = v * 10 + (size_t)(*p - '0');
	}
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
		p++;
	*ret = v;
	return any && p == end;
}

struct header {
	size_t bytes; /* with the empty line; 0: its end is not there yet */
	bool has_length;
	size_t length;
};

static struct header
read_header(const char *p, size_t n)
{
	struct header h = {0};
	bool bad = false;
	for (size_t at = 0; at < n;) {
		const char *line = p + at, *lf = memchr(line, '\n', n - at);
		if (!lf)
			break;
		at = (size_t)(lf - p) + 1;
		if (lf == line || (lf == line + 1 && *line == '\r')) {
			h.bytes = at;
			break;
		}
		if (!names_length(line, (size_t)(lf - line)))
			continue;
		bad |= h.has_length; /* which of them? */
		h.has_length = read_number(line + NAME_BYTES, lf, &h.length);
		bad |= !h.has_length;
	}
	h.has_length = h.has_length && !bad;
	return h;
}

static enum frame_status
get_lost(struct frames *f, size_t bytes)
{
	f->at += bytes;
	f->is_lost = true;
	return FRAME_BAD;
}

enum frame_status
frames_next(struct frames *f, const char **ret_body, size_t *ret_n)
{
	size_t here = f->n - f->at;
	size_t skipped = f->skip < here ? f->skip : here;
	f->at += skipped;
	f->skip -= skipped;
	here -= skipped;
	if (f->skip || (f->is_lost && !find_header(f)))
		return FRAME_MORE;
	here = f->n - f->at;
	if (here == 0)
		return FRAME_MORE;
	struct header h = read_header(f->p + f->at, here);
	if (!h.bytes)
		return here > FRAME_HEADER_MOST ? get_lost(f, 1) : FRAME_MORE;
	if (!h.has_length)
		return get_lost(f, h.bytes);
	if (h.length > FRAME_BODY_MOST) {
		f->at += h.bytes;
		f->skip = h.length;
		return FRAME_BAD;
	}
	if (h.length > here - h.bytes)
		return FRAME_MORE;
	*ret_body = f->p + f->at + h.bytes;
	*ret_n = h.length;
	f->at += h.bytes + h.length;
	return FRAME_WHOLE;
}
