/*
 * Values as the reference's generator handles them: as written in the YAML file, with
 * Python's arithmetic. What Python raises comes back as a value.
 */
#ifndef MATRIX_PYVAL_H
#define MATRIX_PYVAL_H

#include "yaml/node.h"

enum py_kind {
	PY_NULL,
	PY_BOOL,
	PY_INT,
	PY_BIG, /* an integer beyond 64 bits: printed and compared for equality only */
	PY_FLOAT,
	PY_STR,
	PY_BYTES, /* json cannot print it */
	PY_LIST,
	PY_NODE,   /* a mapping, or anything else as written */
	PY_WORKER, /* a mapping to which pp, dcp-size and pcp-size 1 are added when absent
		    */
};

struct pylist;

struct pyval {
	enum py_kind kind;
	union {
		bool boolean;
		int64_t integer;
		double real;
		struct str text; /* STR, BYTES; BIG: its decimal digits */
		const struct pylist *list;
		const struct yaml_node *node;
	};
};

struct pylist {
	struct pyval *v;
	size_t n, cap;
};

enum py_error {
	PY_FINE = 0,
	PY_ASSERTION_ERROR,
	PY_INVALID_OPERATION,
	PY_KEY_ERROR,
	PY_TYPE_ERROR,
	PY_VALUE_ERROR, /* what the reference raises on purpose */
	PY_ZERO_DIVISION,
	PY_UNSUPPORTED, /* ours: beyond 64 bits, or without an end */
};

const char *py_error_name(enum py_error e);

struct pyval py_from(const struct yaml_node *n); /* NULL gives null */
struct pyval py_bool(bool b);
struct pyval py_int(int64_t i);
struct pyval py_str(struct str s);
struct pyval py_list(struct arena *a, const struct pyval *v, size_t n);
/* Items of a list; for what Python cannot iterate a TypeError. */
enum py_error py_items(struct arena *a, const struct yaml_node *n, struct pylist *ret);

bool py_truthy(struct pyval v);
bool py_equal(struct pyval x, struct pyval y); /* scalars; 8 == 8.0, 1 == True */
bool py_equal_int(struct pyval x, int64_t i);
enum py_error py_compare(struct pyval x, struct pyval y, int *ret); /* -1, 0, 1 */
enum py_error py_multiply(
	struct arena *a, struct pyval x, struct pyval y, struct pyval *ret);
enum py_error py_add(struct arena *a, struct pyval x, struct pyval y, struct pyval *ret);
/* str(v), as in f-strings. */
struct str py_text(struct arena *a, struct pyval v);

#endif
