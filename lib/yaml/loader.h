/*
 * What the parts of the reader share while one document is loaded. Internal to lib/yaml.
 *
 * libyaml's events become nodes bottom-up: finished children wait in `parts` until their
 * collection ends. `frames` are the open collections, the root first. A fault or a retry
 * unwinds them to the root, so that everything complete at the top level is kept.
 */
#ifndef YAML_LOADER_H
#define YAML_LOADER_H

#include "base/arena.h"
#include "base/limits.h"
#include "base/map.h"
#include "yaml/feed.h"
#include "yaml/load.h"
#include "yaml/tag.h"

/* A finished node and what the composer must know of it. */
struct part {
	struct yaml_node *node;
	enum tag tag;
	uint32_t size;   /* nodes in it, aliases expanded */
	uint32_t height; /* levels below it, aliases expanded */
};

VEC(parts, struct part);

struct anchor {
	struct part part;
	struct anchor *older; /* of the same name, further up */
	struct span span;
	bool complete;
};

enum merge_role {
	MERGE_NONE,
	MERGE_VALUE, /* the value of a `<<` key: its tag does not matter */
	MERGE_ITEM,  /* a map in the list that is such a value */
};

struct frame {
	struct yaml_node *node; /* LIST or MAP while open */
	enum tag tag;
	enum merge_role merge;
	size_t first;    /* of its children in parts */
	size_t begin;    /* in the source */
	size_t problems; /* recorded before it */
	uint32_t size, height;
	struct anchor *anchor;
};

/* A state to go back to, when something has to be read again. */
struct snapshot {
	size_t at, depth, parts, problems;
	uint32_t nodes, expanded;
	bool in_document;
	struct frame root;
};

struct loader {
	struct arena *a;
	const struct source *src;
	struct yaml_doc *doc;
	struct feed feed;
	struct str bom_stand_in; /* a character that does not occur in the source */
	struct arena scratch; /* gone when the document is loaded */
	struct parts parts;
	struct frame frame[LIMIT_YAML_DEPTH + 1];
	size_t depth;       /* open frames */
	struct map anchors; /* name to struct anchor */
	uint32_t nodes, expanded;
	size_t checked; /* up to here separators and comments have been looked at */
	size_t behind; /* end of the last indicator between tokens, at or before `checked`
			*/
	size_t last;   /* begin of the last event */
	size_t tab_line_end;          /* of the last line reported for a tab */
	bool in_document;             /* behind `---` or the first token */
	bool has_directives;          /* tag handles, which a new start would lose */
	bool resuming;                /* the next collection continues the root */
	struct snapshot item;         /* behind the last complete item of the root */
	struct yaml_problem overflow; /* takes what is above the limit of problems */
	unsigned overflow_refusals;
	bool expansion_reported;
	bool limited; /* some limit was hit: the verdict of the reference is not known */
};

enum refusals {
	REFUSE_NONE = 0,
	REFUSE_SAFE = 1,
	REFUSE_STRICT = 2,
	REFUSE_BOTH = 3,
	CRASH = 7
};

/* Records a problem; the result can be given a related place. Never NULL. */
struct yaml_problem *loader_problem(struct loader *l, enum yaml_problem_kind kind,
	struct span span, enum refusals refusals, struct str text);
/* No more problems are recorded: no need to word them. */
bool loader_is_full(const struct loader *l);
void loader_set_tag(struct loader *l, struct yaml_node *n, struct str tag);
struct span loader_span(const struct loader *l, size_t begin, size_t end);

/* The innermost open collection, or NULL. */
static inline struct frame *
loader_top(struct loader *l)
{
	return l->depth ? &l->frame[l->depth - 1] : NULL;
}

static inline uint32_t
add_saturated(uint32_t a, uint32_t b)
{
	return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

#endif
