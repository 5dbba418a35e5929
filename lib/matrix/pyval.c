/* Python's values. */
#include "matrix/pyval.h"

#include "base/arena.h"
#include "base/limits.h"
#include "yaml/number.h"

#include <string.h>

const char *
py_error_name(enum py_error e)
{
	static const char *const name[] = {
		[PY_FINE] = "",
		[PY_ASSERTION_ERROR] = "AssertionError",
		[PY_INVALID_OPERATION] = "InvalidOperation",
		[PY_KEY_ERROR] = "KeyError",
		[PY_TYPE_ERROR] = "TypeError",
		[PY_VALUE_ERROR] = "ValueError",
		[PY_ZERO_DIVISION] = "ZeroDivisionError",
		[PY_UNSUPPORTED] = "Unsupported",
	};
	return name[e];
}

struct pyval
py_from(const struct yaml_node *n)
{
	if (!n)
		return (struct pyval){.kind = PY_NULL};
	switch (n->kind) {
	case YAML_NULL:
		return (struct pyval){.kind = PY_NULL};
	case YAML_BOOL:
		return py_bool(n->boolean);
	case YAML_INT:
		if (n->integer.fits)
			return py_int(n->integer.value);
		return (struct pyval){.kind = PY_BIG, .text = n->integer.decimal};
	case YAML_FLOAT:
		return (struct pyval){.kind = PY_FLOAT, .real = n->real};
	case YAML_STR:
		return py_str(n->text);
	case YAML_BYTES:
		return (struct pyval){.kind = PY_BYTES, .text = n->bytes};
	case YAML_DATE:
	case YAML_LIST:
	case YAML_MAP:
	case YAML_SET:
	case YAML_PAIRS:
	case YAML_BAD:
		break;
	}
	return (struct pyval){.kind = PY_NODE, .node = n};
}

struct pyval
py_bool(bool b)
{
	return (struct pyval){.kind = PY_BOOL, .boolean = b};
}

struct pyval
py_int(int64_t i)
{
	return (struct pyval){.kind = PY_INT, .integer = i};
}

struct pyval
py_str(struct str s)
{
	return (struct pyval){.kind = PY_STR, .text = s};
}

struct pyval
py_list(struct arena *a, const struct pyval *v, size_t n)
{
	struct pylist *list = NEW(a, struct pylist);
	list->v = NEW_ARRAY(a, struct pyval, n);
	list->n = list->cap = n;
	if (n)
		memcpy(list->v, v, n * sizeof *v);
	return (struct pyval){.kind = PY_LIST, .list = list};
}

enum py_error
py_items(struct arena *a, const struct yaml_node *n, struct pylist *ret)
{
	/* A set has no order that could be told. */
	if (yaml_is(n, YAML_SET) && n->pairs.n)
		return PY_UNSUPPORTED;
	if (yaml_is(n, YAML_SET))
		return PY_FINE;
	if (!yaml_is(n, YAML_LIST) && !yaml_is(n, YAML_PAIRS))
		return PY_TYPE_ERROR;
	for (size_t i = 0; i < n->list.n; i++)
		vec_push(a, ret, py_from(n->list.v[i]));
	return PY_FINE;
}

bool
py_truthy(struct pyval v)
{
	switch (v.kind) {
	case PY_NULL:
		return false;
	case PY_BOOL:
		return v.boolean;
	case PY_INT:
		return v.integer != 0;
	case PY_FLOAT:
		return v.real != 0.0;
	case PY_STR:
	case PY_BYTES:
		return v.text.n > 0;
	case PY_LIST:
		return v.list->n > 0;
	case PY_NODE:
		return yaml_truthy(v.node);
	case PY_BIG:
	case PY_WORKER:
		break;
	}
	return true;
}

static bool
is_whole(struct pyval v)
{
	return v.kind == PY_BOOL || v.kind == PY_INT;
}

static int64_t
whole(struct pyval v)
{
	return v.kind == PY_BOOL ? v.boolean : v.integer;
}

static bool
is_number(struct pyval v)
{
	return is_whole(v) || v.kind == PY_FLOAT;
}

static double
real(struct pyval v)
{
	return v.kind == PY_FLOAT ? v.real : (double)whole(v);
}

/* An integer against a double, without rounding the integer. */
static int
compare_mixed(int64_t i, double x)
{
	if (x >= 0x1p63)
		return -1;
	if (x < -0x1p63)
		return 1;
	int64_t below = (int64_t)x; /* towards zero */
	if (i != below)
		return i < below ? -1 : 1;
	double rest = x - (double)below;
	return (rest < 0) - (rest > 0);
}

enum py_error
py_compare(struct pyval x, struct pyval y, int *ret)
{
	if (x.kind == PY_STR && y.kind == PY_STR) {
		int r = str_cmp(x.text, y.text);
		*ret = (r > 0) - (r < 0);
		return PY_FINE;
	}
	if (x.kind == PY_BIG || y.kind == PY_BIG)
		return PY_UNSUPPORTED;
	if (!is_number(x) || !is_number(y))
		return PY_TYPE_ERROR;
	if (is_whole(x) && is_whole(y))
		*ret = (whole(x) > whole(y)) - (whole(x) < whole(y));
	else if (is_whole(x))
		*ret = compare_mixed(whole(x), y.real);
	else if (is_whole(y))
		*ret = -compare_mixed(whole(y), x.real);
	else
		*ret = (x.real > y.real) - (x.real < y.real);
	return PY_FINE;
}

bool
py_equal(struct pyval x, struct pyval y)
{
	int order;
	if (is_number(x) && is_number(y))
		return py_compare(x, y, &order) == PY_FINE && order == 0;
	if (x.kind != y.kind)
		return false;
	if (x.kind == PY_STR || x.kind == PY_BYTES || x.kind == PY_BIG)
		return str_eq(x.text, y.text);
	return x.kind == PY_NULL;
}

bool
py_equal_int(struct pyval x, int64_t i)
{
	return py_equal(x, py_int(i));
}

static enum py_error
repeat(struct arena *a, struct str s, int64_t times, struct pyval *ret)
{
	struct str all = {"", 0};
	if (times > 0 && s.n && (uint64_t)times > LIMIT_SHELL_STRING_BYTES / s.n)
		return PY_UNSUPPORTED;
	for (int64_t i = 0; i < times; i++)
		all = str_cat(a, all, s);
	*ret = py_str(all);
	return PY_FINE;
}

enum py_error
py_multiply(struct arena *a, struct pyval x, struct pyval y, struct pyval *ret)
{
	int64_t product;
	if (x.kind == PY_STR && is_whole(y))
		return repeat(a, x.text, whole(y), ret);
	if (x.kind == PY_BIG || y.kind == PY_BIG)
		return PY_UNSUPPORTED;
	if (!is_number(x) || !is_number(y))
		return PY_TYPE_ERROR;
	if (!is_whole(x) || !is_whole(y)) {
		*ret = (struct pyval){.kind = PY_FLOAT, .real = real(x) * real(y)};
		return PY_FINE;
	}
	if (__builtin_mul_overflow(whole(x), whole(y), &product))
		return PY_UNSUPPORTED;
	*ret = py_int(product);
	return PY_FINE;
}

enum py_error
py_add(struct arena *a, struct pyval x, struct pyval y, struct pyval *ret)
{
	int64_t sum;
	if (x.kind == PY_STR && y.kind == PY_STR) {
		*ret = py_str(str_cat(a, x.text, y.text));
		return PY_FINE;
	}
	if (x.kind == PY_STR || y.kind == PY_STR)
		return PY_TYPE_ERROR;
	if (x.kind == PY_BIG || y.kind == PY_BIG)
		return PY_UNSUPPORTED;
	if (!is_number(x) || !is_number(y))
		return PY_TYPE_ERROR;
	if (!is_whole(x) || !is_whole(y)) {
		*ret = (struct pyval){.kind = PY_FLOAT, .real = real(x) + real(y)};
		return PY_FINE;
	}
	if (__builtin_add_overflow(whole(x), whole(y), &sum))
		return PY_UNSUPPORTED;
	*ret = py_int(sum);
	return PY_FINE;
}

struct str
py_text(struct arena *a, struct pyval v)
{
	switch (v.kind) {
	case PY_NULL:
		return S("None");
	case PY_BOOL:
		return v.boolean ? S("True") : S("False");
	case PY_INT:
		return str_fmt(a, "%lld", (long long)v.integer);
	case PY_FLOAT:
		return number_float_repr(a, v.real);
	case PY_STR:
	case PY_BIG:
		return v.text;
	case PY_BYTES: /* a row that holds bytes is never printed */
	case PY_LIST:
	case PY_NODE:
	case PY_WORKER:
		break;
	}
	return S("?");
}
