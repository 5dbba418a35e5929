/* Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/str.h"

struct buf;

/* Decodes the code point at byte i. Returns its length, or 0 when there is none there. */
size_t utf8_decode(struct str s, size_t i, uint32_t *ret);
/* Offset of the first byte that is not valid, or s.n. */
size_t utf8_first_bad(struct str s);
/* Number of code points; an invalid byte counts as one. */
size_t utf8_length(struct str s);
void utf8_encode(struct buf *b, uint32_t cp);
/* Columns on a terminal: 0 for combining marks, 2 for East Asian wide and emoji, else 1. */
unsigned utf8_width(uint32_t cp);
/* True for C0, DEL, C1, bidirectional overrides and other code points that could drive a
 * terminal or hide text; they are shown escaped. */
bool utf8_is_unsafe(uint32_t cp);

#endif
