/*
 * Output buffer on an arena with a named cap. Once the cap is reached, further bytes are
 * dropped and `overflow` is set: the caller reports it, never ignores it.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

struct buf {
	struct arena *arena;
	char *p;
	size_t n, cap;
	size_t max_bytes;
	bool overflow;
};

struct buf buf_new(struct arena *a, size_t max_bytes);
/* About n bytes will come: a good guess saves copying. */
void buf_expect(struct buf *b, size_t n);
void buf_add(struct buf *b, struct str s);
void buf_addz(struct buf *b, const char *z);
void buf_addc(struct buf *b, char c);
void buf_addi(struct buf *b, int64_t value); /* in decimal */
void buf_fill(struct buf *b, char c, size_t n);
void buf_addf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct str buf_str(const struct buf *b); /* valid until the next addition */

#endif
