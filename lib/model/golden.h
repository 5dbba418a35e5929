/*
 * The acceptance lengths that speculative runs are held to: golden_al_distribution/ of
 * the checked tree, for each model, thinking mode and number of draft tokens one value a
 * curve.
 *
 * A model may have several curves, one for each draft model or sampling method; which one
 * a run belongs to is not told by the files' data, so each of their values is a golden
 * one.
 */
#ifndef MODEL_GOLDEN_H
#define MODEL_GOLDEN_H

#include "base/source.h"
#include "base/tree.h"

#define GOLDEN_FOLDER "golden_al_distribution"

enum golden_mode { GOLDEN_ON, GOLDEN_OFF }; /* thinking */

struct golden_value {
	struct str model; /* as the file writes it: "kimi-k2.5-nvfp4" */
	enum golden_mode mode;
	int64_t drafts;
	double length;
	struct span span; /* of the length */
};

VEC(golden_values, struct golden_value);

/* All of them; none when the tree has no such folder. A file that can't be read in full
 * gives what can be read of it. */
struct golden_values golden_read(
	struct arena *a, struct sources *sources, struct tree *t);

/* Whether a curve was measured with the model, whatever its quantization:
 * "nvidia/Kimi-K2.5-NVFP4" and "kimi-k2.5-int4", but not "kimi-k2.6". */
bool golden_is_of(const struct golden_value *g, struct str model);

const char *golden_mode_name(enum golden_mode m); /* "thinking_on" */

#endif
