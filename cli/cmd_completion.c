/* infxcheck completion */
#include "cli.h"

#include <string.h>

const struct option_row completion_options[] = {{0}};

/* ---- values of options ----------------------------------------------------------- */

enum { VALUES_BYTES = 512 };

/* The values that an option takes, with blanks between; empty: anything, files above all. */
static const char *
values_of(const struct option_row *r, char *buf)
{
	static const struct {
		const char *option, *values;
	} known[] = {{"fail-on", "error warning note never"}, {"color", "auto always never"},
		{"show", "new fixed unchanged all"}, {"pr-number", "none"}};
	buf[0] = '\0';
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(r->name, known[i].option) == 0)
			return known[i].values;
	if (strcmp(r->name, "format") != 0)
		return buf;
	const char *all = strchr(r->argument, '=') ? NULL : r->help;
	for (int i = 0; ixc_format_name((ixc_format)i); i++) {
		const char *name = ixc_format_name((ixc_format)i);
		size_t n = strlen(buf);
		/* Commands with less formats than a report has name them in their help. */
		if (!all || strstr(all, name))
			snprintf(buf + n, VALUES_BYTES - n, "%s%s", n ? " " : "", name);
	}
	if (all && strstr(all, "table"))
		strncat(buf, " table", VALUES_BYTES - strlen(buf) - 1);
	return buf;
}

static bool
takes_revision(const struct option_row *r)
{
	return strcmp(r->argument, "REV") == 0;
}

static bool
takes_rule(const struct option_row *r)
{
	return strcmp(r->name, "rule") == 0 || strcmp(r->name, "ignore") == 0;
}

static bool
takes_key(const struct option_row *r)
{
	return strcmp(r->name, "config-key") == 0 || strcmp(r->name, "config-keys") == 0;
}

/* Prints the config keys: the lines of the report that are a word and no recipe's path. */
#define LIST_KEYS(quote) "infxcheck recipes 2>/dev/null | grep -x " quote "[^ /][^ /]*" quote

/* ---- bash ----------------------------------------------------------------------- */

static void
bash_command(const struct command *c)
{
	char buf[VALUES_BYTES];
	printf("\t%s)\n\t\twords='--help", c->name);
	for (const struct option_row *r = c->options; r->name; r++)
		printf(" --%s", r->name);
	puts("'\n\t\tcase $prev in");
	for (const struct option_row *r = c->options; r->name; r++) {
		if (!r->argument)
			continue;
		printf("\t\t--%s", r->name);
		if (r->letter)
			printf("|-%c", r->letter);
		if (takes_rule(r))
			puts(") values=$(infxcheck rules | cut -d' ' -f1) ;;");
		else if (takes_revision(r))
			puts(") values=$(git for-each-ref --format='%(refname:short)') ;;");
		else if (takes_key(r))
			puts(") values=$(" LIST_KEYS("'") ") ;;");
		else
			printf(") values='%s' ;;\n", values_of(r, buf));
	}
	puts("\t\t*) is_value= ;;\n\t\tesac ;;");
}

static void
print_bash(void)
{
	puts("# bash completion for infxcheck\n"
	     "_infxcheck() {\n"
	     "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	     "\tlocal words= values= is_value=1\n"
	     "\t# --option=value comes as three words.\n"
	     "\tif [ \"$cur\" = = ]; then\n"
	     "\t\tcur=\n"
	     "\telif [ \"$prev\" = = ]; then\n"
	     "\t\tprev=${COMP_WORDS[COMP_CWORD-2]}\n"
	     "\tfi\n"
	     "\tif [ \"$COMP_CWORD\" -eq 1 ]; then");
	fputs("\t\twords='--help --version", stdout);
	for (const struct command *c = commands; c->name; c++)
		printf(" %s", c->name);
	puts("'\n\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n\t\treturn\n\tfi\n"
	     "\tcase ${COMP_WORDS[1]} in");
	for (const struct command *c = commands; c->name; c++)
		bash_command(c);
	puts("\t*) is_value= ;;\n"
	     "\tesac\n"
	     "\tcase ${COMP_WORDS[1]} in\n"
	     "\texplain) values=$(infxcheck rules | cut -d' ' -f1); is_value=1 ;;\n"
	     "\tcompletion) values='bash zsh fish'; is_value=1 ;;\n"
	     "\trecipes) [ -n \"$is_value\" ] || [[ $cur == -* ]] || {\n"
	     "\t\tvalues=$(" LIST_KEYS("'") ")\n\t\tis_value=1\n\t} ;;\n"
	     "\tmatrix) [ \"$COMP_CWORD\" -ne 2 ] || { values='full-sweep test-config'; "
	     "is_value=1; } ;;\n"
	     "\tesac\n"
	     "\tif [ -n \"$is_value\" ] && [ -n \"$values\" ]; then\n"
	     "\t\tCOMPREPLY=($(compgen -W \"$values\" -- \"$cur\"))\n"
	     "\telif [ -z \"$is_value\" ] && [[ $cur == -* ]]; then\n"
	     "\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
	     "\telse\n"
	     "\t\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n"
	     "\tfi\n"
	     "}\n"
	     "complete -o filenames -F _infxcheck infxcheck");
}

/* ---- zsh and fish --------------------------------------------------------------- */

/* Help in one line, without what these shells take as their own. */
static void
put_line(const char *s, const char *specials)
{
	for (; *s; s++)
		if (!strchr(specials, *s))
			putchar(*s == '\n' ? ' ' : *s);
}

static void
zsh_command(const struct command *c)
{
	char buf[VALUES_BYTES];
	printf("\t\t%s)\n\t\t\t_arguments '--help[print help]'", c->name);
	for (const struct option_row *r = c->options; r->name; r++) {
		printf(" \\\n\t\t\t\t'*--%s%s[", r->name, r->argument ? "=" : "");
		put_line(r->help, "[]'\\:");
		putchar(']');
		const char *values = r->argument ? values_of(r, buf) : "";
		if (r->argument && takes_rule(r))
			fputs(":rule:_infxcheck_rules", stdout);
		else if (r->argument && takes_revision(r))
			fputs(":revision:_infxcheck_revisions", stdout);
		else if (r->argument && takes_key(r))
			fputs(":config key:_infxcheck_keys", stdout);
		else if (*values)
			printf(":value:(%s)", values);
		else if (r->argument)
			fputs(":value:_files", stdout);
		putchar('\'');
	}
	if (strcmp(c->name, "explain") == 0)
		puts(" '*:rule:_infxcheck_rules' ;;");
	else if (strcmp(c->name, "completion") == 0)
		puts(" '*:shell:(bash zsh fish)' ;;");
	else if (strcmp(c->name, "recipes") == 0)
		puts(" '*:config key:_infxcheck_keys' ;;");
	else
		puts(" '*:file:_files' ;;");
}

static void
print_zsh(void)
{
	puts("#compdef infxcheck\n"
	     "_infxcheck_rules() { compadd ${(f)\"$(infxcheck rules | cut -d' ' -f1)\"} }\n"
	     "_infxcheck_keys() { compadd ${(f)\"$(" LIST_KEYS("'") ")\"} }\n"
	     "_infxcheck_revisions() {\n"
	     "\tcompadd ${(f)\"$(git for-each-ref --format='%(refname:short)')\"}\n}\n"
	     "_infxcheck() {\n"
	     "\tlocal -a commands=(");
	for (const struct command *c = commands; c->name; c++) {
		printf("\t\t'%s:", c->name);
		put_line(c->summary, "'\\:");
		puts("'");
	}
	puts("\t)\n"
	     "\tif (( CURRENT == 2 )); then _describe command commands; return; fi\n"
	     "\tlocal command=$words[2]\n"
	     "\tshift words; (( CURRENT-- ))\n"
	     "\tcase $command in");
	for (const struct command *c = commands; c->name; c++)
		zsh_command(c);
	puts("\tesac\n}\n_infxcheck \"$@\"");
}

static void
fish_option(const struct command *c, const struct option_row *r)
{
	char buf[VALUES_BYTES];
	printf("complete -c infxcheck -n '__fish_seen_subcommand_from %s' -l %s", c->name,
		r->name);
	if (r->letter)
		printf(" -s %c", r->letter);
	const char *values = r->argument ? values_of(r, buf) : "";
	if (r->argument && takes_rule(r))
		fputs(" -x -a '(infxcheck rules | cut -d\" \" -f1)'", stdout);
	else if (r->argument && takes_revision(r))
		fputs(" -x -a '(git for-each-ref --format=\"%(refname:short)\")'", stdout);
	else if (r->argument && takes_key(r))
		fputs(" -x -a '(" LIST_KEYS("\"") ")'", stdout);
	else if (*values)
		printf(" -x -a '%s'", values);
	else if (r->argument)
		fputs(" -r", stdout);
	fputs(" -d '", stdout);
	put_line(r->help, "'\\");
	puts("'");
}

static void
print_fish(void)
{
	puts("# fish completion for infxcheck\n"
	     "complete -c infxcheck -n __fish_use_subcommand -f\n"
	     "complete -c infxcheck -n '__fish_seen_subcommand_from explain' -f "
	     "-a '(infxcheck rules | cut -d\" \" -f1)'\n"
	     "complete -c infxcheck -n '__fish_seen_subcommand_from recipes' -f "
	     "-a '(" LIST_KEYS("\"") ")'\n"
	     "complete -c infxcheck -n '__fish_seen_subcommand_from completion' -f "
	     "-a 'bash zsh fish'");
	for (const struct command *c = commands; c->name; c++) {
		printf("complete -c infxcheck -n __fish_use_subcommand -a %s -d '", c->name);
		put_line(c->summary, "'\\");
		puts("'");
		for (const struct option_row *r = c->options; r->name; r++)
			fish_option(c, r);
	}
}

/* ---- commands ------------------------------------------------------------------- */

int
cmd_completion(const struct command *c, int argc, char **argv)
{
	struct opt_state o = {.command = c, .argc = argc, .argv = argv};
	const char *shell = NULL;
	for (int got; (got = opt_next(&o)) != OPT_END;) {
		if (got == OPT_HELP)
			return finish_output(EXIT_CLEAN);
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (shell)
			return usage(c, "it takes one shell, not also '%s'", o.argument);
		shell = o.argument;
	}
	if (shell && strcmp(shell, "bash") == 0)
		print_bash();
	else if (shell && strcmp(shell, "zsh") == 0)
		print_zsh();
	else if (shell && strcmp(shell, "fish") == 0)
		print_fish();
	else
		return usage(c, "which shell? bash, zsh or fish");
	return finish_output(EXIT_CLEAN);
}
