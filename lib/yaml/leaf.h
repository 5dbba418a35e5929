/* Scalars: from libyaml's event to a finished node. */
#ifndef YAML_LEAF_H
#define YAML_LEAF_H

#include "yaml/compose.h"

enum compose_status leaf_scalar(
	struct loader *l, const yaml_event_t *event, struct part *ret);

#endif
