/*
 * Messages out of a stream of bytes: header lines, an empty line, as many bytes as
 * Content-Length says. What is no such thing is skipped up to where the next one may
 * begin.
 */
#ifndef LSP_FRAME_H
#define LSP_FRAME_H

#include <stdbool.h>
#include <stddef.h>

enum {
	FRAME_BODY_MOST = 64 * 1024 * 1024, /* a longer one is skipped */
	FRAME_HEADER_MOST = 4096,
};

struct frames {
	char *p; /* what came and was not taken yet begins at `at` */
	size_t at, n, cap;
	size_t skip;  /* of a body that is too long: bytes still to come */
	bool is_lost; /* in bytes that belong to no message */
};

enum frame_status {
	FRAME_MORE, /* not whole yet */
	FRAME_WHOLE,
	FRAME_BAD, /* something was skipped; go on */
};

/* False: out of memory. */
bool frames_add(struct frames *f, const char *bytes, size_t n);
/* The body is good until the next call of any function. */
enum frame_status frames_next(struct frames *f, const char **ret_body, size_t *ret_n);
void frames_free(struct frames *f);

#endif
