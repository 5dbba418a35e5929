/* From a scalar's text and tag to its value, exactly as PyYAML's SafeConstructor does it.
 */
#ifndef YAML_SCALAR_H
#define YAML_SCALAR_H

#include "yaml/node.h"
#include "yaml/tag.h"

enum scalar_status {
	SCALAR_OK,
	SCALAR_REFUSED,  /* the reference raises a YAML error */
	SCALAR_CRASH,    /* it dies with another exception */
	SCALAR_TOO_LONG, /* dies too: more digits than Python reads */
	SCALAR_LIMIT,    /* too long for us alone */
};

/* Sets n->kind and the value from n->text. On failure n->kind is YAML_BAD and *ret_why is
 * one clause that says what is wrong. */
enum scalar_status scalar_build(
	struct arena *a, enum tag tag, struct yaml_node *n, struct str *ret_why);

/* Python's repr of a float: "0.8", "1e+16", "inf". */
struct str yaml_float_repr(struct arena *a, double value);

/* User's text for a message: in single quotes, at most 60 bytes, control characters
 * escaped. */
struct str yaml_quote(struct arena *a, struct str s);

#endif
