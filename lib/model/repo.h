/*
 * One view of the checked repository: every file that the rules read, loaded once.
 */
#ifndef MODEL_REPO_H
#define MODEL_REPO_H

#include "base/map.h"
#include "base/tree.h"
#include "model/changelog.h"
#include "model/golden.h"
#include "model/hbm_profile.h"
#include "model/master.h"
#include "model/runners.h"
#include "model/srt_recipe.h"
#include "yaml/load.h"

struct repo_file {
	struct str path;
	enum tree_status status;
	const struct source *source; /* empty text when the file could not be read */
	struct yaml_doc *doc;        /* NULL when the file could not be read */
};

VEC(repo_files, struct repo_file *);

struct repo {
	struct arena *arena;
	struct sources *sources;
	struct tree *tree;
	struct repo_files files; /* in the order of loading */
	const struct repo_file *changelog_file;
	const struct repo_file *amd, *nvidia; /* master configs */
	const struct repo_file *runners_file;
	const struct changelog *changelog; /* never NULL; empty when it could not be read */
	const struct master *master;       /* never NULL; amd's configs first */
	const struct runners *runners;     /* never NULL */
	struct srt_recipes *recipes;       /* never NULL; read when asked for */
	struct repo_golden *golden;        /* never NULL; likewise: see repo_golden() */
	const struct repo_file *project_file; /* .infxcheck.yaml; NULL: there is none */
	const struct repo_file *hbm_file;  /* NULL: there is no HBM profile */
	const struct hbm_profile *hbm;     /* likewise; see hbm_measured() */
};

/*
 * Loads the files from the tree. Which changelog entries are new is told by `base_changelog`,
 * the bytes of an earlier state: an entry is new when that state does not hold its text. NULL:
 * only the last entry is new. `keys_only`: of the configs nothing but their keys is needed.
 */
struct repo *repo_load(struct arena *a, struct sources *sources, struct tree *tree,
	struct str changelog_path, const struct str *base_changelog, bool keys_only);

/* Loads the HBM profile: `given`, shown under `path`; or, when NULL, the tree's file at
 * `path`; or, when that is empty, configs/hbm.yaml of the tree, if it is there. */
void repo_load_hbm(struct repo *r, struct str path, const struct str *given);

/* Loads .infxcheck.yaml: `given`, shown under `path`; or, when NULL, the tree's, if it is there.
 */
void repo_load_project(struct repo *r, struct str path, const struct str *given);

/* The acceptance lengths of the tree. */
const struct golden_values *repo_golden(const struct repo *r);

/* True when every key of both masters could be read, so that an absent key is really absent. */
bool repo_masters_complete(const struct repo *r);
/* The same for the runner labels. */
bool repo_runners_complete(const struct repo *r);

#endif
