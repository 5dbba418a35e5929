/* The shape of an HBM profile, for the schema engine. */
#ifndef MODEL_HBM_SCHEMA_H
#define MODEL_HBM_SCHEMA_H

#include "model/schema.h"

extern const struct schema schema_hbm_profile;

#endif
