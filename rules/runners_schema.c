/* runners-schema: the shape of configs/runners.yaml. */
#include "schema_faults.h"

static void
check_repo(struct check *c)
{
	const struct schema_faults *faults = &c->repo->runners->faults;
	for (size_t i = 0; i < faults->n; i++) {
		/* The text names the last part of the path itself. */
		struct str path = faults->v[i].path;
		size_t dot = str_rfind_byte(path, '.');
		schema_report(c, &faults->v[i],
			dot < path.n ? str_slice(path, 0, dot) : S("runners.yaml"));
	}
}

const struct ixc_rule rule_runners_schema = {
	.id = "runners-schema",
	.severity = IXC_ERROR,
	.fixes = IXC_FIX_SAFE,
	.since = "0.1",
	.summary = "configs/runners.yaml has a shape that the sweep refuses",
	.help = "configs/runners.yaml maps each label to a list of node names (at least one),\n"
		"and each cluster label of 'hardware' to available-cpu-dram-mib (MiB of host\n"
		"memory that jobs may use) and gpus-per-node, both positive integers. Anything\n"
		"else stops the sweep generator.\n"
		"\n"
		"--fix writes the field for an unknown one when exactly one known field is one\n"
		"change away and not there yet.",
	.on_repo = check_repo,
};
