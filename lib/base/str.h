/*
 * Byte strings: a pointer and a length, not NUL-terminated, usually a slice of a source.
 * NUL-terminated copies (str_z) are for the border to libc only.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct str {
	const char *p;
	size_t n;
};

#define S(literal) ((struct str){"" literal, sizeof(literal) - 1})
/* For initialisers of static tables. */
#define S_INIT(literal) {"" literal, sizeof(literal) - 1}
/* For printf: "%.*s", STR(s). */
#define STR(s) (int)(s).n, ((s).p ? (s).p : "")

struct str str_from(const char *z); /* NULL gives the empty string */
bool str_eq(struct str a, struct str b);
bool str_eqz(struct str a, const char *z);
int str_cmp(struct str a, struct str b); /* by bytes; UTF-8 sorts by code point */
int str_cmpz(struct str a, const char *z);
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);
bool str_contains(struct str s, struct str needle);
/* Offset of the first needle at or after `from`, or s.n. */
size_t str_find(struct str s, struct str needle, size_t from);
size_t str_find_byte(struct str s, char c, size_t from);
size_t str_rfind_byte(struct str s, char c); /* s.n when absent */
/* s[begin, end), both clamped to the string. */
struct str str_slice(struct str s, size_t begin, size_t end);
struct str str_trim(struct str s); /* ASCII white space */
bool str_is_blank(struct str s);
/* Splits at the first separator: the part before is returned, *rest is what follows (empty
 * with p == NULL when there was no separator). */
struct str str_cut(struct str s, char separator, struct str *rest);

/* Whole string is [+-]?digits and fits. Independent of any locale. */
bool str_to_int64(struct str s, int64_t *ret);
bool str_all_digits(struct str s); /* ASCII, at least one */

struct str str_dup(struct arena *a, struct str s);
char *str_z(struct arena *a, struct str s);
struct str str_cat(struct arena *a, struct str x, struct str y);
struct str str_vfmt(struct arena *a, const char *format, va_list ap)
	__attribute__((format(printf, 2, 0)));
struct str str_fmt(struct arena *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
