/* Words of a plan against words that were really there. */
#ifndef SUPPORT_WORDS_H
#define SUPPORT_WORDS_H

#include "base/str.h"
#include "shell/state.h"

VEC(words, struct str);

/* What is not known matches any text, and a loose word any number of words. */
bool words_match(const struct fields *plan, const struct words *real);

#endif
