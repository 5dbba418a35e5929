/*
 * The state of a shell on one path through a script: variables, functions, options,
 * traps, background jobs, files written so far, and what was assumed on the way.
 *
 * States are copied at every condition that is not decided, so a copy shares everything:
 * the records are immutable, and see slots.h.
 */
#ifndef SHELL_STATE_H
#define SHELL_STATE_H

#include "shell/origin.h"
#include "shell/session.h"
#include "shell/slots.h"
#include "shell/value.h"

/* ---- words after expansion ------------------------------------------------------ */

struct field {
	const struct value *value;
	struct origin *origin; /* NULL: nothing but what is written there */
	struct span span;
	bool loose; /* what is unknown in it may make it any number of words */
};

struct fields {
	struct field *v;
	size_t n, cap;
};

/* ---- variables ------------------------------------------------------------------ */

struct element {
	int64_t index;  /* of an indexed array; ascending */
	struct str key; /* of an associative one; in the order of assignment */
	const struct value *value;
	struct origin *origin;
	struct span span;
};

/* Storage that arrays share when one is the other with elements added at its end. */
struct element_store {
	struct element *v;
	size_t used, cap;
};

struct elements {
	struct element_store *store;
	size_t n;
};

enum variable_kind { VARIABLE_SCALAR, VARIABLE_INDEXED, VARIABLE_ASSOCIATIVE };

enum variable_flags {
	VARIABLE_INTEGER = 1 << 0,
	VARIABLE_READONLY = 1 << 1,
	VARIABLE_LOWER = 1 << 2,
	VARIABLE_UPPER = 1 << 3,
	VARIABLE_GIVEN = 1 << 4, /* as the environment had it */
};

struct variable {
	enum variable_kind kind;
	enum tri set; /* NO: declared only */
	enum tri exported;
	unsigned flags;
	const struct value *value; /* of a scalar that is or may be set */
	struct elements elements;
	struct origin *origin;
};

struct function {
	const struct shell_function *tree;
	bool lasting;    /* its tree lives as long as the session */
	struct str path; /* of the script that defines it, as it was named */
	uint32_t file;   /* id of that source */
};

/* ---- state ---------------------------------------------------------------------- */

/* A value to put back when a function returns. */
struct undo {
	const struct undo *up;
	bool is_mark; /* the function's beginning */
	symbol id;
	const struct variable *old;
	const struct field *arg; /* of a mark: the caller's arguments */
	size_t n_args;
};

enum trap_signal {
	TRAP_EXIT,
	TRAP_HUP,
	TRAP_INT,
	TRAP_QUIT,
	TRAP_TERM,
	TRAP_ERR,
	TRAP_DEBUG,
	TRAP_RETURN,
	TRAP_OTHER,
	TRAP_COUNT,
};

struct trap {
	const struct value *text; /* empty: the signal is ignored */
	struct span span;         /* of the trap command */
	const struct trap *replaced; /* the handler that was in force before; or NULL */
	const struct condition *within;
};

enum { JOBS_MAX = 255, JOB_UNKNOWN = JOBS_MAX + 1 };

struct jobset {
	uint64_t w[4];
};

/* A file that the script wrote or removed; the newest entry of a path counts. */
struct file_change {
	const struct file_change *up;
	size_t depth;  /* number of changes before, plus 1 */
	uint32_t hash; /* of the path, to tell most paths apart at once */
	const struct value *path;
	const struct value *text; /* NULL: there is no such file any more */
	bool removes;             /* this change, or one before it, removes a file */
};

/* The outcome that was assumed for a question about the file system. */
struct file_fact {
	const struct file_fact *up;
	char question; /* as in `test -f` */
	const struct value *path;
	bool holds;
};

enum sink_kind { SINK_TERMINAL, SINK_NULL, SINK_CAPTURE, SINK_FILE };

struct sink {
	enum sink_kind kind;
	unsigned depth; /* of the io that made it */
	bool collects;  /* that io keeps what is written to it */
	bool append;
	const struct value *path; /* SINK_FILE */
};

struct output {
	const struct output *up; /* written before */
	const struct value *text;
	uint64_t hash; /* of all that: different ones are told apart at once */
};

/* Where input comes from and output goes; redirections of commands within commands stack.
 */
struct io {
	const struct io *up;
	unsigned depth;
	unsigned in_depth;      /* of the io that has the input */
	const struct value *in; /* what is left to read; NULL: not known */
	struct sink *out, *err;
	const struct output *written; /* to the collecting sink of this depth */
};

enum shell_options {
	OPTION_ERREXIT = 1 << 0,
	OPTION_NOUNSET = 1 << 1,
	OPTION_PIPEFAIL = 1 << 2,
	OPTION_NOGLOB = 1 << 3,
	OPTION_NULLGLOB = 1 << 4,
	OPTION_FAILGLOB = 1 << 5,
	OPTION_NOCASEMATCH = 1 << 6,
	OPTION_LASTPIPE = 1 << 7,
	OPTION_INHERIT_ERREXIT = 1 << 8,
	OPTION_ALLEXPORT = 1 << 9,
	OPTION_XTRACE = 1 << 10,
	OPTION_DOTGLOB = 1 << 11,
	OPTION_NOEXEC = 1 << 12,
};

enum exit_why {
	EXIT_NOT, /* it did not */
	EXIT_AT_END,
	EXIT_COMMAND, /* exit */
	EXIT_ERREXIT, /* a command failed under set -e */
	EXIT_UNBOUND, /* an unset variable under set -u, or ${x:?} */
	EXIT_EXEC,    /* the shell became another command */
	EXIT_FAULT,   /* an error that ends a script, such as a bad substitution */
};

#define STATUS_UNKNOWN (-1)
#define STATUS_NONE (-2)

struct state {
	struct slots slots;
	const struct undo *undo;
	const struct value *zero; /* $0 */
	const struct field *arg;  /* $1 ... */
	size_t n_args;
	const struct trap *trap[TRAP_COUNT];
	unsigned options;
	size_t functions;        /* number of definitions so far */
	struct jobset may, must; /* background jobs that may, must still run */
	unsigned last_job;       /* $!; 0: none */
	const struct file_change *files;
	const struct file_fact *facts;
	const struct condition *within, *assumed;
	const struct io *io;
	const struct value *cwd; /* absolute */
	int status;              /* $?, or STATUS_UNKNOWN */
	int substituted;         /* of the last $( ) of the statement, or STATUS_NONE */
	struct fields pipe_status;
	enum exit_why exit;
	struct span exit_span;
	struct span exit_site; /* the same in the script itself; see struct shell_exit */
};

VEC(states, struct state *);

struct state *state_new(struct arena *a, uint64_t *tokens);
struct state *state_copy(struct arena *a, struct state *s, uint64_t *tokens);
/* NULL: unset. A variable that is declared only is not NULL. */
const struct variable *state_variable(const struct state *s, symbol id);
const struct function *state_function(const struct state *s, symbol id);
void state_put(struct arena *a, struct state *s, symbol id, const struct variable *v);
void state_put_function(
	struct arena *a, struct state *s, symbol id, const struct function *f);

/* Remembers the variable for the end of the function, once for each call. */
void state_save(struct arena *a, struct state *s, symbol id);
void state_enter(struct arena *a, struct state *s);
void state_leave(struct arena *a, struct state *s);

const struct value *variable_scalar(const struct variable *v); /* element 0 of an array */
const struct element *elements_at(const struct elements *e, size_t i);
/* By index or by key; NULL when there is none. */
const struct element *variable_element(
	const struct variable *v, int64_t index, struct str key);
struct elements elements_add(
	struct arena *a, const struct elements *e, const struct element *item);
/* In place of the element with its index or key, or at its place among them. */
struct elements elements_set(struct arena *a, const struct elements *e,
	enum variable_kind kind, const struct element *item);
struct elements elements_remove(
	struct arena *a, const struct elements *e, const struct element *item);
/* Adds to *looked_at how many elements of arrays it took. */
bool variable_equal(
	const struct variable *x, const struct variable *y, size_t *looked_at);

bool jobset_has(const struct jobset *j, unsigned job);
void jobset_put(struct jobset *j, unsigned job, bool on);
bool jobset_is_empty(const struct jobset *j);
bool jobset_equal(const struct jobset *x, const struct jobset *y);
struct jobset jobset_without(struct jobset j, struct jobset others);

#endif
