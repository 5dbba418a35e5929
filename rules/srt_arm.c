/* Recipes of multi-node arms, for the rules on them. */
#include "srt_arm.h"

const struct srt_recipe *
srt_arm_recipe(struct check *c, const struct arm *arm)
{
	const struct srt_recipe *r = srt_recipe_of_arm(c->repo->recipes, arm);
	if (r->state == SRT_READ)
		return r;
	if (r->state != SRT_NOT_NAMED)
		/* One entry for all rules that would have read it. */
		findings_gap(c->findings, S("multi-node-recipe"), arm->config->key, r->why);
	return NULL;
}

struct span
srt_arm_place(const struct arm *arm)
{
	struct str value;
	const struct yaml_node *setting = arm_setting(arm, S("CONFIG_FILE"), &value);
	return setting ? setting->span : srt_head(arm->node);
}

void
srt_arm_name(struct check *c, struct ixc_finding *f, const struct arm *arm)
{
	size_t total = 0;
	for (size_t i = 0; i < arm->config->scenarios.n; i++)
		total += arm->config->scenarios.v[i]->arms.n;
	finding_arm(f, arm_path(c->arena, arm), total);
}

void
srt_arm_subject(
	struct check *c, struct ixc_finding *f, const struct arm *arm, const char *what)
{
	struct str value;
	if (!arm_setting(arm, S("CONFIG_FILE"), &value))
		value = arm_path(c->arena, arm);
	finding_subject(f, "%.*s: %.*s: %s", STR(arm->config->key), STR(value), what);
}

struct span
srt_head(const struct yaml_node *map)
{
	return yaml_is(map, YAML_MAP) && map->pairs.n ? map->pairs.v[0].key->span
						      : map->span;
}
