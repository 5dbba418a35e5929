/* infxcheck replay */
#include "common.h"

#include <stdlib.h>
#include <string.h>

enum { OPT_ROOT, OPT_FORMAT, OPT_JSON, OPT_SINCE, OPT_STEPS, OPT_RULE };

const struct option_row replay_options[] = {
	[OPT_ROOT] = ROW_ROOT,
	[OPT_FORMAT] = {"format", 'f', "FORMAT", "text (default), json"},
	[OPT_JSON] = {"json", 0, NULL, "the same as --format json"},
	[OPT_SINCE] = {"since", 0, "REV", "the steps after this revision"},
	[OPT_STEPS] = {"steps", 0, "N", "the newest N steps (default 150)"},
	[OPT_RULE] = {"rule", 'r', "ID", "run only this rule (may be repeated)"},
	{0},
};

struct settings {
	struct common common;
	struct ixc_replay_options o;
	const char *rules[64];
	size_t n_rules;
};

static int
set_option(struct settings *s, const struct command *c, int option, const char *argument)
{
	char *end;
	switch (option) {
	case OPT_ROOT:
		return common_option(&s->common, c, COMMON_ROOT, argument);
	case OPT_FORMAT:
		s->o.json = strcmp(argument, "json") == 0;
		if (!s->o.json && strcmp(argument, "text") != 0)
			return usage(c, "'%s' is not a format (text, json)", argument);
		return EXIT_CLEAN;
	case OPT_JSON:
		s->o.json = true;
		return EXIT_CLEAN;
	case OPT_SINCE:
		s->o.since = argument;
		return EXIT_CLEAN;
	case OPT_STEPS:
		s->o.steps = strtoul(argument, &end, 10);
		if (*argument < '0' || *argument > '9' || *end)
			return usage(c, "--steps: '%s' is not a number", argument);
		return EXIT_CLEAN;
	case OPT_RULE:
		if (s->n_rules == sizeof s->rules / sizeof *s->rules)
			return usage(c, "more than %zu rules", s->n_rules);
		s->rules[s->n_rules++] = argument;
		return EXIT_CLEAN;
	}
	return EXIT_CLEAN;
}

static int
run(struct settings *s, const struct command *c, ixc_checker *checker)
{
	struct ixc_error err;
	for (size_t i = 0; i < s->n_rules; i++)
		if (ixc_checker_select_rule(checker, s->rules[i], &err) != IXC_OK)
			return usage(c, "%s", err.message);
	struct progress p;
	progress_begin(&p, "steps", false);
	s->o.progress = progress_step;
	s->o.user = &p;
	ixc_status status = ixc_replay(checker, &s->o, write_to_file, stdout, &err);
	progress_end(&p);
	if (status != IXC_OK)
		return trouble("%s", err.message);
	return finish_output(EXIT_CLEAN);
}

int
cmd_replay(const struct command *c, int argc, char **argv)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	struct settings s = {.common = COMMON_INIT, .o = {.steps = 150}};
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
