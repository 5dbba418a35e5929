/* recipe-conc-mismatch: concurrencies of an arm that its recipe does not run. */
#include "concs.h"
#include "srt_arm.h"

enum { TEXT_BYTES = 4096 };

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

static struct str
never_run(struct check *c, const struct arm *arm, const struct srt_recipe *r,
	const struct yaml_node **ret_first)
{
	struct buf b = buf_new(c->arena, TEXT_BYTES);
	for (size_t i = 0; i < arm->conc.n; i++) {
		if (recipe_has(r, arm->conc.v[i].v))
			continue;
		*ret_first = *ret_first ? *ret_first : arm->conc.v[i].node;
		concs_add(&b, arm->conc.v[i].v);
	}
	return buf_str(&b);
}

/* An arm that gives only the highest of the recipe's list stands for all of it; that is
 * the one which evaluation takes too. */
static bool
stands_for_all(const struct arm *arm, const struct srt_recipe *r)
{
	int64_t conc = arm->conc.v[0].v;
	for (size_t i = 0; i < r->concs.n; i++)
		if (r->concs.v[i].v > conc)
			return false;
	return arm->conc.n == 1 && recipe_has(r, conc);
}

static struct str
run_besides(struct check *c, const struct arm *arm, const struct srt_recipe *r)
{
	struct buf b = buf_new(c->arena, TEXT_BYTES);
	for (size_t i = 0; i < r->concs.n; i++)
		if (!arm_has(arm, r->concs.v[i].v))
			concs_add(&b, r->concs.v[i].v);
	return buf_str(&b);
}

static void
compare(struct check *c, const struct arm *arm, const struct srt_recipe *r)
{
	const struct yaml_node *place = NULL;
	struct str never = never_run(c, arm, r, &place);
	struct str more = run_besides(c, arm, r);
	struct span list = r->concs.v[0].node->span;
	if (never.n) {
		struct ixc_finding *f = report(c, place->span,
			"concurrency %.*s is not in the recipe, so it never runs",
			STR(never));
		srt_arm_subject(c, f, arm, "never runs");
		finding_related(f, list, "the recipe's list");
		finding_note(f,
			"sa-bench runs the list of the recipe, whatever the config says");
		finding_help(f,
			"put it into the recipe's 'concurrencies', or take it out here");
	}
	if (more.n && !stands_for_all(arm, r)) {
		struct ixc_finding *f = report(c, arm->conc.v[0].node->span,
			"the recipe also runs concurrency %.*s", STR(more));
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
		"note, unless the config lists nothing but the recipe's highest: many arms stand\n"
		"for their recipe's whole list so.\n"
		"\n"
		"Benchmarks of type custom take the list from the environment and are not\n"
		"judged, nor are recipes made of a base and overrides.",
	.on_arm = check_arm,
};
