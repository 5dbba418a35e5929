/* infxcheck gate */
#include "common.h"

enum {
	OPT_REPO = COMMON_END,
	OPT_CHANGELOG,
	OPT_CHANGELOG_ONLY,
	OPT_IGNORE,
};

const struct option_row gate_options[] = {
	COMMON_ROWS,
	[OPT_REPO] = ROW_REPO,
	[OPT_CHANGELOG] = ROW_CHANGELOG,
	[OPT_CHANGELOG_ONLY] = {"changelog-only", 0, NULL,
		"judge the change of the changelog and nothing else"},
	[OPT_IGNORE] = ROW_IGNORE,
	{0},
};

struct settings {
	struct common common;
	const char *repo, *changelog;
	bool changelog_only;
	const char *ignore[64];
	size_t ignored;
};

static int
set_option(struct settings *s, const struct command *c, int option, const char *argument)
{
	switch (option) {
	case OPT_REPO:
		s->repo = argument;
		return EXIT_CLEAN;
	case OPT_CHANGELOG:
		s->changelog = argument;
		return EXIT_CLEAN;
	case OPT_CHANGELOG_ONLY:
		s->changelog_only = true;
		return EXIT_CLEAN;
	case OPT_IGNORE:
		if (s->ignored == sizeof s->ignore / sizeof *s->ignore)
			return usage(c, "too many --ignore");
		s->ignore[s->ignored++] = argument;
		return EXIT_CLEAN;
	}
	return common_option(&s->common, c, (enum common_kind)option, argument);
}

static int
run(struct settings *s, const struct command *c, ixc_checker *checker)
{
	struct ixc_error err;
	ixc_report *report;
	int code = common_configure(&s->common, c, checker);
	if (code != EXIT_CLEAN)
		return code;
	if ((s->repo && ixc_checker_set_repository(checker, s->repo, &err) != IXC_OK) ||
		(s->changelog &&
			ixc_checker_set_changelog(checker, s->changelog, &err) != IXC_OK))
		return usage(c, "%s", err.message);
	for (size_t i = 0; i < s->ignored; i++)
		if (ixc_checker_set_severity(checker, s->ignore[i], IXC_OFF, &err) != IXC_OK)
			return usage(c, "%s", err.message);
	ixc_checker_set_changelog_only(checker, s->changelog_only);
	common_begin(&s->common, checker);
	ixc_status status = ixc_gate(checker, &report, &err);
	common_end(&s->common);
	if (status != IXC_OK)
		return trouble("%s", err.message);
	code = common_write(&s->common, report);
	ixc_report_free(report);
	return code;
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
	if (!s.common.base)
		return usage(c, "--base-ref is needed: where the branch left, such as "
				"'--base-ref origin/main'");
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
