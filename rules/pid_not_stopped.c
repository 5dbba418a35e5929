/* pid-not-stopped: a background service that outlives the script's clean-up. */
#include "handlers.h"
#include "plan_rule.h"

#include "shell/walk.h"

/* ---- ends ----------------------------------------------------------------------- */

/* The script did its work: at other ends a server has often died before. */
static bool
is_regular(const struct shell_exit *x)
{
	return x->why == EXIT_AT_END || (x->why == EXIT_COMMAND && x->status <= 0);
}

/* What a handler says, which is the same in all runs of a recipe. */
struct handler {
	struct reach reach;
	bool stops;
};

struct memory {
	struct map handlers; /* recipe and text to struct handler */
	struct map told;     /* recipes without handlers */
};

static struct memory *
memory_of(struct check *c)
{
	if (!*c->memory)
		*c->memory = NEW(c->arena, struct memory);
	return *c->memory;
}

static const struct handler *
handler_of(struct check *c, const struct case_plan *p, const struct value *text)
{
	struct memory *m = memory_of(c);
	struct str key = str_fmt(c->arena, "%.*s\n%.*s", STR(p->of->recipe),
		STR(value_shown(c->arena, text)));
	struct handler *h = map_get(&m->handlers, key);
	if (h)
		return h;
	h = NEW(c->arena, struct handler);
	h->reach = handler_reach(c, p->launch->trace, text);
	h->stops = reach_stops(&h->reach);
	map_put(c->arena, &m->handlers, key, h);
	return h;
}

/* ---- handlers of other branches ------------------------------------------------- */

struct traps {
	struct arena *arena;
	VEC(, const struct shell_command *) v;
};

static void
note_trap(struct walk *w, const struct shell_command *c)
{
	struct traps *traps = w->user;
	const struct shell_words *words = &c->simple.words;
	if (c->kind != SHELL_SIMPLE || words->n < 3 ||
		!str_eqz(words->v[0]->value, "trap") || !words->v[1]->is_static)
		return;
	struct str text = words->v[1]->value;
	for (size_t i = 2; i < words->n; i++)
		if (str_eqz(words->v[i]->value, "EXIT") && text.n && !str_eqz(text, "-"))
			vec_push(traps->arena, &traps->v, c);
}

/* The branch around a command: the word of a case pattern, or a condition. */
struct branch {
	struct span inner, found;
};

static bool
lies_in(struct span inner, struct span outer)
{
	return outer.begin <= inner.begin && inner.end <= outer.end;
}

static void
note_branch(struct walk *w, const struct shell_command *c)
{
	struct branch *b = w->user;
	if (c->kind == SHELL_IF)
		for (size_t i = 0; i < c->branch.arms.n; i++)
			if (lies_in(b->inner, c->branch.arms.v[i].body->span))
				b->found = c->branch.arms.v[i].condition->span;
	if (c->kind == SHELL_CASE)
		for (size_t i = 0; i < c->choice.clauses.n; i++) {
			const struct shell_clause *clause = &c->choice.clauses.v[i];
			if (lies_in(b->inner, clause->span) && clause->patterns.n)
				b->found = span_join(clause->patterns.v[0]->span,
					clause->patterns.v[clause->patterns.n - 1]->span);
		}
}

static struct span
branch_around(const struct shell_trace *t, struct span inner)
{
	struct branch b = {.inner = inner};
	struct walk w = {.command = note_branch, .user = &b};
	walk_list(&w, t->scripts.v[0]->tree->list);
	return b.found;
}

/* ---- reports -------------------------------------------------------------------- */

struct judging {
	struct check *c;
	const struct case_plan *plan;
	const struct shell_exit *end;
	struct service service;
};

static bool
has_related(const struct ixc_finding *f, struct span span)
{
	for (size_t i = 0; i < f->related.n; i++)
		if (f->related.v[i].span.begin == span.begin)
			return true;
	return false;
}

static void
relate_service(struct ixc_finding *f, const struct service *s)
{
	if (!has_related(f, s->place))
		finding_related(f, s->place, "%.*s is %s here", STR(s->name),
			s->has_pid ? "set" : "started");
}

/* A later job whose PID takes the place of its own; NULL: none. A list has all of them.
 */
static const struct shell_job *
successor(const struct judging *j)
{
	const struct shell_trace *t = j->plan->launch->trace;
	const struct shell_job *own = j->service.job;
	struct str text = span_text(j->c->repo->sources, j->service.place);
	if (str_contains(text, S("+=")))
		return NULL;
	for (size_t i = t->jobs.n; i-- > 0 && t->jobs.v[i] != own;) {
		const struct shell_job *other = t->jobs.v[i];
		if (other->pid_span.file && own->pid_span.file &&
			other->pid_variable == own->pid_variable && !other->outer)
			return other;
	}
	return NULL;
}

/* The handler in force stops other services. */
static void
report_missed(const struct judging *j)
{
	struct check *c = j->c;
	const struct service *s = &j->service;
	const struct shell_job *next = successor(j);
	struct ixc_finding *f =
		report_plan(c, s->place, "the EXIT handler %.*s does not stop %s%.*s",
			STR(handler_name(c->arena, j->end->trap->text)),
			next         ? "the first "
			: s->has_pid ? ""
				     : "the ",
			STR(s->name));
	if (f->related.n)
		return;
	finding_subject(f, "%.*s", STR(s->name));
	finding_label(f,
		s->has_pid ? "still runs when the script ends" : "its PID is not kept");
	finding_related(f, j->end->trap->span, "the handler in force at the end");
	if (s->job->span.begin != s->place.begin)
		finding_related(f, s->job->span, "started here");
	if (next) {
		finding_related(f, next->pid_span, "another PID takes its place");
		finding_help(f, "keep each service's PID in a variable of its own");
		return;
	}
	finding_help(f, "stop it in the handler too%s",
		s->has_pid ? "; an empty PID is fine there" : ": keep its PID with $!");
}

/* The handler in force does something else. */
static void
report_no_stop(const struct judging *j)
{
	struct check *c = j->c;
	struct ixc_finding *f = report_plan(c, j->end->trap->span,
		"the EXIT handler %.*s stops none of the services",
		STR(handler_name(c->arena, j->end->trap->text)));
	finding_at_most(f, IXC_NOTE);
	finding_subject(f, "%.*s", STR(handler_name(c->arena, j->end->trap->text)));
	relate_service(f, &j->service);
	finding_help(f, "let it stop what the script started, as the handlers of other "
			"recipes do");
}

/* A handler that would stop it is set on other paths only. */
static void
report_elsewhere(const struct judging *j, const struct shell_command *trap)
{
	struct check *c = j->c;
	struct str text = quote(c->arena, trap->simple.words.v[1]->value);
	struct ixc_finding *f = report_plan(c, trap->span,
		"the EXIT handler %.*s is set in one branch only", STR(text));
	finding_subject(f, "%.*s", STR(text));
	relate_service(f, &j->service);
	struct span around = branch_around(j->plan->launch->trace, trap->span);
	if (around.file && !has_related(f, around))
		finding_related(f, around, "the branch that sets it");
	finding_label(f, "on other paths no handler is in force");
	finding_help(f, "set the handler before the branch: it may ask for an empty PID");
}

/* ---- judging -------------------------------------------------------------------- */

/* `trap - EXIT` outside of handlers: somebody meant it. */
static bool
is_reset(const struct shell_trace *t)
{
	for (size_t i = 0; i < t->traps.n; i++)
		if (t->traps.v[i]->signal == TRAP_EXIT && !t->traps.v[i]->text &&
			!t->traps.v[i]->in_handler && !t->traps.v[i]->in_subshell)
			return true;
	return false;
}

/* Handlers that are set anywhere in the script. */
static struct traps
traps_of(struct check *c, const struct shell_trace *t)
{
	struct traps traps = {.arena = c->arena};
	struct walk w = {.command = note_trap, .skip_subshells = true, .user = &traps};
	walk_list(&w, t->scripts.v[0]->tree->list);
	return traps;
}

static void
judge_without_handler(const struct judging *j)
{
	struct check *c = j->c;
	const struct shell_trace *t = j->plan->launch->trace;
	struct traps traps = traps_of(c, t);
	if (is_reset(t) || !j->service.has_pid)
		return;
	for (size_t i = 0; i < traps.v.n; i++) {
		const struct value *text =
			value_text(c->arena, traps.v.v[i]->simple.words.v[1]->value);
		const struct handler *h = handler_of(c, j->plan, text);
		if (h->stops && reach_says(&h->reach, j->service.name)) {
			report_elsewhere(j, traps.v.v[i]);
			return;
		}
	}
	struct memory *m = memory_of(c);
	if (traps.v.n || map_has(&m->told, j->plan->of->recipe) ||
		!str_contains(j->plan->of->recipe, S("/agentic/")))
		return;
	map_put(c->arena, &m->told, j->plan->of->recipe, m);
	not_judged(c, j->plan->of->recipe,
		"no EXIT handler: its services end with the container, or not at all");
}

/* A variable that is named after it holds another PID: pid-wrong-command's. */
static bool
is_mistaken(const struct judging *j)
{
	const struct shell_trace *t = j->plan->launch->trace;
	const struct plan_command *own = command_of_job(j->plan, j->service.job);
	for (size_t i = 0; own && !j->service.has_pid && i < t->jobs.n; i++) {
		const struct shell_job *other = t->jobs.v[i];
		if (other->pid_span.file &&
			own->kind == service_meant(session_name(
					     t->session, other->pid_variable)))
			return true;
	}
	return false;
}

/* The handler meets an unset variable and ends there: trap-reads-unset's. */
static bool
dies(const struct judging *j)
{
	const struct shell_trace *t = j->plan->launch->trace;
	for (size_t i = 0; j->end->trap && i < t->faults.n; i++) {
		const struct shell_fault *f = t->faults.v[i];
		if (f->kind == FAULT_UNBOUND && f->exit && f->exit->trap == j->end->trap)
			return true;
	}
	return false;
}

static void
judge_end(const struct judging *j)
{
	if (!j->end->trap)
		judge_without_handler(j);
	else if (handler_of(j->c, j->plan, j->end->trap->text)->stops)
		report_missed(j);
	else
		report_no_stop(j);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct shell_trace *t = p->launch->trace;
	struct judging j = {.c = c, .plan = p};
	struct jobset seen = {0};
	for (size_t i = 0; i < t->exits.n; i++) {
		j.end = t->exits.v[i];
		for (unsigned k = 1; is_regular(j.end) && k <= t->jobs.n; k++) {
			/* What another handler would stop is exit-trap-overwritten's. */
			if (!jobset_has(&j.end->left, k) || jobset_has(&j.end->lost, k) ||
				jobset_has(&seen, k) || !service_of(p, k, &j.service) ||
				is_mistaken(&j) || dies(&j))
				continue;
			jobset_put(&seen, k, true);
			judge_end(&j);
		}
	}
}

const struct ixc_rule rule_pid_not_stopped = {
	.id = "pid-not-stopped",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a background service that the script's EXIT handler does not stop",
	.help = "A recipe that cleans up after itself stops its server, router and stores in a\n"
		"handler of EXIT. A service that the handler misses goes on after the script: an\n"
		"orphan can keep a Slurm step, and so the node, allocated.\n"
		"\n"
		"The recipe is evaluated, and the handler in force is run at each of its regular\n"
		"ends. A service counts as stopped when the handler kills it or waits for it on\n"
		"any path, directly or in functions, whether the handler was set before or after\n"
		"its start. A handler that is set in one branch only, while other runs start the\n"
		"same services without it, is a finding too; one that stops nothing at all is a\n"
		"note.\n"
		"\n"
		"Recipes without any handler rely on the end of their container, as the ones of\n"
		"fixed sequence lengths do; they are not reported. Nor are jobs that belong to\n"
		"functions of benchmark_lib.sh, clients, and commands whose PID nobody keeps\n"
		"unless they are known to be a service.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
