/* spec-arm-without-spec: an arm with speculative decoding whose server drafts nothing. */
#include "launched.h"

/* Whether a recipe drafts for some of its arms. */
struct drafting {
	struct str recipe;
	bool somewhere;
	VEC(, struct ixc_finding *) findings;
};

VEC(draftings, struct drafting *);

/* Cases of one recipe stand together. */
static struct drafting *
drafting_of(struct check *c, struct str recipe)
{
	struct draftings *all = *c->memory;
	if (!all)
		*c->memory = all = NEW(c->arena, struct draftings);
	if (all->n && str_eq(all->v[all->n - 1]->recipe, recipe))
		return all->v[all->n - 1];
	struct drafting *d = NEW(c->arena, struct drafting);
	d->recipe = recipe;
	vec_push(c->arena, all, d);
	return d;
}

static enum tri
drafts_nothing(const struct serve *s, const void *arg)
{
	(void)arg;
	if (s->speculates == TRI_YES && s->drafts.known)
		return tri_of(s->drafts.v == 0);
	return tri_not(s->speculates);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct point *point = launched_point(p);
	if (!point || point->spec_decoding.n == 0 ||
		str_eqz(point->spec_decoding, "none"))
		return;
	struct drafting *d = drafting_of(c, p->of->recipe);
	enum tri nothing = launched_ask(p, drafts_nothing, NULL);
	d->somewhere |= nothing == TRI_NO;
	if (nothing != TRI_YES)
		return;
	const struct serve *s = p->servers.v[0];
	struct ixc_finding *f = report_plan(c, s->command->launch->span,
		"the arm says spec-decoding: %.*s, but the launched server drafts nothing",
		STR(point->spec_decoding));
	finding_subject(f, "%.*s", STR(p->of->recipe));
	const struct yaml_node *said = point->arm->spec_decoding.node;
	if (f->related.n == 0)
		finding_related(f, said ? said->span : point->arm->span,
			"an arm that gets there");
	finding_note(f, "%.*s chooses this recipe for it",
		STR(p->of->arms.v[0].route->machine->launcher));
	finding_note(f, "the result would be published as one with speculative decoding");
	finding_help(f,
		"pass the draft configuration, or let these points be an arm with "
		"spec-decoding: none");
	if (d->findings.n == 0 || d->findings.v[d->findings.n - 1] != f)
		vec_push(c->arena, &d->findings, f);
}

/* A recipe that drafts for some arms has decided not to for the others. */
static void
after_plans(struct check *c)
{
	const struct draftings *all = *c->memory;
	for (size_t i = 0; all && i < all->n; i++)
		for (size_t k = 0; k < all->v[i]->findings.n; k++) {
			struct ixc_finding *f = all->v[i]->findings.v[k];
			if (!all->v[i]->somewhere) {
				finding_note(
					f, "the recipe drafts for none of its points");
				continue;
			}
			finding_at_most(f, IXC_WARNING);
			finding_note(f, "for other points the recipe drafts tokens");
		}
}

const struct ixc_rule rule_spec_arm_without_spec = {
	.id = "spec-arm-without-spec",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "an arm with speculative decoding whose server drafts nothing",
	.help = "The spec-decoding of an arm chooses the recipe and is published with the result.\n"
		"When the launched command has no draft configuration, because the launcher went\n"
		"to the recipe without drafts, a flag got lost, or a branch for some\n"
		"concurrencies leaves it out, a result without drafts carries the label of one\n"
		"with them.\n"
		"\n"
		"A warning where the recipe drafts for some of its arms: then it chose not to for\n"
		"the others, and only the label is wrong.",
	.on_plan = check_plan,
	.after_plans = after_plans,
};
