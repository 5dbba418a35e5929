/* Concurrencies in messages. */
#ifndef RULES_CONCS_H
#define RULES_CONCS_H

#include "base/buf.h"

/* Adds ", 16" to a list in a message; "..." once it is long. */
void concs_add(struct buf *b, int64_t conc);

#endif
