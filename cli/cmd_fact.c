/* infxcheck fact */
#include "cli.h"

const struct option_row fact_options[] = {{0}};

static void
print_fact(const ixc_fact *f)
{
	printf("%s\n  %s\n  holds for: %s\n  source: %s\n", f->id, f->value, f->holds,
		f->source);
}

static void
list_facts(void)
{
	ixc_fact f;
	for (size_t i = 0; ixc_fact_at(i, &f); i++)
		printf("%-40s %s\n", f.id, f.value);
}

static int
unknown_fact(const char *word)
{
	const char *ids[256];
	ixc_fact f;
	size_t n = 0;
	while (n < sizeof ids / sizeof *ids && ixc_fact_at(n, &f))
		ids[n++] = f.id;
	int near = ixc_nearest(word, ids, n);
	if (near >= 0)
		return trouble("there is no fact '%s'; did you mean '%s'?", word, ids[near]);
	return trouble("there is no fact '%s'; 'infxcheck fact' lists them", word);
}

int
cmd_fact(const struct command *c, int argc, char **argv)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	const char *word = NULL;
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (word)
			return usage(c, "it takes one fact, not also '%s'", o.argument);
		word = o.argument;
	}
	ixc_fact f;
	if (!word)
		list_facts();
	else if (ixc_fact_find(word, &f))
		print_fact(&f);
	else
		return unknown_fact(word);
	return finish_output(EXIT_CLEAN);
}
