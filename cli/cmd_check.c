/* infxcheck check */
#include "common.h"
#include "fix.h"
#include "paths.h"

#include <stdlib.h>
#include <string.h>

enum {
	OPT_RULE = COMMON_END,
	OPT_IGNORE,
	OPT_ALL_ENTRIES,
	OPT_STRICT_SYNTAX,
	OPT_HBM_PROFILE,
	OPT_STDIN_FILENAME,
	OPT_FIX,
	OPT_UNSAFE_FIX,
	OPT_DIFF,
};

const struct option_row check_options[] = {
	COMMON_ROWS,
	[OPT_RULE] = {"rule", 'r', "ID", "run only this rule (may be repeated)"},
	[OPT_IGNORE] = ROW_IGNORE,
	[OPT_ALL_ENTRIES] = {"all-entries", 0, NULL, "judge the changelog's history too"},
	[OPT_STRICT_SYNTAX] = {"strict-syntax", 0, NULL,
		"show every script to 'bash -n', not only suspicious ones"},
	[OPT_HBM_PROFILE] = ROW_HBM_PROFILE,
	[OPT_STDIN_FILENAME] = {"stdin-filename", 0, "PATH",
		"check this file alone, with standard input as its contents"},
	[OPT_FIX] = {"fix", 0, NULL,
		"mend what can be mended safely, then print what is left"},
	[OPT_UNSAFE_FIX] = {"unsafe-fix", 0, NULL,
		"mend also where it has to be guessed what was meant"},
	[OPT_DIFF] = {"diff", 0, NULL,
		"with a fix: print the difference, write nothing"},
	{0},
};

struct settings {
	struct common common;
	ixc_checker *checker;
	const char *stdin_filename; /* NULL: not given */
	struct fix_wish wish;
};

static int
set_hbm(struct settings *s, const char *argument)
{
	struct ixc_error err;
	struct ixc_bytes none = {0};
	if (ixc_checker_set_hbm_profile(s->checker, argument, none, &err) != IXC_OK)
		return trouble("%s", err.message);
	return EXIT_CLEAN;
}

static int
set_option(struct settings *s, const struct command *c, int option, const char *argument)
{
	struct ixc_error err;
	if (option < COMMON_END)
		return common_option(&s->common, c, (enum common_kind)option, argument);
	switch (option) {
	case OPT_RULE:
		if (ixc_checker_select_rule(s->checker, argument, &err) != IXC_OK)
			return usage(c, "%s", err.message);
		return EXIT_CLEAN;
	case OPT_IGNORE:
		if (ixc_checker_set_severity(s->checker, argument, IXC_OFF, &err) != IXC_OK)
			return usage(c, "%s", err.message);
		return EXIT_CLEAN;
	case OPT_ALL_ENTRIES:
		ixc_checker_set_all_entries(s->checker, true);
		return EXIT_CLEAN;
	case OPT_STRICT_SYNTAX:
		ixc_checker_set_syntax(s->checker, IXC_SYNTAX_STRICT);
		return EXIT_CLEAN;
	case OPT_HBM_PROFILE:
		return set_hbm(s, argument);
	case OPT_FIX:
		s->wish.fix = true;
		break;
	case OPT_UNSAFE_FIX:
		s->wish.unsafe = true;
		break;
	case OPT_DIFF:
		s->wish.diff = true;
		break;
	}
	return EXIT_CLEAN;
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
		} else if (got == COMMON_ROOT) {
			s->common.root_given = o.argument;
		} else if (got == OPT_STDIN_FILENAME) {
			s->stdin_filename = o.argument;
		} else {
			g->option[g->n] = got;
			g->argument[g->n++] = o.argument;
		}
	}
	return EXIT_CLEAN;
}

/* "-" stands for the file that --stdin-filename names. */
static int
add_paths(struct settings *s, const struct command *c, const struct given *g)
{
	struct ixc_error err;
	for (int i = 0; i < g->paths; i++) {
		char path[PATH_MAX];
		bool is_stdin = strcmp(g->path[i], "-") == 0;
		if (is_stdin && !s->stdin_filename)
			return usage(c, "--stdin-filename says which file '-' is");
		if (!is_stdin && s->stdin_filename)
			return usage(c, "with --stdin-filename no other file is checked ('%s')",
				g->path[i]);
		if (is_stdin)
			continue;
		if (!path_inside(s->common.root, g->path[i], path, sizeof path))
			return trouble(path_exists(s->common.root, g->path[i])
					? "'%s' is not in the repository, '%s'"
					: "'%s' does not exist (the repository is '%s')",
				g->path[i], s->common.root);
		if (ixc_checker_add_path(s->checker, path, &err) != IXC_OK)
			return trouble("%s", err.message);
	}
	return s->stdin_filename
		? stdin_take(s->common.root, s->stdin_filename, s->checker)
		: EXIT_CLEAN;
}

static int
apply(struct settings *s, const struct command *c, const struct given *g)
{
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
	return add_paths(s, c, g);
}

static int
run_and_print(struct settings *s, const struct command *c)
{
	struct ixc_error err;
	ixc_report *report;
	const struct fix_wish *w = &s->wish;
	bool fixes = w->fix || w->unsafe || w->diff;
	if (fixes && s->common.kind != IXC_HEAD_WORKTREE)
		return usage(c, "only the files on disk can be mended");
	if (fixes && s->stdin_filename && !w->diff)
		return usage(c, "standard input can't be mended; --diff prints how");
	common_begin(&s->common, s->checker);
	if (fixes)
		return fix_and_print(&s->common, c, w, s->checker);
	ixc_status status = ixc_check(s->checker, &report, &err);
	common_end(&s->common);
	if (status != IXC_OK)
		return trouble("%s", err.message);
	int code = common_write(&s->common, report);
	ixc_report_free(report);
	return code;
}

int
cmd_check(const struct command *c, int argc, char **argv)
{
	struct settings s = {.common = COMMON_INIT};
	size_t most = (size_t)argc + 1;
	struct given g = {
		.option = calloc(most, sizeof *g.option),
		.argument = calloc(most, sizeof *g.argument),
		.path = calloc(most, sizeof *g.path),
	};
	struct ixc_error err;
	int code = g.option && g.argument && g.path ? collect(&s, c, argc, argv, &g)
						    : trouble("out of memory");
	if (code == EXIT_CLEAN)
		code = common_find_root(
			&s.common, s.stdin_filename ? s.stdin_filename : g.path[0]);
	if (code == EXIT_CLEAN && ixc_checker_new(&s.checker, s.common.root, &err) != IXC_OK)
		code = trouble("%s", err.message);
	if (code == EXIT_CLEAN)
		ixc_checker_set_syntax(s.checker, IXC_SYNTAX_BASH);
	if (code == EXIT_CLEAN)
		code = apply(&s, c, &g);
	if (code == EXIT_CLEAN)
		code = common_configure(&s.common, c, s.checker);
	if (code == EXIT_CLEAN)
		code = run_and_print(&s, c);
	ixc_checker_free(s.checker);
	free(g.option);
	free(g.argument);
	free(g.path);
	return code < 0 ? finish_output(EXIT_CLEAN) : code;
}
