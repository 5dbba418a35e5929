/* recipe-conc-mismatch: concurrencies of an arm that its recipe does not run. */
#include "concs.h"
#include "srt_arm.h"

static bool
recipe_has(const struct srt_recipe *r, int64_t conc)
{
	for (size_t i = 0; i < r->concs.n; i++)
		if (r->concs.v[i].v == conc)
			return true;
	return false;
}

static bool
arm_has(const struct arm *arm, int64_t conc)
{
	for (size_t i = 0; i < arm->conc.n; i++)
		if (arm->conc.v[i].v == conc)
			return true;
	return false;
}

static void
compare(struct check *c, const struct arm *arm, const struct srt_recipe *r)
{
	struct buf never = buf_new(c->arena, 4096), more = buf_new(c->arena, 4096);
	const struct yaml_node *place = NULL;
	for (size_t i = 0; i < arm->conc.n; i++) {
		if (recipe_has(r, arm->conc.v[i].v))
			continue;
		place = place ? place : arm->conc.v[i].node;
		concs_add(&never, arm->conc.v[i].v);
	}
	for (size_t i = 0; i < r->concs.n; i++)
		if (!arm_has(arm, r->concs.v[i].v))
			concs_add(&more, r->concs.v[i].v);
	struct span list = r->concs.v[0].node->span;
	if (never.n) {
		struct ixc_finding *f = report(c, place->span,
			"concurrency %.*s is not in the recipe, so it never runs",
			STR(buf_str(&never)));
		srt_arm_subject(c, f, arm, "never runs");
		finding_related(f, list, "the recipe's list");
		finding_note(f,
			"sa-bench runs the list of the recipe, whatever the config says");
		finding_help(f,
			"put it into the recipe's 'concurrencies', or take it out here");
	}
	if (more.n) {
		struct ixc_finding *f = report(c, arm->conc.v[0].node->span,
			"the recipe also runs concurrency %.*s", STR(buf_str(&more)));
		finding_at_most(f, IXC_NOTE);
		srt_arm_subject(c, f, arm, "also runs");
		finding_related(f, list, "the recipe's list");
		finding_note(f, "those points take time and give results that no config "
				"announces");
	}
}

static void
check_arm(struct check *c, const struct arm *arm)
{
	const struct srt_recipe *r = srt_arm_recipe(c, arm);
	if (!r || !arm->conc.n)
		return;
	if (r->benchmark.known && str_eqz(r->benchmark.v, "custom"))
		return; /* it is given the concurrencies when it runs */
	if (!r->benchmark.known || !str_eqz(r->benchmark.v, "sa-bench"))
		not_judged(c, arm->config->key, "its recipe runs an unknown benchmark");
	else if (r->root != r->doc->root)
		not_judged(c, arm->config->key,
			"its recipe is made of a base and an override");
	else if (!r->concs_known)
		not_judged(c, arm->config->key,
			"the concurrencies of its recipe are not plain");
	else
		compare(c, arm, r);
}

const struct ixc_rule rule_recipe_conc_mismatch = {
	.id = "recipe-conc-mismatch",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "an arm's concurrencies are not those of its recipe",
	.help = "With benchmark type sa-bench a multi-node recipe runs its own list,\n"
		"'benchmark.concurrencies'. What the config lists and the recipe does not never\n"
		"runs: an error. What only the recipe lists runs without being announced: a\n"
		"note.\n"
		"\n"
		"Benchmarks of type custom take the list from the environment and are not\n"
		"judged, nor are recipes made of a base and overrides.",
	.on_arm = check_arm,
};
