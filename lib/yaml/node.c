/* Look-ups in the node tree, and Python's equality. */
#include "yaml/node.h"

#include "yaml/key.h"

#include <math.h>

struct str
yaml_tag(const struct yaml_node *n)
{
	return n && n->rare ? n->rare->tag : (struct str){0};
}

const struct yaml_node *
yaml_target(const struct yaml_node *n)
{
	return n && n->rare ? n->rare->target : NULL;
}

bool
yaml_is(const struct yaml_node *n, enum yaml_kind kind)
{
	return n && n->kind == kind;
}

static bool
has_items(const struct yaml_node *n)
{
	return yaml_is(n, YAML_LIST) || yaml_is(n, YAML_PAIRS);
}

static bool
has_pairs(const struct yaml_node *n)
{
	return yaml_is(n, YAML_MAP) || yaml_is(n, YAML_SET);
}

const struct yaml_pair *
yaml_get_pair(const struct yaml_node *map, struct str key)
{
	if (!has_pairs(map))
		return NULL;
	struct yaml_node name = {.kind = YAML_STR, .text = key};
	size_t i = key_find(map->index, &map->pairs, &name);
	return i < map->pairs.n ? &map->pairs.v[i] : NULL;
}

struct yaml_node *
yaml_get(const struct yaml_node *map, struct str key)
{
	const struct yaml_pair *pair = yaml_get_pair(map, key);
	return pair ? pair->value : NULL;
}

size_t
yaml_count(const struct yaml_node *n)
{
	if (has_items(n))
		return n->list.n;
	return has_pairs(n) ? n->pairs.n : 0;
}

struct yaml_node *
yaml_item(const struct yaml_node *list, size_t i)
{
	return has_items(list) && i < list->list.n ? list->list.v[i] : NULL;
}

bool
yaml_as_int(const struct yaml_node *n, int64_t *ret)
{
	if (!yaml_is(n, YAML_INT) || !n->integer.fits)
		return false;
	*ret = n->integer.value;
	return true;
}

bool
yaml_as_str(const struct yaml_node *n, struct str *ret)
{
	if (!yaml_is(n, YAML_STR))
		return false;
	*ret = n->text;
	return true;
}

static bool
items_equal(const struct yaml_node *a, const struct yaml_node *b)
{
	for (size_t i = 0; i < a->list.n; i++)
		if (!yaml_equal(a->list.v[i], b->list.v[i]))
			return false;
	return true;
}

static bool
pairs_equal(const struct yaml_node *a, const struct yaml_node *b)
{
	for (size_t i = 0; i < a->pairs.n; i++) {
		size_t twin = key_find(b->index, &b->pairs, a->pairs.v[i].key);
		if (twin == b->pairs.n)
			return false;
		if (a->kind == YAML_MAP &&
			!yaml_equal(a->pairs.v[i].value, b->pairs.v[twin].value))
			return false;
	}
	return true;
}

bool
yaml_equal(const struct yaml_node *a, const struct yaml_node *b)
{
	if (!a || !b)
		return a == b;
	struct key x, y;
	bool scalar = key_of(a, &x);
	if (scalar != key_of(b, &y))
		return false;
	if (scalar)
		return x.class == y.class && str_eq(x.bytes, y.bytes);
	if (has_items(a) && has_items(b) && a->list.n == 0 && b->list.n == 0)
		return true;
	if (a->kind != b->kind)
		return false;
	if (has_items(a))
		return a->list.n == b->list.n && items_equal(a, b);
	return has_pairs(a) && a->pairs.n == b->pairs.n && pairs_equal(a, b);
}

bool
yaml_truthy(const struct yaml_node *n)
{
	if (!n)
		return false;
	switch (n->kind) {
	case YAML_NULL:
		return false;
	case YAML_BOOL:
		return n->boolean;
	case YAML_INT:
		return !str_eqz(n->integer.decimal, "0");
	case YAML_FLOAT:
		return n->real < 0 || n->real > 0 || isnan(n->real);
	case YAML_STR:
		return n->text.n > 0;
	case YAML_BYTES:
		return n->bytes.n > 0;
	case YAML_LIST:
	case YAML_PAIRS:
	case YAML_MAP:
	case YAML_SET:
		return yaml_count(n) > 0;
	case YAML_DATE:
	case YAML_BAD:
		break;
	}
	return true;
}

const char *
yaml_kind_name(enum yaml_kind kind)
{
	static const char *const name[] = {
		[YAML_NULL] = "null",
		[YAML_BOOL] = "boolean",
		[YAML_INT] = "integer",
		[YAML_FLOAT] = "float",
		[YAML_STR] = "string",
		[YAML_DATE] = "date",
		[YAML_BYTES] = "binary",
		[YAML_LIST] = "list",
		[YAML_MAP] = "map",
		[YAML_SET] = "set",
		[YAML_PAIRS] = "list of pairs",
		[YAML_BAD] = "unreadable value",
	};
	return name[kind];
}
