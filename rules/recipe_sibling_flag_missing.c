/* recipe-sibling-flag-missing: a changed recipe lacks a flag that most of its siblings pass. */
#include "siblings.h"

/* Of a changed file only what the change itself takes away; a new one lacks all of it by
 * its own doing. */
static bool
is_news(struct trees *t, const struct recipe_text *r, struct str flag)
{
	const struct file_difference *d = trees_file(t, r->path);
	return d->state == FILE_ADDED || str_contains(d->old, flag);
}

static void
judge(struct check *c, struct trees *t, const struct recipe_text *r,
	const struct recipe_texts *siblings)
{
	struct map seen = {0};
	for (size_t i = 0; i < siblings->n; i++) {
		const struct map *flags = &siblings->v[i]->flags;
		for (size_t k = 0; k < flags->n; k++) {
			struct str flag = flags->entry[k].key;
			struct recipe_texts with = {0};
			if (map_has(&seen, flag) || map_has(&r->flags, flag))
				continue;
			map_put(c->arena, &seen, flag, c);
			for (size_t n = 0; n < siblings->n; n++)
				if (map_has(&siblings->v[n]->flags, flag))
					vec_push(c->arena, &with, siblings->v[n]);
			if (with.n < SIBLINGS_MIN ||
				(double)with.n < SIBLINGS_SHARE * (double)siblings->n ||
				!is_news(t, r, flag))
				continue;
			struct str first = source_line(r->source, 1);
			struct ixc_finding *f = report(c, span_in(r->source, 0, first.n),
				"%.*s is not passed, %zu of %zu sibling recipes pass it",
				STR(flag), with.n, siblings->n);
			finding_subject(f, "%.*s", STR(flag));
			finding_note(f, "they are %.*s", STR(names_of(c->arena, &with)));
		}
	}
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
