/* Manual pages. */
#include "man.h"

#include <string.h>

/* Text of a paragraph: dashes are minus signs, a dot at the beginning is no request. */
static void
put_text(const char *s)
{
	bool line_begins = true;
	for (; *s; s++) {
		if (line_begins && (*s == '.' || *s == '\''))
			fputs("\\&", stdout);
		if (*s == '-')
			fputs("\\-", stdout);
		else if (*s == '\\')
			fputs("\\e", stdout);
		else
			putchar(*s);
		line_begins = *s == '\n';
	}
}

/* Paragraphs are separated by empty lines. */
static void
put_paragraphs(const char *s)
{
	while (*s) {
		const char *end = strstr(s, "\n\n");
		size_t n = end ? (size_t)(end - s) : strlen(s);
		char copy[4096];
		if (n >= sizeof copy)
			n = sizeof copy - 1;
		memcpy(copy, s, n);
		copy[n] = '\0';
		puts(".PP");
		put_text(copy);
		putchar('\n');
		s = end ? end + 2 : s + strlen(s);
	}
}

static void
put_option(const struct option_row *r)
{
	fputs(".TP\n", stdout);
	if (r->letter)
		printf("\\fB\\-%c\\fR, ", r->letter);
	fputs("\\fB\\-\\-", stdout);
	put_text(r->name);
	fputs("\\fR", stdout);
	if (r->argument) {
		fputs(" \\fI", stdout);
		put_text(r->argument);
		fputs("\\fR", stdout);
	}
	putchar('\n');
	put_text(r->help);
	putchar('\n');
}

static void
put_synopsis(const char *program, const struct command *c)
{
	printf(".br\n\\fB%s%s%s\\fR [\\fIOPTION\\fR ...]", program, *c->name ? " " : "",
		c->name);
	if (*c->operands) {
		putchar(' ');
		put_text(c->operands);
	}
	putchar('\n');
}

static void
put_command(const char *program, const struct command *c)
{
	if (*c->name) {
		printf(".SS \"%s %s\"\n", program, c->name);
		put_text(c->summary);
		puts(".");
	}
	if (c->details)
		put_paragraphs(c->details);
	for (const struct option_row *r = c->options; r->name; r++)
		put_option(r);
}

void
print_man(const char *program, const char *summary, const char *about,
	const struct command *list)
{
	bool several = *list->name;
	printf(".TH %s 1 \"\" \"infxcheck %s\" \"User Commands\"\n", program, ixc_version());
	printf(".SH NAME\n%s \\- ", program);
	put_text(summary);
	puts("\n.SH SYNOPSIS");
	for (const struct command *c = list; c->options; c++)
		put_synopsis(program, c);
	puts(".SH DESCRIPTION");
	put_paragraphs(about);
	puts(several ? ".SH COMMANDS" : ".SH OPTIONS");
	for (const struct command *c = list; c->options; c++)
		put_command(program, c);
	puts(".SH EXIT STATUS\n.TP\n0\nNothing at or above the threshold; done.\n.TP\n1\n"
	     "Findings; refused; something to do.\n.TP\n2\nWrong usage, or it could not run.");
}
