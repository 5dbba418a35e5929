/* router-version-mismatch: the router's version is not that of the recipe's Dynamo. */
#include "srt_arm.h"

static bool
is_commit(struct str s)
{
	size_t i = 0;
	while (i < s.n &&
		((s.p[i] >= '0' && s.p[i] <= '9') || (s.p[i] >= 'a' && s.p[i] <= 'f')))
		i++;
	return s.n >= 7 && i == s.n;
}

static struct str
without_v(struct str s)
{
	return str_starts(s, S("v")) ? str_slice(s, 1, s.n) : s;
}

/* What the recipe installs, when it can be compared with the version. */
static const struct srt_text *
comparable(struct check *c, const struct arm *arm, const struct srt_recipe *r,
	struct str version)
{
	const struct srt_text *dynamo =
		r->dynamo_hash.known ? &r->dynamo_hash : &r->dynamo_version;
	if (!dynamo->known)
		not_judged(c, arm->config->key, "its recipe names no version of Dynamo");
	else if (is_commit(version) != (dynamo == &r->dynamo_hash))
		not_judged(c, arm->config->key,
			"of router and recipe one names a commit, the other a version");
	else if (str_contains(dynamo->v, S("/")) || str_ends(dynamo->v, S(".whl")))
		not_judged(c, arm->config->key, "its recipe names a file");
	else
		return dynamo;
	return NULL;
}

static void
check_arm(struct check *c, const struct arm *arm)
{
	const struct component *router =
		arm->router->node ? arm->router : arm->config->router;
	if (!router->set || !router->version.set || !router->name.set ||
		!str_starts(router->name.v, S("dynamo")))
		return;
	const struct srt_recipe *r = srt_arm_recipe(c, arm);
	struct str version = router->version.v;
	const struct srt_text *dynamo = r ? comparable(c, arm, r, version) : NULL;
	if (!dynamo)
		return;
	bool same = is_commit(version) ? str_starts(dynamo->v, version) ||
						 str_starts(version, dynamo->v)
				       : str_eq(without_v(version), without_v(dynamo->v));
	if (same)
		return;
	struct ixc_finding *f = report(c, router->version.node->span,
		"router version is %.*s, but the recipe installs Dynamo %.*s",
		STR(quote(c->arena, version)), STR(quote(c->arena, dynamo->v)));
	finding_subject(f, "%.*s: %.*s", STR(arm->config->key), STR(dynamo->v));
	finding_related(f, dynamo->node->span, "what is installed");
	finding_help(f, "write the version that runs");
	srt_arm_name(c, f, arm);
}

const struct ixc_rule rule_router_version_mismatch = {
	.id = "router-version-mismatch",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "the router's version is not what the recipe installs",
	.help = "'router' tells readers of the results which router served the requests. For\n"
		"dynamo-router it is the Dynamo that the recipe installs ('dynamo.version' or\n"
		"'dynamo.wheel'), so both must name one version.\n"
		"\n"
		"A recipe pinned to a commit is compared only with a version that is a commit\n"
		"too. Routers that come with the image are not judged.",
	.on_arm = check_arm,
};
