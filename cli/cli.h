/* The command line: a client of infxcheck.h only. */
#ifndef CLI_H
#define CLI_H

#include <infxcheck.h>
#include <stdio.h>

extern const char *const program_name; /* set by each program's main.c */

enum exit_code { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };

/* One option; the table is the parser, the help text, and later the completions. */
struct option_row {
	const char *name;     /* without the dashes */
	char letter;          /* 0: none */
	const char *argument; /* as shown in help; NULL: a switch */
	const char *help;
};

struct command {
	const char *name;     /* "" for a program of one command */
	const char *operands; /* as shown in help, or "" */
	const char *summary;  /* one line */
	const char *details;  /* further paragraphs for --help, or NULL */
	const struct option_row *options; /* ends in a row without a name */
	int (*run)(const struct command *, int argc, char **argv);
};

extern const struct command commands[]; /* ends in a row without a name */

/* Walks argv. Returns the index of the option found, OPT_OPERAND, OPT_END, or OPT_ERROR after
 * having said what is wrong, OPT_HELP after having printed the help. */
enum { OPT_END = -1, OPT_OPERAND = -2, OPT_ERROR = -3, OPT_HELP = -4 };

struct opt_state {
	const struct command *command;
	int argc, at;
	char **argv;
	const char *cluster;  /* the rest of "-abc" */
	const char *argument; /* of the option, or the operand */
	bool operands_only;   /* after "--" */
};

int opt_next(struct opt_state *o);
void print_help(const struct command *c);

/* "infxcheck: message" on stderr; EXIT_TROUBLE. */
int trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, followed by where help is to be had. */
int usage(const struct command *c, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* For ixc_write: user is a FILE *. */
bool write_to_file(void *user, const char *bytes, size_t n);
/* Flushes stdout; EXIT_TROUBLE when that fails, else `code`. */
int finish_output(int code);
/* IXC_WRITE_COLOUR and IXC_WRITE_ASCII as the terminal and the environment want them. */
unsigned terminal_flags(FILE *f, const char *colour);

/* One function and one option table a command. */
int cmd_baseline(const struct command *, int argc, char **argv);
int cmd_canonicalize(const struct command *, int argc, char **argv);
int cmd_check(const struct command *, int argc, char **argv);
int cmd_plan(const struct command *, int argc, char **argv);
int cmd_config(const struct command *, int argc, char **argv);
int cmd_completion(const struct command *, int argc, char **argv);
int cmd_man(const struct command *, int argc, char **argv);
int cmd_replay(const struct command *, int argc, char **argv);
int cmd_recipes(const struct command *, int argc, char **argv);
int cmd_fact(const struct command *, int argc, char **argv);
int cmd_explain(const struct command *, int argc, char **argv);
int cmd_gate(const struct command *, int argc, char **argv);
int cmd_install_hook(const struct command *, int argc, char **argv);
int cmd_install_merge_driver(const struct command *, int argc, char **argv);
int cmd_matrix(const struct command *, int argc, char **argv);
int cmd_lsp(const struct command *, int argc, char **argv);
int cmd_merge_driver(const struct command *, int argc, char **argv);
int cmd_resolve(const struct command *, int argc, char **argv);
int cmd_rules(const struct command *, int argc, char **argv);

extern const struct option_row baseline_options[], canonicalize_options[], check_options[], config_options[],
	driver_options[],
	explain_options[], fact_options[], gate_options[], install_options[], lsp_options[], matrix_options[],
	plan_options[], recipes_options[], completion_options[], man_options[], replay_options[], resolve_options[],
	rules_options[];

#endif
