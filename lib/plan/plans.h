/*
 * Everything that the checked configs run: each point of the matrix with the machines that
 * may take it and the recipe that their launchers choose. Made when first asked for.
 */
#ifndef PLAN_PLANS_H
#define PLAN_PLANS_H

#include "model/repo.h"
#include "plan/launcher.h"

/* Points of one arm that go the same way on one kind of machine. */
struct arm_route {
	const struct arm *arm;
	const struct config *config;
	const struct machine *machine;
	const struct route *route;
	VEC(, const struct point *) points;
};

VEC(arm_routes, struct arm_route *);

struct plan_cases;
struct recipe_cases;

struct plans {
	struct arena *arena;
	const struct repo *repo;
	struct plans *from; /* that session, launchers and matrix are shared with; or NULL */
	struct session *session;
	struct launchers *launchers;
	const struct matrix *matrix;
	struct str only; /* config key; empty: all. Set before routes are asked for */
	struct arm_routes routes; /* in the order of the points */
	struct map *reaching; /* recipe to the number of its arms; NULL: not counted yet */
	struct names only_recipes; /* see plans_limit(); empty: no limit */
	bool made;
	struct plan_cases *cases; /* see plan/cases.h; NULL: not asked for yet */
	struct recipe_cases *recipe_cases;
	bool undecided; /* some point's way is not known, or the matrix is not whole */
};

struct plans *plans_new(struct arena *a, const struct repo *repo);
/* The same repository again: what depends on no recipe's text is made in `from` when first
 * needed, and shared. With a limit of its own `from` shares that, too. */
struct plans *plans_again(struct arena *a, struct plans *from);
/* What all evaluations of the repository share. */
struct session *plans_session(struct plans *p);
/* See launchers_share(). */
void plans_share_ways(
	struct plans *p, struct plans *from, launcher_same_fn *same, void *user);
/*
 * Only what can reach one of these recipes is of interest: points of configs whose model
 * prefix and precision the recipe's name begins with are followed, no others. Nothing
 * happens when a launcher may choose by something else. Before anything is asked.
 */
void plans_limit(struct plans *p, const struct names *recipes);
/* Whether points of the config are followed. */
bool plans_may_reach(const struct plans *p, const struct config *c);
/* Whether the routes tell of this recipe: always, without a limit. */
bool plans_follows(const struct plans *p, struct str recipe);
/* Whether the tree has launchers; without them nothing can be said. */
bool plans_possible(struct plans *p);
const struct arm_routes *plans_routes(struct plans *p);
/* How many arms reach this recipe. */
size_t plans_reaching(struct plans *p, struct str recipe);

#endif
