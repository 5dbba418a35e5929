/* infxcheck config */
#include "common.h"

enum {
	OPT_ROOT,
	OPT_CONFIG,
	OPT_NO_CONFIG,
	OPT_BASE,
	OPT_HEAD,
	OPT_STAGED,
	OPT_FAIL_ON,
	OPT_FOR,
	OPT_RULE,
	OPT_IGNORE,
	OPT_REPO,
	OPT_HBM_PROFILE,
};

const struct option_row config_options[] = {
	[OPT_ROOT] = ROW_ROOT,
	[OPT_CONFIG] = ROW_CONFIG,
	[OPT_NO_CONFIG] = ROW_NO_CONFIG,
	[OPT_BASE] = ROW_BASE,
	[OPT_HEAD] = {"head-ref", 0, "REV", "the file of this revision"},
	[OPT_STAGED] = {"staged", 0, NULL, "the file that 'git commit' would take"},
	[OPT_FAIL_ON] = ROW_FAIL_ON,
	[OPT_FOR] = {"for", 0, "PATH", "what holds for this file, from the root"},
	[OPT_RULE] = {"rule", 'r', "ID", "as for check"},
	[OPT_IGNORE] = {"ignore", 'i', "ID", "as for check"},
	[OPT_REPO] = ROW_REPO,
	[OPT_HBM_PROFILE] = ROW_HBM_PROFILE,
	{0},
};

struct setting {
	int option;
	const char *argument;
};

/* What goes to the checker and is known only when that is there. */
static int
apply(ixc_checker *checker, const struct command *c, const struct setting *s)
{
	struct ixc_error err;
	struct ixc_bytes none = {0};
	ixc_status status = IXC_OK;
	if (s->option == OPT_RULE)
		status = ixc_checker_select_rule(checker, s->argument, &err);
	else if (s->option == OPT_IGNORE)
		status = ixc_checker_set_severity(checker, s->argument, IXC_OFF, &err);
	else if (s->option == OPT_REPO)
		status = ixc_checker_set_repository(checker, s->argument, &err);
	else if (s->option == OPT_HBM_PROFILE)
		status = ixc_checker_set_hbm_profile(checker, s->argument, none, &err);
	return status == IXC_OK ? EXIT_CLEAN : usage(c, "%s", err.message);
}

static int
set_common(struct common *s, const struct command *c, const struct setting *given)
{
	static const enum common_kind kind[] = {[OPT_ROOT] = COMMON_ROOT,
		[OPT_CONFIG] = COMMON_CONFIG, [OPT_NO_CONFIG] = COMMON_NO_CONFIG,
		[OPT_BASE] = COMMON_BASE, [OPT_HEAD] = COMMON_HEAD,
		[OPT_STAGED] = COMMON_STAGED, [OPT_FAIL_ON] = COMMON_FAIL_ON};
	return given->option <= OPT_FAIL_ON
		? common_option(s, c, kind[given->option], given->argument)
		: EXIT_CLEAN;
}

static int
show(const struct common *s, const struct command *c, const struct setting *given, size_t n,
	const char *path)
{
	ixc_checker *checker;
	struct ixc_error err;
	if (ixc_checker_new(&checker, s->root, &err) != IXC_OK)
		return trouble("%s", err.message);
	int code = common_configure(s, c, checker);
	for (size_t i = 0; code == EXIT_CLEAN && i < n; i++)
		code = apply(checker, c, &given[i]);
	if (code == EXIT_CLEAN &&
		ixc_write_settings(checker, path, write_to_file, stdout, &err) != IXC_OK)
		code = trouble("%s", err.message);
	ixc_checker_free(checker);
	return code == EXIT_CLEAN ? finish_output(code) : code;
}

int
cmd_config(const struct command *c, int argc, char **argv)
{
	enum { MOST = 256 };
	struct setting given[MOST];
	size_t n = 0;
	struct common s = COMMON_INIT;
	const char *path = NULL;
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == OPT_OPERAND)
			return usage(c, "it takes no operand ('%s')", o.argument);
		if (n == MOST)
			return usage(c, "too many options");
		given[n] = (struct setting){got, o.argument};
		if (got == OPT_FOR)
			path = o.argument;
		if (set_common(&s, c, &given[n++]) != EXIT_CLEAN)
			return EXIT_TROUBLE;
	}
	int code = common_find_root(&s, NULL);
	return code == EXIT_CLEAN ? show(&s, c, given, n, path) : code;
}
