/* infxcheck completion, infxcheck man: what make install puts in place. */
#include "man.h"

#include <string.h>

const struct option_row completion_options[] = {{0}};
const struct option_row man_options[] = {{0}};

/* ---- bash ----------------------------------------------------------------------- */

static void
bash_words(const struct command *c)
{
	printf("\t%s) words='--help", c->name);
	for (const struct option_row *r = c->options; r->name; r++)
		printf(" --%s", r->name);
	puts("' ;;");
}

static void
print_bash(void)
{
	puts("# bash completion for infxcheck\n"
	     "_infxcheck() {\n"
	     "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words\n"
	     "\tif [ \"$COMP_CWORD\" -eq 1 ]; then");
	fputs("\t\twords='--help --version", stdout);
	for (const struct command *c = commands; c->name; c++)
		printf(" %s", c->name);
	puts("'\n\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n\t\treturn\n\tfi\n"
	     "\tcase $prev in\n"
	     "\t--rule|--ignore|explain)\n"
	     "\t\tCOMPREPLY=($(compgen -W \"$(infxcheck rules | cut -d' ' -f1)\" -- \"$cur\"))\n"
	     "\t\treturn ;;\n"
	     "\tesac\n"
	     "\tcase ${COMP_WORDS[1]} in");
	for (const struct command *c = commands; c->name; c++)
		bash_words(c);
	puts("\t*) words= ;;\n"
	     "\tesac\n"
	     "\tcase $cur in\n"
	     "\t-*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
	     "\t*) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
	     "\tesac\n"
	     "}\n"
	     "complete -o filenames -F _infxcheck infxcheck");
}

/* ---- zsh and fish --------------------------------------------------------------- */

/* The first line, without what these shells take as their own. */
static void
put_line(const char *s, const char *specials)
{
	for (; *s && *s != '\n'; s++)
		if (!strchr(specials, *s))
			putchar(*s);
}

static void
zsh_command(const struct command *c)
{
	printf("\t\t%s)\n\t\t\t_arguments '--help[print help]'", c->name);
	for (const struct option_row *r = c->options; r->name; r++) {
		printf(" \\\n\t\t\t\t'--%s%s[", r->name, r->argument ? "=" : "");
		put_line(r->help, "[]'\\:");
		putchar(']');
		if (r->argument)
			fputs(strcmp(r->name, "rule") == 0 || strcmp(r->name, "ignore") == 0
					? ":rule:_infxcheck_rules"
					: ":value:_files",
				stdout);
		putchar('\'');
	}
	puts(" '*:file:_files' ;;");
}

static void
print_zsh(void)
{
	puts("#compdef infxcheck\n"
	     "_infxcheck_rules() { compadd $(infxcheck rules | cut -d' ' -f1) }\n"
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
print_fish(void)
{
	puts("# fish completion for infxcheck\n"
	     "complete -c infxcheck -n __fish_use_subcommand -f");
	for (const struct command *c = commands; c->name; c++) {
		printf("complete -c infxcheck -n __fish_use_subcommand -a %s -d '", c->name);
		put_line(c->summary, "'\\");
		puts("'");
		for (const struct option_row *r = c->options; r->name; r++) {
			printf("complete -c infxcheck -n '__fish_seen_subcommand_from %s' -l %s",
				c->name, r->name);
			if (r->letter)
				printf(" -s %c", r->letter);
			if (strcmp(r->name, "rule") == 0 || strcmp(r->name, "ignore") == 0)
				fputs(" -x -a '(infxcheck rules | cut -d\" \" -f1)'", stdout);
			else if (r->argument)
				fputs(" -r", stdout);
			fputs(" -d '", stdout);
			put_line(r->help, "'\\");
			puts("'");
		}
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
	print_man("infxcheck", "check a checkout of the InferenceX benchmark repository",
		"infxcheck finds faults in the changelog, the configs, the runners and the recipes "
		"of a checkout before they reach a GPU cluster. It reads; it never runs anything "
		"of the checked tree.\n\n"
		"The root is the nearest folder upward that holds perf-changelog.yaml or configs/.",
		commands);
	return finish_output(EXIT_CLEAN);
}
