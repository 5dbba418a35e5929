/* recipe-file-missing: the launcher of a config's machines finds no recipe. */
#include "check/rule.h"
#include "plan/plans.h"

/* Recipes of the machine's hardware: that of another is never what was meant. */
static bool
is_for(struct arena *a, struct str name, const struct machine *m)
{
	struct str rest, hardware = str_cut(m->short_name, '-', &rest);
	return str_contains(name, str_fmt(a, "_%.*s_", STR(hardware))) ||
	       str_contains(name, str_fmt(a, "_%.*s.", STR(hardware)));
}

static void
suggest_recipe(struct check *c, struct ixc_finding *f, struct str missing,
	const struct machine *m)
{
	struct suggestions near = {0};
	struct names files = {0};
	struct tree *t = c->repo->tree;
	size_t slash = str_rfind_byte(missing, '/');
	struct str folder = str_slice(missing, 0, slash);
	if (slash == missing.n || t->list(t, c->arena, folder, &files) != TREE_OK)
		return;
	struct str name = str_slice(missing, slash + 1, missing.n);
	for (size_t i = 0; i < files.n; i++)
		if (is_for(c->arena, files.v[i], m))
			suggest_offer(&near, name, files.v[i]);
	if (near.n)
		finding_help(f, "%.*s", STR(suggest_text(c->arena, &near)));
}

static void
report_route(struct check *c, const struct arm_route *x, size_t total)
{
	const struct route *r = x->route;
	struct ixc_finding *f = report(c, x->config->key_node->span,
		"%.*s has no recipe on %.*s: %.*s does not exist",
		STR(quote(c->arena, x->config->key)), STR(x->machine->short_name),
		STR(quote(c->arena, r->recipe)));
	finding_arm(f, arm_path(c->arena, x->arm), total);
	if (f->related.n)
		return; /* another arm of the config has said the rest */
	finding_subject(f, "%.*s: %.*s", STR(x->config->key), STR(x->machine->short_name));
	finding_related(f, r->span, "started here");
	for (size_t i = 0; i < r->candidates.n; i++)
		finding_absent(f, r->candidates.v[i]);
	for (size_t i = 0; i + 1 < r->candidates.n; i++)
		finding_note(f, "%.*s was tried before",
			STR(quote(c->arena, r->candidates.v[i])));
	finding_note(f, "the job would fail after its machine was allocated");
	suggest_recipe(c, f, r->recipe, x->machine);
}

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
		if (x->route->end == ROUTE_NO_FILE)
			report_route(c, x, count_arms(x->config));
	}
}

const struct ixc_rule rule_recipe_file_missing = {
	.id = "recipe-file-missing",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a config's launcher starts a recipe that does not exist",
	.help = "The machine that takes a job runs runners/launch_NAME.sh, which puts the path of\n"
		"the recipe together from the experiment's model prefix, precision, framework,\n"
		"scenario and speculative decoding. Most launchers do not look whether the file\n"
		"exists: the job waits for its machine and fails there.\n"
		"\n"
		"The launchers of the checked tree are evaluated for each point, so no list of\n"
		"names is involved. A runner label may lead to several launchers; each of them\n"
		"must find a recipe. The suffix _mtp comes from spec-decoding, not from the\n"
		"config's key.",
	.on_repo = check_repo,
	.all_routes = true,
};
