/* infxcheck canonicalize, infxcheck resolve-conflict */
#include "common.h"

enum {
	OPT_ROOT,
	OPT_COLOUR,
	OPT_PR,
	OPT_REPO,
	OPT_CHANGELOG,
	OPT_BASE,
	OPT_CHECK,
	OPT_DIFF,
};

const struct option_row canonicalize_options[] = {
	[OPT_ROOT] = ROW_ROOT,
	[OPT_COLOUR] = ROW_COLOUR,
	[OPT_PR] = ROW_PR,
	[OPT_REPO] = ROW_REPO,
	[OPT_CHANGELOG] = ROW_CHANGELOG,
	[OPT_BASE] = ROW_BASE,
	[OPT_CHECK] = {"check", 0, NULL, "write nothing; exit 1 if something would change"},
	[OPT_DIFF] = {"diff", 0, NULL, "write nothing; print the change as 'diff -u' does"},
	{0},
};

const struct option_row resolve_options[] = {
	[OPT_ROOT] = ROW_ROOT,
	[OPT_COLOUR] = ROW_COLOUR,
	[OPT_PR] = ROW_PR,
	[OPT_REPO] = ROW_REPO,
	[OPT_CHANGELOG] = ROW_CHANGELOG,
	{0},
};

typedef ixc_status work_fn(const ixc_checker *, ixc_change **, struct ixc_error *);

struct settings {
	struct common common;
	const char *base, *repo, *changelog;
	uint64_t pr;
	bool check, diff;
};

static int
set_option(struct settings *s, const struct command *c, int option, const char *argument)
{
	switch (option) {
	case OPT_ROOT:
		return common_option(&s->common, c, COMMON_ROOT, argument);
	case OPT_COLOUR:
		return common_option(&s->common, c, COMMON_COLOUR, argument);
	case OPT_PR:
		return common_pr(c, argument, &s->pr);
	case OPT_REPO:
		s->repo = argument;
		break;
	case OPT_CHANGELOG:
		s->changelog = argument;
		break;
	case OPT_BASE:
		s->base = argument;
		break;
	case OPT_CHECK:
		s->check = true;
		break;
	case OPT_DIFF:
		s->diff = true;
		break;
	default:
		break;
	}
	return EXIT_CLEAN;
}

static int
show_refusal(const struct settings *s, const ixc_change *change)
{
	int code = common_print(&s->common, ixc_change_report(change), stderr);
	if (code == EXIT_TROUBLE)
		return code;
	fputs("infxcheck: the file was left as it is", stderr);
	if (s->base)
		fprintf(stderr, "; 'infxcheck gate --base-ref %s --pr-number %llu' lists every "
				"fault",
			s->base, (unsigned long long)s->pr);
	fputc('\n', stderr);
	return EXIT_FINDINGS;
}

static int
finish(const struct settings *s, const ixc_change *change)
{
	struct ixc_error err;
	const char *file = s->changelog ? s->changelog : "perf-changelog.yaml";
	bool differs = ixc_change_differs(change);
	if (s->diff && ixc_write_diff(change, write_to_file, stdout, &err) != IXC_OK)
		return trouble("%s", err.message);
	if (s->check)
		return finish_output(differs ? EXIT_FINDINGS : EXIT_CLEAN);
	if (s->diff)
		return finish_output(EXIT_CLEAN);
	if (ixc_change_apply(change, &err) != IXC_OK)
		return trouble("%s", err.message);
	printf(differs ? "%s is ready to merge as pull request %llu\n"
		       : "%s was ready to merge as pull request %llu already\n",
		file, (unsigned long long)s->pr);
	return finish_output(EXIT_CLEAN);
}

static int
run(const struct settings *s, const struct command *c, ixc_checker *checker, work_fn *work)
{
	struct ixc_error err;
	ixc_change *change;
	if ((s->base && ixc_checker_set_base(checker, s->base, &err) != IXC_OK) ||
		(s->repo && ixc_checker_set_repository(checker, s->repo, &err) != IXC_OK) ||
		(s->changelog &&
			ixc_checker_set_changelog(checker, s->changelog, &err) != IXC_OK))
		return usage(c, "%s", err.message);
	ixc_checker_set_pr(checker, s->pr);
	if (work(checker, &change, &err) != IXC_OK)
		return trouble("%s", err.message);
	int code = ixc_change_refused(change) ? show_refusal(s, change) : finish(s, change);
	ixc_change_free(change);
	return code;
}

static int
edit(const struct command *c, int argc, char **argv, work_fn *work, bool needs_base)
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
	if (needs_base && !s.base)
		return usage(c, "--base-ref is needed");
	if (!s.pr)
		return usage(c, "--pr-number is needed");
	ixc_checker *checker = NULL;
	struct ixc_error err;
	int code = common_find_root(&s.common, NULL);
	if (code == EXIT_CLEAN && ixc_checker_new(&checker, s.common.root, &err) != IXC_OK)
		code = trouble("%s", err.message);
	if (code == EXIT_CLEAN)
		code = run(&s, c, checker, work);
	ixc_checker_free(checker);
	return code;
}

int
cmd_canonicalize(const struct command *c, int argc, char **argv)
{
	return edit(c, argc, argv, ixc_canonicalize, true);
}

int
cmd_resolve(const struct command *c, int argc, char **argv)
{
	return edit(c, argc, argv, ixc_resolve_conflict, false);
}
