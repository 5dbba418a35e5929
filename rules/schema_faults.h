/* Turns faults of the schema engine into findings, for the rules on schemas. */
#ifndef RULES_SCHEMA_FAULTS_H
#define RULES_SCHEMA_FAULTS_H

#include "check/rule.h"
#include "model/schema.h"

/* One finding; `what` names the object: "entry 12", "runners.yaml". */
void schema_report(struct check *c, const struct schema_fault *fault, struct str what);
/* The field is not there, but an unknown one that --fix makes it of. */
bool schema_stands_misspelt(struct check *c, const struct schema *schema,
	const struct yaml_node *map, struct str field);

#endif
