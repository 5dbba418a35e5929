/* config-file-missing: an arm names a recipe that its folder does not hold. */
#include "check/rule.h"

/* Only a misspelling: sizes in these names differ by single characters on purpose. */
static void
suggest_file(struct check *c, struct ixc_finding *f, struct str path)
{
	enum { SLIPS = 3 };
	size_t slash = str_rfind_byte(path, '/');
	struct str file = str_slice(path, slash + 1, path.n);
	struct suggestions near = {0};
	struct names names = {0};
	struct tree *t = c->repo->tree;
	t->list(t, c->arena, str_slice(path, 0, slash), &names);
	for (size_t i = 0; i < names.n; i++)
		if (suggest_distance(file, names.v[i]) <= SLIPS)
			suggest_offer(&near, file, names.v[i]);
	if (near.n)
		finding_help(f, "%.*s", STR(suggest_text(c->arena, &near)));
	else
		finding_help(f, "add the recipe, or name one that is there");
}

static void
check_setting(struct check *c, const struct arm *arm, struct str name)
{
	struct str value;
	const struct yaml_node *setting = arm_setting(arm, name, &value);
	if (!setting)
		return;
	const struct srt_recipe *r = srt_recipe(c->repo->recipes, value);
	if (r->state == SRT_MISSING) {
		struct ixc_finding *f =
			report(c, setting->span, "there is no %.*s", STR(r->path));
		finding_subject(f, "%.*s: %.*s", STR(arm->config->key), STR(value));
		finding_note(f,
			"the launcher lays that folder over its clone of srt-slurm and "
			"then does not find the file: the job ends after its nodes were "
			"allocated");
		suggest_file(c, f, r->path);
	} else if (r->state == SRT_NO_VARIANT) {
		struct ixc_finding *f = report(c, setting->span,
			"%.*s has no variant %.*s: %.*s", STR(r->path),
			STR(quote(c->arena, r->selector)), STR(r->why));
		finding_subject(f, "%.*s: %.*s", STR(arm->config->key), STR(value));
		finding_related(f, span_in(r->doc->source, 0, 0), "the recipe");
		finding_note(f, "srtctl stops at a selector that it cannot resolve");
	} else if (r->state != SRT_READ) {
		findings_gap(c->findings, S("multi-node-recipe"), arm->config->key, r->why);
	}
}

static void
check_arm(struct check *c, const struct arm *arm)
{
	if (!arm->config->multinode)
		return;
	check_setting(c, arm, S("CONFIG_FILE"));
	check_setting(c, arm, S("EVAL_CONFIG_FILE"));
}

const struct ixc_rule rule_config_file_missing = {
	.id = "config-file-missing",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "CONFIG_FILE names a recipe that is not in the repository",
	.help = "A multi-node arm names its recipe in additional-settings, as CONFIG_FILE (and\n"
		"EVAL_CONFIG_FILE for evaluation jobs): recipes/X, which is\n"
		"benchmarks/multi_node/srt-slurm-recipes/X here, with ':SELECTOR' behind it when\n"
		"the file holds a base and overrides. Launchers lay these folders over a clone\n"
		"of srt-slurm. A file that is not there is noticed only on the cluster, when the\n"
		"nodes are already allocated.\n"
		"\n"
		"Only folders that this repository has are judged. A path into another folder\n"
		"names a recipe of srt-slurm's own repository, and names without a folder belong\n"
		"to other launchers; both are counted as not judged.",
	.on_arm = check_arm,
};
