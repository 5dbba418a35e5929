/*
 * The outputs of one report.
 *
 * What is printed for people shows text of the checked files. In a log of GitHub Actions
 * a line of it could be a command to the runner, so there it stands between stop-commands
 * and a random word that nobody could have written into a file before.
 */
#include "outputs.h"

#include <stdlib.h>
#include <string.h>

static bool
is_for_people(ixc_format f)
{
	return f == IXC_FORMAT_TEXT || f == IXC_FORMAT_SHORT || f == IXC_FORMAT_AGENT;
}

static bool
is_lines(ixc_format f)
{
	return is_for_people(f) || f == IXC_FORMAT_GITHUB;
}

bool
outputs_for_people(const struct outputs *o)
{
	for (size_t i = 0; i < o->n; i++)
		if (!o->v[i].file && is_for_people(o->v[i].format))
			return true;
	return o->n == 0;
}

/* ---- options -------------------------------------------------------------------- */

static int
unknown_format(const struct command *c, const char *name)
{
	const char *names[32];
	char list[256] = "";
	int n = 0;
	for (const char *f; n < 32 && (f = ixc_format_name((ixc_format)n)) != NULL; n++) {
		names[n] = f;
		size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s%s", n ? ", " : "", f);
	}
	int near = ixc_nearest(name, names, (size_t)n);
	if (near >= 0)
		return usage(c, "'%s' is not a format; did you mean '%s'? (%s)", name,
			names[near], list);
	return usage(c, "'%s' is not a format (%s)", name, list);
}

/* Standard output has one document, or lines of several kinds; a file has one report. */
static int
check_clash(const struct outputs *o, const struct command *c)
{
	size_t k = o->n - 1;
	for (size_t i = 0; i < k; i++) {
		const char *a = o->v[i].file, *b = o->v[k].file;
		if (a && b && strcmp(a, b) == 0)
			return usage(c, "two formats into the file '%s'", a);
		if (!a && !b &&
			(o->v[i].format == o->v[k].format || !is_lines(o->v[i].format) ||
				!is_lines(o->v[k].format)))
			return usage(c,
				"%s and %s can't both go to standard output; give one a file: "
				"--format %s=FILE",
				ixc_format_name(o->v[i].format),
				ixc_format_name(o->v[k].format),
				ixc_format_name(o->v[k].format));
	}
	return EXIT_CLEAN;
}

int
outputs_add(struct outputs *o, const struct command *c, const char *argument)
{
	char name[32];
	size_t n = strcspn(argument, "=");
	snprintf(name, sizeof name, "%.*s",
		n < sizeof name ? (int)n : (int)sizeof name - 1, argument);
	if (o->n == OUTPUTS_MOST)
		return usage(c, "more than %d formats", OUTPUTS_MOST);
	if (n >= sizeof name || !ixc_format_from_name(name, &o->v[o->n].format))
		return unknown_format(c, name);
	const char *file = argument[n] ? argument + n + 1 : NULL;
	if (file && !*file)
		return usage(c, "which file? --format %s=FILE", name);
	o->v[o->n++].file = file && strcmp(file, "-") == 0 ? NULL : file;
	return check_clash(o, c);
}

/* ---- writing -------------------------------------------------------------------- */

enum { WORD_BYTES = 16, WORD_SIZE = 2 * WORD_BYTES + 1 };

static bool
random_word(char *word)
{
	unsigned char bytes[WORD_BYTES];
	FILE *f = fopen("/dev/urandom", "rb");
	bool good = f && fread(bytes, sizeof bytes, 1, f) == 1;
	if (f)
		fclose(f);
	for (size_t i = 0; good && i < sizeof bytes; i++)
		snprintf(word + 2 * i, 3, "%02x", (unsigned)bytes[i]);
	return good;
}

static bool
is_guarded(const struct outputs *o)
{
	const char *on = getenv("GITHUB_ACTIONS");
	if (on && strcmp(on, "true") == 0)
		return true;
	for (size_t i = 0; i < o->n; i++)
		if (!o->v[i].file && o->v[i].format == IXC_FORMAT_GITHUB)
			return true;
	return false;
}

static int
print_for_people(const struct outputs *o, const ixc_report *report, ixc_format format,
	const struct outputs_options *options)
{
	struct ixc_error err;
	char word[WORD_SIZE] = "";
	bool guarded = is_guarded(o);
	unsigned flags = options->flags | terminal_flags(stdout, options->colour);
	if (guarded && !random_word(word))
		return trouble("no random bytes are to be had from /dev/urandom");
	if (guarded)
		printf("::stop-commands::%s\n", word);
	int code = EXIT_CLEAN;
	if (ixc_write(report, format, flags, write_to_file, stdout, &err) != IXC_OK)
		code = trouble("%s", err.message);
	if (guarded)
		printf("::%s::\n", word);
	return code;
}

static int
write_one(const struct outputs *o, const ixc_report *report, size_t i,
	const struct outputs_options *options)
{
	struct ixc_error err;
	ixc_format format = o->v[i].format;
	if (!o->v[i].file && is_for_people(format))
		return print_for_people(o, report, format, options);
	ixc_status status = o->v[i].file ? ixc_write_file(report, format, options->flags,
						   o->v[i].file, &err)
					 : ixc_write(report, format, options->flags,
						   write_to_file, stdout, &err);
	if (status != IXC_OK)
		return trouble("%s", err.message);
	if (o->v[i].file && options->verbose)
		fprintf(stderr, "%s: wrote %s to %s\n", program_name,
			ixc_format_name(format), o->v[i].file);
	return EXIT_CLEAN;
}

int
outputs_write(const struct outputs *o, const ixc_report *report,
	const struct outputs_options *options)
{
	struct ixc_error err;
	int code = EXIT_CLEAN;
	static const struct outputs plain = {.v = {{IXC_FORMAT_TEXT, NULL}}, .n = 1};
	const struct outputs *all = o->n ? o : &plain;
	for (size_t i = 0; i < all->n; i++)
		if (write_one(all, report, i, options) != EXIT_CLEAN)
			code = EXIT_TROUBLE;
	FILE *f = outputs_for_people(all) ? stdout : stderr;
	if (options->statistics &&
		ixc_write_statistics(report, write_to_file, f, &err) != IXC_OK)
		code = trouble("%s", err.message);
	return code;
}
