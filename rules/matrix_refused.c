/* matrix-refused: the sweep generator ends at an arm that the schema lets through. */
#include "check/rule.h"
#include "matrix/matrix.h"
#include "plan/plans.h"

#include <string.h>

/* The others are reported where they are: config-schema, runner-label-unknown and so on.
 * What is left of a file that is no YAML proves nothing. */
static bool
is_ours(const struct check *c, const struct matrix_error *e)
{
	return repo_masters_complete(c->repo) && e->config && (strcmp(e->id, "dram") == 0 || strcmp(e->id, "row") == 0 ||
				    strcmp(e->id, "crash") == 0);
}

static void
check_repo(struct check *c)
{
	plans_routes(c->plans);
	const struct matrix_errors *all = &c->plans->matrix->errors;
	for (size_t i = 0; i < all->n; i++) {
		const struct matrix_error *e = &all->v[i];
		if (strcmp(e->id, "limit") == 0)
			not_judged(c, e->config ? e->config->key : S("all"), "%.*s", STR(e->text));
		if (!is_ours(c, e))
			continue;
		struct ixc_finding *f = report(c, e->span, "%.*s", STR(e->text));
		finding_subject(f, "%.*s: %.*s", STR(e->config->key), STR(e->text));
		finding_related(f, e->config->key_node->span, "the config");
		finding_note(f, "utils/matrix_logic/generate_sweep_configs.py ends here, so a "
				"sweep with this config has no job at all");
	}
}

const struct ixc_rule rule_matrix_refused = {
	.id = "matrix-refused",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "the sweep generator ends at an arm that the schema lets through",
	.help = "The schema of the master configs looks at each field. What fields make\n"
		"together is only seen when the sweep's matrix is computed: an arm with\n"
		"kv-offloading: dram that takes more GPUs than a node of its runner has, a\n"
		"prefill replica that does not divide them, a utilization that is no number, a\n"
		"finished row without what it needs. The generator then ends with an error, and\n"
		"no job starts, also none of other configs in the same run.\n"
		"\n"
		"'infxcheck matrix' computes the same rows and stops at the same places. A\n"
		"runner without a hardware record is runner-label-unknown.",
	.on_repo = check_repo,
};
