/* Recipes beside a recipe: same folder, same model, same engine. */
#ifndef RULES_SIBLINGS_H
#define RULES_SIBLINGS_H

#include "check/rule.h"
#include "check/trees.h"
#include "plan/options.h"

/* What a recipe's text passes and exports; comments do not count. */
struct recipe_text {
	struct str path;
	const struct source *source;
	struct map flags;   /* as flags_of() gives them */
	struct map exports; /* NAME to struct export_text */
};

struct export_text {
	struct str value; /* as written; empty: made of other variables */
	struct span span;
};

VEC(recipe_texts, const struct recipe_text *);

/* Most of the siblings must have a thing before its absence says anything. */
#define SIBLINGS_MIN 4
#define SIBLINGS_SHARE 0.8

/* The flags that stand in a recipe's text, "--name" as keys. */
struct map flags_of(struct arena *a, struct str text);
/* The option of the recipe's engine, in any spelling; NULL: it is none. */
const struct option_spec *engine_option(const struct recipe_text *r, struct str flag);

/* Calls for each recipe that the change adds or alters and that has enough siblings. */
void each_changed_recipe(struct check *c, struct trees *t,
	void (*call)(struct check *, struct trees *, const struct recipe_text *,
		const struct recipe_texts *siblings));
/* "x.sh, y.sh and 3 more" */
struct str names_of(struct arena *a, const struct recipe_texts *list);

#endif
