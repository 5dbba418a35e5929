/*
 * What bash itself says of a script: `bash -n`, which reads it and runs nothing. The
 * script goes in on standard input; the environment is empty, no start-up file is read.
 */
#ifndef SHELL_OPINION_H
#define SHELL_OPINION_H

#include "base/str.h"

enum opinion {
	OPINION_NONE, /* bash is not there, or came to no end */
	OPINION_ACCEPTS,
	OPINION_REFUSES,
};

struct bash_opinion {
	enum opinion opinion;
	struct str
		text;  /* NONE: why, a clause; REFUSES: bash's words, without the line */
	uint32_t line; /* REFUSES: where bash noticed; 0: it did not say */
};

/* Extended patterns are read with and without `shopt -s extglob`: a script that bash
 * takes in one way is accepted. */
struct bash_opinion bash_opinion(struct arena *a, struct str script);

#endif
