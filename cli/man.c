/* Manual pages. */
#include "man.h"

#include <ctype.h>
#include <string.h>

enum { LINE_CHARS = 76 };

static void
put_char(char c)
{
	if (c == '-')
		fputs("\\-", stdout);
	else if (c == '\\')
		fputs("\\e", stdout);
	else
		putchar(c);
}

static void
put_chars(const char *s, size_t n)
{
	if (n && (*s == '.' || *s == '\''))
		fputs("\\&", stdout); /* no request */
	for (size_t i = 0; i < n; i++)
		put_char(s[i]);
}

/* Words, in lines that are easy to read in the source, too. */
static void
put_words(const char *s, size_t n)
{
	size_t column = 0;
	for (size_t i = 0; i < n;) {
		size_t k = 0;
		while (i + k < n && !isspace((unsigned char)s[i + k]))
			k++;
		if (k && column && column + 1 + k > LINE_CHARS) {
			putchar('\n');
			column = 0;
		} else if (k && column) {
			putchar(' ');
			column++;
		}
		if (column)
			for (size_t c = 0; c < k; c++)
				put_char(s[i + c]);
		else
			put_chars(s + i, k);
		column += k;
		i += k + 1;
	}
	putchar('\n');
}

static void
put_text(const char *s)
{
	put_chars(s, strlen(s));
}

static void
put_as_is(const char *s, size_t n)
{
	puts(".RS 4\n.nf");
	for (size_t i = 0; i < n;) {
		size_t k = 0;
		while (i + k < n && s[i + k] != '\n')
			k++;
		size_t lead = strspn(s + i, " ");
		lead = lead > 4 ? 4 : lead;
		put_chars(s + i + lead, k - lead);
		putchar('\n');
		i += k + 1;
	}
	puts(".fi\n.RE");
}

static void
put_paragraphs(const char *s, bool is_first)
{
	while (*s) {
		const char *end = strstr(s, "\n\n");
		size_t n = end ? (size_t)(end - s) : strlen(s);
		if (!is_first)
			puts(".PP");
		is_first = false;
		if (*s == ' ')
			put_as_is(s, n);
		else
			put_words(s, n);
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
	put_words(r->help, strlen(r->help));
}

static void
put_synopsis(const char *program, const struct command *c, bool is_first)
{
	if (!is_first)
		puts(".br");
	fputs("\\fB", stdout);
	put_text(program);
	if (*c->name) {
		putchar(' ');
		put_text(c->name);
	}
	fputs("\\fR [\\fIOPTION\\fR ...]", stdout);
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
		put_paragraphs(c->details, !*c->name);
	for (const struct option_row *r = c->options; r->name; r++)
		put_option(r);
}

void
print_man(const struct man_page *page)
{
	fputs(".TH ", stdout);
	for (const char *s = page->program; *s; s++)
		putchar(toupper((unsigned char)*s));
	printf(" 1 %s \"infxcheck %s\" \"User Commands\"\n", IXC_RELEASED, ixc_version());
	fputs(".SH NAME\n", stdout);
	put_text(page->program);
	fputs(" \\- ", stdout);
	put_text(page->summary);
	puts("\n.SH SYNOPSIS");
	for (const struct command *c = page->commands; c->options; c++)
		put_synopsis(page->program, c, c == page->commands);
	puts(".SH DESCRIPTION");
	put_paragraphs(page->about, true);
	puts(*page->commands->name ? ".SH COMMANDS" : ".SH OPTIONS");
	for (const struct command *c = page->commands; c->options; c++)
		put_command(page->program, c);
	for (const struct man_section *s = page->sections; s->title; s++) {
		printf(".SH %s\n", s->title);
		put_paragraphs(s->text, true);
	}
}
