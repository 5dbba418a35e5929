/*
 * Runs a program with a fixed argument vector: no shell, no inherited environment.
 *
 * Every wait has a deadline and every read a cap. A child is killed with its process
 * group and reaped when its struct is stopped, at the latest when the arena goes. No
 * signal disposition of this process is touched: standard input is a socket, so that a
 * child that stops reading gives an error and not SIGPIPE.
 */
#ifndef BASE_PROC_H
#define BASE_PROC_H

#include "base/str.h"

#include <sys/types.h>

enum proc_status {
	PROC_OK = 0,      /* it ran and exited; look at the code */
	PROC_NOT_FOUND,   /* no such program in PATH */
	PROC_NOT_STARTED, /* code: errno */
	PROC_KILLED,      /* ended by a signal; code: which */
	PROC_TIMEOUT,
	PROC_TOO_LARGE, /* more output than allowed */
	PROC_BROKEN,    /* a pipe failed, or the exit status was taken by somebody else */
};

struct proc_command {
	const char *const *argv; /* NULL at the end; argv[0] is looked up in PATH */
	const char *const *env;  /* the whole environment, NULL at the end */
	struct str input;        /* for standard input; empty: /dev/null */
	size_t max_out_bytes, max_err_bytes;
	unsigned deadline_ms;
};

struct proc_result {
	enum proc_status status;
	int code; /* exit code, signal or errno */
	struct str out, err;
};

const char *proc_status_text(enum proc_status s);

/* Runs to the end. What had been printed until a failure is in the result as well. */
struct proc_result proc_run(struct arena *a, const struct proc_command *c);

/* A child to talk to. Standard error goes to /dev/null. */
struct proc {
	pid_t pid;        /* 0: none */
	int in, out, err; /* our ends; -1: closed */
};

/* Registers the clean-up of an idle struct: once, before the first start. */
void proc_init(struct arena *a, struct proc *p);
enum proc_status proc_start(
	struct proc *p, const char *const *argv, const char *const *env, int *ret_errno);
/* All bytes, or false. */
bool proc_send(struct proc *p, struct str bytes, unsigned deadline_ms);
/* Some bytes (at least one); 0 at the end of the output; -1 at a failure or the deadline.
 */
ssize_t proc_receive(struct proc *p, char *to, size_t n, unsigned deadline_ms);
/* Kills what still runs, reaps it, closes the pipes. The struct is idle again. */
void proc_stop(struct proc *p);

#endif
