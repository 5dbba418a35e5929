/* Output buffer. */
#include "base/buf.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

struct buf
buf_new(struct arena *a, size_t max_bytes)
{
	return (struct buf){.arena = a, .max_bytes = max_bytes};
}

static void
grow(struct buf *b, size_t cap)
{
	char *p = NEW_ARRAY(b->arena, char, cap);
	if (b->n)
		memcpy(p, b->p, b->n);
	b->p = p;
	b->cap = cap;
}

static bool
reserve(struct buf *b, size_t more)
{
	if (b->overflow || more > b->max_bytes - b->n) {
		b->overflow = true;
		return false;
	}
	if (more <= b->cap - b->n)
		return true;
	size_t cap = b->cap ? b->cap * 2 : 256;
	while (cap - b->n < more)
		cap *= 2;
	grow(b, cap);
	return true;
}

void
buf_expect(struct buf *b, size_t n)
{
	if (n > b->max_bytes)
		n = b->max_bytes;
	if (n > b->cap)
		grow(b, n);
}

void
buf_add(struct buf *b, struct str s)
{
	if (s.n == 0 || !reserve(b, s.n))
		return;
	memcpy(b->p + b->n, s.p, s.n);
	b->n += s.n;
}

void
buf_addz(struct buf *b, const char *z)
{
	buf_add(b, str_from(z));
}

void
buf_addc(struct buf *b, char c)
{
	if (b->n < b->cap && b->n < b->max_bytes && !b->overflow)
		b->p[b->n++] = c;
	else
		buf_add(b, (struct str){&c, 1});
}

void
buf_addi(struct buf *b, int64_t value)
{
	char digits[24];
	size_t at = sizeof digits;
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		digits[--at] = '-';
	buf_add(b, (struct str){digits + at, sizeof digits - at});
}

void
buf_fill(struct buf *b, char c, size_t n)
{
	if (n == 0 || !reserve(b, n))
		return;
	memset(b->p + b->n, c, n);
	b->n += n;
}

void
buf_addf(struct buf *b, const char *format, ...)
{
	va_list ap, again;
	va_start(ap, format);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	if (n > 0 && reserve(b, (size_t)n + 1)) {
		vsnprintf(b->p + b->n, (size_t)n + 1, format, again);
		b->n += (size_t)n;
	}
	va_end(again);
}

struct str
buf_str(const struct buf *b)
{
	return (struct str){b->p ? b->p : "", b->n};
}
