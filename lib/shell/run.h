/*
 * Runs a script without running it: abstract interpretation of bash.
 *
 * In go a script of the checked tree and an environment, out comes what the script would
 * launch, when it would end, and what could not be known. Conditions that are not decided
 * are followed both ways. Nothing is executed and nothing outside of the tree is read.
 *
 * The result lives in the arena given; the session keeps what other runs can use.
 */
#ifndef SHELL_RUN_H
#define SHELL_RUN_H

#include "shell/state.h"

/* ---- what goes in --------------------------------------------------------------- */

struct shell_setting {
	struct str name;
	const struct value *value;
	enum tri set; /* UNKNOWN: it may be unset */
};

VEC(shell_settings, struct shell_setting);

struct shell_input {
	struct str script; /* path in the tree; also $0 */
	struct shell_settings environment;
	struct fields arguments;
	/* Absolute folders at which the tree stands at run time; the first is the working
	 * directory. */
	struct names roots;
};

/* ---- what comes out ------------------------------------------------------------- */

/* A command that is not part of the shell and that was not evaluated as a pure tool. One
 * statement gives several when its words differ between paths or rounds of a loop. */
struct shell_launch {
	const struct shell_command *command;
	struct span span;
	struct fields argv;             /* at least the name */
	struct shell_settings assigned; /* NAME=value before the name */
	struct slots slots;             /* the variables at that time */
	const struct file_change *files;
	const struct value *cwd;
	const struct value *out_path, *err_path; /* redirected to; NULL: not to a file */
	const struct condition *within;          /* the statements around it */
	const struct condition *assumed; /* undecided conditions on the way to it */
	unsigned job;        /* number of the background job it belongs to; 0: none */
	bool piped;          /* its output goes to another command */
	bool in_handler;     /* launched by a trap */
	bool replaces_shell; /* exec */
	bool watched;        /* its failure does not go unseen: if, &&, ||, !, & */
	unsigned options;    /* enum shell_options, as they are then */
	bool loose;          /* a word of it may be any number of words */
	size_t context;      /* which calls and rounds of loops led there */
	size_t paths;
};

VEC(shell_launches, struct shell_launch *);

/* A command put into the background with &. */
struct shell_job {
	const struct shell_command *command;
	struct span span;
	size_t context;
	unsigned outer;       /* job that it is a part of; 0: none */
	symbol pid_variable;  /* the first that received $!; valid with pid_span */
	struct span pid_span; /* of that assignment; no place: nowhere */
	bool is_pipeline,
		is_wrapped; /* $! is of the last command, of a shell around it */
};

VEC(shell_jobs, struct shell_job *);

/* One way for the script to end. */
struct shell_exit {
	enum exit_why why;
	struct span span; /* of the statement; of several implicit ones the first */
	struct span site; /* where the script itself called what led there, else span */
	size_t times;
	bool implicit; /* a command of unknown status under set -e: only if it fails */
	const struct trap *trap; /* the EXIT handler in force; NULL: none */
	struct jobset running;   /* jobs that may still run then */
	struct jobset left; /* of those, the ones that the handler stops on no path */
	struct jobset lost; /* of those, the ones that a handler it replaced would stop */
	const struct trap *stopper; /* that handler; NULL: none */
	const struct condition *within, *assumed;
	int status;
};

VEC(shell_exits, struct shell_exit *);

/* A trap command of the script. */
struct shell_trap {
	enum trap_signal signal;
	const struct value *text; /* NULL: reset to the default */
	struct span span;
	const struct trap *replaced; /* the handler before it, or NULL */
	bool in_handler, in_subshell;
	const struct condition *within;
};

VEC(shell_traps, struct shell_trap *);

/* What bash would complain about. */
enum shell_fault_kind {
	FAULT_UNBOUND,      /* unset under set -u */
	FAULT_NOT_INTEGER,  /* [ x -eq 1 ] */
	FAULT_OCTAL,        /* 08 in arithmetic */
	FAULT_DIVISION,     /* by zero */
	FAULT_ARRAY_SCALAR, /* a=x where a is an array: only element 0 changes */
	FAULT_TEST,         /* [: wrong arguments */
	FAULT_NO_FILE,      /* source of a file that the tree lacks */
};

struct shell_fault {
	enum shell_fault_kind kind;
	struct span span;
	struct str text;
	const struct condition *within, *assumed;
	/* Met by the handler of that exit; NULL: by the script itself. EXIT_NOT: met when
	 * the handler is run right behind the trap command. */
	const struct shell_exit *exit;
};

VEC(shell_faults, struct shell_fault *);

/* An assignment of the script itself, not of what it sources. */
struct shell_assignment {
	symbol name;
	struct span span;
	const struct origin *origin; /* tells whether it was read */
};

VEC(shell_assignments, struct shell_assignment *);

/* A question about a file of the tree, such as [ -f x ], that was decided. */
struct shell_question {
	char question;
	struct str path; /* in the tree */
	bool holds;
};

VEC(shell_questions, struct shell_question);

struct shell_trace {
	struct session *session;
	struct shell_launches launches; /* in the order met */
	struct shell_jobs jobs;         /* job n is v[n - 1] */
	struct shell_exits exits;
	struct shell_traps traps;
	struct shell_faults faults;
	struct shell_assignments assignments;
	struct shell_gaps gaps;
	struct shell_questions questions;
	struct origins given; /* of the environment; they tell what was read */
	VEC(, const struct session_script *) scripts; /* all that were run; its own first */
	struct states ends; /* states at the end of the script, for what they leave behind */
	uint32_t script_file; /* id of the script's source */
	bool incomplete;      /* a limit stopped the evaluation */
	uint32_t steps, forks;
};

/* NULL: there is no such script. */
struct shell_trace *shell_run(
	struct session *session, struct arena *a, const struct shell_input *in);

/* A variable as a launched command saw it. */
const struct variable *launch_variable(const struct shell_launch *l, symbol id);
/* What the script wrote to a file before the launch; a relative path is one of the working
 * directory of that time. NULL: nothing, or the file was removed. */
const struct value *launch_file(
	struct arena *a, const struct shell_launch *l, const struct value *path);

#endif
