/* Typed reading of one config; master.c only. */
#ifndef MODEL_MASTER_FIELDS_H
#define MODEL_MASTER_FIELDS_H

#include "model/master.h"

/* Fills everything below key and node. */
void master_read_fields(struct arena *a, struct config *c);

#endif
