/*
 * Where libyaml 0.2.5 and the reference's pure Python loader differ, and which characters
 * may stand in a document at all.
 */
#ifndef YAML_STRICT_H
#define YAML_STRICT_H

#include "yaml/loader.h"

/* Looks at every character. Bad ones are reported and replaced, so that reading can go
 * on; false when this is no text. */
bool strict_characters(struct loader *l);
/* Looks at what stands between tokens, from the last place looked at up to `end`. */
void strict_gap(struct loader *l, size_t end);
/* Looks at the source of a scalar. */
void strict_scalar(struct loader *l, const struct yaml_node *n);
/* libyaml stopped where the reference reads on: true when a replacement was made, so that
 * reading again gets further. `problem` is libyaml's text. */
bool strict_fix(struct loader *l, const char *problem, size_t at, size_t context_at);
/* A `?` without a key in a flow list, which libyaml misreads. */
bool strict_fix_empty_key(struct loader *l, size_t question_mark);
/* Puts the characters of the source back that a replacement hid. */
struct str strict_restore(struct loader *l, struct str text);

/* Length of the line break at i, or 0. */
size_t strict_break(struct str s, size_t i);
bool strict_starts_line(const struct loader *l, size_t i);
bool strict_same_line(const struct loader *l, size_t begin, size_t end);

struct props {
	struct str anchor, tag; /* slices of the source, or empty */
	size_t end; /* where the content starts, blanks and comments skipped */
};

/* Reads `&anchor` and `!tag` before a node; stops at `end`. */
struct props strict_props(const struct loader *l, size_t begin, size_t end);
/* The tag that libyaml resolved (NULL: none) from what is written. */
enum tag strict_tag(const char *uri, struct str written, enum tag otherwise);

#endif
