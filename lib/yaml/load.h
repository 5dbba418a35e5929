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
	YAML_PROBLEM_TAB,       /* where only spaces can stand */
	YAML_PROBLEM_SYNTAX,
	YAML_PROBLEM_DOCUMENTS, /* a second document */
	YAML_PROBLEM_DUPLICATE_KEY,
	YAML_PROBLEM_KEY,          /* a list or map as key */
	YAML_PROBLEM_MERGE,        /* `<<` with other than maps; `<<`, `=` as a value */
	YAML_PROBLEM_STRICT_MERGE, /* `<<` or `=` as a key: only safe_load takes it */
	YAML_PROBLEM_TAG,          /* unknown, or for another kind of node */
	YAML_PROBLEM_VALUE,        /* shaped like a date or number, but is none */
	YAML_PROBLEM_ALIAS,        /* undefined, or contains itself */
	YAML_PROBLEM_LIMIT,        /* depth, size, alias expansion, digits: ours */
};

struct yaml_problem {
	enum yaml_problem_kind kind;
	struct span span;
	struct span related; /* file 0: none */
	const char *related_label;
	struct str text;     /* one clause, no full stop, with the values in it */
	bool safe_refuses;   /* yaml.safe_load stops here */
	bool strict_refuses; /* so does the strict loader of the changelog tools */
	bool crashes;        /* with an exception that is not a YAML error */
};

VEC(yaml_problems, struct yaml_problem);

struct yaml_doc {
	const struct source *source;
	/* NULL: nothing could be read. A node of kind YAML_NULL: an empty document. */
	struct yaml_node *root;
	/* Syntax faults or limits left holes in the tree: draw no conclusion from what is
	 * absent. A top-level list item or value that a fault tore is YAML_BAD. */
	bool partial;
	/* The reference's loader takes the document. False also when a limit of ours was
	 * hit, since then nobody knows; there is a YAML_PROBLEM_LIMIT. */
	bool safe_ok, strict_ok;
	struct yaml_problems problems; /* by position */
};

/* Never NULL. Problems that only the strict loader has are recorded too. */
struct yaml_doc *yaml_load(struct arena *a, const struct source *src);

#endif
