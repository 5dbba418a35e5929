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

enum compose_status compose_event(struct loader *l, const yaml_event_t *event);
/* Drops what is open below the root; what is lost of a top-level item becomes YAML_BAD.
 */
void compose_unwind(struct loader *l, size_t lost_end);
struct snapshot compose_snapshot(const struct loader *l);
void compose_restore(struct loader *l, const struct snapshot *to);
/* Closes what is still open and gives the root. */
void compose_finish(struct loader *l);

#endif
