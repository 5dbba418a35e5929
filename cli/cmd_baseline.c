/* infxcheck baseline */
#include "common.h"

enum {
	OPT_ROOT,
	OPT_CONFIG,
	OPT_NO_CONFIG,
	OPT_TODAY,
	OPT_CREATE,
	OPT_PRUNE,
	OPT_DIFF,
	OPT_ALL_ENTRIES,
	OPT_HBM_PROFILE,
};

const struct option_row baseline_options[] = {
	[OPT_ROOT] = ROW_ROOT,
	[OPT_CONFIG] = ROW_CONFIG,
	[OPT_NO_CONFIG] = ROW_NO_CONFIG,
	[OPT_TODAY] = {"today", 0, "YYYY-MM-DD", "as for check"},
	[OPT_CREATE] = {"create", 0, "FILE", "write all findings into FILE"},
	[OPT_PRUNE] = {"prune", 0, "FILE", "take out of FILE what is gone"},
	[OPT_DIFF] = {"diff", 0, NULL, "write nothing; print the change as 'diff -u' does"},
	[OPT_ALL_ENTRIES] = {"all-entries", 0, NULL, "judge the changelog's history too"},
	[OPT_HBM_PROFILE] = ROW_HBM_PROFILE,
	{0},
};

struct settings {
	struct common common;
	const char *create, *prune, *hbm;
	bool diff, all_entries;
};

static int
set_option(struct settings *s, const struct command *c, int option, const char *argument)
{
	static const enum common_kind kind[] = {[OPT_ROOT] = COMMON_ROOT,
		[OPT_CONFIG] = COMMON_CONFIG, [OPT_NO_CONFIG] = COMMON_NO_CONFIG,
		[OPT_TODAY] = COMMON_TODAY};
	if (option <= OPT_TODAY)
		return common_option(&s->common, c, kind[option], argument);
	if (option == OPT_CREATE)
		s->create = argument;
	else if (option == OPT_PRUNE)
		s->prune = argument;
	else if (option == OPT_DIFF)
		s->diff = true;
	else if (option == OPT_ALL_ENTRIES)
		s->all_entries = true;
	else if (option == OPT_HBM_PROFILE)
		s->hbm = argument;
	return EXIT_CLEAN;
}

static int
finish(const struct settings *s, const ixc_change *change, size_t left)
{
	struct ixc_error err;
	const char *file = s->create ? s->create : s->prune;
	if (s->diff)
		return ixc_write_diff(change, write_to_file, stdout, &err) == IXC_OK
			? finish_output(EXIT_CLEAN)
			: trouble("%s", err.message);
	if (ixc_change_apply(change, &err) != IXC_OK)
		return trouble("%s", err.message);
	if (!ixc_change_differs(change))
		printf("%s has nothing to change\n", file);
	else
		printf("%s was %s\n", file, s->create ? "written" : "pruned");
	if (s->create && left)
		printf("%zu finding%s of locked rules can't be in it\n", left,
			left == 1 ? "" : "s");
	return finish_output(EXIT_CLEAN);
}

static int
run(struct settings *s, const struct command *c, ixc_checker *checker)
{
	struct ixc_error err;
	struct ixc_bytes none = {0};
	ixc_change *change;
	size_t left;
	s->common.baseline = s->prune;
	int code = common_configure(&s->common, c, checker);
	if (code != EXIT_CLEAN)
		return code;
	if (s->hbm && ixc_checker_set_hbm_profile(checker, s->hbm, none, &err) != IXC_OK)
		return trouble("%s", err.message);
	ixc_checker_set_syntax(checker, IXC_SYNTAX_BASH);
	ixc_checker_set_all_entries(checker, s->all_entries);
	if (ixc_baseline_change(checker, s->create ? s->create : s->prune, &left, &change,
		    &err) != IXC_OK)
		return trouble("%s", err.message);
	code = finish(s, change, left);
	ixc_change_free(change);
	return code;
}

int
cmd_baseline(const struct command *c, int argc, char **argv)
{
	struct settings s = {.common = COMMON_INIT};
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == OPT_OPERAND)
			return usage(c, "it takes no operand ('%s')", o.argument);
		if (set_option(&s, c, got, o.argument) != EXIT_CLEAN)
			return EXIT_TROUBLE;
	}
	if (!s.create == !s.prune)
		return usage(c, "give one of --create and --prune");
	ixc_checker *checker = NULL;
	struct ixc_error err;
	int code = common_find_root(&s.common, NULL);
	if (code == EXIT_CLEAN && ixc_checker_new(&checker, s.common.root, &err) != IXC_OK)
		code = trouble("%s", err.message);
	if (code == EXIT_CLEAN)
		code = run(&s, c, checker);
	ixc_checker_free(checker);
	return code;
}
