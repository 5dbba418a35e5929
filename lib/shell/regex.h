/* Regular expressions of [[ =~ ]], grep, sed and expr, through PCRE2. */
#ifndef SHELL_REGEX_H
#define SHELL_REGEX_H

#include "shell/value.h"

struct regex;

enum regex_kind { REGEX_BASIC, REGEX_EXTENDED, REGEX_PERL };

/* NULL when the expression is not understood or PCRE2 would read it in another way. */
struct regex *regex_compile(
	struct arena *a, struct str text, enum regex_kind kind, bool fold);

struct regex_match {
	struct span_range {
		size_t begin, end;
	} group[10]; /* begin SIZE_MAX: not matched */
	size_t n;
};

/* Searches from `from`. UNKNOWN when a limit is hit. */
enum tri regex_find(
	struct regex *r, struct str text, size_t from, struct regex_match *ret);
/* Which of several alternatives matches may differ between the engines. */
bool regex_is_ambiguous(const struct regex *r);

/* An extended expression that decimal numbers are tested with: true when every natural
 * number without leading zeros matches. */
bool regex_takes_naturals(struct str text);

#endif
