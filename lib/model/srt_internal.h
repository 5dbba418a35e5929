/* What the parts of the recipe reader share. Internal to lib/model. */
#ifndef MODEL_SRT_INTERNAL_H
#define MODEL_SRT_INTERNAL_H

#include "model/srt_recipe.h"

struct srt_recipes {
	struct arena *a;
	struct sources *sources;
	struct tree *tree;
	struct map by_setting; /* to struct srt_recipe */
	struct map
		by_path; /* to struct srt_file: many settings name variants of one file */
	struct map by_folder; /* to struct names: its files */
	size_t merged;        /* pairs copied for overrides */
};

/* srt_variant.c: what a file with a `base` says under r->selector. Sets r->root, or
 * another state and why. */
void srt_choose_variant(
	struct srt_recipes *recipes, struct srt_recipe *r, const struct yaml_node *file);
/* srt_fields.c: from r->root to everything behind it. */
void srt_read_fields(struct arena *a, struct srt_recipe *r);

#endif
