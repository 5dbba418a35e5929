/* Applies the comments that allow findings. */
#include "check/suppress.h"

#include "base/arena.h"
#include "check/rule.h"
#include "check/run.h"
#include "model/scripts.h"
#include "plan/plans.h"


struct applying {
	struct check *c;
	const struct check_options *o;
	const bool *active;
	const struct map *evaluated;
	struct suppressions all;
};

/* ---- the comments of the tree --------------------------------------------------- */

static bool
is_yaml(struct str path)
{
	return str_ends(path, S(".yaml")) || str_ends(path, S(".yml"));
}

static const struct yaml_doc *
doc_of(const struct repo *r, const struct source *s)
{
	for (size_t i = 0; i < r->files.n; i++)
		if (r->files.v[i]->source == s)
			return r->files.v[i]->doc;
	return NULL;
}

/* Nobody can take a comment out of history. */
static bool
is_history(const struct applying *q, const struct suppression *p)
{
	const struct changelog *log = q->c->repo->changelog;
	if (p->source != log->source || q->o->all_entries)
		return false;
	for (size_t i = 0; i < log->entries.n; i++)
		if (!log->entries.v[i]->is_new &&
			log->entries.v[i]->span.end > p->span.begin)
			return true;
	return false;
}

static const struct source *
load_script(struct applying *q, struct str path, const struct shell_script **ret)
{
	struct session *s = plans_session(q->c->plans);
	struct session_path *p = session_path(s, path);
	*ret = p->script ? p->script->tree : NULL;
	return p->source;
}

static void
note_cut(struct applying *q, const struct source *s, bool whole)
{
	if (!whole)
		findings_gap(q->c->findings, S("suppressions"), s->path,
			S("it has too many comments that allow findings"));
}

/* A comment hides findings of its own file, so of others nothing need be known in a hurry. */
static bool
is_left_out(const struct applying *q, struct str path)
{
	return q->o->quick && !check_path_is_wanted(path, &q->o->paths);
}

static void
read_scripts(struct applying *q)
{
	struct arena *a = q->c->arena;
	struct scripts scripts = scripts_list(a, q->c->repo->tree);
	for (size_t i = 0; i < scripts.paths.n; i++) {
		const struct shell_script *script = NULL;
		if (is_left_out(q, scripts.paths.v[i]))
			continue;
		const struct source *s = load_script(q, scripts.paths.v[i], &script);
		if (s && suppress_is_likely(s->bytes) && script_is_bash(s->bytes))
			note_cut(q, s, suppress_read_bash(a, s, script, &q->all));
	}
}

static void
read_all(struct applying *q)
{
	struct arena *a = q->c->arena;
	const struct sources *sources = q->c->findings->sources;
	for (size_t i = 0; i < sources->n; i++) {
		const struct source *s = sources->v[i];
		if (is_yaml(s->path) && !is_left_out(q, s->path) &&
			suppress_is_likely(s->bytes))
			note_cut(q, s,
				suppress_read_yaml(
					a, s, doc_of(q->c->repo, s), &q->all));
	}
	if (!q->o->changelog_only)
		read_scripts(q);
}

/* ---- what a comment hides ------------------------------------------------------- */

static bool
is_in_force(const struct suppression *p)
{
	return !p->fault && !p->expired;
}

static bool
covers(const struct suppression *p, const struct ixc_finding *f)
{
	return f->span.file == p->source->id && f->span.begin >= p->scope.begin &&
		f->span.begin < p->scope.end;
}

/* The nearest above, when there are several. */
static struct allowed_rule *
allowing(struct applying *q, const struct ixc_finding *f, struct suppression **ret)
{
	for (size_t i = q->all.n; i-- > 0;) {
		struct suppression *p = q->all.v[i];
		if (!is_in_force(p) || f->rule->locked || !covers(p, f))
			continue;
		for (size_t k = 0; k < p->rules.n; k++) {
			*ret = p;
			if (p->rules.v[k].rule == f->rule)
				return &p->rules.v[k];
		}
	}
	return NULL;
}

static struct finding_list
take_out(struct applying *q)
{
	struct finding_list *list = &q->c->findings->list, taken = {0};
	size_t kept = 0;
	for (size_t i = 0; i < list->n; i++) {
		struct ixc_finding *f = list->v[i];
		struct suppression *by = NULL;
		struct allowed_rule *r =
			f->severity == IXC_OFF ? NULL : allowing(q, f, &by);
		if (!r) {
			list->v[kept++] = f;
			continue;
		}
		r->hidden++;
		f->allowed = by;
		vec_push(q->c->arena, &taken, f);
	}
	list->n = kept;
	return taken;
}

/* ---- what the run knows --------------------------------------------------------- */

static bool
is_about_change(const struct ixc_rule *r)
{
	return r->needs || r->on_change || r->on_trees;
}

/* The rule did not see all of the file: then nothing follows from its silence. */
static bool
has_gap(const struct applying *q, const struct ixc_rule *r, struct str path, bool recipe)
{
	const struct gaps *gaps = &q->c->findings->gaps;
	for (size_t i = 0; i < gaps->n; i++) {
		const struct gap *g = gaps->v[i];
		bool own = str_eqz(g->check, r->id);
		if (own && (r->on_plan || r->after_plans) && !recipe)
			return true;
		if (str_contains(g->subject, path) && (own ||
			rules_index(g->check) == rules_count()))
			return true;
	}
	return false;
}

static bool
is_judged(const struct applying *q, const struct ixc_rule *r, struct str path)
{
	if (!r || !q->active[rules_index(str_from(r->id))] || is_about_change(r))
		return false;
	bool recipe = q->evaluated && map_has(q->evaluated, path);
	if ((r->on_plan || r->after_plans) && q->evaluated && !recipe)
		return false;
	return !has_gap(q, r, path, str_starts(path, S("benchmarks/single_node/")));
}

static bool
look_ahead(struct applying *q, struct suppression *p)
{
	p->expired = p->last_day && q->c->today > p->last_day;
	for (size_t i = 0; i < p->rules.n; i++)
		p->rules.v[i].judged =
			is_judged(q, p->rules.v[i].rule, p->source->path);
	return !is_history(q, p);
}

static void
call_rules(struct applying *q, const struct suppressions *judged)
{
	for (size_t i = 0; i < rules_count(); i++) {
		struct check *c = q->c;
		c->rule = rules_at(i);
		c->severity = q->o->severity ? q->o->severity[i] : c->rule->severity;
		if (!c->rule->on_suppression || !q->active[i])
			continue;
		for (size_t k = 0; k < judged->n; k++)
			c->rule->on_suppression(c, judged->v[k]);
	}
}

struct finding_list
suppress_apply(struct check *c, const struct check_options *o, const bool *active,
	const struct map *evaluated)
{
	struct applying q = {.c = c, .o = o, .active = active, .evaluated = evaluated};
	struct suppressions judged = {0};
	read_all(&q);
	for (size_t i = 0; i < q.all.n; i++)
		if (look_ahead(&q, q.all.v[i]))
			vec_push(c->arena, &judged, q.all.v[i]);
	struct finding_list taken = {0};
	if (q.all.n && !o->no_suppressions)
		taken = take_out(&q);
	if (!o->no_suppressions)
		call_rules(&q, &judged);
	return taken;
}
