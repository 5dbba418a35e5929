/* A plan as JSON: the cases it is for, and its commands. */
#include "report/plan.h"

#include "base/arena.h"
#include "plan/layout.h"
#include "plan/surroundings.h"

/* ---- values --------------------------------------------------------------------- */

static void
add_choice(struct maker *m, json_t *parts, const struct values *choice)
{
	json_t *o = maker_object(m, parts, NULL), *list;
	maker_stringz(m, o, "unknown", "one of several values");
	list = maker_list(m, o, "choices");
	for (size_t i = 0; i < choice->n; i++)
		plan_json_value(m, list, NULL, choice->v[i], false);
}

/* A known word is a string, any other the list of its parts. */
void
plan_json_value(struct maker *m, json_t *parent, const char *key,
	const struct value *value, bool loose)
{
	struct str text;
	if (value_known(value, &text) && !loose) {
		maker_string(m, parent, key, text);
		return;
	}
	json_t *o = maker_object(m, parent, key), *parts = maker_list(m, o, "parts");
	for (size_t i = 0; i < value->n; i++) {
		const struct piece *p = &value->v[i];
		if (p->kind == PIECE_TEXT)
			maker_string(m, parts, NULL, p->text);
		else if (p->kind == PIECE_CHOICE)
			add_choice(m, parts, &p->choice);
		else
			maker_string(
				m, maker_object(m, parts, NULL), "unknown", p->hole->why);
	}
	if (loose)
		maker_bool(m, o, "several_words", true);
}

void
plan_json_place(struct maker *m, json_t *o, const struct sources *sources, struct span sp)
{
	const struct source *s = sources_get(sources, sp.file);
	if (!s) {
		maker_null(m, o, "path");
		maker_null(m, o, "line");
		maker_null(m, o, "column");
		return;
	}
	struct place p = source_place(s, sp.begin);
	maker_string(m, o, "path", s->path);
	maker_integer(m, o, "line", p.line);
	maker_integer(m, o, "column", p.column);
}

/* ---- conditions ----------------------------------------------------------------- */

struct str
plan_condition(const struct sources *sources, struct span sp)
{
	struct str s = str_trim(span_text(sources, sp));
	while (str_ends(s, S(";")))
		s = str_trim(str_slice(s, 0, s.n - 1));
	return s;
}

static void
add_condition(struct maker *m, json_t *list, const struct sources *sources,
	const struct condition *c)
{
	json_t *o = maker_object(m, list, NULL);
	maker_string(m, o, "text", plan_condition(sources, c->span));
	if (c->pattern.file)
		maker_string(m, o, "pattern", span_text(sources, c->pattern));
	maker_bool(m, o, "holds", c->holds);
	maker_bool(m, o, "decided", c->decided);
	plan_json_place(m, o, sources, c->span);
}

void
plan_json_conditions(struct maker *m, json_t *o, const char *key,
	const struct sources *sources, const struct condition *innermost)
{
	json_t *list = maker_list(m, o, key);
	for (const struct condition *c = innermost; c; c = c->up)
		add_condition(m, list, sources, c);
}

void
plan_json_guards(struct maker *m, json_t *o, const struct sources *sources,
	const struct condition *assumed)
{
	plan_json_conditions(m, o, "guards", sources, assumed);
}

/* ---- commands ------------------------------------------------------------------- */

static void
add_environment(struct maker *m, json_t *o, struct arena *a, const struct plan_view *v,
	const struct plan_command *c)
{
	struct shell_settings list = command_environment(a, v->plan, c);
	struct names gone = command_removed(a, v->plan, c);
	json_t *set = maker_list(m, o, "environment"), *unset;
	for (size_t i = 0; i < list.n; i++) {
		json_t *x = maker_object(m, set, NULL);
		maker_string(m, x, "name", list.v[i].name);
		plan_json_value(m, x, "value", list.v[i].value, false);
		if (list.v[i].set == TRI_UNKNOWN)
			maker_bool(m, x, "perhaps", true);
	}
	unset = maker_list(m, o, "unset");
	for (size_t i = 0; i < gone.n; i++)
		maker_string(m, unset, NULL, gone.v[i]);
}

static void
add_files(struct maker *m, json_t *o, struct arena *a, const struct plan_view *v,
	const struct plan_command *c)
{
	struct command_files list = command_files(a, v->plan, c);
	json_t *files = maker_list(m, o, "files");
	for (size_t i = 0; i < list.n; i++) {
		json_t *x = maker_object(m, files, NULL);
		plan_json_value(m, x, "path", list.v[i].path, false);
		plan_json_value(m, x, "text", list.v[i].text, false);
	}
}

static void
add_path(struct maker *m, json_t *o, const char *key, const struct value *path)
{
	if (path)
		plan_json_value(m, o, key, path, false);
	else
		maker_null(m, o, key);
}

static void
add_size(struct maker *m, json_t *o, const char *key, struct layout_size s)
{
	if (s.known)
		maker_integer(m, o, key, s.v);
	else
		maker_null(m, o, key);
}

static void
add_layout(struct maker *m, json_t *o, const struct serve *s)
{
	static const char *const kinds[] = {
		[LAYOUT_DP_NONE] = "none",
		[LAYOUT_DP_ATTENTION] = "attention",
		[LAYOUT_DP_REPLICAS] = "replicas",
		[LAYOUT_DP_UNKNOWN] = "unknown",
	};
	struct layout l;
	if (!s || !layout_of(s, &l)) {
		maker_null(m, o, "layout");
		return;
	}
	json_t *x = maker_object(m, o, "layout");
	add_size(m, x, "tp", l.tp);
	add_size(m, x, "pp", l.pp);
	add_size(m, x, "dp", l.dp);
	add_size(m, x, "pcp", l.pcp);
	add_size(m, x, "dcp", l.dcp);
	add_size(m, x, "ep", l.ep);
	add_size(m, x, "moe_tp", l.moe_tp);
	add_size(m, x, "gpus", l.gpus);
	maker_stringz(m, x, "dp_kind", kinds[l.dp_kind]);
}

static void
add_words(struct maker *m, json_t *o, const struct fields *argv)
{
	json_t *list = maker_list(m, o, "argv");
	for (size_t i = 0; i < argv->n; i++)
		plan_json_value(m, list, NULL, argv->v[i].value, argv->v[i].loose);
}

static void
add_command(struct maker *m, json_t *list, struct arena *a, const struct plan_view *v,
	const struct plan_command *c)
{
	const struct shell_launch *l = c->launch;
	json_t *o = maker_object(m, list, NULL);
	maker_stringz(m, o, "kind", plan_kind_name(c->kind));
	if (c->engine == ENGINE_NONE)
		maker_null(m, o, "engine");
	else
		maker_stringz(m, o, "engine", plan_engine_name(c->engine));
	add_words(m, o, &l->argv);
	plan_json_guards(m, o, v->sources, l->assumed);
	maker_bool(m, o, "background", l->job != 0);
	if (c->pid_variable.n)
		maker_string(m, o, "pid_variable", c->pid_variable);
	else
		maker_null(m, o, "pid_variable");
	if (l->job)
		maker_integer(m, o, "job", l->job);
	plan_json_place(m, o, v->sources, l->span);
	add_path(m, o, "cwd", l->cwd);
	add_path(m, o, "stdout", l->out_path);
	add_path(m, o, "stderr", l->err_path);
	if (c->kind == PLAN_OTHER)
		return;
	plan_json_conditions(m, o, "conditions", v->sources, l->within);
	add_environment(m, o, a, v, c);
	add_files(m, o, a, v, c);
	struct decoded *d = engines_decode(a, c);
	plan_json_options(m, o, a, v->sources, d);
	const struct serve *s = plan_serve(a, v, c);
	add_layout(m, o, s);
	plan_json_memory(m, o, a, v, s);
}

/* ---- cases ---------------------------------------------------------------------- */

static void
add_case(struct maker *m, json_t *list, struct arena *a, const struct plan_view *v,
	const struct launch_case *c)
{
	const struct machine *machine = c->route->machine;
	json_t *o = maker_object(m, list, NULL);
	maker_string(m, o, "config_key", c->config->key);
	maker_string(m, o, "arm", arm_path(a, c->arm));
	plan_json_place(m, o, v->sources, c->arm->span);
	if (c->point->concs.n > 1) {
		json_t *concs = maker_list(m, o, "conc");
		for (size_t i = 0; i < c->point->concs.n; i++)
			maker_integer(m, concs, NULL, c->point->concs.v[i]);
	} else {
		maker_integer(m, o, "conc", c->point->conc);
	}
	maker_string(m, o, "runner", c->point->runner);
	maker_string(m, o, "machine", machine->short_name);
	maker_string(m, o, "launcher", machine->launcher);
	maker_integer(m, o, "machines", (int64_t)machine->count);
}

void
plan_json_arms(struct maker *m, json_t *o, struct arena *a, const struct plan_view *v)
{
	const struct launch_cases *cases = &v->group->cases;
	if (!cases->v[0].config)
		return;
	json_t *list = maker_list(m, o, "arms");
	for (size_t i = 0; i < cases->n; i++)
		add_case(m, list, a, v, &cases->v[i]);
}

static void
add_reason(struct maker *m, json_t *o, const struct plan_view *v)
{
	const struct route *r = v->group->cases.v[0].route;
	json_t *list;
	maker_stringz(m, o, "end", route_end_name(r->end));
	if (r->recipe.n)
		maker_string(m, o, "recipe", r->recipe);
	else
		maker_null(m, o, "recipe");
	maker_string(m, o, "why", r->why);
	list = maker_list(m, o, "candidates");
	for (size_t i = 0; i < r->candidates.n; i++)
		maker_string(m, list, NULL, r->candidates.v[i]);
	plan_json_place(m, maker_object(m, o, "place"), v->sources, r->span);
}

void
plan_json(struct maker *m, json_t *o, struct arena *a, const struct plan_view *v)
{
	plan_json_arms(m, o, a, v);
	if (!v->plan) {
		add_reason(m, o, v);
		return;
	}
	maker_string(m, o, "recipe", v->plan->recipe);
	json_t *list = maker_list(m, o, "commands");
	for (size_t i = 0; i < v->plan->commands.n; i++)
		add_command(m, list, a, v, v->plan->commands.v[i]);
	list = maker_list(m, o, "handler_commands");
	for (size_t i = 0; i < v->plan->handler_commands.n; i++)
		add_command(m, list, a, v, v->plan->handler_commands.v[i]);
	plan_json_ends(m, o, v);
}
