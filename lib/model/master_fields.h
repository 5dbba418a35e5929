/* Typed reading of one config; master.c only. */
#ifndef MODEL_MASTER_FIELDS_H
#define MODEL_MASTER_FIELDS_H

#include "model/master.h"

/* Fills everything below key and node. Reads at most *arms_left search-space entries and
 * takes them off; false when there were more. */
bool master_read_fields(struct arena *a, struct config *c, size_t *arms_left);

#endif
