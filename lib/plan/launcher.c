/* Machines of labels, and the evaluation of their launchers, each no more often than needed. */
#include "plan/launcher.h"

#include "base/arena.h"
#include "plan/route_read.h"

/* What an evaluation read, and what came of it: points that agree in all that was read
 * have the same route. */
struct evaluated {
	const struct point *point; /* of the evaluation */
	struct shell_settings read;
	struct shell_settings extra;
	const struct route *route;
};

VEC(evaluations, struct evaluated *);

struct launcher {
	bool only_prefix; /* of EXP_NAME it reads nothing but what stands before "_" */
	struct evaluations done;
	struct session_paths asked; /* in all of them */
	struct route missing; /* when the tree lacks it */
};

struct launchers {
	struct arena *arena;
	struct arena scratch; /* of one evaluation */
	struct session *session;
	const struct runners *runners;
	struct names files; /* in runners/ */
	struct map labels;  /* label to struct machines */
	struct map by_machine; /* machine name to struct launcher */
	struct launchers *other; /* see launchers_share(); may be NULL */
	launcher_same_fn *same;
	void *user;
};

/* ---- machines ------------------------------------------------------------------- */

static void
release_scratch(void *scratch)
{
	arena_release(scratch);
}

struct launchers *
launchers_new(struct arena *a, struct session *session, const struct runners *runners)
{
	struct launchers *l = NEW(a, struct launchers);
	l->arena = a;
	l->session = session;
	l->runners = runners;
	arena_init(&l->scratch, a->limit_bytes, a->escape);
	arena_defer(a, release_scratch, &l->scratch);
	struct tree *t = session->files;
	struct names all = {0};
	t->list(t, a, S("runners"), &all);
	for (size_t i = 0; i < all.n; i++)
		if (str_starts(all.v[i], S("launch_")) && str_ends(all.v[i], S(".sh")))
			vec_push(a, &l->files, all.v[i]);
	return l;
}

bool
launchers_present(const struct launchers *l)
{
	return l->files.n > 0;
}

static struct machine
machine_of(struct launchers *l, struct str short_name)
{
	struct machine m = {.short_name = short_name, .count = 1};
	m.launcher = str_fmt(l->arena, "runners/launch_%.*s.sh", STR(short_name));
	m.exists = session_path(l->session, m.launcher)->is_file;
	return m;
}

static void
add_node(struct launchers *l, struct machines *list, const struct runner_name *n)
{
	struct str rest, short_name = str_cut(n->name, '_', &rest);
	for (size_t i = 0; i < list->n; i++) {
		if (str_eq(list->v[i].short_name, short_name)) {
			list->v[i].count++;
			return;
		}
	}
	struct machine m = machine_of(l, short_name);
	m.name = n->name;
	m.node = n->node;
	vec_push(l->arena, list, m);
}

/* Of a label that only GitHub knows: "h200-dgxc" goes to launch_h200-dgxc-slurm.sh. */
static void
guess_machines(struct launchers *l, struct machines *list, struct str label)
{
	struct str cluster = S("cluster:"), begin = S("launch_");
	if (str_starts(label, cluster))
		label = str_slice(label, cluster.n, label.n);
	struct machine exact = machine_of(l, label);
	if (exact.exists) {
		vec_push(l->arena, list, exact);
		return;
	}
	for (size_t i = 0; i < l->files.n; i++) {
		struct str stem = str_slice(l->files.v[i], begin.n, l->files.v[i].n - 3);
		if (label.n && str_starts(stem, label)) {
			struct machine m = machine_of(l, stem);
			vec_push(l->arena, list, m);
		}
	}
}

const struct machines *
launchers_of(struct launchers *l, struct str label)
{
	struct machines *list = map_get(&l->labels, label);
	if (list)
		return list;
	list = NEW(l->arena, struct machines);
	map_put(l->arena, &l->labels, label, list);
	const struct runner_label *r = runners_label(l->runners, label);
	for (size_t i = 0; r && i < r->nodes.n; i++)
		add_node(l, list, &r->nodes.v[i]);
	if (!r)
		guess_machines(l, list, label);
	return list;
}

/* ---- evaluation, and doing without ---------------------------------------------- */

static size_t
count(struct str text, struct str what)
{
	size_t n = 0;
	for (size_t at = str_find(text, what, 0); at < text.n;
		at = str_find(text, what, at + what.n))
		n++;
	return n;
}

/* Names of experiments have the concurrency in them, launchers read the model's prefix:
 * when that is all that they do, points need not be told apart by the rest. */
static bool
reads_prefix_only(const struct session_path *p)
{
	struct str text = p->source ? p->source->bytes : (struct str){0};
	return count(text, S("EXP_NAME")) ==
		count(text, S("${EXP_NAME%%_*}")) + 2 * count(text, S("${EXP_NAME:?EXP_NAME "));
}

void
launchers_share(struct launchers *l, struct launchers *from, launcher_same_fn *same,
	void *user)
{
	l->other = from;
	l->same = same;
	l->user = user;
}

/* What was found in the other tree, if it holds here. */
static void
take_over(struct launchers *l, struct launcher *x, struct str key)
{
	const struct launcher *other = l->other ? map_get(&l->other->by_machine, key) : NULL;
	for (size_t i = 0; other && i < other->asked.n; i++)
		if (!l->same(l->user, other->asked.v[i]))
			return;
	for (size_t i = 0; other && i < other->done.n; i++)
		vec_push(l->arena, &x->done, other->done.v[i]);
}

static struct launcher *
launcher_of(struct launchers *l, const struct machine *m)
{
	struct str key = m->name.n ? m->name : m->launcher;
	struct launcher *x = map_get(&l->by_machine, key);
	if (x)
		return x;
	x = NEW(l->arena, struct launcher);
	x->only_prefix = reads_prefix_only(session_path(l->session, m->launcher));
	map_put(l->arena, &l->by_machine, key, x);
	take_over(l, x, key);
	return x;
}

static const struct value *
machine_value(struct arena *a, const struct machine *m)
{
	if (m->name.n)
		return value_text(a, m->name);
	return value_concat(a, value_text(a, str_cat(a, m->short_name, S("_"))),
		value_unknown(a, (struct span){0}, HOLE_NATURAL, S("number of the machine")));
}

static bool
same_value(const struct launcher *x, const struct shell_setting *old,
	const struct shell_setting *now)
{
	struct str p, q, rest;
	if (value_equal(old->value, now->value))
		return true;
	return x->only_prefix && str_eqz(old->name, "EXP_NAME") &&
		value_known(old->value, &p) && value_known(now->value, &q) &&
		str_eq(str_cut(p, '_', &rest), str_cut(q, '_', &rest));
}

static bool
same_settings(const struct launcher *x, const struct shell_settings *old,
	const struct shell_settings *now)
{
	for (size_t i = 0, k = 0; i < old->n; i++, k++) {
		/* Mostly both have the same order. */
		while (k < now->n && !str_eq(now->v[k].name, old->v[i].name))
			k++;
		if (k == now->n)
			k = environment_find(now, old->v[i].name);
		if (k == now->n || !same_value(x, &old->v[i], &now->v[k]))
			return false;
	}
	return true;
}

static const struct route *
known_route(const struct launcher *x, const struct point *p,
	const struct shell_settings *environment, const struct shell_settings *extra)
{
	for (size_t i = x->done.n; i > 0; i--) {
		const struct evaluated *e = x->done.v[i - 1];
		if (e->point->multinode == p->multinode && e->extra.n == extra->n &&
			same_settings(x, &e->read, environment) &&
			same_settings(x, &e->extra, extra))
			return e->route;
	}
	return NULL;
}

static void
remember(struct launchers *l, struct launcher *x, const struct point *p,
	const struct shell_trace *t, const struct shell_settings *environment,
	const struct shell_settings *extra, const struct route *r)
{
	struct evaluated *e = NEW(l->arena, struct evaluated);
	e->point = p;
	e->route = r;
	for (size_t i = 0; i < t->given.n; i++) {
		size_t k = environment_find(environment, t->given.v[i]->name);
		if (t->given.v[i]->was_read && k < environment->n)
			route_keep_setting(l->arena, &e->read, environment->v[k].name,
				environment->v[k].value, TRI_YES);
	}
	for (size_t i = 0; i < extra->n; i++)
		route_keep_setting(l->arena, &e->extra, extra->v[i].name, extra->v[i].value,
			TRI_YES);
	vec_push(l->arena, &x->done, e);
}

static const struct route *
evaluate(struct launchers *l, const struct machine *m, const struct point *p)
{
	struct launcher *x = launcher_of(l, m);
	struct arena *a = &l->scratch;
	struct shell_settings environment = environment_of(a, p, machine_value(a, m));
	struct shell_settings extra = environment_extra(a, p);
	const struct route *known = known_route(x, p, &environment, &extra);
	if (known)
		return known;
	struct shell_input in = {.script = m->launcher, .environment = environment};
	vec_push(a, &in.roots, S(ENVIRONMENT_WORKSPACE));
	l->session->asked = &x->asked;
	struct shell_trace *t = shell_run(l->session, a, &in);
	struct route *r;
	if (t) {
		struct route_reader reader = {l->arena, a, l->session};
		r = route_read(&reader, t, &environment);
		remember(l, x, p, t, &environment, &extra, r);
	} else {
		r = NEW(l->arena, struct route);
		r->end = ROUTE_UNKNOWN;
		r->why = S("the launcher can't be read");
	}
	l->session->asked = NULL;
	r->machine = m;
	return r;
}

const struct route *
launchers_route(struct launchers *l, const struct machine *m, const struct point *p)
{
	if (!m->exists) {
		struct launcher *x = launcher_of(l, m);
		x->missing = (struct route){.end = ROUTE_NO_LAUNCHER, .machine = m};
		return &x->missing;
	}
	struct arena_mark mark = arena_mark(&l->scratch);
	const struct route *r = evaluate(l, m, p);
	arena_rewind(&l->scratch, mark);
	return r;
}

/* ---- what the recipe gets ------------------------------------------------------- */

static bool
has_name(const struct names *list, struct str name)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_eq(list->v[i], name))
			return true;
	return false;
}

struct shell_settings
route_environment(struct arena *a, const struct route *r, const struct point *p)
{
	struct shell_settings all = environment_of(a, p, machine_value(a, r->machine));
	struct shell_settings list = {0};
	for (size_t i = 0; i < r->changed.n; i++) {
		size_t k = environment_find(&all, r->changed.v[i].name);
		if (k < all.n)
			all.v[k] = r->changed.v[i];
		else
			vec_push(a, &all, r->changed.v[i]);
	}
	for (size_t i = 0; i < all.n; i++) {
		struct str name = all.v[i].name;
		bool changed = environment_find(&r->changed, name) < r->changed.n;
		if (r->all ? changed || !has_name(&r->removed, name)
			   : has_name(&r->named, name))
			vec_push(a, &list, all.v[i]);
	}
	return list;
}

const char *
route_end_name(enum route_end end)
{
	static const char *const names[] = {
		[ROUTE_RECIPE] = "recipe", [ROUTE_NO_FILE] = "no-file",
		[ROUTE_SRT] = "srt-slurm", [ROUTE_REFUSED] = "refused",
		[ROUTE_NO_LAUNCHER] = "no-launcher", [ROUTE_UNKNOWN] = "unknown",
	};
	return names[end];
}
