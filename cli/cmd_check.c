/* infxcheck check */
#include "cli.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPT_ROOT,
	OPT_FORMAT,
	OPT_FAIL_ON,
	OPT_RULE,
	OPT_IGNORE,
	OPT_ALL_ENTRIES,
	OPT_PR,
	OPT_COVERAGE,
	OPT_COLOUR,
};

const struct option_row check_options[] = {
	[OPT_ROOT] = {"root", 0, "DIR",
		"the repository (default: the nearest folder upward with\n"
		"perf-changelog.yaml or configs/)"},
	[OPT_FORMAT] = {"format", 'f', "FORMAT", "text (default), short, json, jsonl"},
	[OPT_FAIL_ON] = {"fail-on", 0, "SEVERITY",
		"exit 1 from this severity on: error, warning (default),\nnote, never"},
	[OPT_RULE] = {"rule", 'r', "ID", "run only this rule (may be repeated)"},
	[OPT_IGNORE] = {"ignore", 'i', "ID", "leave this rule out (may be repeated)"},
	[OPT_ALL_ENTRIES] = {"all-entries", 0, NULL, "judge the changelog's history too"},
	[OPT_PR] = {"pr-number", 0, "N", "number of the pull request under check"},
	[OPT_COVERAGE] = {"coverage", 0, NULL, "list what could not be evaluated, and why"},
	[OPT_COLOUR] = {"color", 0, "WHEN", "auto (default), always, never"},
	{0},
};

struct settings {
	ixc_checker *checker;
	const char *root, *colour;
	ixc_format format;
	ixc_severity fail_on; /* IXC_OFF: never */
	bool coverage;
};

static int
set_pr(struct settings *s, const struct command *c, const char *text)
{
	char *end;
	unsigned long long n = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || n == 0 || n > UINT32_MAX)
		return usage(c, "'%s' is not a pull request number", text);
	ixc_checker_set_pr(s->checker, n);
	return EXIT_CLEAN;
}

static int
set_option(struct settings *s, const struct command *c, int option, const char *argument)
{
	struct ixc_error err;
	switch (option) {
	case OPT_FORMAT:
		if (!ixc_format_from_name(argument, &s->format))
			return usage(c, "'%s' is not a format (text, short, json, jsonl)",
				argument);
		break;
	case OPT_FAIL_ON:
		if (strcmp(argument, "never") == 0)
			s->fail_on = IXC_OFF;
		else if (!ixc_severity_from_name(argument, &s->fail_on) ||
			s->fail_on == IXC_OFF)
			return usage(c, "'%s' is not a severity (error, warning, note, never)",
				argument);
		break;
	case OPT_RULE:
		if (ixc_checker_select_rule(s->checker, argument, &err) != IXC_OK)
			return usage(c, "%s", err.message);
		break;
	case OPT_IGNORE:
		if (ixc_checker_set_severity(s->checker, argument, IXC_OFF, &err) != IXC_OK)
			return usage(c, "%s", err.message);
		break;
	case OPT_ALL_ENTRIES:
		ixc_checker_set_all_entries(s->checker, true);
		break;
	case OPT_PR:
		return set_pr(s, c, argument);
	case OPT_COVERAGE:
		s->coverage = true;
		break;
	case OPT_COLOUR:
		if (strcmp(argument, "auto") != 0 && strcmp(argument, "always") != 0 &&
			strcmp(argument, "never") != 0)
			return usage(c, "'%s' is not one of auto, always, never", argument);
		s->colour = argument;
		break;
	default:
		break;
	}
	return EXIT_CLEAN;
}

/* The operand relative to the root, into buf; false when it lies outside or is not there. */
static bool
inside_root(const char *root, const char *path, char *buf, size_t size)
{
	char *real = realpath(path, NULL);
	if (!real) {
		/* Perhaps given relative to the root, from elsewhere. */
		char joined[PATH_MAX];
		int n = snprintf(joined, sizeof joined, "%s/%s", root, path);
		real = n > 0 && (size_t)n < sizeof joined ? realpath(joined, NULL) : NULL;
	}
	size_t n = strlen(root);
	if (n == 1)
		n = 0; /* the root is "/" */
	bool inside = real && strncmp(real, root, n) == 0 && (real[n] == '/' || !real[n]);
	if (inside) {
		const char *rest = real[n] ? real + n + 1 : ".";
		inside = strlen(rest) < size;
		if (inside)
			memcpy(buf, rest, strlen(rest) + 1);
	}
	free(real);
	return inside;
}

static int
find_root(struct settings *s, const char *first_path, char *buf, size_t size)
{
	struct ixc_error err;
	if (s->root) {
		char *real = realpath(s->root, NULL);
		if (!real)
			return trouble("cannot open the folder '%s'", s->root);
		bool fits = strlen(real) < size;
		if (fits)
			memcpy(buf, real, strlen(real) + 1);
		free(real);
		return fits ? EXIT_CLEAN : trouble("the path of the root is too long");
	}
	if (ixc_find_root(NULL, buf, size, &err) == IXC_OK)
		return EXIT_CLEAN;
	char *real = first_path ? realpath(first_path, NULL) : NULL;
	ixc_status status = real ? ixc_find_root(real, buf, size, NULL) : IXC_EUSAGE;
	free(real);
	return status == IXC_OK ? EXIT_CLEAN : trouble("%s", err.message);
}

/* Options and operands in the order given; the root has to be known before they are applied. */
struct given {
	int *option;
	const char **argument;
	int n;
	const char **path;
	int paths;
};

static int
collect(struct settings *s, const struct command *c, int argc, char **argv, struct given *g)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return -1;
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == OPT_OPERAND) {
			g->path[g->paths++] = o.argument;
		} else if (got == OPT_ROOT) {
			s->root = o.argument;
		} else {
			g->option[g->n] = got;
			g->argument[g->n++] = o.argument;
		}
	}
	return EXIT_CLEAN;
}

static int
apply(struct settings *s, const struct command *c, const struct given *g, const char *root)
{
	struct ixc_error err;
	/* Selecting comes first, so that --ignore wins wherever it stands. */
	for (int i = 0; i < g->n; i++) {
		int code = g->option[i] == OPT_RULE
			? set_option(s, c, OPT_RULE, g->argument[i])
			: EXIT_CLEAN;
		if (code != EXIT_CLEAN)
			return code;
	}
	for (int i = 0; i < g->n; i++) {
		int code = g->option[i] != OPT_RULE
			? set_option(s, c, g->option[i], g->argument[i])
			: EXIT_CLEAN;
		if (code != EXIT_CLEAN)
			return code;
	}
	for (int i = 0; i < g->paths; i++) {
		char path[PATH_MAX];
		if (!inside_root(root, g->path[i], path, sizeof path))
			return trouble("'%s' is not a file or folder in '%s'", g->path[i], root);
		if (ixc_checker_add_path(s->checker, path, &err) != IXC_OK)
			return trouble("%s", err.message);
	}
	return EXIT_CLEAN;
}

static int
run_and_print(const struct settings *s)
{
	struct ixc_error err;
	ixc_report *report;
	if (ixc_check(s->checker, &report, &err) != IXC_OK)
		return trouble("%s", err.message);
	unsigned flags = terminal_flags(stdout, s->colour) | (s->coverage ? IXC_WRITE_GAPS : 0u);
	int code = EXIT_CLEAN;
	for (int sev = s->fail_on; s->fail_on != IXC_OFF && sev <= IXC_ERROR; sev++)
		if (ixc_report_count_severity(report, (ixc_severity)sev))
			code = EXIT_FINDINGS;
	if (ixc_write(report, s->format, flags, write_to_file, stdout, &err) != IXC_OK)
		code = trouble("%s", err.message);
	ixc_report_free(report);
	return code == EXIT_TROUBLE ? code : finish_output(code);
}

int
cmd_check(const struct command *c, int argc, char **argv)
{
	struct settings s = {.format = IXC_FORMAT_TEXT, .fail_on = IXC_WARNING};
	size_t most = (size_t)argc + 1;
	struct given g = {
		.option = calloc(most, sizeof *g.option),
		.argument = calloc(most, sizeof *g.argument),
		.path = calloc(most, sizeof *g.path),
	};
	char root[PATH_MAX];
	struct ixc_error err;
	int code = g.option && g.argument && g.path ? collect(&s, c, argc, argv, &g)
						    : trouble("out of memory");
	if (code == EXIT_CLEAN)
		code = find_root(&s, g.path[0], root, sizeof root);
	if (code == EXIT_CLEAN && ixc_checker_new(&s.checker, root, &err) != IXC_OK)
		code = trouble("%s", err.message);
	if (code == EXIT_CLEAN)
		code = apply(&s, c, &g, root);
	if (code == EXIT_CLEAN)
		code = run_and_print(&s);
	ixc_checker_free(s.checker);
	free(g.option);
	free(g.argument);
	free(g.path);
	return code < 0 ? finish_output(EXIT_CLEAN) : code;
}
