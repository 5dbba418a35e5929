/*
 * Patterns of case, [[ == ]], ${x#...} and file names.
 *
 * A pattern is a value in which what was quoted is preceded by a backslash
 * (pattern_quote), so that a pattern can come from the value of a variable as well. What
 * is unknown in it may be any pattern. Matching follows all alternatives at once: its
 * time is the product of the two lengths, whatever the pattern.
 */
#ifndef SHELL_PATTERN_H
#define SHELL_PATTERN_H

#include "shell/value.h"

struct pattern;

/* `fold`: letters match in either case. */
const struct pattern *pattern_parse(struct arena *a, const struct value *text, bool fold);
/* It stands for one text only. */
bool pattern_is_text(const struct pattern *p, struct str *ret);
bool pattern_has_hole(const struct pattern *p);

/* Whether the whole subject matches. */
enum tri pattern_match(
	struct arena *a, const struct value *subject, const struct pattern *p);
/* The same for a known text and a pattern without holes. */
bool pattern_match_text(struct arena *a, struct str text, const struct pattern *p);
/* Length of the longest (or shortest) beginning of the text that matches; SIZE_MAX: none.
 */
size_t pattern_match_front(
	struct arena *a, struct str text, const struct pattern *p, bool longest);
/* Likewise where the longest (shortest) matching end begins. */
size_t pattern_match_back(
	struct arena *a, struct str text, const struct pattern *p, bool longest);

/* Adds text so that it stands for itself. */
void pattern_quote(struct value_builder *b, struct str text);
/* Has characters with a meaning in patterns. */
bool pattern_is_special(struct str text);

#endif
