/*
 * What a text claims: an item of a changelog entry's description, or a comment.
 *
 * Flags, variables and settings with their values, images, versions, concurrencies, files
 * and config keys, in English and in Chinese wording, each with the mood of its sentence.
 * The reader knows only so many words. What it does not follow it takes as said in
 * passing (MOOD_ASIDE) or leaves out: nobody may conclude from a claim that is missing.
 */
#ifndef MODEL_DESCRIPTION_H
#define MODEL_DESCRIPTION_H

#include "yaml/node.h"

enum claim_kind {
	CLAIM_FLAG,     /* --name value, --name=value, --name */
	CLAIM_VARIABLE, /* NAME=value, NAME value; without a value not listed */
	CLAIM_SETTING,  /* max-num-seqs 16, num_speculative_tokens=3 */
	CLAIM_IMAGE,    /* registry/name:tag */
	CLAIM_VERSION,  /* v0.5.16, nightly-5e35a6f4f9bb */
	CLAIM_CONC,
	CLAIM_FILE,
	CLAIM_KEY, /* shaped like a config key */
};

enum claim_mood {
	MOOD_STATES,    /* no verb that tells */
	MOOD_SETS,      /* add, set, enable, pass, use ... */
	MOOD_DROPS,     /* remove, drop, disable ... */
	MOOD_HISTORY,   /* was, from, previously, instead of ... */
	MOOD_CONDITION, /* when, if, at a concurrency of ... */
	MOOD_ASIDE,     /* of what failed, was tried, is the default, runs elsewhere */
};

struct claim {
	enum claim_kind kind;
	enum claim_mood mood;
	struct str name;   /* with the dashes of a flag; else as written; may be empty */
	struct str value;  /* without quotes; of several the new one; empty: none given */
	struct str old;    /* the one before, of "from X to Y"; empty: not told */
	bool of_image;     /* IMAGE, VERSION: and the sentence says so */
	bool leads;        /* KEY: the sentence begins with it, or with a verb and it */
	int64_t low, high; /* CONC: equal, or a range */
	size_t begin, end; /* bytes of the text */
	unsigned sentence; /* claims of one sentence share it */
};

VEC(claims, struct claim);

/* What is longer than LIMIT_PROSE_BYTES gives no claims. */
struct claims description_read(struct arena *a, struct str text);

/* Whether a value that a program is given is the one claimed: numbers by value, 32K as
 * 32768 or 32000, true as 1. */
bool claim_value_is(const struct claim *c, struct str actual);
/* A number, and nothing that the reader could have misunderstood. */
bool claim_has_number(const struct claim *c);
bool claim_number(struct str value, double *ret);

/* A text with its place. Bytes that are not prose (quotes, escapes, the marks of a
 * comment) are blanks, so that a place in the text is one in the source. */
struct prose {
	struct str text;
	struct span span;
	bool scattered; /* escapes: nothing but the whole has a place */
	bool cut;       /* it is too long to be read */
};

struct prose prose_of_node(
	struct arena *a, const struct source *s, const struct yaml_node *n);
/* The lines [first, last] of a script, all comments. */
struct prose prose_of_comment(
	struct arena *a, const struct source *s, uint32_t first, uint32_t last);
struct span prose_span(const struct prose *p, size_t begin, size_t end);

#endif
