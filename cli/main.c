/* infxcheck: the command table. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

const struct command commands[] = {
	{"check", "[PATH ...]", "Check a repository and print what is wrong with it",
		"PATHs are files or folders of the repository, as a pre-commit hook gives them:\n"
		"only findings there are printed, with the whole repository as context.\n"
		"\n"
		"Without a base revision only new changelog entries are judged: those that the\n"
		"newest commit touching perf-changelog.yaml added, or that are not committed\n"
		"yet; outside git, the last entry. History is immutable.\n"
		"\n"
		"Exit status: 0 nothing at or above --fail-on, 1 findings, 2 could not run.",
		check_options, cmd_check},
	{"gate", "", "Judge a changelog change before it is merged",
		"Every fault of the change from --base-ref in one run, each with its place, and of\n"
		"each whether the merge step aborts at it and whether the repository's own pull\n"
		"request job would have noticed.\n"
		"\n"
		"Exit status: 0 nothing at or above --fail-on, 1 findings, 2 could not run.",
		gate_options, cmd_gate},
	{"canonicalize", "", "Put the final pr-link into the new changelog entries",
		"Replaces placeholders in the entries that the file adds to --base-ref by the link\n"
		"of pull request --pr-number. What can't be done safely is refused, and the file\n"
		"stays as it is. A second run changes nothing.\n"
		"\n"
		"Exit status: 0 done, or nothing to do; 1 refused, or --check and there is\n"
		"something to do; 2 could not run.",
		canonicalize_options, cmd_canonicalize},
	{"resolve-conflict", "", "Resolve a git conflict of the changelog",
		"From the conflict's stages in git's index (1 merge base, 2 the pull request, 3\n"
		"main): main byte for byte, then the pull request's new entries with their final\n"
		"link. Exit status: 0 done, 1 refused, 2 could not run.",
		resolve_options, cmd_resolve},
	{"merge-driver", "%O %A %B %P", "Merge the changelog for git",
		"Called by git, see install-merge-driver. Main's side keeps every byte, the other\n"
		"side's new entries follow. Exit status 1: left to conflict markers.",
		driver_options, cmd_merge_driver},
	{"install-merge-driver", "", "Let git merge and git rebase resolve the changelog", NULL,
		install_options, cmd_install_merge_driver},
	{"install-hook", "", "Let git commit check what is staged",
		"Writes a pre-commit hook where git looks for it. It judges what is staged, all\n"
		"work of the branch since it left main; XXX may stand for the number of a pull\n"
		"request. A hook that is there is kept and runs first. --uninstall puts\n"
		"everything back; 'git commit --no-verify' goes past the hook once.",
		install_options, cmd_install_hook},
	{"matrix", "full-sweep | test-config", "Print the benchmark points of the configs",
		"Options, filters and output are those of the reference's generator. full-sweep\n"
		"expands every config that the filters leave, test-config the configs named.\n"
		"\n"
		"Exit status: 0 printed; 1 the configs are refused; 2 wrong options, could not run.",
		matrix_options, cmd_matrix},
	{"plan", "", "Show what recipes launch, without running them",
		"For the points of a config key or of a recipe: the servers and their helpers with\n"
		"resolved arguments, ready to paste; parallel layout, memory, graphs, speculation;\n"
		"who stops what runs in the background, and where the recipe ends early. What is\n"
		"not known is marked. JSON has every command, its conditions and the recipe's ends.\n"
		"\n"
		"Exit status: 0 printed, with --diff: nothing differs; 1 with --diff: something\n"
		"does; 2 no such key, recipe or point, could not run.",
		plan_options, cmd_plan},
	{"recipes", "[KEY | RECIPE ...]", "Show which recipe each config key runs",
		"Launchers choose the recipe; they are read, not run. For each config key the\n"
		"recipe, or the candidates that were tried; for each recipe the keys and arms that\n"
		"reach it; and the recipes that nothing reaches.",
		recipes_options, cmd_recipes},
	{"lsp", "", "Serve an editor: diagnostics while typing, fixes, places, values",
		"Speaks the Language Server Protocol over standard input and output. Texts that\n"
		"are not saved are judged with the rest of the repository as it is on disk.\n"
		"docs/editors.md says how editors are set up.\n"
		"\n"
		"Exit status: 0 after shutdown and exit, else 1.",
		lsp_options, cmd_lsp},
	{"replay", "", "Run the gate over the history",
		"Every step of HEAD's history is judged against its parent: the findings that it\n"
		"would have had, by rule, and whether a later step mended them. This is how rules\n"
		"are measured for false alarms.",
		replay_options, cmd_replay},
	{"baseline", "", "Make or prune a file of the findings to live with for now",
		"--create writes all findings of the repository into FILE, by rule, path and\n"
		"subject, with counts; check and gate --baseline FILE then show only others.\n"
		"--prune takes out what is gone and adds nothing. Locked rules can't be in it.\n"
		"\n"
		"Exit status: 0 written, or nothing to do; 2 could not run.",
		baseline_options, cmd_baseline},
	{"config", "", "Show which settings are in force, and where they come from",
		"Of each the name, the value, and its origin: the file and line that set it,\n"
		"'option' or 'default'. Options are those of check. With --base-ref the file is\n"
		"that of the base, as for gate.",
		config_options, cmd_config},
	{"explain", "RULE", "Show why a rule exists, with examples", NULL, explain_options,
		cmd_explain},
	{"fact", "[ID]", "Show what a rule computes with, and where it comes from",
		"Memory of GPUs, defaults of engines, shapes of models: each with the versions it\n"
		"holds for and its source. Without ID all of them are listed.",
		fact_options, cmd_fact},
	{"rules", "", "List the rules", NULL, rules_options, cmd_rules},
	{"completion", "bash | zsh | fish", "Print the completion of a shell",
		"For bash: infxcheck completion bash > ~/.local/share/bash-completion/completions/"
		"infxcheck", completion_options, cmd_completion},
	{"man", "", "Print the manual page", NULL, man_options, cmd_man},
	{0},
};

const char *const program_name = "infxcheck";

static void
print_overview(FILE *f)
{
	fputs("usage: infxcheck COMMAND [OPTION ...]\n"
	      "\n"
	      "Finds faults in a checkout of the InferenceX benchmark repository before they\n"
	      "reach a GPU cluster. Nothing of the checked tree is run.\n"
	      "\n"
	      "Commands:\n",
		f);
	for (const struct command *c = commands; c->name; c++)
		fprintf(f, "  %-22s%s\n", c->name, c->summary);
	fputs("\n'infxcheck COMMAND --help' tells more; --version prints the version.\n", f);
}

static const struct command *
find_command(const char *word)
{
	for (const struct command *c = commands; c->name; c++)
		if (strcmp(c->name, word) == 0)
			return c;
	return NULL;
}

static int
unknown_command(const char *word)
{
	const char *names[64];
	size_t n = 0;
	for (const struct command *c = commands; c->name; c++)
		names[n++] = c->name;
	int near = ixc_nearest(word, names, n);
	if (near >= 0)
		return trouble("there is no command '%s'; did you mean '%s'?", word,
			names[near]);
	return trouble("there is no command '%s'; 'infxcheck --help' lists them", word);
}

int
main(int argc, char **argv)
{
	if (argc < 2) {
		print_overview(stderr);
		return EXIT_TROUBLE;
	}
	const char *word = argv[1];
	if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
		printf("infxcheck %s\n", ixc_version());
		return finish_output(EXIT_CLEAN);
	}
	if (strcmp(word, "help") == 0 && argc > 2) {
		const struct command *about = find_command(argv[2]);
		if (!about)
			return unknown_command(argv[2]);
		print_help(about);
		return finish_output(EXIT_CLEAN);
	}
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
		strcmp(word, "help") == 0) {
		print_overview(stdout);
		return finish_output(EXIT_CLEAN);
	}
	const struct command *c = find_command(word);
	return c ? c->run(c, argc - 2, argv + 2) : unknown_command(word);
}
