/*
 * Edits of the changelog at merge time: putting final links into new entries, and
 * resolving a conflict by appending a branch's entries to main.
 *
 * Both are functions over texts. Their result has been read and checked again like a
 * change made by hand; what can't be done safely is refused with a verdict.
 */
#ifndef MODEL_CHANGELOG_EDIT_H
#define MODEL_CHANGELOG_EDIT_H

#include "model/changelog_strict.h"

struct changelog_edit {
	struct changelog_verdict verdict;
	struct str bytes; /* of the result, when the verdict is fine */
	bool changed; /* it differs from `head` (canonicalize), from `main` (resolve) */
};

/*
 * Placeholders in the entries that head adds to base become the link to pr->number;
 * without new entries head is the result. The texts of the edit are added to `sources`,
 * so that a verdict about them has a place.
 */
struct changelog_edit changelog_canonicalize(struct arena *a, struct sources *sources,
	const struct source *base, const struct source *head,
	const struct changelog_pr *pr);

/* The same for texts that have been read already. */
struct changelog_edit changelog_canonicalize_parsed(struct arena *a,
	struct sources *sources, const struct changelog_parsed *base,
	const struct changelog_parsed *head, const struct changelog_pr *pr);

/*
 * The branch's new entries, or its corrected links, on top of main, whose other bytes
 * stay. An entry whose content main already has is left out. Links become the one to
 * pr->number; with CHANGELOG_LINKS_OPEN they stay as written.
 */
struct changelog_edit changelog_resolve(struct arena *a, struct sources *sources,
	const struct source *base, const struct source *branch, const struct source *main,
	const struct changelog_pr *pr);

#endif
