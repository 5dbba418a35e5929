/*
 * Strings of which only a part may be known.
 *
 * A value is a sequence of pieces: text, a hole (what is not known, with the reason), or
 * a choice (one of a few values, of which it is not known which). Values are immutable
 * and shared. Neighbouring texts are always one piece and no piece is an empty text, so
 * that equal values have equal pieces.
 *
 * Two equal holes need not have equal contents at run time: nothing may conclude from
 * equal values with holes that two strings are equal.
 */
#ifndef SHELL_VALUE_H
#define SHELL_VALUE_H

#include "base/buf.h"
#include "base/source.h"
#include "base/vec.h"

enum tri { TRI_NO, TRI_YES, TRI_UNKNOWN };

static inline enum tri
tri_of(bool known)
{
	return known ? TRI_YES : TRI_NO;
}

static inline enum tri
tri_not(enum tri t)
{
	return t == TRI_UNKNOWN ? t : t == TRI_YES ? TRI_NO : TRI_YES;
}

/* What is known about the contents of a hole. */
enum hole_flags {
	HOLE_FILLED = 1 << 0,    /* not empty */
	HOLE_NO_BLANKS = 1 << 1, /* no white space: one word where it is split */
	HOLE_DIGITS = 1 << 2,    /* one or more digits */
	HOLE_LIST = 1 << 3,      /* stands for any number of words, quoted or not */
	HOLE_NO_LINES = 1 << 4,  /* no newline */
	HOLE_NUMBER = HOLE_FILLED | HOLE_NO_BLANKS | HOLE_NO_LINES, /* perhaps negative */
	HOLE_NATURAL = HOLE_NUMBER | HOLE_DIGITS,
	HOLE_WORD = HOLE_FILLED | HOLE_NO_BLANKS | HOLE_NO_LINES,
};

struct hole {
	struct span span; /* where it arises; may be no place */
	struct str why;   /* a noun: "output of hostname" */
	unsigned flags;
	unsigned job; /* 0, or number of the background job whose PID it is */
};

enum piece_kind { PIECE_TEXT, PIECE_HOLE, PIECE_CHOICE };

struct value;

VEC(values, const struct value *);

struct piece {
	enum piece_kind kind;
	union {
		struct str text;
		const struct hole *hole;
		struct values choice; /* two or more, all different, none a lone choice */
	};
};

struct value {
	const struct piece *v;
	size_t n;
};

/* More alternatives than this become a hole. */
#define VALUE_CHOICES_MAX 8

extern const struct value value_empty;

const struct value *value_text(struct arena *a, struct str text);
const struct value *value_hole(struct arena *a, const struct hole *h);
const struct value *value_unknown(
	struct arena *a, struct span span, unsigned flags, struct str why);

/* True, and the text, when all of it is known. */
bool value_known(const struct value *v, struct str *ret);
/* The same for comparison with a constant. */
bool value_is(const struct value *v, struct str text);
bool value_equal(const struct value *x, const struct value *y);
/* Equal values have equal ones. */
uint64_t value_hash(const struct value *v);
/* Both are holes of which the same is known: keeping them apart decides nothing. */
bool value_equally_unknown(const struct value *x, const struct value *y);
enum tri value_is_empty(const struct value *v);
/* A lone hole, or NULL. */
const struct hole *value_lone_hole(const struct value *v);
/* The hole of a background job's PID that is all of the value, or follows a "-". */
const struct hole *value_pid(const struct value *v);
bool value_has_flag(const struct value *v, unsigned flag); /* some hole of it */

/* One of the two: an equal pair is itself. */
const struct value *value_either(
	struct arena *a, const struct value *x, const struct value *y);
/* All values without a choice that v can have; false when there are more than `max`. */
bool value_cases(struct arena *a, const struct value *v, size_t max, struct values *ret);

/* Known text before the first and behind the last unknown piece. */
struct str value_prefix(const struct value *v);
struct str value_suffix(const struct value *v);
/* v without its first and last n bytes, which must be within prefix and suffix. */
const struct value *value_drop(
	struct arena *a, const struct value *v, size_t front, size_t back);
/* Without the newlines at its end, as $( ) does. */
const struct value *value_chomp(struct arena *a, const struct value *v);

/* For people: text with each unknown piece as <why>. */
void value_show(struct buf *b, const struct value *v);
struct str value_shown(struct arena *a, const struct value *v);

/* ---- building ------------------------------------------------------------------- */

/* Borrows what is added. The usual cases, one value or one text and nothing else, cost no
 * copy: they are kept aside until something follows. */
struct value_builder {
	struct arena *arena;
	const struct value *only; /* NULL, or all that was added */
	VEC(, struct piece) pieces;
	struct str first; /* text not yet in the buffer */
	struct buf text;  /* text that is not yet a piece */
	bool overflow;    /* longer than LIMIT_SHELL_STRING_BYTES: the rest was dropped */
};

struct value_builder value_build(struct arena *a);
void value_add_text(struct value_builder *b, struct str text);
void value_add(struct value_builder *b, const struct value *v);
void value_add_pieces(struct value_builder *b, const struct piece *v, size_t n);
const struct value *value_done(struct value_builder *b);
const struct value *value_concat(
	struct arena *a, const struct value *x, const struct value *y);

#endif
