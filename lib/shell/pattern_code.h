/* A compiled pattern, as reader and matcher see it. */
#ifndef SHELL_PATTERN_CODE_H
#define SHELL_PATTERN_CODE_H

#include "shell/pattern.h"

enum pattern_op {
	OP_CHAR,
	OP_ONE, /* any character */
	OP_SET,
	OP_STAR,  /* any characters; goes on with the next instruction */
	OP_SPLIT, /* goes on at both places */
	OP_JUMP,
	OP_HOLE, /* any pattern */
	OP_MATCH,
};

struct pattern_range {
	uint32_t from, to;
};

struct pattern_set {
	bool negated;
	VEC(, struct pattern_range) ranges;
};

struct pattern_step {
	enum pattern_op op;
	uint32_t c;        /* OP_CHAR */
	uint32_t to, also; /* OP_SPLIT, OP_JUMP */
	const struct pattern_set *set;
};

struct pattern {
	VEC(, struct pattern_step) code;
	bool fold, has_hole;
	bool negated; /* all of it is !( ): the code is what must not match */
	bool is_text; /* there is no code */
	struct str text;
};

/* Code points; a byte that is not UTF-8 becomes a number above all of them. */
uint32_t pattern_char(struct str s, size_t *at);

#endif
