/* launcher-model-not-mapped: a launcher gives up on a config before it starts anything. */
#include "check/rule.h"
#include "plan/plans.h"

static size_t
count_arms(const struct config *config)
{
	size_t n = 0;
	for (size_t i = 0; i < config->scenarios.n; i++)
		n += config->scenarios.v[i]->arms.n;
	return n;
}

static void
check_repo(struct check *c)
{
	if (!plans_possible(c->plans)) {
		not_judged(c, S("runners"), "there are no launchers");
		return;
	}
	const struct arm_routes *all = plans_routes(c->plans);
	for (size_t i = 0; i < all->n; i++) {
		const struct arm_route *x = all->v[i];
		if (x->route->end == ROUTE_UNKNOWN)
			not_judged(c, x->config->key, "on %.*s: %.*s",
				STR(x->machine->short_name), STR(x->route->why));
		if (x->route->end != ROUTE_REFUSED)
			continue;
		struct ixc_finding *f = report(c, x->config->key_node->span,
			"%.*s exits for %.*s without starting anything",
			STR(x->machine->launcher), STR(quote(c->arena, x->config->key)));
		finding_arm(f, arm_path(c->arena, x->arm), count_arms(x->config));
		if (f->related.n)
			continue;
		finding_subject(f, "%.*s: %.*s", STR(x->config->key),
			STR(x->machine->short_name));
		finding_related(f, x->route->span, "it exits here");
		finding_note(f, "model-prefix %.*s, precision %.*s, framework %.*s",
			STR(quote(c->arena, x->config->model_prefix.v)),
			STR(quote(c->arena, x->config->precision.v)),
			STR(quote(c->arena, x->config->framework.v)));
	}
}

const struct ixc_rule rule_launcher_model_not_mapped = {
	.id = "launcher-model-not-mapped",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a launcher refuses a config's model, precision or framework",
	.help = "Launchers of clusters with models on their own storage, and those of multi-node\n"
		"jobs, have a branch for each model prefix, precision and framework; for any\n"
		"other they print 'unsupported' and exit. A config whose runner leads to such a\n"
		"launcher needs a branch there.\n"
		"\n"
		"The launcher is evaluated with the variables of each point. It refuses when\n"
		"every way through it ends in an exit with a bad status and no command that\n"
		"starts a recipe or srt-slurm is on any of them.",
	.on_repo = check_repo,
	.all_routes = true,
};
