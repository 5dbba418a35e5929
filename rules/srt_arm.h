/* What the rules on multi-node recipes share. */
#ifndef RULES_SRT_ARM_H
#define RULES_SRT_ARM_H

#include "check/rule.h"

/* The recipe of an arm; NULL when it names none, or when it could not be read: then the
 * ledger says why. */
const struct srt_recipe *srt_arm_recipe(struct check *c, const struct arm *arm);
/* The place of the arm's CONFIG_FILE; of the arm without one. */
struct span srt_arm_place(const struct arm *arm);
/* Names the arm on a finding that several arms of its config can share. */
void srt_arm_name(struct check *c, struct ixc_finding *f, const struct arm *arm);
/* Subject of a finding about one arm: its config, its recipe and what is compared. */
void srt_arm_subject(
	struct check *c, struct ixc_finding *f, const struct arm *arm, const char *what);
/* The key of the first pair of a mapping: where something missing in it should stand. */
struct span srt_head(const struct yaml_node *map);

#endif
