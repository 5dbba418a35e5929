/* Source text with replacements, and the way back from code points to bytes. */
#include "yaml/feed.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <string.h>

/* The first replacement that begins at or behind a byte. */
static size_t
first_fix(const struct feed *f, size_t byte)
{
	size_t lo = 0, hi = f->fixes.n;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (f->fixes.v[mid].begin < byte)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

bool
feed_fix(struct arena *a, struct feed *f, size_t begin, size_t end, struct str text)
{
	size_t at = first_fix(f, begin);
	bool touches = (at > 0 && f->fixes.v[at - 1].end > begin) ||
		       (at < f->fixes.n && (f->fixes.v[at].begin < end ||
						   f->fixes.v[at].begin == begin));
	if (touches)
		return false;
	struct fix fix = {
		.begin = (uint32_t)begin,
		.end = (uint32_t)end,
		.text = text,
		.length = (uint32_t)utf8_length(text),
	};
	vec_push(a, &f->fixes, fix);
	memmove(f->fixes.v + at + 1, f->fixes.v + at, (f->fixes.n - 1 - at) * sizeof fix);
	f->fixes.v[at] = fix;
	return true;
}

void
feed_start(struct feed *f, size_t begin)
{
	size_t fix = first_fix(f, begin);
	f->begin = begin;
	f->read_at = begin;
	f->read_fix = fix;
	f->fix_at = 0;
	f->mark = 0;
	f->mark_byte = begin;
	f->mark_fix = fix;
}

int
feed_read(void *self, unsigned char *room, size_t size, size_t *ret_n)
{
	struct feed *f = self;
	size_t n = 0;
	while (n < size) {
		const struct fix *fix =
			f->read_fix < f->fixes.n ? &f->fixes.v[f->read_fix] : NULL;
		bool inside = fix && f->read_at == fix->begin;
		struct str from = inside ? str_slice(fix->text, f->fix_at, fix->text.n)
					 : str_slice(f->bytes, f->read_at,
						   fix ? fix->begin : f->bytes.n);
		struct str part = str_slice(from, 0, size - n);
		if (part.n)
			memcpy(room + n, part.p, part.n);
		n += part.n;
		if (inside && part.n == from.n) {
			f->read_at = fix->end;
			f->read_fix++;
			f->fix_at = 0;
		} else if (inside) {
			f->fix_at += part.n;
		} else if (part.n) {
			f->read_at += part.n;
		} else {
			break;
		}
	}
	*ret_n = n;
	return 1;
}

/* Steps over code points of valid UTF-8, at most *left of them: eight bytes at a time
 * while they are ASCII, as most are. */
static size_t
step(const char *p, size_t i, size_t stop, size_t *left)
{
	uint64_t eight;
	while (*left >= sizeof eight && stop - i >= sizeof eight) {
		memcpy(&eight, p + i, sizeof eight);
		if (eight & UINT64_C(0x8080808080808080))
			break;
		i += sizeof eight;
		*left -= sizeof eight;
	}
	if (*left == 0 || i == stop)
		return i;
	i++;
	while (i < stop && ((unsigned char)p[i] & 0xc0) == 0x80)
		i++;
	(*left)--;
	return i;
}

size_t
feed_byte(struct feed *f, size_t mark)
{
	if (f->ascii && f->fixes.n == 0)
		return mark < f->bytes.n - f->begin ? f->begin + mark : f->bytes.n;
	if (mark < f->mark) {
		f->mark = 0;
		f->mark_byte = f->begin;
		f->mark_fix = first_fix(f, f->begin);
	}
	size_t i = f->mark_byte, left = mark - f->mark, fix = f->mark_fix;
	size_t stop = fix < f->fixes.n ? f->fixes.v[fix].begin : f->bytes.n;
	while (left) {
		if (i < stop) {
			i = step(f->bytes.p, i, stop, &left);
			continue;
		}
		if (fix == f->fixes.n || left < f->fixes.v[fix].length)
			break;
		left -= f->fixes.v[fix].length;
		i = f->fixes.v[fix].end;
		fix++;
		stop = fix < f->fixes.n ? f->fixes.v[fix].begin : f->bytes.n;
	}
	f->mark = mark - left;
	f->mark_byte = i;
	f->mark_fix = fix;
	return i;
}
