/*
 * Shapes of the checked YAML objects, and the engine that holds a node against one.
 *
 * The tables (schema_tables.c) say what the reference's validation accepts; on top of
 * that they say where it accepts what its own sweep generator then ignores or dies of.
 * One run gives every violation; none hides another. Whether the reference would refuse
 * can always be read from the faults.
 *
 * A field is known by its hyphen name; most tables also take the underscore name, because
 * the reference does.
 */
#ifndef MODEL_SCHEMA_H
#define MODEL_SCHEMA_H

#include "base/source.h"
#include "base/str.h"
#include "base/vec.h"
#include "yaml/node.h"

enum schema_severity { SCHEMA_ERROR, SCHEMA_WARNING };

struct schema_fault {
	const char *id; /* kind of fault, or name of the cross rule */
	enum schema_severity severity;
	bool reference_refuses; /* its validation stops here (so severity is error) */
	bool reference_crashes; /* and not in an orderly way */
	bool stricter;       /* only ours: the reference accepts, and fails or misbehaves
				later */
	struct span span;    /* the value; the key when unknown; for what is missing, the
				key or item that should hold it */
	struct str path;     /* "scenarios.fixed-seq-len.0.search-space.2.tp" */
	struct str text;     /* one clause with the value in it */
	struct str help;     /* what to write instead, or empty */
	struct span related; /* file 0: none */
	struct str related_text;
	struct str instead;  /* of the span's text: what was meant; empty: not known */
	bool instead_is_safe; /* nothing else can be meant, and as it is nothing runs */
	bool implied; /* what is missing stands there, misspelt: another fault with `instead` */
};

VEC(schema_faults, struct schema_fault);

/* Kinds of object that share a table. */
enum schema_scope {
	SCHEMA_SINGLE = 1,  /* single-node config; fixed-seq-len entry of one */
	SCHEMA_MULTI = 2,   /* multi-node config; fixed-seq-len entry of one */
	SCHEMA_AGENTIC = 4, /* agentic-coding entry, of either */
	SCHEMA_FIXED = SCHEMA_SINGLE | SCHEMA_MULTI,
	SCHEMA_ANY = SCHEMA_FIXED | SCHEMA_AGENTIC,
};

enum schema_type {
	SCHEMA_INT = 1,
	SCHEMA_BOOL,
	SCHEMA_STR,
	SCHEMA_FLOAT,
	SCHEMA_CHOICE, /* one of the texts in `choice` */
	SCHEMA_FALSE,
	SCHEMA_TRUE,
	SCHEMA_OBJECT, /* a mapping described by `object` */
	SCHEMA_LIST,   /* of `element`s */
	SCHEMA_TABLE,  /* a mapping of any texts to `element`s */
	SCHEMA_LOOSE,  /* anything: checked by a cross rule, or not at all */
};

struct schema_bound {
	bool set;
	int64_t value;
};

#define SCHEMA_BOUND(n) \
	{ \
		true, (n) \
	}
#define SCHEMA_MAX_FIELDS 24
#define SCHEMA_MAX_CHOICES 5

struct schema;

struct schema_field {
	struct str name;
	enum schema_type type;
	enum schema_scope scope; /* 0: every kind of the object */
	bool required;
	bool nullable;        /* null may be written */
	bool strict;          /* no other spellings: an integer is no quoted one */
	const char *fallback; /* value when absent, as documentation; NULL: none */
	struct schema_bound at_least, at_most, above;
	struct schema_bound advised; /* at least; below it is legal and senseless */
	size_t min_count;            /* items of a list, characters of a text */
	struct str not_prefix;
	struct str choice[SCHEMA_MAX_CHOICES + 1];
	const struct schema_field *element;
	const struct schema *object;
	enum schema_scope inner; /* scope of the objects inside, when another */
	const char *about;       /* for people, one line */
};

struct schema_object;

/* A relation between fields. It looks only at values that are good by themselves. */
struct schema_cross {
	const char *id;
	enum schema_scope scope; /* 0: every kind */
	void (*check)(struct schema_object *o, const char *id);
	const char *about;
};

struct schema {
	const char *name;              /* "search-space entry" */
	bool underscore_names;         /* taken by validation like the hyphen ones */
	const char *underscore_effect; /* what then goes wrong; NULL: nothing */
	bool raw;                      /* values are used as written, not as coerced */
	bool keys_crash;               /* a key that is no text ends the reference */
	bool ours; /* the reference has no such schema: what the table finds is stricter,
		      and an unknown name is only a warning */
	const struct schema_field *field;
	size_t fields;
	const struct schema_cross *cross;
	size_t crosses;
};

/* schema_tables.c */
extern const struct schema schema_changelog_entry;
extern const struct schema schema_config; /* scope SCHEMA_SINGLE or SCHEMA_MULTI */
extern const struct schema schema_runners;

enum schema_verdict { SCHEMA_ACCEPTED, SCHEMA_REFUSED, SCHEMA_CRASHED };

struct schema_subject {
	const struct yaml_node *node;
	struct span holder; /* shown for what is missing at the top: the key or list dash
			       that the node belongs to */
	bool partial; /* parts of the file could not be read, so nothing is concluded
			 from absence */
	size_t most;  /* faults to list; one more says how many are left out. 0:
			 LIMIT_SCHEMA_FAULTS */
};

/* Checks the node against the table and appends the faults, by place. A node of kind
 * YAML_BAD is accepted here: the reader has reported it. */
enum schema_verdict schema_check(struct arena *a, const struct schema *schema,
	enum schema_scope scope, const struct schema_subject *subject,
	struct schema_faults *faults);

/* By place, then in the order found. */
void schema_faults_sort(struct arena *a, struct schema_faults *faults);
enum schema_verdict schema_faults_verdict(
	const struct schema_faults *faults, size_t from);

/* For messages: "'text'", "the integer 8", "empty", "a list"; long text shortened,
 * control characters escaped. */
struct str schema_show(struct arena *a, const struct yaml_node *n);
struct str schema_quote(struct arena *a, struct str text);

/* The value of a field by its hyphen name, or by its underscore name when only that is
 * there: what the reference's validation sees. */
const struct yaml_pair *schema_get(const struct yaml_node *map, struct str name);

#endif
