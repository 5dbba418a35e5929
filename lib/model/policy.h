/*
 * configs/ci-priority.yaml: how urgent a benchmark job is.
 *
 * The reference has no schema for it: it compares the version and takes everything else
 * on faith, so a misspelt name is silently without effect. The schema here is ours, and
 * gentle: it says what would make the scoring fail, and warns of names that nothing
 * reads.
 */
#ifndef MODEL_POLICY_H
#define MODEL_POLICY_H

#include "model/schema.h"
#include "yaml/load.h"

struct policy {
	const struct yaml_doc *doc; /* NULL: there is no such file */
	struct schema_faults faults;
	enum schema_verdict
		verdict; /* of the reference, which looks at the version only */
};

struct policy *policy_read(struct arena *a, const struct yaml_doc *doc);

#endif
