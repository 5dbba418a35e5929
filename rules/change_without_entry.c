/* change-without-entry: what a config key runs changed, and no new entry names the key. */
#include "change_rule.h"

/* Keys whose change stands in one place. */
struct group {
	struct span place;
	struct names keys;
	const struct key_change *first;
	bool metadata, shared;
	size_t mended; /* findings about its config that the base had */
};

VEC(groups, struct group *);

static struct group *
group_of(struct check *c, struct groups *list, struct span place, bool metadata)
{
	for (size_t i = 0; i < list->n; i++) {
		struct group *g = list->v[i];
		if (g->place.file == place.file && g->place.begin == place.begin &&
			g->metadata == metadata)
			return g;
	}
	struct group *g = NEW(c->arena, struct group);
	g->place = place;
	g->metadata = metadata;
	vec_push(c->arena, list, g);
	return g;
}

/* A variant of it is named: changelog-missing-key says that. */
static bool
has_named_sibling(struct check *c, struct trees *t, const struct key_change *k)
{
	const struct key_changes *all = trees_keys(t);
	for (size_t i = 0; i < all->n; i++) {
		const struct key_change *o = all->v[i];
		if (o != k && key_runs_differ(o) && keys_are_siblings(o->head, k->head) &&
			entry_naming(c->repo->changelog, o->key))
			return true;
	}
	return false;
}

static bool
is_in(const struct findings *all, const struct ixc_finding *f)
{
	for (size_t i = 0; i < all->list.n; i++) {
		const struct ixc_finding *x = all->list.v[i];
		if (x->rule == f->rule && str_eq(x->subject, f->subject) &&
			str_eq(finding_path(x), finding_path(f)))
			return true;
	}
	return false;
}

/* Wrong metadata that are put right are meant, entry or not. */
static size_t
mended(const struct trees *t, const struct config *base)
{
	size_t n = 0;
	for (size_t i = 0; base && i < t->base.findings->list.n; i++) {
		const struct ixc_finding *f = t->base.findings->list.v[i];
		n += f->span.file == base->doc->source->id &&
			f->span.begin >= base->key_node->span.begin &&
			f->span.begin < base->node->span.end &&
			!is_in(t->head.findings, f);
	}
	return n;
}

static const char *
consequence(const struct group *g, bool is_new)
{
	if (is_new)
		return "without an entry it is not measured";
	if (g->metadata)
		return "what is launched stays the same; published results keep the metadata "
		       "of the old state";
	return "without an entry nothing is measured again: the published results stay those "
	       "of the old state";
}

static void
report_group(struct check *c, const struct group *g)
{
	struct arena *a = c->arena;
	struct ixc_finding *f;
	const char *what = g->metadata ? "metadata" : "runs";
	bool is_new = g->keys.n == 1 && !g->first->base;
	if (is_new)
		f = report(c, g->place, "%.*s is new, and no new entry names it",
			STR(g->keys.v[0]));
	else if (g->keys.n == 1)
		f = report(c, g->place, "the %s of %.*s change, and no new entry names it", what,
			STR(g->keys.v[0]));
	else
		f = report(c, g->place,
			"the %s of %zu config keys change, and no new entry names them", what,
			g->keys.n);
	if (g->metadata)
		finding_at_most(f, IXC_WARNING);
	if (g->mended)
		finding_at_most(f, IXC_NOTE);
	if (g->shared) /* ports, log files and the like are common there */
		finding_at_most(f, IXC_NOTE);
	struct buf b = buf_new(a, 4000);
	enum { NAMED = 8 };
	for (size_t i = 0; i < g->keys.n && i < NAMED; i++)
		buf_addf(&b, "%s%.*s", i ? ", " : "", STR(g->keys.v[i]));
	if (g->keys.n > NAMED)
		buf_addf(&b, " and %zu more", g->keys.n - NAMED);
	finding_subject(f, "%.*s", STR(buf_str(&b)));
	if (g->keys.n > 1)
		finding_note(f, "they are %.*s", STR(buf_str(&b)));
	if (!is_new)
		finding_note(f, "it differs in %.*s", STR(trees_key_difference(a, g->first)));
	if (g->mended)
		finding_note(f, "it mends %zu finding%s about the config", g->mended,
			g->mended == 1 ? "" : "s");
	finding_note(f, "%s", consequence(g, is_new));
	finding_help(f, "append an entry that names the %s",
		g->keys.n == 1 ? "key" : "keys that should run");
}

static void
check_trees(struct check *c, struct trees *t)
{
	const struct key_changes *all = trees_keys(t);
	struct groups groups = {0};
	for (size_t i = 0; i < all->n; i++) {
		const struct key_change *k = all->v[i];
		if (!key_runs_differ(k) || entry_naming(c->repo->changelog, k->key) ||
			has_named_sibling(c, t, k))
			continue;
		bool metadata = k->metadata && !k->launches;
		struct group *g = group_of(c, &groups, key_change_place(t, k), metadata);
		if (!g->first)
			g->first = k;
		g->shared = key_change_is_shared(t, k);
		g->mended += metadata ? mended(t, k->base) : 0;
		vec_push(c->arena, &g->keys, k->key);
	}
	for (size_t i = 0; i < groups.n; i++)
		report_group(c, groups.v[i]);
}

const struct ixc_rule rule_change_without_entry = {
	.id = "change-without-entry",
	.severity = IXC_ERROR,
	.needs = IXC_NEEDS_BASE,
	.since = "0.1",
	.summary = "a config or its recipe changes, and no changelog entry says so",
	.help = "New entries of the changelog trigger the sweeps. When a config's points or the\n"
		"commands of its recipe change and no new entry names the key, nothing runs: the\n"
		"published results are those of the old state under the new one's name.\n"
		"\n"
		"Compared are the points of the sweep matrix and the servers, routers and caches\n"
		"that the recipe launches for them, with their variables; comments, order and\n"
		"formatting are no change. A warning where nothing but the metadata of offloading\n"
		"and router differs, a note where a library or a launcher alone is changed, or\n"
		"where other metadata mend a finding of the base.\n"
		"Points and keys that are gone need no entry.",
	.on_trees = check_trees,
};
