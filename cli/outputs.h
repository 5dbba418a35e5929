/* The outputs of one report: each a format, and where it goes. */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "cli.h"

enum { OUTPUTS_MOST = 16 };

struct outputs {
	struct {
		ixc_format format;
		const char *file; /* NULL: standard output */
	} v[OUTPUTS_MOST];
	size_t n;
};

/* "FORMAT" or "FORMAT=FILE"; EXIT_TROUBLE after having said what is wrong. */
int outputs_add(struct outputs *o, const struct command *c, const char *argument);
/* Texts for people, which standard output can have besides others. */
bool outputs_for_people(const struct outputs *o);

struct outputs_options {
	const char *colour;
	unsigned flags; /* IXC_WRITE_...; colour and characters are added */
	bool statistics, verbose;
};

/* Writes all of them, also when one fails. EXIT_CLEAN or EXIT_TROUBLE. */
int outputs_write(const struct outputs *o, const ixc_report *report,
	const struct outputs_options *options);

#endif
