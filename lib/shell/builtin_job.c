/* Jobs and traps: kill, wait, jobs, trap. */
#include "shell/builtin.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

/* ---- which end ------------------------------------------------------------------ */

static void
job_ends(struct state *s, unsigned job)
{
	jobset_put(&s->may, job, false);
	jobset_put(&s->must, job, false);
}

static void
job_is_stopped(struct eval *e, struct state *s, unsigned job)
{
	job_ends(s, job);
	jobset_put(&e->stopped, job, true);
}

static void
all_are_stopped(struct eval *e, struct state *s)
{
	s->may = s->must = (struct jobset){0};
	memset(&e->stopped, 0xff, sizeof e->stopped);
}

/* ---- kill ----------------------------------------------------------------------- */

/* kill -0: two ways, and in the second the job has ended. */
static void
ask_alive(struct eval *e, struct state *s, const struct invocation *call, unsigned job,
	struct states *more)
{
	if (!job || job > JOBS_MAX) {
		eval_status(s, STATUS_UNKNOWN);
		return;
	}
	if (!jobset_has(&s->may, job)) {
		eval_status(s, 1);
		return;
	}
	struct guard g = {.span = call->span};
	g.reads = reads_of(e, &call->argv.v[call->argv.n - 1]);
	struct state *dead = eval_fork(e, s, &g);
	jobset_put(&s->must, job, true);
	eval_status(s, 0);
	job_ends(dead, job);
	eval_status(dead, 1);
	vec_push(e->arena, more, dead);
}

static bool
is_signal(struct words_left *w, bool *zero)
{
	struct str text;
	if (w->at >= w->n || !word_known(&w->v[w->at], &text) || text.n < 2 ||
		text.p[0] != '-')
		return false;
	w->at++;
	*zero |= str_eq(text, S("-0"));
	if (str_eq(text, S("-s")) || str_eq(text, S("-n")))
		w->at++;
	return !str_eq(text, S("--"));
}

static void
kill_one(struct eval *e, struct state *s, const struct value *v)
{
	const struct hole *pid = value_pid(v);
	if (pid && pid->job <= JOBS_MAX) {
		job_is_stopped(e, s, pid->job);
		return;
	}
	if (value_is(v, S("0")) || value_is(v, S("-1")) || value_has_flag(v, HOLE_LIST)) {
		all_are_stopped(e, s);
		return;
	}
	/* A choice of PIDs, or what nobody knows: each of them may have ended. */
	struct values cases = {0};
	if (!value_cases(e->arena, v, VALUE_CHOICES_MAX, &cases))
		s->must = (struct jobset){0};
	for (size_t i = 0; i < cases.n; i++) {
		pid = value_pid(cases.v[i]);
		if (!pid || pid->job > JOBS_MAX)
			continue;
		jobset_put(&s->must, pid->job, false);
		jobset_put(&e->stopped, pid->job, true);
	}
}

BUILTIN(builtin_kill)
{
	struct words_left w = words_of(call);
	bool zero = false;
	struct str text;
	if (w.n > 1 && value_is(w.v[1].value, S("-l"))) {
		io_emit(e, s,
			value_unknown(e->arena, call->span, 0, S("names of signals")));
		eval_status(s, 0);
		return STAYS;
	}
	is_signal(&w, &zero);
	if (w.at < w.n && value_is(w.v[w.at].value, S("--")))
		w.at++;
	if (zero && w.at < w.n) {
		const struct hole *pid = value_pid(w.v[w.at].value);
		bool known = word_known(&w.v[w.at], &text);
		if (known && !str_all_digits(text))
			eval_status(s, 1);
		else
			ask_alive(e, s, call, pid ? pid->job : 0, more);
		return STAYS;
	}
	bool bad = w.at >= w.n;
	for (; w.at < w.n; w.at++) {
		bad |= word_known(&w.v[w.at], &text) && text.n == 0;
		kill_one(e, s, w.v[w.at].value);
	}
	eval_status(s, bad ? 1 : STATUS_UNKNOWN);
	return STAYS;
}

/* ---- wait, jobs ----------------------------------------------------------------- */

BUILTIN(builtin_wait)
{
	(void)more;
	struct words_left w = words_of(call);
	struct str option;
	bool any = false;
	while (next_option(&w, &option))
		any |= str_eq(option, S("-n"));
	bool all = w.at >= w.n && !any;
	if (all)
		all_are_stopped(e, s);
	if (any)
		s->must = (struct jobset){0};
	for (; w.at < w.n; w.at++) {
		const struct hole *pid = value_pid(w.v[w.at].value);
		if (pid && pid->job <= JOBS_MAX)
			job_is_stopped(e, s, pid->job);
	}
	eval_status(s, all ? 0 : STATUS_UNKNOWN);
	return STAYS;
}

BUILTIN(builtin_jobs)
{
	(void)more;
	io_emit(e, s,
		jobset_is_empty(&s->may) ? &value_empty
					 : value_unknown(e->arena, call->span, HOLE_LIST,
						   S("PIDs of all jobs")));
	eval_status(s, 0);
	return STAYS;
}

/* ---- trap ----------------------------------------------------------------------- */

static const struct {
	const char *name;
	enum trap_signal signal;
} signals[] = {
	{"0", TRAP_EXIT},
	{"EXIT", TRAP_EXIT},
	{"1", TRAP_HUP},
	{"HUP", TRAP_HUP},
	{"2", TRAP_INT},
	{"INT", TRAP_INT},
	{"3", TRAP_QUIT},
	{"QUIT", TRAP_QUIT},
	{"15", TRAP_TERM},
	{"TERM", TRAP_TERM},
	{"ERR", TRAP_ERR},
	{"DEBUG", TRAP_DEBUG},
	{"RETURN", TRAP_RETURN},
};

static enum trap_signal
signal_of(const struct field *f)
{
	struct str name;
	if (!word_known(f, &name))
		return TRAP_OTHER;
	if (str_starts(name, S("SIG")))
		name = str_slice(name, 3, name.n);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (str_eqz(name, signals[i].name))
			return signals[i].signal;
	return TRAP_OTHER;
}

BUILTIN(builtin_trap)
{
	(void)more;
	struct words_left w = words_of(call);
	struct str text;
	eval_status(s, 0);
	if (w.at < w.n && value_is(w.v[w.at].value, S("--")))
		w.at++;
	if (w.at >= w.n || value_is(w.v[w.at].value, S("-p")) ||
		value_is(w.v[w.at].value, S("-l"))) {
		io_emit(e, s, value_unknown(e->arena, call->span, 0, S("list of traps")));
		return STAYS;
	}
	const struct value *handler = w.v[w.at].value;
	bool known = word_known(&w.v[w.at], &text);
	bool only = w.at + 1 == w.n, reset = known && str_eq(text, S("-"));
	if (only || (known && str_all_digits(text)))
		reset = true;
	if (!only && !(known && str_all_digits(text)))
		w.at++;
	for (; w.at < w.n; w.at++)
		trap_set(e, s, signal_of(&w.v[w.at]), reset ? NULL : handler, call->span);
	return STAYS;
}
