/*
 * The evaluator, as its parts see it.
 *
 * Statements run on a set of states at once: one path through the script each. A
 * statement changes the set in place; states that leave it (break, return, exit) go to
 * the frame that takes them and come back where that frame ends. So the work at a
 * statement is bounded by the number of states, however deep the calls are nested.
 *
 * A state whose `exit` is set by an expansion (an unset variable under set -u) must be
 * handed to eval_exit() by the statement that expanded.
 */
#ifndef SHELL_EVAL_H
#define SHELL_EVAL_H

#include "base/limits.h"
#include "shell/run.h"

enum frame_kind { FRAME_LOOP, FRAME_FUNCTION, FRAME_SOURCE, FRAME_SHELL };

/* What takes states that leave the statements within. */
struct frame {
	struct frame *up;
	enum frame_kind kind;
	unsigned io_depth, within_depth; /* to which a state is unwound */
	struct states left;              /* break, return, exit */
	struct states again;             /* continue */
};

/* Which script and function is being run. */
struct call {
	struct call *up;
	struct str path;     /* of the script, as it was named */
	struct str function; /* empty: none */
	struct span site;
	const struct shell_function *tree;
	uint32_t file;                       /* that defines the function */
	uint32_t forks;                      /* at its beginning */
	const struct session_script *script; /* whose top level is being run */
	uint32_t position;                   /* in it: everything before has been run */
};

/* A condition that statements are run under. */
struct guard {
	struct span span, pattern;
	struct origins reads;
	bool decided;
};

/* Calls and rounds of loops that led to the statement being run. */
struct context {
	size_t up;
	const void *site;
	uint64_t round;
};

/* Which jobs a handler of EXIT stops, so that it need not run again for the same. */
struct handled {
	const struct value *text;
	struct jobset may, must, stopped;
	struct values pids;
	size_t functions;
};

/* Whether paths with these files may be merged. */
struct compared_files {
	const struct file_change *x, *y;
	bool alike;
};

struct eval {
	struct arena *arena;
	struct session *session;
	const struct shell_input *input;
	struct shell_trace *trace;
	uint64_t tokens; /* last one given to a state */
	size_t used_bytes; /* of the arena at the beginning */
	size_t comparisons;
	symbol differs; /* the variable in which two states differed last */
	struct compared_files compared[64];
	struct frame *frame;
	struct call *call, *root;               /* root: the script itself */
	VEC(, struct session_script *) scripts; /* all that were run */
	unsigned depth;                         /* of nested commands and expansions */
	unsigned quiet;    /* > 0: a failing command is no reason to exit */
	unsigned subshell; /* > 0: within ( ), $( ), a pipeline, a background command */
	unsigned loops;    /* > 0: within the body of a loop */
	size_t escaped; /* states that left by break, return, or exit from a subshell */
	bool in_handler;
	const struct shell_exit *exit; /* whose handler is being run */
	bool rehearsing;               /* that handler, for what it reads alone */
	struct jobset stopped;         /* jobs that were killed or waited for, on any path */
	bool leaving_library; /* merging where a function of a library returns */
	bool lasting;         /* the statements belong to the session */
	bool piped;
	unsigned job;            /* background job being started; 0: none */
	const struct value *tee; /* file that `| tee` writes the output to; or NULL */
	struct origins reads;    /* variables read */
	size_t collect_from;     /* by the innermost collector */
	bool collecting;
	VEC(, struct handled *) handled;
	struct map context_of;
	size_t n_contexts, context;
	struct map launched; /* command, context and job to the launches noted so */
	struct {
		symbol ifs, home, pwd, oldpwd, reply, path, optind, optarg, rematch;
	} names;
};

/* ---- statements ----------------------------------------------------------------- */

void eval_list(struct eval *e, const struct shell_list *list, struct states *set);
void eval_command(struct eval *e, const struct shell_command *c, struct states *set);
void eval_simple(struct eval *e, const struct shell_command *c, struct states *set);
void eval_declare(struct eval *e, const struct shell_command *c, struct states *set);
void eval_pipeline(struct eval *e, const struct shell_command *c, struct states *set);
void eval_background(struct eval *e, const struct shell_item *item, struct states *set);
void eval_if(struct eval *e, const struct shell_command *c, struct states *set);
void eval_case(struct eval *e, const struct shell_command *c, struct states *set);
void eval_and_or(struct eval *e, const struct shell_command *c, struct states *set);
void eval_loop(struct eval *e, const struct shell_command *c, struct states *set);
void eval_subshell(struct eval *e, const struct shell_command *c, struct states *set);
/* The states have their arguments and the function's scope already. */
void eval_function_body(
	struct eval *e, const struct function *f, struct span site, struct states *set);
void eval_script(struct eval *e, struct session_script *script, struct str path,
	struct span site, struct states *set);
/* Text that was computed. */
void eval_text(struct eval *e, struct str text, struct span origin, struct states *set);
/* Runs the list under a condition. */
void eval_guarded(struct eval *e, const struct shell_list *list, struct states *set,
	const struct guard *g, bool holds);
/* Values depend on a condition when it kept them from being changed. */
void eval_keep(struct eval *e, struct states *set, const struct shell_list *not_run,
	const struct guard *g);
void eval_use_script(struct eval *e, struct session_script *script);

/* ---- leaving statements --------------------------------------------------------- */

void eval_push_frame(struct eval *e, struct frame *f, const struct states *set);
void eval_pop_frame(struct eval *e, const struct frame *f);
void eval_exit(struct eval *e, struct state *s, enum exit_why why, struct span span);
/* The nearest statement of the script itself on the way to a place. */
struct span eval_site(const struct eval *e, struct span span);
bool eval_return(struct eval *e, struct state *s); /* false: nothing to return from */
void eval_break(struct eval *e, struct state *s, int64_t levels, bool again);
bool eval_in_loop(const struct eval *e);
/* set -e: takes from the set what ends here. */
void eval_errexit(struct eval *e, struct states *set, struct span span);

/* What a subshell leaves for the shell around it, which takes over its jobs and files. */
struct outcome {
	int status;
	const struct value *output; /* when it was captured */
};

typedef void subshell_fn(struct eval *e, const void *what, struct states *set);

/* `in`: its input; NULL: as around it. */
struct outcome eval_in_subshell(struct eval *e, struct state *s, subshell_fn *fn,
	const void *what, bool capture, const struct value *in);
/* Leaves what a child process gets. */
void eval_become_child(struct eval *e, struct state *s);

/* ---- sets of states ------------------------------------------------------------- */

struct state *eval_copy(struct eval *e, struct state *s);
void states_move(struct eval *e, struct states *from, struct states *to);
/* Merges states that differ in nothing that matters later; bounds their number. */
void eval_settle(struct eval *e, struct states *set, bool keep_status);
/* Whatever comes next does the same to both. */
bool eval_same_state(struct eval *e, const struct state *x, const struct state *y);
/* Merges y into x, whatever they differ in. */
void eval_join_into(struct eval *e, struct state *x, const struct state *y);
/* Splits by status. Undecided ones go both ways, which is noted as an assumption. */
void eval_decide(struct eval *e, struct states *set, struct guard *g, struct states *yes,
	struct states *no);
/* A copy for which the condition does not hold. */
struct state *eval_fork(struct eval *e, struct state *s, const struct guard *g);
void eval_guard(struct eval *e, struct state *s, const struct guard *g, bool holds);
void eval_status(struct state *s, int status);

/* When all other paths ended the script, what was assumed against them needs no saying.
 */
struct fork_point {
	const struct condition *assumed;
	size_t n, escaped;
};

struct fork_point eval_fork_begin(const struct eval *e, const struct states *set);
void eval_fork_end(const struct eval *e, struct states *set, struct fork_point p);

/* ---- notes and bounds ----------------------------------------------------------- */

void eval_gap(struct eval *e, enum shell_gap_kind kind, struct span span, struct str why);
void eval_fault(struct eval *e, const struct state *s, enum shell_fault_kind kind,
	struct span span, struct str text);
bool eval_step(struct eval *e, struct span span);  /* false: the evaluation has to stop */
/* True when it has to stop since a limit was hit, or its memory is used up. */
bool eval_exhausted(struct eval *e, struct span span);
bool eval_enter(struct eval *e, struct span span); /* false: nested too deep */
void eval_leave(struct eval *e);
size_t eval_context(struct eval *e, const void *site, uint64_t round);

/* Everything else. */
#include "shell/eval_command.h"
#include "shell/eval_variable.h"

#endif
