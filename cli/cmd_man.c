/* infxcheck man */
#include "man.h"

const struct option_row man_options[] = {{0}};

static const struct man_section sections[] = {
	{"EXIT STATUS",
		"The same in every format: 0 nothing at or above the threshold, or done; 1 "
		"findings, or refused; 2 wrong usage, or it could not run."},
	{"FILES",
		"    perf-changelog.yaml, configs/, benchmarks/, runners/   what is checked\n"
		"    .infxcheck.yaml    settings of the repository, see infxcheck config\n"
		"    configs/hbm.yaml   free GPU memory, as infxcheck-hbm measured it"},
	{"ENVIRONMENT",
		"With --color=auto: NO_COLOR turns colours off, FORCE_COLOR and CLICOLOR_FORCE "
		"turn them on (unless 0), TERM=dumb turns them off. LC_ALL, LC_CTYPE and LANG say "
		"whether the terminal reads UTF-8; nothing else depends on them.\n\n"
		"GITHUB_ACTIONS=true: texts that show lines of checked files stand between "
		"stop-commands, so that none is a command to the runner.\n\n"
		"A run of more than a second tells how far it is, where standard error is a "
		"terminal and none of CI, GITHUB_ACTIONS, GITLAB_CI, PRE_COMMIT is set."},
	{"EXAMPLES",
		"What is wrong with the work tree, and what can be mended:\n\n"
		"    infxcheck check\n"
		"    infxcheck check --fix --diff --pr-number 2503\n\n"
		"A pull request, as CI sees it:\n\n"
		"    infxcheck gate --base-ref origin/main --pr-number 2503 --format text \\\n"
		"        --format github --format sarif=infxcheck.sarif\n\n"
		"One fault that is meant, in the file itself:\n\n"
		"    # infxcheck: allow RULE until=2026-12-31 -- reason"},
	{"SEE ALSO", "infxcheck-hbm(1), git(1), githooks(5)"},
	{0},
};

static const struct man_page page = {
	.program = "infxcheck",
	.summary = "check a checkout of the InferenceX benchmark repository",
	.about = "infxcheck finds faults in the changelog, the configs, the runners and the "
		 "recipes of a checkout before they reach a GPU cluster. It reads; it never runs "
		 "anything of the checked tree.\n\n"
		 "The root is the nearest folder upward that holds perf-changelog.yaml or "
		 "configs/.",
	.commands = commands,
	.sections = sections,
};

int
cmd_man(const struct command *c, int argc, char **argv)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		return usage(c, "it takes no operand ('%s')", o.argument);
	}
	print_man(&page);
	return finish_output(EXIT_CLEAN);
}
