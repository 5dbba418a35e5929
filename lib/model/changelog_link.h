/* Links to pull requests as the changelog spells them. */
#ifndef MODEL_CHANGELOG_LINK_H
#define MODEL_CHANGELOG_LINK_H

#include "yaml/node.h"

/* Everything before the number. The repository is fixed in the reference, too. */
#define CHANGELOG_LINK_START "https://github.com/SemiAnalysisAI/InferenceX/pull/"
#define CHANGELOG_REPOSITORY "SemiAnalysisAI/InferenceX"

/* What is known of the pull request that a change belongs to. */
enum changelog_links {
	CHANGELOG_LINKS_CANONICAL, /* a state of main: new entries have their final link
				    */
	CHANGELOG_LINKS_PR,        /* the number is known: placeholders will become it */
	CHANGELOG_LINKS_OPEN, /* not known: final links and placeholders, kept as they are
			       */
};

struct changelog_pr {
	enum changelog_links links;
	int64_t number;        /* CHANGELOG_LINKS_PR */
	struct str repository; /* likewise: "owner/name" for the link that is written;
				  empty: CHANGELOG_REPOSITORY */
};

/* The final form: the fixed start and decimal digits of any script, as Python's \d. */
bool changelog_link_is_canonical(struct str link);
bool changelog_link_is_placeholder(struct str link);
/* The link that the tools write for the number in pr->repository. */
struct str changelog_link_expected(struct arena *a, const struct changelog_pr *pr);
/* Whether a new entry may have this link. */
bool changelog_link_is_allowed(
	struct arena *a, const struct changelog_pr *pr, struct str link);

/* Python's str(value or ""): "" for what is absent, null or empty; the text; for bytes
 * their notation b'...'. */
struct str changelog_link_text(struct arena *a, const struct yaml_node *value);

#endif
