/*
 * Structured values of options: what a JSON argument or a generated YAML file holds.
 *
 * A part that the evaluator does not know is a node of its own kind; it is taken to stay
 * within the scalar in which it stands. Every accessor takes NULL.
 */
#ifndef PLAN_DATA_H
#define PLAN_DATA_H

#include "base/str.h"
#include "base/vec.h"

enum data_kind {
	DATA_UNKNOWN,
	DATA_NULL,
	DATA_BOOL,
	DATA_INT,
	DATA_REAL,
	DATA_TEXT,
	DATA_LIST,
	DATA_MAP,
};

struct data;

VEC(data_items, const struct data *);

struct data_pair {
	struct str key;
	const struct data *value;
};

VEC(data_pairs, struct data_pair);

struct data {
	enum data_kind kind;
	uint32_t line; /* from 1, in a file; 0: not told */
	union {
		bool boolean;
		int64_t integer;
		double real;
		struct str text;
		struct data_items list;
		struct data_pairs map; /* no key twice: the last one counts */
	};
};

/* Why a text gives no data. */
enum data_status {
	DATA_OK,
	DATA_MALFORMED, /* the engine refuses it too */
	DATA_GIVEN_UP,  /* too deep, too large a number: nothing is known */
};

struct data_fault {
	size_t at;       /* byte of the text */
	struct str text; /* one clause */
};

/* Stand in a text for what is not known: for a part of a string, and for what may be
 * several items of a list. */
#define DATA_HOLE "\xEF\xA3\xBF"
#define DATA_HOLE_ITEMS DATA_HOLE DATA_HOLE

enum data_status data_read_json(struct arena *a, struct str text, const struct data **ret,
	struct data_fault *fault);
enum data_status data_read_yaml(struct arena *a, struct str text, const struct data **ret,
	struct data_fault *fault);

/* Value of a key; NULL when there is none or it is no map. */
const struct data *data_get(const struct data *d, struct str key);
/* The same along "a.b.c". What is inside of something unknown is unknown. */
const struct data *data_path(const struct data *d, struct str path);
const struct data *data_item(const struct data *d, size_t i);
size_t data_count(const struct data *d); /* items or pairs, else 0 */
bool data_int(const struct data *d, int64_t *ret);
bool data_real(const struct data *d, double *ret); /* also of an integer */
bool data_bool(const struct data *d, bool *ret);
bool data_text(const struct data *d, struct str *ret);
bool data_equal(const struct data *x, const struct data *y);

#endif
