/*
 * Bytes to nodes, on libyaml's events.
 *
 * Everything that stands in the way is a problem with a place; what can still be read is
 * read. A document knows whether each of the reference's two loaders would have taken it.
 */
#ifndef YAML_LOAD_H
#define YAML_LOAD_H

#include "yaml/node.h"

enum yaml_problem_kind {
	YAML_PROBLEM_ENCODING,  /* not UTF-8 */
	YAML_PROBLEM_CHARACTER, /* a control character, also in comments */
	YAML_PROBLEM_TAB, /* a tab that separates tokens: libyaml takes it, PyYAML not */
	YAML_PROBLEM_SYNTAX,
	YAML_PROBLEM_DOCUMENTS, /* a second document */
	YAML_PROBLEM_DUPLICATE_KEY,
	YAML_PROBLEM_KEY,   /* a list or map as key */
	YAML_PROBLEM_MERGE, /* `<<` with something else than maps; or `<<`, `=` as a value
			     */
	YAML_PROBLEM_STRICT_MERGE, /* `<<` or `=` as a key: fine for safe_load, not for
				      strict */
	YAML_PROBLEM_TAG,          /* unknown tag */
	YAML_PROBLEM_VALUE,        /* shaped like a date or number, but is none */
	YAML_PROBLEM_ALIAS,        /* undefined, or contains itself */
	YAML_PROBLEM_LIMIT,        /* depth, size, alias expansion, digits */
};

struct yaml_problem {
	enum yaml_problem_kind kind;
	struct span span;
	struct span related; /* file 0: none */
	const char *related_label;
	struct str text; /* one clause, lower case, no full stop, with the values in it */
	bool safe_refuses;   /* yaml.safe_load stops here */
	bool strict_refuses; /* so does the strict loader of the changelog tools */
	bool crashes;        /* with an exception that is not a YAML error */
};

VEC(yaml_problems, struct yaml_problem);

struct yaml_doc {
	const struct source *source;
	struct yaml_node *root; /* NULL: nothing could be read; a node of kind YAML_NULL:
				   an empty document */
	bool partial; /* syntax faults left holes in the tree: draw no conclusion from
			 what is absent */
	bool safe_ok, strict_ok;
	struct yaml_problems problems; /* by position */
};

/* Never NULL. Problems that only the strict loader has are recorded too. */
struct yaml_doc *yaml_load(struct arena *a, const struct source *src);

#endif
