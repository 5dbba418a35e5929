/* Scalars as dictionary keys. */
#include "yaml/key.h"

#include "base/arena.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool
has_fraction(double value)
{
	const double exact = 9007199254740992.0; /* from 2^53 on every double is whole */
	if (value >= exact || value <= -exact)
		return false;
	double whole = (double)(int64_t)value;
	return value < whole || value > whole;
}

/* A double without a fraction equals the integer of the same value. */
static bool
real_key(double value, struct key *ret)
{
	if (isnan(value))
		return false;
	if (isinf(value) || has_fraction(value)) {
		ret->class = KEY_FRACTION;
		memcpy(ret->room, &value, sizeof value);
		ret->bytes = (struct str){ret->room, sizeof value};
		return true;
	}
	ret->class = KEY_WHOLE;
	int n = snprintf(ret->room, sizeof ret->room, "%.0f", value);
	ret->bytes = (struct str){ret->room, (size_t)n};
	if (str_eqz(ret->bytes, "-0"))
		ret->bytes = S("0");
	return true;
}

static void
date_key(struct yaml_date date, struct key *ret)
{
	int n = snprintf(ret->room, sizeof ret->room, "%lld %d %d",
		(long long)date.microseconds, date.has_time, date.has_zone);
	ret->class = KEY_DATE;
	ret->bytes = (struct str){ret->room, (size_t)n};
}

bool
key_of(const struct yaml_node *n, struct key *ret)
{
	switch (n->kind) {
	case YAML_STR:
		ret->class = KEY_STR;
		ret->bytes = n->text;
		return true;
	case YAML_INT:
		ret->class = KEY_WHOLE;
		ret->bytes = n->integer.decimal;
		return true;
	case YAML_BOOL:
		ret->class = KEY_WHOLE;
		ret->bytes = n->boolean ? S("1") : S("0");
		return true;
	case YAML_FLOAT:
		return real_key(n->real, ret);
	case YAML_DATE:
		date_key(n->date, ret);
		return true;
	case YAML_BYTES:
		ret->class = KEY_BYTES;
		ret->bytes = n->bytes;
		return true;
	case YAML_NULL:
		ret->class = KEY_NULL;
		ret->bytes = S("");
		return true;
	case YAML_LIST:
	case YAML_MAP:
	case YAML_SET:
	case YAML_PAIRS:
	case YAML_BAD:
		break;
	}
	return false;
}

static size_t
find_linear(const struct yaml_pairs *pairs, const struct key *key)
{
	struct key other;
	for (size_t i = 0; i < pairs->n; i++)
		if (key_of(pairs->v[i].key, &other) && other.class == key->class &&
			str_eq(other.bytes, key->bytes))
			return i;
	return pairs->n;
}

size_t
key_find(const struct yaml_index *index, const struct yaml_pairs *pairs,
	const struct yaml_node *n)
{
	struct key key;
	if (!key_of(n, &key))
		return pairs->n;
	if (!index)
		return find_linear(pairs, &key);
	const size_t *at = map_get(&index->of[key.class], key.bytes);
	return at ? *at : pairs->n;
}

void
key_add(struct arena *a, struct yaml_index *index, const struct yaml_node *n,
	size_t position)
{
	struct key key;
	if (!key_of(n, &key))
		return;
	if (key.bytes.p == key.room)
		key.bytes = str_dup(a, key.bytes);
	size_t *at = NEW(a, size_t);
	*at = position;
	map_put(a, &index->of[key.class], key.bytes, at);
}
