/* What the rules on pr-links share: taking a link apart. */
#ifndef RULES_PR_LINK_H
#define RULES_PR_LINK_H

#include "base/str.h"

/* The repository whose pull requests the changelog names. */
#define PR_LINK_PREFIX "https://github.com/SemiAnalysisAI/InferenceX/pull/"

enum pr_link_kind {
	PR_LINK_CANONICAL,   /* prefix and ASCII digits, nothing else */
	PR_LINK_PLACEHOLDER, /* to be filled in: a bare word, or prefix and no number */
	PR_LINK_OTHER,       /* issue, other repository, tail behind the number ... */
};

struct pr_link {
	enum pr_link_kind kind;
	struct str faulty; /* the part that is wrong; inside the link, or all of it */
	struct str number; /* digits of a recognisable pull request of the repository */
};

struct pr_link pr_link_read(struct str link);

#endif
