/*
 * Files that hold a `base` and overrides of it, of which a selector chooses one:
 *
 *	override_NAME          merged into base
 *	zip_override_NAME[i]   the same after each list in it has given way to its i-th
 *item; a list of one item gives that one for every i
 *
 * Merging goes mapping by mapping; null takes a key away. Nodes keep their places.
 */
#include "model/srt_internal.h"

#include "base/arena.h"
#include "base/limits.h"

#define NO_SLICE SIZE_MAX

struct merging {
	struct srt_recipes *recipes;
	size_t index; /* NO_SLICE: lists stay */
	bool over_limit;
};

static void
add_pair(struct merging *m, struct yaml_node *map, struct yaml_node *key,
	struct yaml_node *value)
{
	if (m->recipes->merged >= LIMIT_SRT_MERGED_PAIRS) {
		m->over_limit = true;
		return;
	}
	m->recipes->merged++;
	vec_push(m->recipes->a, &map->pairs,
		((struct yaml_pair){.key = key, .value = value}));
}

static struct yaml_node *
new_map(struct merging *m, const struct yaml_node *like)
{
	struct yaml_node *map = NEW(m->recipes->a, struct yaml_node);
	map->kind = YAML_MAP;
	map->style = like->style;
	map->span = like->span;
	return map;
}

static struct yaml_node *
slice(struct merging *m, struct yaml_node *n, unsigned depth)
{
	if (m->index == NO_SLICE || depth > LIMIT_YAML_DEPTH)
		return n;
	if (yaml_is(n, YAML_LIST) && n->list.n)
		return n->list.v[n->list.n == 1 || m->index >= n->list.n ? 0 : m->index];
	if (!yaml_is(n, YAML_MAP))
		return n;
	struct yaml_node *map = new_map(m, n);
	for (size_t i = 0; i < n->pairs.n; i++)
		add_pair(m, map, n->pairs.v[i].key,
			slice(m, n->pairs.v[i].value, depth + 1));
	return map;
}

static const struct yaml_pair *
twin(const struct yaml_node *map, const struct yaml_node *key)
{
	return yaml_is(key, YAML_STR) ? yaml_get_pair(map, key->text) : NULL;
}

static struct yaml_node *
merge(struct merging *m, const struct yaml_node *base, const struct yaml_node *override,
	unsigned depth)
{
	struct yaml_node *map = new_map(m, base);
	for (size_t i = 0; i < base->pairs.n; i++) {
		const struct yaml_pair *b = &base->pairs.v[i],
				       *o = twin(override, b->key);
		if (!o)
			add_pair(m, map, b->key, b->value);
		else if (yaml_is(o->value, YAML_MAP) && yaml_is(b->value, YAML_MAP) &&
			 depth < LIMIT_YAML_DEPTH)
			add_pair(m, map, b->key, merge(m, b->value, o->value, depth + 1));
		else if (!yaml_is(slice(m, o->value, depth), YAML_NULL))
			add_pair(m, map, b->key, slice(m, o->value, depth));
	}
	for (size_t i = 0; i < override->pairs.n; i++) {
		const struct yaml_pair *o = &override->pairs.v[i];
		if (!twin(base, o->key) && !yaml_is(slice(m, o->value, depth), YAML_NULL))
			add_pair(m, map, o->key, slice(m, o->value, depth));
	}
	return map;
}

struct lengths {
	size_t most; /* 0: no list seen */
	bool disagree, empty;
};

/* Lists of one item fit any length; the others must be equally long. */
static void
count_lists(const struct yaml_node *map, unsigned depth, struct lengths *l)
{
	for (size_t i = 0; i < yaml_count(map) && depth < LIMIT_YAML_DEPTH; i++) {
		const struct yaml_node *v = map->pairs.v[i].value;
		if (yaml_is(v, YAML_MAP)) {
			count_lists(v, depth + 1, l);
		} else if (yaml_is(v, YAML_LIST)) {
			l->empty |= v->list.n == 0;
			l->disagree |=
				v->list.n > 1 && l->most > 1 && l->most != v->list.n;
			l->most = v->list.n > l->most ? v->list.n : l->most;
		}
	}
}

static void
refuse(struct srt_recipe *r, enum srt_state state, struct str why)
{
	r->state = state;
	r->why = why;
	r->root = NULL;
}

/* "NAME[i]"; without brackets index stays NO_SLICE. */
static bool
split_selector(struct str selector, struct str *ret_name, size_t *ret_index)
{
	size_t open = str_find_byte(selector, '[', 0);
	int64_t i;
	*ret_name = str_slice(selector, 0, open);
	*ret_index = NO_SLICE;
	if (open == selector.n)
		return true;
	struct str digits = str_slice(selector, open + 1, selector.n - 1);
	if (!str_ends(selector, S("]")) || !str_all_digits(digits) ||
		!str_to_int64(digits, &i))
		return false;
	*ret_index = (size_t)i;
	return true;
}

static bool
zip_fits(struct arena *a, struct srt_recipe *r, struct str name, size_t index,
	const struct yaml_node *override)
{
	struct lengths l = {0};
	count_lists(override, 0, &l);
	if (l.empty || l.disagree || !l.most)
		refuse(r, SRT_NO_VARIANT,
			str_fmt(a, "the lists in '%.*s' cannot be zipped: %s", STR(name),
				l.disagree ? "their lengths differ"
				: l.empty  ? "one is empty"
					   : "there is none"));
	else if (index >= l.most)
		refuse(r, SRT_NO_VARIANT,
			str_fmt(a, "'%.*s' has %zu variant%s, counted from 0", STR(name),
				l.most, l.most == 1 ? "" : "s"));
	return r->state == SRT_READ;
}

void
srt_choose_variant(
	struct srt_recipes *rs, struct srt_recipe *r, const struct yaml_node *file)
{
	const struct yaml_node *base = yaml_get(file, S("base"));
	struct merging m = {.recipes = rs};
	struct str name;
	bool zip = str_starts(r->selector, S("zip_override_"));
	if (!yaml_is(base, YAML_MAP)) {
		refuse(r, SRT_NOT_READ, S("the 'base' of its recipe is no mapping"));
		return;
	}
	if (str_eqz(r->selector, "base")) {
		r->root = base;
		return;
	}
	if (!(zip || str_starts(r->selector, S("override_"))) ||
		str_find_byte(r->selector, '*', 0) < r->selector.n ||
		!split_selector(r->selector, &name, &m.index) ||
		zip == (m.index == NO_SLICE)) {
		refuse(r, SRT_NOT_READ, S("its CONFIG_FILE does not choose one variant"));
		return;
	}
	const struct yaml_node *override = yaml_get(file, name);
	if (!override) {
		refuse(r, SRT_NO_VARIANT,
			str_fmt(rs->a, "it has no section %.*s",
				STR(schema_quote(rs->a, name))));
		return;
	}
	if (!yaml_is(override, YAML_MAP)) {
		refuse(r, SRT_NOT_READ, S("an override of its recipe is no mapping"));
		return;
	}
	if (zip && !zip_fits(rs->a, r, name, m.index, override))
		return;
	r->root = merge(&m, base, override, 0);
	if (m.over_limit)
		refuse(r, SRT_NOT_READ, S("the overrides of all recipes are too large"));
}
