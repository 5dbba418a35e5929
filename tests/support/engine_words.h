/* Commands with unknown parts, written in one line, and decoded options in one line. */
#ifndef SUPPORT_ENGINE_WORDS_H
#define SUPPORT_ENGINE_WORDS_H

#include "plan/engines.h"

/*
 * Commands are written as words with blanks between. In a word, ~ is a blank and these
 * are unknown parts: ? anything, # digits, @ any number of words, % one of 4 and 8; & is
 * an unquoted unknown value.
 */
const struct value *engine_value(struct arena *a, struct str word, bool *loose);
struct plan_command *engine_command(
	struct arena *a, enum plan_kind kind, enum plan_engine engine, const char *text);

/*
 * "meaning=value; ...", an option without a meaning by its name. ~ before one that is
 * only the beginning of a name, ( ) around one that is overridden, ? for what is unknown,
 * values to choose from with / between, ! and what is wrong (@ and the byte of a text).
 */
struct str engine_shown(struct arena *a, const struct decoded *d);

#endif
