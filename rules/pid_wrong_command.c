/* pid-wrong-command: $! is the PID of another command than the one that is meant. */
#include "each_script.h"
#include "handlers.h"

#include "shell/walk.h"

enum { PIPELINES_MAX = 100 };

/* ---- of the last command of a pipeline ------------------------------------------ */

/* Commands that only hand on what they read. */
static bool
hands_on(const struct shell_command *c)
{
	static const char *const names[] = {"tee", "cat", "ts", "logger", "rotatelogs"};
	if (c->kind != SHELL_SIMPLE || c->simple.words.n == 0)
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eqz(c->simple.words.v[0]->value, names[i]))
			return true;
	return false;
}

struct looking {
	const struct script_text *script;
	struct str name;
	bool kills;
	unsigned pipelines; /* for which the whole tree was searched */
};

static bool
reads(const struct shell_word *word, struct str name)
{
	for (size_t i = 0; i < word->parts.n; i++) {
		const struct shell_part *p = &word->parts.v[i];
		if (p->kind == PART_PARAM && str_eq(p->param->name, name))
			return true;
		for (size_t k = 0; p->kind == PART_DOUBLE && k < p->parts.n; k++)
			if (p->parts.v[k].kind == PART_PARAM &&
				str_eq(p->parts.v[k].param->name, name))
				return true;
	}
	return false;
}

/* `kill $PID`, `stop_server "$PID"`; and not `wait $PID`, `echo $PID`. */
static void
look_for_kill(struct walk *w, const struct shell_command *c)
{
	struct looking *l = w->user;
	if (c->kind != SHELL_SIMPLE || c->simple.words.n < 2)
		return;
	struct str command = c->simple.words.v[0]->value;
	bool harmless = str_eqz(command, "wait") || str_eqz(command, "echo") ||
			str_eqz(command, "printf") || str_eqz(command, "tail");
	for (size_t i = 1; i < c->simple.words.n && !harmless; i++)
		l->kills |= reads(c->simple.words.v[i], l->name);
	if (str_eqz(command, "trap")) /* a handler in quotes */
		l->kills |= str_contains(c->simple.words.v[1]->value,
			str_fmt(l->script->check->arena, "$%.*s", STR(l->name)));
}

/* The assignment `name=$!`; NULL: the command is another. */
static const struct shell_assign *
takes_pid(const struct shell_command *c)
{
	const struct shell_assign *a = NULL;
	if (c->kind == SHELL_SIMPLE && c->simple.words.n == 0 && c->simple.assigns.n == 1)
		a = c->simple.assigns.v[0];
	else if (c->kind == SHELL_DECLARE && c->simple.declared.n == 1)
		a = c->simple.declared.v[0].assign;
	return a && a->word && reads(a->word, S("!")) ? a : NULL;
}

static void
judge_pipeline(struct looking *l, const struct shell_command *pipeline,
	const struct shell_assign *a)
{
	const struct shell_stages *stages = &pipeline->pipeline.stages;
	const struct shell_command *first = stages->v[0].command;
	const struct shell_command *last = stages->v[stages->n - 1].command;
	struct check *c = l->script->check;
	struct walk w = {.command = look_for_kill, .user = l};
	if (stages->n < 2 || !hands_on(last))
		return;
	if (++l->pipelines > PIPELINES_MAX) {
		not_judged(c, l->script->source->path,
			"more pipelines with a PID than %d", PIPELINES_MAX);
		return;
	}
	l->name = a->name;
	l->kills = false;
	walk_list(&w, l->script->tree->list);
	if (!l->kills)
		return;
	struct str name = last->simple.words.v[0]->value;
	struct ixc_finding *f =
		report(c, a->span, "%.*s is the PID of %.*s", STR(a->name), STR(name));
	finding_subject(f, "%.*s", STR(a->name));
	finding_related(f, last->span, "$! is the last command of a pipeline");
	finding_related(f, first->span, "which was meant");
	finding_note(f,
		"killing it ends %.*s; what writes to it goes on until it writes, "
		"and beyond that when it ignores SIGPIPE",
		STR(name));
	finding_help(f,
		"write the log with > >(%.*s FILE) instead, then $! is the command",
		STR(name));
	if (script_is_retired(l->script->source))
		finding_at_most(f, IXC_NOTE);
}

static void
look_at_list(struct looking *l, const struct shell_list *list)
{
	const struct shell_command *job = NULL;
	for (size_t i = 0; i < list->items.n; i++) {
		const struct shell_item *item = &list->items.v[i];
		const struct shell_assign *a = takes_pid(item->command);
		if (item->background)
			job = item->command;
		else if (a && job && job->kind == SHELL_PIPELINE)
			judge_pipeline(l, job, a);
	}
}

static void
look_at_lists(struct walk *w, const struct shell_command *c)
{
	struct looking *l = w->user;
	if (c->kind == SHELL_GROUP || c->kind == SHELL_SUBSHELL) {
		look_at_list(l, c->list);
	} else if (c->kind == SHELL_IF) {
		for (size_t i = 0; i < c->branch.arms.n; i++)
			look_at_list(l, c->branch.arms.v[i].body);
		if (c->branch.otherwise)
			look_at_list(l, c->branch.otherwise);
	} else if (c->kind == SHELL_CASE) {
		for (size_t i = 0; i < c->choice.clauses.n; i++)
			look_at_list(l, c->choice.clauses.v[i].body);
	} else if (c->kind == SHELL_FOR) {
		look_at_list(l, c->each.body);
	} else if (c->kind == SHELL_WHILE || c->kind == SHELL_UNTIL) {
		look_at_list(l, c->loop.body);
	}
}

static void
look_at_script(const struct script_text *s)
{
	struct looking l = {.script = s};
	struct walk w = {.command = look_at_lists, .user = &l};
	look_at_list(&l, s->tree->list);
	walk_list(&w, s->tree->list);
}

static void
check_repo(struct check *c)
{
	each_script(c, look_at_script);
}

/* ---- of a command that was started in between ----------------------------------- */

/* The last job before, of that kind, whose PID nobody took. */
static const struct plan_command *
forgotten(const struct case_plan *p, size_t before, enum plan_kind kind)
{
	const struct shell_jobs *jobs = &p->launch->trace->jobs;
	for (size_t i = before; i-- > 0;) {
		const struct plan_command *c = command_of_job(p, jobs->v[i]);
		if (!jobs->v[i]->pid_span.file && !jobs->v[i]->outer && c &&
			c->kind == kind)
			return c;
	}
	return NULL;
}

static void
judge_job(struct check *c, const struct case_plan *p, size_t i)
{
	const struct shell_trace *t = p->launch->trace;
	const struct shell_job *job = t->jobs.v[i];
	if (!job->pid_span.file || job->pid_span.file != t->script_file)
		return;
	struct str name = session_name(t->session, job->pid_variable);
	enum plan_kind meant = service_meant(name);
	const struct plan_command *own = command_of_job(p, job);
	if (meant == PLAN_OTHER || (own && own->kind == meant))
		return;
	const struct plan_command *other = forgotten(p, i, meant);
	if (!other)
		return;
	struct ixc_finding *f = report_plan(c, job->pid_span,
		"%.*s is the PID of another command than the %s", STR(name),
		plan_kind_name(meant));
	if (f->related.n)
		return;
	finding_subject(f, "%.*s", STR(name));
	finding_related(f, job->span, "$! is this one, which was started last");
	finding_related(f, other->job->span, "the %s", plan_kind_name(meant));
	finding_note(f, "the %s is neither watched nor stopped by way of %.*s",
		plan_kind_name(meant), STR(name));
	finding_help(f, "take $! directly behind the command that is meant");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->launch->trace->jobs.n; i++)
		judge_job(c, p, i);
}

const struct ixc_rule rule_pid_wrong_command = {
	.id = "pid-wrong-command",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a variable holds the PID of another command than the one meant",
	.help = "$! is the last command that was put into the background, and of a pipeline the\n"
		"last one in it. After `server | tee LOG &` it is tee: a kill ends tee, and the\n"
		"server goes on; a check whether the server still runs looks at tee.\n"
		"\n"
		"Reported are such pipelines that end in tee, cat, ts or logger, when the PID is\n"
		"used for more than to wait for or to print it; and, in recipes that are\n"
		"evaluated, a variable that is named after the server, router or store while\n"
		"another command was started last and that one's PID was never taken. What runs\n"
		"in the foreground in between does not change $!.",
	.on_repo = check_repo,
	.on_plan = check_plan,
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
};
