/* infxcheck rules, infxcheck explain */
#include "cli.h"

#include <string.h>

enum { RULES_FORMAT };
enum { EXPLAIN_COLOUR };

const struct option_row rules_options[] = {
	[RULES_FORMAT] = {"format", 'f', "FORMAT", "text (default), json, markdown"},
	{0},
};

const struct option_row explain_options[] = {
	[EXPLAIN_COLOUR] = {"color", 0, "WHEN", "auto (default), always, never"},
	{0},
};

static void
print_rules(void)
{
	for (size_t i = 0; i < ixc_rule_count(); i++) {
		const ixc_rule *r = ixc_rule_at(i);
		printf("%-30s %-8s %s\n", ixc_rule_id(r),
			ixc_severity_name(ixc_rule_severity(r)), ixc_rule_summary(r));
	}
}

/* docs/rules.md: the texts as they are, which are wrapped and indented for a terminal. */
static void
print_rule_page(const ixc_rule *r)
{
	printf("\n## %s\n\n%s, since %s%s%s%s%s: %s.\n\n```text\n%s\n```\n", ixc_rule_id(r),
		ixc_severity_name(ixc_rule_severity(r)), ixc_rule_since(r),
		ixc_rule_needs(r) & IXC_NEEDS_BASE ? ", needs a base revision" : "",
		ixc_rule_needs(r) & IXC_NEEDS_PR ? ", needs the pull request's number" : "",
		ixc_rule_locked(r) ? ", can't be suppressed" : "",
		ixc_rule_fixes(r) & IXC_FIX_SAFE     ? ", mended by --fix"
		: ixc_rule_fixes(r) & IXC_FIX_UNSAFE ? ", mended by --unsafe-fix"
						     : "",
		ixc_rule_summary(r),
		ixc_rule_help(r));
}

static void
print_markdown(void)
{
	puts("# Rules\n\nMade by `make docs` from the rules themselves; `infxcheck explain RULE` "
	     "adds an example\nthat fires and one that does not.\n\n"
	     "| rule | severity | fix | what it finds |\n|---|---|---|---|");
	for (size_t i = 0; i < ixc_rule_count(); i++) {
		const ixc_rule *r = ixc_rule_at(i);
		printf("| [%s](#%s) | %s | %s | %s |\n", ixc_rule_id(r), ixc_rule_id(r),
			ixc_severity_name(ixc_rule_severity(r)),
			ixc_rule_fixes(r) & IXC_FIX_SAFE     ? "safe"
			: ixc_rule_fixes(r) & IXC_FIX_UNSAFE ? "unsafe"
							     : "",
			ixc_rule_summary(r));
	}
	for (size_t i = 0; i < ixc_rule_count(); i++)
		print_rule_page(ixc_rule_at(i));
}

int
cmd_rules(const struct command *c, int argc, char **argv)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	bool json = false, markdown = false;
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == OPT_OPERAND)
			return usage(c, "it takes no operand ('%s')", o.argument);
		json = strcmp(o.argument, "json") == 0;
		markdown = strcmp(o.argument, "markdown") == 0;
		if (!json && !markdown && strcmp(o.argument, "text") != 0)
			return usage(c, "'%s' is not a format (text, json, markdown)",
				o.argument);
	}
	struct ixc_error err;
	if (markdown)
		print_markdown();
	else if (!json)
		print_rules();
	else if (ixc_write_rules_json(write_to_file, stdout, &err) != IXC_OK)
		return trouble("%s", err.message);
	return finish_output(EXIT_CLEAN);
}

static int
unknown_rule(const char *word)
{
	const char *ids[256];
	size_t n = 0;
	while (n < ixc_rule_count() && n < sizeof ids / sizeof *ids) {
		ids[n] = ixc_rule_id(ixc_rule_at(n));
		n++;
	}
	int near = ixc_nearest(word, ids, n);
	if (near >= 0)
		return trouble("there is no rule '%s'; did you mean '%s'?", word, ids[near]);
	return trouble("there is no rule '%s'; 'infxcheck rules' lists them", word);
}

int
cmd_explain(const struct command *c, int argc, char **argv)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	const char *word = NULL, *colour = NULL;
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == EXPLAIN_COLOUR)
			colour = o.argument;
		else if (word)
			return usage(c, "it takes one rule, not also '%s'", o.argument);
		else
			word = o.argument;
	}
	if (!word)
		return usage(c, "which rule? 'infxcheck rules' lists them");
	const ixc_rule *r = ixc_rule_find(word);
	if (!r)
		return unknown_rule(word);
	struct ixc_error err;
	if (ixc_write_explanation(r, terminal_flags(stdout, colour), write_to_file, stdout,
		    &err) != IXC_OK)
		return trouble("%s", err.message);
	return finish_output(EXIT_CLEAN);
}
