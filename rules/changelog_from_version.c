/* changelog-from-version: "from X to Y", but the base did not run X. */
#include "change_rule.h"
#include "entry_text.h"

static struct str
without_v(struct str s)
{
	return s.n > 1 && s.p[0] == 'v' ? str_slice(s, 1, s.n) : s;
}

/* An image as configs write it, with one spelling of its separators. */
static struct str
spelt(struct arena *a, struct str s)
{
	char *copy = str_z(a, s);
	for (char *p = copy; *p; p++)
		if (*p == '#')
			*p = '/';
	return str_from(copy);
}

static void
judge(struct check *c, struct trees *t, const struct changelog_entry *e,
	const struct said *said, const struct configs *configs)
{
	struct str old = spelt(c->arena, without_v(said->claim.name));
	const struct config *first = NULL;
	for (size_t i = 0; i < configs->n; i++) {
		const struct config *base =
			master_config(t->base.repo->master, configs->v[i]->key);
		if (!base || !base->image.set)
			return; /* new ones have no version that they come from */
		struct str image = spelt(c->arena, base->image.v);
		if (str_contains(image, old) || str_eq(base->image.v, configs->v[i]->image.v))
			return;
		first = first ? first : base;
	}
	if (!first)
		return;
	struct ixc_finding *f = report(c, said->span,
		"entry %zu says it comes from %.*s, but %.*s ran %.*s", e->index,
		STR(quote(c->arena, said->claim.name)), STR(first->key),
		STR(quote(c->arena, first->image.v)));
	finding_subject(f, "%.*s", STR(said->claim.name));
	finding_note(f, "that is its image in %.*s", STR(t->base_name));
	finding_help(f, "mend the description; readers compare the two versions by it");
}

/* "from X to Y": of one sentence, X as it was and Y as it is set, alike in kind. */
static bool
is_left_behind(const struct saids *said, size_t i)
{
	const struct claim *x = &said->v[i].claim;
	if ((x->kind != CLAIM_IMAGE && x->kind != CLAIM_VERSION) || !x->of_image ||
		x->mood != MOOD_HISTORY)
		return false;
	for (size_t k = 0; k < said->n; k++) {
		const struct claim *y = &said->v[k].claim;
		if (said->v[k].item == said->v[i].item && y->sentence == x->sentence &&
			y->kind == x->kind && said_plainly(y))
			return true;
	}
	return false;
}

static void
check_trees(struct check *c, struct trees *t)
{
	const struct changelog *log = c->repo->changelog;
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		if (!e->is_new)
			continue;
		bool whole;
		struct configs configs = entry_configs(c, e, &whole);
		struct saids said = entry_claims(c, e);
		for (size_t k = 0; whole && k < said.n; k++) {
			if (is_left_behind(&said, k))
				judge(c, t, e, &said.v[k], &configs);
		}
	}
}

const struct ixc_rule rule_changelog_from_version = {
	.id = "changelog-from-version",
	.severity = IXC_NOTE,
	.needs = IXC_NEEDS_BASE,
	.since = "0.1",
	.summary = "\"from X to Y\", but the base did not run X",
	.help = "An entry says which image it comes from, and none of its configs ran that one\n"
		"before. Who compares the published results by the text compares the wrong two.\n"
		"\n"
		"Silent where a config is new or keeps its image, and where the sentence does not\n"
		"speak of the image.",
	.on_trees = check_trees,
};
