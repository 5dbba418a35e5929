/* infxcheck gate */
#include "common.h"

enum {
	OPT_ROOT,
	OPT_FORMAT,
	OPT_FAIL_ON,
	OPT_COVERAGE,
	OPT_COLOUR,
	OPT_BASE,
	OPT_HEAD,
	OPT_WORKTREE,
	OPT_STAGED,
	OPT_PR,
	OPT_REPO,
	OPT_CHANGELOG,
};

const struct option_row gate_options[] = {
	[OPT_ROOT] = ROW_ROOT,
	[OPT_FORMAT] = ROW_FORMAT,
	[OPT_FAIL_ON] = ROW_FAIL_ON,
	[OPT_COVERAGE] = ROW_COVERAGE,
	[OPT_COLOUR] = ROW_COLOUR,
	[OPT_BASE] = ROW_BASE,
	[OPT_HEAD] = {"head-ref", 0, "REV", "judge this revision"},
	[OPT_WORKTREE] = {"worktree", 0, NULL, "judge the files on disk (default)"},
	[OPT_STAGED] = {"staged", 0, NULL, "judge what 'git commit' would take"},
	[OPT_PR] = {"pr-number", 0, "N",
		"number of the pull request: placeholders are then allowed\n"
		"and announced; without it every link must be final"},
	[OPT_REPO] = ROW_REPO,
	[OPT_CHANGELOG] = ROW_CHANGELOG,
	{0},
};

struct settings {
	struct common common;
	const char *base, *head, *repo, *changelog;
	ixc_head kind;
	bool has_kind;
	uint64_t pr;
};

static int
set_kind(struct settings *s, const struct command *c, ixc_head kind)
{
	if (s->has_kind && s->kind != kind)
		return usage(c, "give one of --head-ref, --worktree and --staged");
	s->has_kind = true;
	s->kind = kind;
	return EXIT_CLEAN;
}

static int
set_option(struct settings *s, const struct command *c, int option, const char *argument)
{
	switch (option) {
	case OPT_BASE:
		s->base = argument;
		return EXIT_CLEAN;
	case OPT_HEAD:
		s->head = argument;
		return set_kind(s, c, IXC_HEAD_REVISION);
	case OPT_WORKTREE:
		return set_kind(s, c, IXC_HEAD_WORKTREE);
	case OPT_STAGED:
		return set_kind(s, c, IXC_HEAD_STAGED);
	case OPT_PR:
		return common_pr(c, argument, &s->pr);
	case OPT_REPO:
		s->repo = argument;
		return EXIT_CLEAN;
	case OPT_CHANGELOG:
		s->changelog = argument;
		return EXIT_CLEAN;
	case OPT_ROOT:
		return common_option(&s->common, c, COMMON_ROOT, argument);
	case OPT_FORMAT:
		return common_option(&s->common, c, COMMON_FORMAT, argument);
	case OPT_FAIL_ON:
		return common_option(&s->common, c, COMMON_FAIL_ON, argument);
	case OPT_COVERAGE:
		return common_option(&s->common, c, COMMON_COVERAGE, argument);
	case OPT_COLOUR:
		return common_option(&s->common, c, COMMON_COLOUR, argument);
	}
	return EXIT_CLEAN;
}

static int
run(struct settings *s, const struct command *c, ixc_checker *checker)
{
	struct ixc_error err;
	ixc_report *report;
	if (ixc_checker_set_base(checker, s->base, &err) != IXC_OK ||
		ixc_checker_set_head(checker, s->kind, s->head, &err) != IXC_OK ||
		(s->repo && ixc_checker_set_repository(checker, s->repo, &err) != IXC_OK) ||
		(s->changelog &&
			ixc_checker_set_changelog(checker, s->changelog, &err) != IXC_OK))
		return usage(c, "%s", err.message);
	ixc_checker_set_pr(checker, s->pr);
	if (ixc_gate(checker, &report, &err) != IXC_OK)
		return trouble("%s", err.message);
	int code = common_print(&s->common, report, stdout);
	ixc_report_free(report);
	return code == EXIT_TROUBLE ? code : finish_output(code);
}

int
cmd_gate(const struct command *c, int argc, char **argv)
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
	if (!s.base)
		return usage(c, "--base-ref is needed");
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
