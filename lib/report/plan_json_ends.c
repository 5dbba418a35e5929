/* Ends of a recipe, its traps and jobs, and what is not known, as JSON. */
#include "report/plan.h"

static void
add_jobs(struct maker *m, json_t *o, const struct plan_view *v)
{
	const struct shell_trace *t = v->plan->trace;
	json_t *list = maker_list(m, o, "jobs");
	for (size_t i = 0; i < t->jobs.n; i++) {
		const struct shell_job *j = t->jobs.v[i];
		json_t *x = maker_object(m, list, NULL);
		maker_integer(m, x, "job", (int64_t)i + 1);
		if (j->pid_span.file)
			maker_string(m, x, "pid_variable",
				session_name(t->session, j->pid_variable));
		else
			maker_null(m, x, "pid_variable");
		maker_bool(m, x, "pipeline", j->is_pipeline);
		maker_bool(m, x, "wrapped", j->is_wrapped);
		plan_json_place(m, x, v->sources, j->span);
	}
}

static void
add_jobset(struct maker *m, json_t *o, const char *key, const struct jobset *set,
	const struct jobset *without)
{
	json_t *list = maker_list(m, o, key);
	for (unsigned i = 1; i <= JOBS_MAX; i++)
		if (jobset_has(set, i) && !(without && jobset_has(without, i)))
			maker_integer(m, list, NULL, i);
}

static void
add_trap(struct maker *m, json_t *o, const struct plan_view *v, const struct trap *t)
{
	if (!t) {
		maker_null(m, o, "trap");
		return;
	}
	json_t *x = maker_object(m, o, "trap");
	plan_json_value(m, x, "text", t->text, false);
	plan_json_place(m, x, v->sources, t->span);
}

static const char *
why_name(const struct shell_exit *x)
{
	static const char *const names[] = {
		[EXIT_NOT] = "none",
		[EXIT_AT_END] = "end",
		[EXIT_COMMAND] = "exit",
		[EXIT_ERREXIT] = "errexit",
		[EXIT_UNBOUND] = "unset-variable",
		[EXIT_EXEC] = "exec",
		[EXIT_FAULT] = "fault",
	};
	return names[x->why];
}

static void
add_exits(struct maker *m, json_t *o, const struct plan_view *v)
{
	const struct shell_trace *t = v->plan->trace;
	json_t *list = maker_list(m, o, "exits");
	for (size_t i = 0; i < t->exits.n; i++) {
		const struct shell_exit *x = t->exits.v[i];
		json_t *e = maker_object(m, list, NULL);
		maker_stringz(m, e, "why", why_name(x));
		if (x->status >= 0)
			maker_integer(m, e, "status", x->status);
		else
			maker_null(m, e, "status");
		maker_bool(m, e, "only_if_a_command_fails", x->implicit);
		maker_integer(m, e, "times", (int64_t)x->times);
		plan_json_place(m, e, v->sources, x->span);
		plan_json_guards(m, e, v->sources, x->assumed);
		add_trap(m, e, v, x->trap);
		add_jobset(m, e, "running", &x->running, NULL);
		add_jobset(m, e, "stopped", &x->running, &x->left);
		add_jobset(m, e, "left", &x->left, NULL);
	}
}

static const char *
signal_name(enum trap_signal s)
{
	static const char *const names[] = {
		[TRAP_EXIT] = "EXIT",
		[TRAP_HUP] = "HUP",
		[TRAP_INT] = "INT",
		[TRAP_QUIT] = "QUIT",
		[TRAP_TERM] = "TERM",
		[TRAP_ERR] = "ERR",
		[TRAP_DEBUG] = "DEBUG",
		[TRAP_RETURN] = "RETURN",
		[TRAP_OTHER] = "other",
	};
	return names[s];
}

static void
add_traps(struct maker *m, json_t *o, const struct plan_view *v)
{
	const struct shell_trace *t = v->plan->trace;
	json_t *list = maker_list(m, o, "traps");
	for (size_t i = 0; i < t->traps.n; i++) {
		const struct shell_trap *x = t->traps.v[i];
		json_t *e = maker_object(m, list, NULL);
		maker_stringz(m, e, "signal", signal_name(x->signal));
		if (x->text)
			plan_json_value(m, e, "text", x->text, false);
		else
			maker_null(m, e, "text");
		plan_json_place(m, e, v->sources, x->span);
		maker_bool(m, e, "in_handler", x->in_handler);
		maker_bool(m, e, "in_subshell", x->in_subshell);
		if (x->replaced)
			plan_json_place(m, maker_object(m, e, "replaces"), v->sources,
				x->replaced->span);
		else
			maker_null(m, e, "replaces");
	}
}

static void
add_variables(struct maker *m, json_t *o, const struct plan_view *v)
{
	const struct shell_trace *t = v->plan->trace;
	json_t *x = maker_object(m, o, "variables");
	json_t *read = maker_list(m, x, "read"), *unread = maker_list(m, x, "unread");
	json_t *assigned;
	for (size_t i = 0; i < t->given.n; i++)
		maker_string(m, t->given.v[i]->was_read ? read : unread, NULL,
			t->given.v[i]->name);
	assigned = maker_list(m, x, "assigned");
	for (size_t i = 0; i < t->assignments.n; i++) {
		const struct shell_assignment *s = t->assignments.v[i];
		json_t *e = maker_object(m, assigned, NULL);
		maker_string(m, e, "name", session_name(t->session, s->name));
		plan_json_place(m, e, v->sources, s->span);
		maker_bool(m, e, "read", s->origin->was_read);
	}
}

static void
add_complaints(struct maker *m, json_t *o, const struct plan_view *v)
{
	static const char *const names[] = {
		[FAULT_UNBOUND] = "unset-variable",
		[FAULT_NOT_INTEGER] = "not-an-integer",
		[FAULT_OCTAL] = "octal",
		[FAULT_DIVISION] = "division",
		[FAULT_ARRAY_SCALAR] = "scalar-into-array",
		[FAULT_TEST] = "test",
		[FAULT_NO_FILE] = "no-such-file",
	};
	const struct shell_trace *t = v->plan->trace;
	json_t *list = maker_list(m, o, "complaints");
	for (size_t i = 0; i < t->faults.n; i++) {
		const struct shell_fault *f = t->faults.v[i];
		json_t *e = maker_object(m, list, NULL);
		maker_stringz(m, e, "kind", names[f->kind]);
		maker_string(m, e, "text", f->text);
		plan_json_place(m, e, v->sources, f->span);
		plan_json_guards(m, e, v->sources, f->assumed);
	}
}

static void
add_gaps(struct maker *m, json_t *o, const struct plan_view *v)
{
	static const char *const names[] = {
		[GAP_LIMIT] = "limit",
		[GAP_CONSTRUCT] = "construct",
		[GAP_RUNTIME] = "runtime",
	};
	const struct shell_trace *t = v->plan->trace;
	json_t *list = maker_list(m, o, "gaps");
	for (size_t i = 0; i < t->gaps.n; i++) {
		const struct shell_gap *g = &t->gaps.v[i];
		json_t *e = maker_object(m, list, NULL);
		maker_stringz(m, e, "kind", names[g->kind]);
		maker_string(m, e, "reason", g->reason);
		plan_json_place(m, e, v->sources, g->span);
	}
}

void
plan_json_ends(struct maker *m, json_t *o, const struct plan_view *v)
{
	add_jobs(m, o, v);
	add_exits(m, o, v);
	add_traps(m, o, v);
	add_variables(m, o, v);
	add_complaints(m, o, v);
	add_gaps(m, o, v);
	maker_bool(m, o, "complete", !v->plan->trace->incomplete);
}
