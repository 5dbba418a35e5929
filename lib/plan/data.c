/* Structured values: access and comparison. */
#include "plan/data.h"

static const struct data nothing_known = {.kind = DATA_UNKNOWN};

static bool
is(const struct data *d, enum data_kind kind)
{
	return d && d->kind == kind;
}

const struct data *
data_get(const struct data *d, struct str key)
{
	for (size_t i = 0; is(d, DATA_MAP) && i < d->map.n; i++)
		if (str_eq(d->map.v[i].key, key))
			return d->map.v[i].value;
	return NULL;
}

const struct data *
data_path(const struct data *d, struct str path)
{
	while (d && path.p) {
		if (d->kind == DATA_UNKNOWN)
			return &nothing_known;
		struct str rest;
		d = data_get(d, str_cut(path, '.', &rest));
		path = rest;
	}
	return d;
}

const struct data *
data_item(const struct data *d, size_t i)
{
	return is(d, DATA_LIST) && i < d->list.n ? d->list.v[i] : NULL;
}

size_t
data_count(const struct data *d)
{
	return is(d, DATA_LIST) ? d->list.n : is(d, DATA_MAP) ? d->map.n : 0;
}

bool
data_int(const struct data *d, int64_t *ret)
{
	if (!is(d, DATA_INT))
		return false;
	*ret = d->integer;
	return true;
}

bool
data_real(const struct data *d, double *ret)
{
	if (is(d, DATA_INT))
		*ret = (double)d->integer;
	else if (is(d, DATA_REAL))
		*ret = d->real;
	else
		return false;
	return true;
}

bool
data_bool(const struct data *d, bool *ret)
{
	if (!is(d, DATA_BOOL))
		return false;
	*ret = d->boolean;
	return true;
}

bool
data_text(const struct data *d, struct str *ret)
{
	if (!is(d, DATA_TEXT))
		return false;
	*ret = d->text;
	return true;
}

static bool
lists_equal(const struct data *x, const struct data *y)
{
	if (x->list.n != y->list.n)
		return false;
	for (size_t i = 0; i < x->list.n; i++)
		if (!data_equal(x->list.v[i], y->list.v[i]))
			return false;
	return true;
}

static bool
maps_equal(const struct data *x, const struct data *y)
{
	if (x->map.n != y->map.n)
		return false;
	for (size_t i = 0; i < x->map.n; i++)
		if (!data_equal(x->map.v[i].value, data_get(y, x->map.v[i].key)))
			return false;
	return true;
}

/* What is unknown equals nothing. */
bool
data_equal(const struct data *x, const struct data *y)
{
	if (!x || !y || x->kind != y->kind)
		return false;
	switch (x->kind) {
	case DATA_UNKNOWN:
		return false;
	case DATA_NULL:
		return true;
	case DATA_BOOL:
		return x->boolean == y->boolean;
	case DATA_INT:
		return x->integer == y->integer;
	case DATA_REAL:
		return x->real <= y->real && x->real >= y->real;
	case DATA_TEXT:
		return str_eq(x->text, y->text);
	case DATA_LIST:
		return lists_equal(x, y);
	case DATA_MAP:
		return maps_equal(x, y);
	}
	return false;
}
