/* recipe-sibling-flag-missing: a changed recipe lacks a flag that most of its siblings pass. */
#include "siblings.h"

/* In any of its spellings. */
static bool
passes(const struct map *flags, const struct option_spec *option)
{
	for (size_t n = 0; n < OPTION_NAMES_MAX; n++)
		if (option->name[n] && map_has(flags, str_from(option->name[n])))
			return true;
	return false;
}

static struct recipe_texts
siblings_with(struct check *c, const struct recipe_texts *siblings,
	const struct option_spec *option)
{
	struct recipe_texts with = {0};
	for (size_t n = 0; n < siblings->n; n++)
		if (passes(&siblings->v[n]->flags, option))
			vec_push(c->arena, &with, siblings->v[n]);
	return with;
}

static void
judge(struct check *c, struct trees *t, const struct recipe_text *r,
	const struct recipe_texts *siblings)
{
	struct map seen = {0};
	struct buf flags = buf_new(c->arena, 2000);
	struct str first = source_line(r->source, 1);
	/* Of a changed file only what the change itself takes away; a new one lacks all of it
	 * by its own doing. */
	const struct file_difference *d = trees_file(t, r->path);
	struct map before = {0};
	size_t n = 0;
	if (d->state != FILE_ADDED)
		before = flags_of(c->arena, d->old);
	for (size_t i = 0; i < siblings->n; i++) {
		const struct map *its = &siblings->v[i]->flags;
		for (size_t k = 0; k < its->n; k++) {
			const struct option_spec *o = engine_option(r, its->entry[k].key);
			struct str name = o ? str_from(o->name[0]) : (struct str){0};
			if (!o || map_has(&seen, name) || passes(&r->flags, o))
				continue;
			map_put(c->arena, &seen, name, c);
			struct recipe_texts with = siblings_with(c, siblings, o);
			if (with.n < SIBLINGS_MIN ||
				(double)with.n < SIBLINGS_SHARE * (double)siblings->n ||
				(d->state != FILE_ADDED && !passes(&before, o)))
				continue;
			buf_addf(&flags, "%s%.*s", n++ ? ", " : "", STR(name));
		}
	}
	if (!n)
		return;
	struct ixc_finding *f = report(c, span_in(r->source, 0, first.n),
		"most of %zu sibling recipes pass %.*s, this one does not", siblings->n,
		STR(buf_str(&flags)));
	finding_subject(f, "%.*s", STR(buf_str(&flags)));
	finding_note(f, "they are %.*s", STR(names_of(c->arena, siblings)));
}

static void
check_trees(struct check *c, struct trees *t)
{
	each_changed_recipe(c, t, judge);
}

const struct ixc_rule rule_recipe_sibling_flag_missing = {
	.id = "recipe-sibling-flag-missing",
	.severity = IXC_NOTE,
	.confidence = IXC_MEDIUM,
	.needs = IXC_NEEDS_BASE,
	.since = "0.1",
	.summary = "a changed recipe lacks a flag that most of its siblings pass",
	.help = "At least four and four fifths of the recipes of the same model and engine in the\n"
		"same folder pass a flag, and a new recipe does not, or the change takes it away.\n"
		"Often it was lost when the recipe was copied; when it is meant, nothing is to be\n"
		"done.\n"
		"\n"
		"The texts are compared, comments left out.",
	.on_trees = check_trees,
};
