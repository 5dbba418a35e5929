/* Variables that a recipe sets and that nothing uses. */
#ifndef RULES_VARIABLES_H
#define RULES_VARIABLES_H

#include "check/rule.h"
#include "plan/cases.h"

struct unused {
	symbol id;
	struct str name;
	struct span place;  /* the first assignment */
	struct span last;   /* the last one */
	struct span option; /* the first "--option" that it is made of; no place: none */
	struct str option_text;
	bool exported; /* by another assignment, in another branch */
	bool printed;  /* it is: by echo, for people */
};

VEC(unused_list, struct unused);

/*
 * Of the case's recipe, in the order of the text: names that it assigns without exporting
 * them then, and that stand nowhere else, in it or in what it sources, but in comments,
 * in assignments to themselves and in what is printed. Only those that the case assigns,
 * and that its commands do not get with their environment. `kept` holds what is the same
 * for all cases.
 */
struct unused_list unused_variables(
	struct check *c, const struct case_plan *p, struct map *kept);

/*
 * Whose finding an unused variable is. Read by an engine, or by a library below it, and
 * not exported when the server starts: export-missing. Computed for the captured graphs,
 * whose sizes a sibling passes: capture-sizes-computed-unused. The rest: unused-variable.
 */
bool lacks_export(struct check *c, const struct case_plan *p, const struct unused *u,
	struct map *kept, struct span *place);

/* A recipe of the same framework that tells its engine which graphs to capture. */
struct sibling {
	struct str recipe;
	struct span option;
	struct str option_text;
};

bool lacks_capture_option(struct check *c, const struct case_plan *p,
	const struct unused *u, struct map *kept, struct sibling *ret);

/* The first place where a script says the word outside of comments; no place: nowhere. */
struct span script_says(const struct session_script *script, struct str word);

#endif
