/* Manual pages and shell completions, made from the option tables. */
#ifndef MAN_H
#define MAN_H

#include "cli.h"

/* A page of section 1 for a program: one command (name ""), or several. `about` are further
 * paragraphs, separated by empty lines. */
void print_man(const char *program, const char *summary, const char *about,
	const struct command *list);

#endif
