/* infxcheck plan */
#include "common.h"

#include <stdlib.h>
#include <string.h>

enum {
	OPT_ROOT,
	OPT_FORMAT,
	OPT_COLOUR,
	OPT_KEY,
	OPT_CONC,
	OPT_RECIPE,
	OPT_SET,
	OPT_ENV_FILE,
	OPT_HBM_PROFILE,
	OPT_WHY,
	OPT_DIFF,
};

const struct option_row plan_options[] = {
	[OPT_ROOT] = ROW_ROOT,
	[OPT_FORMAT] = {"format", 'f', "FORMAT", "text (default), json"},
	[OPT_COLOUR] = ROW_COLOUR,
	[OPT_KEY] = {"config-key", 'k', "KEY", "the points of this config key"},
	[OPT_CONC] = {"conc", 'c', "N", "only those of this concurrency"},
	[OPT_RECIPE] = {"recipe", 'r', "FILE", "the points that reach this recipe"},
	[OPT_SET] = {"set", 's', "NAME=VALUE",
		"give the recipe this variable, too (may be repeated)"},
	[OPT_ENV_FILE] = {"env-file", 'e', "FILE",
		"with --recipe: evaluate it with exactly this environment,\n"
		"NAME=VALUE lines, instead of that of any point"},
	[OPT_HBM_PROFILE] = ROW_HBM_PROFILE,
	[OPT_WHY] = {"why", 'w', "OPTION",
		"the assignments behind the value of an option of a launched\n"
		"command, or of an exported variable"},
	[OPT_DIFF] = {"diff", 'd', "REV",
		"what the work tree launches and this revision does not, and the\n"
		"other way round (without a key or recipe: of all points)"},
	{0},
};

struct settings {
	struct common common;
	struct ixc_plan_options o;
	const char *env_file, *diff;
	const char **set;
	char *environment;
	char recipe[PATH_MAX];
};

static int
set_conc(struct settings *s, const struct command *c, const char *text)
{
	char *end;
	long long n = strtoll(text, &end, 10);
	if (*text < '0' || *text > '9' || *end)
		return usage(c, "--conc: '%s' is not a number", text);
	s->o.has_conc = true;
	s->o.conc = n;
	return EXIT_CLEAN;
}

static int
set_option(struct settings *s, const struct command *c, int option, const char *argument)
{
	switch (option) {
	case OPT_ROOT:
		return common_option(&s->common, c, COMMON_ROOT, argument);
	case OPT_FORMAT:
		if (!ixc_format_from_name(argument, &s->common.format) ||
			(s->common.format != IXC_FORMAT_TEXT &&
				s->common.format != IXC_FORMAT_JSON))
			return usage(c, "'%s' is not a format (text, json)", argument);
		break;
	case OPT_COLOUR:
		return common_option(&s->common, c, COMMON_COLOUR, argument);
	case OPT_KEY:
		s->o.config_key = argument;
		break;
	case OPT_CONC:
		return set_conc(s, c, argument);
	case OPT_RECIPE:
		s->o.recipe = argument;
		break;
	case OPT_SET:
		s->set[s->o.set.n++] = argument;
		break;
	case OPT_ENV_FILE:
		s->env_file = argument;
		break;
	case OPT_HBM_PROFILE:
		s->o.hbm_profile = argument;
		break;
	case OPT_DIFF:
		s->diff = argument;
		break;
	case OPT_WHY:
		if (!*argument)
			return usage(c, "--why needs the name of an option");
		s->o.why = argument;
		break;
	}
	return EXIT_CLEAN;
}

static int
parse(struct settings *s, const struct command *c, int argc, char **argv)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return -1;
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == OPT_OPERAND)
			return usage(c,
				"what is '%s'? A config key is given with --config-key, "
				"a recipe with --recipe",
				o.argument);
		if (set_option(s, c, got, o.argument) != EXIT_CLEAN)
			return EXIT_TROUBLE;
	}
	if (!s->o.config_key && !s->o.recipe && !s->diff)
		return usage(c, "give --config-key, --recipe or --diff");
	if (s->diff && s->o.why)
		return usage(c, "--why is about one tree: it does not go with --diff");
	if (s->env_file && !s->o.recipe)
		return usage(c, "--env-file needs --recipe");
	return EXIT_CLEAN;
}

/* Whole file; "-" is the standard input. */
static int
read_environment(struct settings *s)
{
	size_t n = 0, size = 0;
	bool standard = strcmp(s->env_file, "-") == 0;
	FILE *f = standard ? stdin : fopen(s->env_file, "rb");
	if (!f)
		return trouble("cannot open '%s'", s->env_file);
	for (size_t got = 1; got > 0 && !ferror(f); n += got) {
		if (n == size) {
			size = size ? size * 2 : 4096;
			char *more =
				size < (1u << 30) ? realloc(s->environment, size) : NULL;
			if (!more)
				break;
			s->environment = more;
		}
		got = fread(s->environment + n, 1, size - n, f);
	}
	bool good = feof(f) && !ferror(f);
	if (!standard)
		fclose(f);
	s->o.has_environment = true;
	s->o.environment = (struct ixc_bytes){s->environment, n};
	return good ? EXIT_CLEAN : trouble("'%s' can't be read", s->env_file);
}

/* A path from the root, from the working directory, or absolute. */
static void
find_recipe(struct settings *s)
{
	char *real = realpath(s->o.recipe, NULL);
	size_t n = strlen(s->common.root);
	if (real && strncmp(real, s->common.root, n) == 0 && real[n] == '/' &&
		strlen(real + n + 1) < sizeof s->recipe) {
		memcpy(s->recipe, real + n + 1, strlen(real + n + 1) + 1);
		s->o.recipe = s->recipe;
	}
	free(real);
}

static int
run(struct settings *s)
{
	struct ixc_error err;
	ixc_plans *plans;
	unsigned flags = terminal_flags(stdout, s->common.colour);
	if (ixc_plans_make(s->common.root, &s->o, &plans, &err) != IXC_OK)
		return trouble("%s", err.message);
	int code = EXIT_CLEAN;
	if (ixc_write_plans(plans, s->common.format, flags, write_to_file, stdout,
		    &err) != IXC_OK)
		code = trouble("%s", err.message);
	ixc_plans_free(plans);
	return code == EXIT_CLEAN ? finish_output(code) : code;
}

/* As diff does: 0 the same, 1 differences. */
static int
run_diff(struct settings *s)
{
	struct ixc_error err;
	ixc_plan_diff *diff;
	unsigned flags = terminal_flags(stdout, s->common.colour);
	if (ixc_plan_diff_make(s->common.root, &s->o, s->diff, &diff, &err) != IXC_OK)
		return trouble("%s", err.message);
	int code = ixc_plan_diff_count(diff) ? EXIT_FINDINGS : EXIT_CLEAN;
	if (ixc_write_plan_diff(
		    diff, s->common.format, flags, write_to_file, stdout, &err) != IXC_OK)
		code = trouble("%s", err.message);
	ixc_plan_diff_free(diff);
	return code == EXIT_TROUBLE ? code : finish_output(code);
}

int
cmd_plan(const struct command *c, int argc, char **argv)
{
	struct settings s = {.common = COMMON_INIT, .o = {.size = sizeof s.o}};
	s.set = calloc((size_t)argc + 1, sizeof *s.set);
	s.o.set.v = s.set;
	int code = s.set ? parse(&s, c, argc, argv) : trouble("out of memory");
	if (code == EXIT_CLEAN)
		code = common_find_root(&s.common, NULL);
	if (code == EXIT_CLEAN && s.env_file)
		code = read_environment(&s);
	if (code == EXIT_CLEAN && s.o.recipe)
		find_recipe(&s);
	if (code == EXIT_CLEAN)
		code = s.diff ? run_diff(&s) : run(&s);
	free(s.set);
	free(s.environment);
	return code < 0 ? finish_output(EXIT_CLEAN) : code;
}
