/*
 * YAML as a tree of nodes that know where they stand.
 *
 * Values are typed as PyYAML's safe_load types them (YAML 1.1), since that is what the
 * checked repository runs on. The tree is immutable once loaded. Every accessor takes
 * NULL and gives a neutral answer, so that look-ups can be chained without tests.
 */
#ifndef YAML_NODE_H
#define YAML_NODE_H

#include "base/source.h"
#include "base/str.h"
#include "base/vec.h"

enum yaml_kind {
	YAML_NULL,
	YAML_BOOL,
	YAML_INT,
	YAML_FLOAT,
	YAML_STR,
	YAML_DATE,  /* date or date-time; `text` has it as written */
	YAML_BYTES, /* !!binary; `bytes` has the decoded content */
	YAML_LIST,
	YAML_MAP,
	YAML_SET,   /* !!set: a map whose values are null */
	YAML_PAIRS, /* !!omap, !!pairs: a list of one-pair maps */
	YAML_BAD,   /* the reference cannot build it; a problem says why */
};

enum yaml_style {
	YAML_PLAIN,
	YAML_SINGLE_QUOTED,
	YAML_DOUBLE_QUOTED,
	YAML_LITERAL,
	YAML_FOLDED,
	YAML_BLOCK, /* collections */
	YAML_FLOW,
};

struct yaml_int {
	struct str decimal; /* canonical: "-42", no leading zeros, any size */
	int64_t value;      /* when it fits */
	bool fits;
};

/* Enough to compare as Python does: a date never equals a date-time, nor one with a zone
 * one without. */
struct yaml_date {
	int64_t microseconds; /* since 0001-01-01, in UTC when there is a zone */
	bool has_time, has_zone;
};

struct yaml_node;
struct yaml_index;

struct yaml_pair {
	struct yaml_node *key, *value;
	bool merged; /* came in through a merge key `<<` */
};

VEC(yaml_items, struct yaml_node *);
VEC(yaml_pairs, struct yaml_pair);

struct yaml_rare {
	struct str tag; /* explicit tag as written ("!!str"), or empty */
	/* Alias: the anchored node, whose value this one has too; else NULL. */
	const struct yaml_node *target;
};

/* A file may have hundreds of thousands: every field counts. */
struct yaml_node {
	enum yaml_kind kind;
	enum yaml_style style;
	/* As written here: quotes, brackets and block header included, tag and anchor
	 * not; a block collection from its first child to its last; for an alias the
	 * `*name`. An empty value (`key:`) has an empty span right behind the colon. */
	struct span span;
	struct str text; /* scalars: content after unquoting and folding */
	const struct yaml_rare *rare; /* what few nodes have, or NULL */
	union {
		bool boolean;
		struct yaml_int integer;
		double real;
		struct yaml_date date;
		struct str bytes;
		struct yaml_items list; /* LIST; PAIRS too, each item a one-pair MAP */
		struct {
			/* MAP, SET: of equal keys the last value, in the place of the
			 * first. Keys that can't be keys (lists, maps) are left out. */
			struct yaml_pairs pairs;
			const struct yaml_index *index; /* of large ones, for look-ups */
		};
	};
};

/* Explicit tag as written, or empty. */
struct str yaml_tag(const struct yaml_node *n);
/* For an alias the node that it stands for; else NULL. */
const struct yaml_node *yaml_target(const struct yaml_node *n);
bool yaml_is(const struct yaml_node *n, enum yaml_kind kind);
/* Value of the pair whose key is this string (YAML_STR), or NULL. */
struct yaml_node *yaml_get(const struct yaml_node *map, struct str key);
const struct yaml_pair *yaml_get_pair(const struct yaml_node *map, struct str key);
/* Items of a LIST or PAIRS, pairs of a MAP or SET, else 0. */
size_t yaml_count(const struct yaml_node *n);
/* NULL when out of range. */
struct yaml_node *yaml_item(const struct yaml_node *list, size_t i);
/* True and the value when the node is of that kind (integer: and fits). */
bool yaml_as_int(const struct yaml_node *n, int64_t *ret);
bool yaml_as_str(const struct yaml_node *n, struct str *ret);
/* Python's ==: int, float and bool compare numerically, maps without regard to order. */
bool yaml_equal(const struct yaml_node *a, const struct yaml_node *b);
/* Python's truth value: null, false, 0, 0.0, "" and empty collections are false. */
bool yaml_truthy(const struct yaml_node *n);
/* "string", "integer", "list" ...: for messages. */
const char *yaml_kind_name(enum yaml_kind kind);

#endif
