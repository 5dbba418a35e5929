/* recipe-sibling-env-differs: a changed recipe exports another value than its siblings. */
#include "siblings.h"

/* The value that most of them export, and who does. */
static struct str
usual_value(struct check *c, const struct recipe_texts *siblings, struct str name,
	struct recipe_texts *ret)
{
	for (size_t i = 0; i < siblings->n; i++) {
		const struct export_text *e = map_get(&siblings->v[i]->exports, name);
		struct recipe_texts same = {0};
		for (size_t k = 0; e && e->value.n && k < siblings->n; k++) {
			const struct export_text *o =
				map_get(&siblings->v[k]->exports, name);
			if (o && str_eq(o->value, e->value))
				vec_push(c->arena, &same, siblings->v[k]);
		}
		*ret = same;
		if (same.n >= SIBLINGS_MIN &&
			(double)same.n >= SIBLINGS_SHARE * (double)siblings->n)
			return e->value;
	}
	return (struct str){0};
}

static void
judge(struct check *c, struct trees *t, const struct recipe_text *r,
	const struct recipe_texts *siblings)
{
	for (size_t i = 0; i < r->exports.n; i++) {
		const struct export_text *e = r->exports.entry[i].value;
		struct str name = r->exports.entry[i].key;
		struct recipe_texts with = {0};
		if (!e->value.n || !trees_touches(t, e->span))
			continue;
		struct str usual = usual_value(c, siblings, name, &with);
		if (!usual.n || str_eq(usual, e->value))
			continue;
		struct ixc_finding *f = report(c, e->span,
			"%.*s is %.*s, %zu of %zu sibling recipes have %.*s", STR(name),
			STR(quote(c->arena, e->value)), with.n, siblings->n,
			STR(quote(c->arena, usual)));
		finding_subject(f, "%.*s", STR(name));
		finding_note(f, "they are %.*s", STR(names_of(c->arena, &with)));
		finding_related(f,
			((const struct export_text *)map_get(&with.v[0]->exports, name))->span,
			"in one of them");
	}
}

static void
check_trees(struct check *c, struct trees *t)
{
	each_changed_recipe(c, t, judge);
}

const struct ixc_rule rule_recipe_sibling_env_differs = {
	.id = "recipe-sibling-env-differs",
	.severity = IXC_NOTE,
	.confidence = IXC_MEDIUM,
	.needs = IXC_NEEDS_BASE,
	.since = "0.1",
	.summary = "a changed recipe exports another value than most of its siblings",
	.help = "At least four and four fifths of the recipes of the same model and engine in the\n"
		"same folder export a variable with one value, and a line that the change adds\n"
		"exports another. Worth a look when it is not what the change is about.\n"
		"\n"
		"Values that are made of other variables are not compared.",
	.on_trees = check_trees,
};
