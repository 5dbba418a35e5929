/*
 * Questions about a place in a file, as an editor asks them: what is it, where does it
 * come from, what may stand there. Answers are made of what is kept between runs.
 *
 * A place is a byte offset. What is in files that the tree lacks, or that can't be read,
 * has no answer, which is no error.
 */
#ifndef QUERY_QUERY_H
#define QUERY_QUERY_H

#include "check/kept.h"
#include "base/buf.h"
#include "plan/cases.h"

struct query {
	struct arena *a;
	struct kept *kept;
	struct str path;
	uint32_t offset;
	const struct source *source; /* NULL: there is no such file */
};

struct query query_new(struct arena *a, struct kept *k, struct str path, uint32_t offset);

/* ---- what stands there ---------------------------------------------------------- */

enum thing_kind {
	THING_NONE,
	THING_CONFIG,   /* a config key, or what stands in its entry */
	THING_ARM,      /* in an item of a search-space; `config`, too */
	THING_RUNNER,   /* the label that a config runs on; `config`, `text` */
	THING_LOG_KEY,  /* a key in a changelog entry; `text` */
	THING_LOG_LINK, /* a pr-link; `entry` */
	THING_LABEL,    /* in runners.yaml; `text` */
	THING_VARIABLE, /* in a script; `text` */
	THING_WORD,   /* any other word of a script, perhaps a function's name; `text` */
	THING_SCRIPT, /* elsewhere in a script */
};

struct thing {
	enum thing_kind kind;
	struct span span; /* of the word; no place: nothing as small as that */
	struct str text;
	const struct config *config;
	const struct arm *arm;
	const struct changelog_entry *entry;
};

struct thing thing_at(const struct query *q);

/* ---- answers -------------------------------------------------------------------- */

VEC(query_spans, struct span);

/* Where what stands there is defined; of a config its recipe, of a recipe its configs. */
struct query_spans query_definition(const struct query *q);

/* Markdown about what stands there; empty: nothing. */
struct str query_hover(const struct query *q, struct span *ret);

enum offer_kind { OFFER_FIELD, OFFER_VALUE, OFFER_LABEL, OFFER_KEY };

struct offer {
	enum offer_kind kind;
	struct str text;
	struct str about; /* one line, or empty */
};

VEC(offers, struct offer);

/* What may stand there. `ret`: what is there of it already, to be replaced. */
struct offers query_complete(const struct query *q, struct span *ret);

/* ---- for the answers ------------------------------------------------------------ */

/* Plans of the config alone, and of what reaches the recipe. */
struct plans *query_plans_of_config(const struct query *q, const struct config *c);
struct plans *query_plans_of_recipe(const struct query *q);
bool query_is_recipe(const struct query *q);
/* A function of this name in the script, or in what the recipe sources; no place: none.
 */
struct span query_function(const struct query *q, struct str name);

/* plan_hover.c */
void hover_config(struct buf *b, const struct query *q, const struct thing *t);
void hover_variable(struct buf *b, const struct query *q, struct str name);

#endif
