/* Options from one table per command: parsing, help, did-you-mean. */
#include "cli.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MOST = 64 };

int
trouble(const char *format, ...)
{
	va_list ap;
	fprintf(stderr, "%s: ", program_name);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	return EXIT_TROUBLE;
}

int
usage(const struct command *c, const char *format, ...)
{
	va_list ap;
	fprintf(stderr, "%s%s%s: ", program_name, *c->name ? " " : "", c->name);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fprintf(stderr, "\n'%s%s%s --help' lists what it takes\n", program_name,
		*c->name ? " " : "", c->name);
	return EXIT_TROUBLE;
}

static void
print_option(const struct option_row *r)
{
	char left[64];
	int n = 0;
	if (r->letter)
		n = snprintf(left, sizeof left, "  -%c, --%s", r->letter, r->name);
	else
		n = snprintf(left, sizeof left, "      --%s", r->name);
	if (r->argument && n > 0 && (size_t)n < sizeof left)
		snprintf(left + n, sizeof left - (size_t)n, " %s", r->argument);
	printf("%-30s  ", left);
	for (const char *p = r->help; *p; p++) {
		putchar(*p);
		if (*p == '\n')
			printf("%32s", "");
	}
	putchar('\n');
}

void
print_help(const struct command *c)
{
	printf("usage: %s%s%s [OPTION ...]%s%s\n\n%s.\n", program_name,
		*c->name ? " " : "", c->name, *c->operands ? " " : "", c->operands,
		c->summary);
	if (c->details)
		printf("\n%s\n", c->details);
	printf("\nOptions:\n");
	for (const struct option_row *r = c->options; r->name; r++)
		print_option(r);
	print_option(&(struct option_row){"help", 'h', NULL, "print this and exit"});
}

static int
unknown(const struct opt_state *o, const char *word)
{
	const char *names[OPTIONS_MOST];
	size_t n = 0;
	names[n++] = "help";
	for (const struct option_row *r = o->command->options; r->name; r++)
		names[n++] = r->name;
	int near = ixc_nearest(word, names, n);
	if (near >= 0)
		usage(o->command, "there is no option '--%s'; did you mean '--%s'?", word,
			names[near]);
	else
		usage(o->command, "there is no option '--%s'", word);
	return OPT_ERROR;
}

static int
take_argument(struct opt_state *o, int index, const char *attached)
{
	const struct option_row *r = &o->command->options[index];
	if (!r->argument) {
		if (!attached)
			return index;
		usage(o->command, "option '--%s' takes no value", r->name);
		return OPT_ERROR;
	}
	if (attached) {
		o->argument = attached;
		return index;
	}
	if (o->at >= o->argc) {
		usage(o->command, "option '--%s' needs a value: --%s %s", r->name, r->name,
			r->argument);
		return OPT_ERROR;
	}
	o->argument = o->argv[o->at++];
	return index;
}

static int
long_option(struct opt_state *o, const char *word)
{
	const char *equals = strchr(word, '=');
	size_t n = equals ? (size_t)(equals - word) : strlen(word);
	if (n == 4 && strncmp(word, "help", 4) == 0) {
		print_help(o->command);
		return OPT_HELP;
	}
	for (int i = 0; o->command->options[i].name; i++) {
		const char *name = o->command->options[i].name;
		if (strlen(name) == n && strncmp(name, word, n) == 0)
			return take_argument(o, i, equals ? equals + 1 : NULL);
	}
	char shown[128];
	snprintf(shown, sizeof shown, "%.*s", n < 100 ? (int)n : 100, word);
	return unknown(o, shown);
}

static int
short_option(struct opt_state *o)
{
	char letter = *o->cluster++;
	const char *rest = *o->cluster ? o->cluster : NULL;
	if (letter == 'h') {
		print_help(o->command);
		return OPT_HELP;
	}
	for (int i = 0; o->command->options[i].name; i++) {
		if (o->command->options[i].letter != letter)
			continue;
		if (!o->command->options[i].argument) {
			o->cluster = rest;
			return i;
		}
		o->cluster = NULL;
		return take_argument(o, i, rest);
	}
	usage(o->command, "there is no option '-%c'", letter);
	return OPT_ERROR;
}

int
opt_next(struct opt_state *o)
{
	o->argument = NULL;
	if (o->cluster)
		return short_option(o);
	if (o->at >= o->argc)
		return OPT_END;
	const char *word = o->argv[o->at++];
	if (o->operands_only || word[0] != '-' || !word[1]) {
		o->argument = word;
		return OPT_OPERAND;
	}
	if (strcmp(word, "--") == 0) {
		o->operands_only = true;
		return opt_next(o);
	}
	if (word[1] == '-')
		return long_option(o, word + 2);
	o->cluster = word + 1;
	return short_option(o);
}
