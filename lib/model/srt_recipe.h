/*
 * Multi-node recipes in srt-slurm's form, as benchmarks/multi_node/srt-slurm-recipes/
 * keeps them.
 *
 * An arm names its recipe in additional-settings: CONFIG_FILE=recipes/X[:selector], where
 * recipes/X is srt-slurm-recipes/X in the repository, laid over a clone of srt-slurm by
 * the launcher. A folder that the repository does not have exists in that clone only, so
 * nothing can be said of its files. A recipe is read once, when first asked for.
 *
 * Whatever is not understood is `known == false`; rules then say so in the ledger.
 */
#ifndef MODEL_SRT_RECIPE_H
#define MODEL_SRT_RECIPE_H

#include "base/tree.h"
#include "model/master.h"
#include "yaml/load.h"

enum srt_state {
	SRT_READ,
	SRT_NOT_NAMED,  /* the arm has no such setting */
	SRT_ELSEWHERE,  /* not in this repository */
	SRT_MISSING,    /* its folder is in this repository, the file is not */
	SRT_NO_VARIANT, /* the file has no such override */
	SRT_NOT_READ,   /* unreadable, or laid out in a way that is not known here */
};

struct srt_int {
	bool known;
	int64_t v;
	const struct yaml_node *node; /* where it stands; NULL: by default */
};

struct srt_flag {
	bool known, v;
	const struct yaml_node *node;
};

struct srt_text {
	bool known; /* it is there, and a scalar */
	struct str v;
	const struct yaml_node *node;
};

enum srt_engine { SRT_ENGINE_UNKNOWN, SRT_SGLANG, SRT_VLLM, SRT_TRTLLM };

/* The workers that do one part of the work, with the sizes their engine is told. */
struct srt_role {
	bool set; /* the recipe has workers of this role */
	struct srt_int workers;
	const struct yaml_node *options; /* of the engine; NULL: none */
	struct srt_int tp, pp, dp;
	struct srt_int dcp, cp; /* decode context, prefill context parallelism */
	struct srt_int ep;      /* ranks that the experts are spread over */
	bool ep_may_be_tp; /* an all-to-all backend that makes it tp, whatever it says */
	struct srt_flag dp_attn;
	struct srt_int redundant_experts;
};

enum srt_role_name { SRT_PREFILL, SRT_DECODE, SRT_AGGREGATE, SRT_ROLES };

VEC(srt_ints, struct srt_int);

struct srt_recipe {
	enum srt_state state;
	struct str why;  /* when it was not read: one clause; else empty */
	struct str path; /* in the repository; empty when it is not there */
	struct str selector;
	const struct yaml_doc *doc;
	const struct yaml_node *root; /* with the override merged in */
	struct srt_text model_path, container;
	enum srt_engine engine;
	struct srt_role role[SRT_ROLES];
	struct srt_text benchmark; /* its type */
	bool concs_known;
	struct srt_ints concs;
	struct srt_text dynamo_version; /* of a release or wheel */
	struct srt_text dynamo_hash;    /* of a commit */
};

struct srt_recipes; /* those read so far */

struct srt_recipes *srt_recipes_new(
	struct arena *a, struct sources *sources, struct tree *tree);
/* By the value of the setting. Never NULL. */
const struct srt_recipe *srt_recipe(struct srt_recipes *recipes, struct str setting);
/* By the arm's CONFIG_FILE. Never NULL. */
const struct srt_recipe *srt_recipe_of_arm(
	struct srt_recipes *recipes, const struct arm *arm);

/* The item NAME=value of an arm that counts: all are exported, prefill's first, so the
 * last one wins. NULL when there is none. */
const struct yaml_node *arm_setting(
	const struct arm *arm, struct str name, struct str *ret_value);
/* An option of an engine, spelt with '-' or '_'. NULL when absent. */
const struct yaml_node *srt_option(
	struct arena *a, const struct yaml_node *options, const char *name);

#endif
