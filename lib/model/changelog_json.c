/* Entries compared as JSON. */
#include "model/changelog_json.h"

#include <string.h>

static bool
has_json(const struct yaml_node *n)
{
	switch (n->kind) {
	case YAML_NULL:
	case YAML_BOOL:
	case YAML_INT:
	case YAML_FLOAT:
	case YAML_STR:
		return true;
	case YAML_LIST:
		for (size_t i = 0; i < n->list.n; i++)
			if (!has_json(n->list.v[i]))
				return false;
		return true;
	case YAML_MAP:
		for (size_t i = 0; i < n->pairs.n; i++)
			if (!has_json(n->pairs.v[i].value))
				return false;
		return true;
	case YAML_DATE:
	case YAML_BYTES:
	case YAML_SET:
	case YAML_PAIRS:
	case YAML_BAD:
		break;
	}
	return false;
}

static bool
same_bits(double x, double y)
{
	return memcmp(&x, &y, sizeof x) == 0;
}

static bool same_json(const struct yaml_node *x, const struct yaml_node *y);

static bool
same_maps(const struct yaml_node *x, const struct yaml_node *y)
{
	if (x->pairs.n != y->pairs.n)
		return false;
	for (size_t i = 0; i < x->pairs.n; i++) {
		const struct yaml_pair *p = &x->pairs.v[i];
		const struct yaml_node *other = yaml_get(y, p->key->text);
		if (!other || !same_json(p->value, other))
			return false;
	}
	return true;
}

/* Both have a JSON form. Nesting is bounded by LIMIT_YAML_DEPTH. */
static bool
same_json(const struct yaml_node *x, const struct yaml_node *y)
{
	if (x->kind != y->kind)
		return false;
	switch (x->kind) {
	case YAML_NULL:
		return true;
	case YAML_BOOL:
		return x->boolean == y->boolean;
	case YAML_INT:
		return str_eq(x->integer.decimal, y->integer.decimal);
	case YAML_FLOAT:
		return same_bits(
			x->real, y->real); /* repr() of -0.0 is not that of 0.0 */
	case YAML_STR:
		return str_eq(x->text, y->text);
	case YAML_LIST:
		if (x->list.n != y->list.n)
			return false;
		for (size_t i = 0; i < x->list.n; i++)
			if (!same_json(x->list.v[i], y->list.v[i]))
				return false;
		return true;
	case YAML_MAP:
		return same_maps(x, y);
	case YAML_DATE:
	case YAML_BYTES:
	case YAML_SET:
	case YAML_PAIRS:
	case YAML_BAD:
		break;
	}
	return false;
}

static bool
is_link_key(const struct yaml_node *key)
{
	return str_eq(key->text, S("pr-link"));
}

bool
changelog_has_json(const struct yaml_node *entry)
{
	for (size_t i = 0; i < entry->pairs.n; i++)
		if (!is_link_key(entry->pairs.v[i].key) &&
			!has_json(entry->pairs.v[i].value))
			return false;
	return true;
}

bool
changelog_same_json(const struct yaml_node *x, const struct yaml_node *y)
{
	size_t n = 0, m = 0;
	for (size_t i = 0; i < y->pairs.n; i++)
		m += !is_link_key(y->pairs.v[i].key);
	for (size_t i = 0; i < x->pairs.n; i++) {
		const struct yaml_pair *p = &x->pairs.v[i];
		if (is_link_key(p->key))
			continue;
		const struct yaml_node *other = yaml_get(y, p->key->text);
		if (!other || !same_json(p->value, other))
			return false;
		n++;
	}
	return n == m;
}
