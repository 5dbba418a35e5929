/* libyaml's events to nodes: structure, anchors, aliases, limits. */
#ifndef YAML_COMPOSE_H
#define YAML_COMPOSE_H

#include "yaml/loader.h"

#include <yaml.h>

enum compose_status {
	COMPOSE_ON,
	COMPOSE_TOO_DEEP, /* reported; like a fault, reading can go on at the next item */
	COMPOSE_STOP,     /* nothing more can be read */
	COMPOSE_RETRY,    /* a replacement was made: the item has to be read again */
	COMPOSE_MISFIT,   /* a new start in the middle gave no part of the root */
};

/* One more node, at a place; false when that is too many, which is then reported. */
bool compose_count_node(struct loader *l, size_t at);
enum compose_status compose_event(struct loader *l, const yaml_event_t *event);
/* Leaves only the root open. What a fault tore of a top-level item becomes YAML_BAD. The
 * fault's construct begins at fault_begin; what is lost ends at lost_end. */
void compose_unwind(struct loader *l, size_t fault_begin, size_t lost_end);
struct snapshot compose_snapshot(const struct loader *l);
void compose_restore(struct loader *l, const struct snapshot *to);
/* Closes what is still open and gives the root. */
void compose_finish(struct loader *l);

#endif
