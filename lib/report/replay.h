/* What the gate says over a history: findings by rule, and whether a later step mended them. */
#ifndef REPORT_REPLAY_H
#define REPORT_REPLAY_H

#include "base/buf.h"
#include "check/run.h"

struct replay;

struct replay *replay_new(struct arena *a);
/* The next step, oldest first. Nothing of the run is kept but copies. */
void replay_add(struct replay *r, struct str commit, const struct run *run);
void replay_text(struct buf *b, const struct replay *r);
void replay_json(struct buf *b, const struct replay *r);

#endif
