/*
 * Arguments of launched commands as typed options.
 *
 * Follows the rules of the program's own argument parser as far as its table tells.
 * Nothing is guessed: where a word is not known that may be an option, or any number of
 * options, the state of what it could set is unknown, too.
 */
#ifndef PLAN_ENGINES_H
#define PLAN_ENGINES_H

#include "plan/data.h"
#include "plan/options.h"

enum option_state {
	STATE_ABSENT,
	STATE_UNKNOWN,
	STATE_CHOICE, /* one of a few readings */
	STATE_KNOWN,
};

enum option_fault {
	OPTION_FINE,
	OPTION_NO_VALUE,    /* nothing stands where its value should */
	OPTION_EXTRA_VALUE, /* --flag=value */
	OPTION_MALFORMED,   /* no number, no JSON ... : the engine refuses it */
};

enum reading_has { HAS_INT = 1, HAS_REAL = 2, HAS_BOOL = 4, HAS_TEXT = 8, HAS_DATA = 16 };

/* What an option is set to in one case. */
struct reading {
	unsigned has; /* the fields below that are valid */
	int64_t integer;
	double real;
	bool boolean;
	struct str text;         /* as written */
	const struct data *data; /* of JSON, a file or a list */
	enum option_fault fault;
	struct data_fault data_fault; /* of malformed data: where in the text, and why */
};

VEC(readings, struct reading);

struct option_value {
	const struct value *value;
	size_t word;      /* index in argv */
	struct span span; /* of the word as a whole */
	const struct origin *origin;
};

VEC(option_values, struct option_value);

struct option {
	const struct option_spec *spec; /* NULL: not in the table, or an inner setting */
	enum option_meaning meaning;
	struct str name; /* as written, without "=value"; empty for a free word */
	struct str key;  /* of --option.key: what is behind the dot; else empty */
	const struct option *within; /* an inner setting: the option that holds it */
	const struct option_inner *inner;
	bool negated;         /* --no-name */
	bool abbreviated;     /* the name is a beginning only */
	bool attached;        /* --name=value */
	bool overridden;      /* a later one of the same meaning counts */
	size_t word, n_words; /* of argv: its name and what belongs to it */
	struct span span;     /* of the first word */
	const struct origin *origin;
	struct option_values values;
	enum option_state state;  /* never ABSENT */
	struct readings readings; /* one when KNOWN, two or more when CHOICE */
};

VEC(options, struct option *);
VEC(word_indices, size_t);

struct decoded {
	const struct plan_command *command;
	const struct option_table *table;
	struct options options;    /* in order; inner settings at the end */
	struct word_indices free;  /* words that belong to no option */
	struct word_indices blurs; /* words that may be any option, or several */
};

/* NULL when there is no table for the command. */
struct decoded *engines_decode(struct arena *a, const struct plan_command *c);

/* The option that counts, whatever its state; NULL when there is none. */
const struct option *option_find(const struct decoded *d, enum option_meaning m);
enum option_state option_state(const struct decoded *d, enum option_meaning m);
/* True and the value when it is known and of that type. */
bool option_int(const struct decoded *d, enum option_meaning m, int64_t *ret);
bool option_real(const struct decoded *d, enum option_meaning m, double *ret);
bool option_bool(const struct decoded *d, enum option_meaning m, bool *ret);
bool option_text(const struct decoded *d, enum option_meaning m, struct str *ret);
const struct data *option_data(const struct decoded *d, enum option_meaning m);
/* The same with the state; *ret is set for KNOWN only. What is known and of another type,
 * or malformed, counts as unknown. */
enum option_state option_int_state(
	const struct decoded *d, enum option_meaning m, int64_t *ret);
enum option_state option_real_state(
	const struct decoded *d, enum option_meaning m, double *ret);
enum option_state option_bool_state(
	const struct decoded *d, enum option_meaning m, bool *ret);

/* Value as the engine's type tells; shared by the parts of the decoder. */
struct reading reading_of(struct arena *a, enum option_type type, struct str text);
struct reading reading_of_data(const struct data *d);
/* Whether all free words behind the option are its values. */
bool option_takes_many(const struct option *o);
/* Sets state and readings of an option from its values. */
void option_read(struct arena *a, struct option *o);
/* Adds the settings inside of JSON options and configuration files. */
void options_add_inner(struct arena *a, struct decoded *d);

#endif
