/* Manual pages, made from the option tables. */
#ifndef MAN_H
#define MAN_H

#include "cli.h"

/* Paragraphs are separated by empty lines; one that begins with a blank stays as it is. */
struct man_section {
	const char *title, *text;
};

struct man_page {
	const char *program, *summary, *about;
	const struct command *commands;     /* one command (name ""), or several */
	const struct man_section *sections; /* behind the options; ends in one without title */
};

/* A page of section 1. */
void print_man(const struct man_page *page);

#endif
