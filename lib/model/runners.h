/*
 * configs/runners.yaml: labels with the runners behind them, and facts about their nodes.
 *
 * Reading never fails; what could not be read is absent here and a fault in the list.
 * Accessors take NULL.
 */
#ifndef MODEL_RUNNERS_H
#define MODEL_RUNNERS_H

#include "base/map.h"
#include "model/schema.h"
#include "yaml/load.h"

struct runner_name {
	struct str name;
	const struct yaml_node *node;
};

VEC(runner_names, struct runner_name);

struct runner_label {
	struct str name; /* "h200", "cluster:h200-dgxc" */
	const struct yaml_node *key;
	struct runner_names nodes;
};

struct runner_hardware {
	struct str label;
	const struct yaml_node *key;
	const struct yaml_node *dram_node, *gpus_node; /* as written, or NULL */
	int64_t available_cpu_dram_mib,
		gpus_per_node; /* 0: not given, or beyond 64 bits */
};

VEC(runner_labels, struct runner_label *);
VEC(runner_hardwares, struct runner_hardware *);

struct runners {
	const struct yaml_doc *doc;       /* NULL: there is no such file */
	struct runner_labels labels;      /* in the order written */
	struct runner_hardwares hardware; /* likewise */
	struct map label_by_name, hardware_by_label;
	struct schema_faults faults;
	enum schema_verdict verdict; /* of the reference, syntax included */
};

struct runners *runners_read(struct arena *a, const struct yaml_doc *doc);
const struct runner_label *runners_label(const struct runners *r, struct str name);
const struct runner_hardware *runners_hardware(const struct runners *r, struct str label);
/* "did you mean ...?" over the labels, or empty. */
struct str runners_nearest(struct arena *a, const struct runners *r, struct str label);

#endif
