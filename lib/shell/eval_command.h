/* The evaluator: files, input and output, commands, jobs. */
#ifndef SHELL_EVAL_COMMAND_H
#define SHELL_EVAL_COMMAND_H

#include "shell/eval.h"

/* ---- files ---------------------------------------------------------------------- */

enum file_kind { FILE_UNKNOWN, FILE_ABSENT, FILE_REGULAR, FILE_FOLDER };

struct file_info {
	enum file_kind kind;
	const struct value *text;  /* of a regular file, when known in any part */
	struct session_path *path; /* of the tree; NULL: not of the tree */
};

/* With the working directory before it; one that begins with a hole stays as it is. */
const struct value *file_absolute(
	struct eval *e, const struct state *s, const struct value *path);
/* Path in the tree, "" for its root; false when it is not within the tree. */
bool file_in_tree(struct eval *e, const struct value *absolute, struct str *ret);
struct file_info file_look(
	struct eval *e, const struct state *s, const struct value *path);
void file_write(struct eval *e, struct state *s, const struct value *path,
	const struct value *text, bool append);
void file_remove(struct eval *e, struct state *s, const struct value *path);
/* A command that may have made it got its name: if it was removed, it may be back. */
void file_return(struct eval *e, struct state *s, const struct value *path);
/* `question`: as in test -f. */
void file_assume(struct eval *e, struct state *s, char question, const struct value *path,
	bool holds);
enum tri file_question(
	struct eval *e, const struct state *s, char question, const struct value *path);
/* Joining loses no content that is known. */
bool files_mergeable(const struct file_change *x, const struct file_change *y);
const struct file_change *files_join(
	struct eval *e, const struct file_change *x, const struct file_change *y);
const struct file_fact *facts_common(
	const struct file_fact *x, const struct file_fact *y);

/* ---- input and output ----------------------------------------------------------- */

const struct io *io_first(struct eval *e);
/* Pushes an io; false: a redirection fails for certain. */
bool io_redirect(struct eval *e, struct state *s, const struct shell_redirects *r);
/* `in`: new input; NULL: as before. */
void io_push(struct eval *e, struct state *s, const struct value *in, bool capture);
/* Takes the top io away: what it collected goes to its file, and is returned. */
const struct value *io_pop(struct eval *e, struct state *s);
void io_unwind(struct eval *e, struct state *s, unsigned depth);
void io_emit(struct eval *e, struct state *s, const struct value *text);
void io_make_permanent(struct eval *e, struct state *s);
const struct value *io_output(struct eval *e, const struct output *o);
/* All that is left to read; NULL: not known. */
const struct value *io_input(struct eval *e, struct state *s);
void io_consume(struct eval *e, struct state *s, const struct value *rest);
const struct io *io_join(struct eval *e, const struct io *x, const struct io *y);

/* ---- commands ------------------------------------------------------------------- */

struct invocation {
	const struct shell_command *command;
	struct fields argv; /* at least the name */
	struct shell_settings assigned;
	struct span span;
};

/* The state stays in the set, unless the builtin handed it elsewhere. */
enum verdict { STAYS, GONE };

typedef enum verdict builtin_fn(struct eval *e, struct state *s,
	const struct invocation *call, struct states *more);

struct builtin {
	const char *name;
	builtin_fn *run;
};

const struct builtin *builtin_find(struct str name);
/* An external command whose result follows from its words and input. False: it does not,
 * and the state is unchanged. */
bool tool_run(struct eval *e, struct state *s, const struct invocation *call);
bool effect_apply(struct eval *e, struct state *s, const struct invocation *call);
/* Notes it down, and what it does to the state. */
void launch_command(struct eval *e, struct state *s, const struct invocation *call,
	bool replaces_shell);
void launch_record(struct eval *e, struct state *s, const struct invocation *call,
	bool replaces_shell);
/* What `setsid bash -c TEXT` and the like launch in turn. */
void child_follow(struct eval *e, struct state *s, const struct invocation *call);
/* Builtin, tool or launched command; not a function of the script. */
void run_command_word(struct eval *e, struct state *s, const struct invocation *call,
	struct states *set);

/* ---- jobs and traps ------------------------------------------------------------- */

unsigned job_new(struct eval *e, const struct shell_item *item); /* 0: too many */
const struct value *job_pid(struct eval *e, unsigned job);
/* A variable got the value: perhaps the PID of a job. */
void job_received(struct eval *e, symbol id, const struct value *v, struct span span);
void trap_set(struct eval *e, struct state *s, enum trap_signal signal,
	const struct value *text, struct span span);
void trap_run(struct eval *e, const struct trap *t, struct states *set);
/* Notes an end of the script; implicit: a command that may fail under set -e. */
void trace_exit(struct eval *e, struct state *s, bool implicit, struct span span);

#endif
