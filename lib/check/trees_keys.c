/* What a change does to the config keys: their points, and what these launch. */
#include "check/trees.h"

#include "base/arena.h"
#include "base/limits.h"
#include "plan/cases.h"

#define BIT(field) (1U << ROW_##field)

/* Follow from other fields, or from other points. */
#define NO_PART                                                                          \
	(BIT(EXP_NAME) | BIT(RUN_EVAL) | BIT(EVAL_ONLY) | BIT(EVAL_CONC) |               \
		BIT(EVAL_ALL_CONCS))
#define METADATA                                                                         \
	(BIT(KV_OFFLOADING) | BIT(KV_OFFLOAD_BACKEND) | BIT(ROUTER) |                    \
		BIT(KV_P2P_TRANSFER))

VEC(key_points, const struct point *);

/* Points of each config key, in the order of the matrix. */
static struct map
points_by_key(struct arena *a, const struct matrix *m)
{
	struct map by_key = {0};
	for (size_t i = 0; i < m->points.n; i++) {
		const struct point *p = m->points.v[i];
		struct key_points *list = map_get(&by_key, p->config->key);
		if (!list) {
			list = NEW(a, struct key_points);
			map_put(a, &by_key, p->config->key, list);
		}
		vec_push(a, list, p);
	}
	return by_key;
}

/* Counts up for the head and down for the base: equal when all end at zero. */
struct tally {
	struct map map; /* text to struct count */
};

struct count {
	int64_t n;
};

static void
tally_add(struct arena *a, struct tally *t, struct str text, int by)
{
	struct count *c = map_get(&t->map, text);
	if (!c) {
		c = NEW(a, struct count);
		map_put(a, &t->map, text, c);
	}
	c->n += by;
}

static bool
tally_is_even(const struct tally *t)
{
	for (size_t i = 0; i < t->map.n; i++)
		if (((const struct count *)t->map.entry[i].value)->n != 0)
			return false;
	return true;
}

/* Something that the base lacks (sign 1), or that the head lacks (-1). */
static bool
tally_has(const struct tally *t, int sign)
{
	for (size_t i = 0; i < t->map.n; i++)
		if (sign * ((const struct count *)t->map.entry[i].value)->n > 0)
			return true;
	return false;
}

static void
tally_rows(struct arena *a, struct tally *t, const struct key_points *list, unsigned skip, int by)
{
	for (size_t i = 0; list && i < list->n; i++) {
		struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
		pyjson_row(&b, &list->v[i]->row, PYJSON_SORTED, skip);
		tally_add(a, t, buf_str(&b), by);
	}
}

static bool
rows_differ(struct arena *a, const struct key_points *head, const struct key_points *base,
	unsigned skip)
{
	struct tally t = {0};
	tally_rows(a, &t, head, skip, 1);
	tally_rows(a, &t, base, skip, -1);
	return !tally_is_even(&t);
}

/* All that makes the points of a curve one curve. */
static struct str
curve_of(struct arena *a, const struct point *p)
{
	struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
	pyjson_row(&b, &p->row, PYJSON_SORTED, NO_PART | BIT(CONC));
	return buf_str(&b);
}

/* Each concurrency of each curve. */
static void
add_points(struct arena *a, const struct key_points *list, struct map *ret)
{
	for (size_t i = 0; list && i < list->n; i++) {
		struct str curve = curve_of(a, list->v[i]);
		for (size_t k = 0; k < list->v[i]->concs.n; k++)
			map_put(a, ret,
				str_fmt(a, "%lld %.*s", (long long)list->v[i]->concs.v[k],
					STR(curve)),
				(void *)(uintptr_t)list->v[i]);
	}
}

static void
compare_points(struct arena *a, const struct key_points *head,
	const struct key_points *base, struct key_change *k)
{
	struct map in_head = {0}, in_base = {0};
	add_points(a, head, &in_head);
	add_points(a, base, &in_base);
	for (size_t i = 0; i < in_head.n; i++)
		k->added += !map_has(&in_base, in_head.entry[i].key);
	for (size_t i = 0; i < in_base.n; i++) {
		if (map_has(&in_head, in_base.entry[i].key))
			continue;
		k->first_lost = k->first_lost ? k->first_lost : in_base.entry[i].value;
		k->lost++;
	}
}

/* ---- fields --------------------------------------------------------------------- */

static void
add_fields(struct arena *a, const struct yaml_node *x, const struct yaml_node *y,
	struct names *ret)
{
	for (size_t i = 0; yaml_is(x, YAML_MAP) && i < x->pairs.n; i++) {
		struct str name;
		if (!yaml_as_str(x->pairs.v[i].key, &name))
			continue;
		const struct yaml_node *other = yaml_get(y, name);
		bool listed = false;
		for (size_t k = 0; k < ret->n; k++)
			listed = listed || str_eq(ret->v[k], name);
		if (!listed && (!other || !yaml_equal(x->pairs.v[i].value, other)))
			vec_push(a, ret, name);
	}
}

/* ---- launches ------------------------------------------------------------------- */

static void
add_name(struct arena *a, struct names *list, struct str name)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_eq(list->v[i], name))
			return;
	vec_push(a, list, name);
}

struct launched {
	struct tally digests;
	struct names recipes;
	bool unknown; /* of some run nothing is known */
};

static void
tally_cases(struct arena *a, struct map *by_key, const struct plan_cases *cases,
	const struct map *touched, int by)
{
	for (size_t i = 0; i < cases->n; i++) {
		const struct plan_case *c = cases->v[i];
		if (c->kind != CASE_RUN || !map_has(touched, c->recipe))
			continue;
		for (size_t k = 0; k < c->arms.n; k++) {
			struct str key = c->arms.v[k].point->config->key;
			struct launched *l = map_get(by_key, key);
			if (!l) {
				l = NEW(a, struct launched);
				map_put(a, by_key, key, l);
			}
			/* Equal runs on several machines count once each. */
			tally_add(a, &l->digests, c->digest, by);
			add_name(a, &l->recipes, c->recipe);
			l->unknown = l->unknown || !c->digest.n;
		}
	}
}

/* Sections of a multi-node recipe that change nothing of what is measured. */
static bool
is_aside(const struct yaml_node *key)
{
	static const char *const names[] = {"name", "telemetry", "health_check"};
	struct str name;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (yaml_as_str(key, &name) && str_eqz(name, names[i]))
			return true;
	return false;
}

static bool
has_all_of(const struct yaml_node *x, const struct yaml_node *y)
{
	for (size_t i = 0; yaml_is(x, YAML_MAP) && i < x->pairs.n; i++) {
		struct str name;
		const struct yaml_pair *p = &x->pairs.v[i];
		if (is_aside(p->key) || !yaml_as_str(p->key, &name))
			continue;
		const struct yaml_node *other = yaml_get(y, name);
		if (!other || !yaml_equal(p->value, other))
			return false;
	}
	return true;
}

static bool
srt_differs(struct trees *t, const struct arm *arm, const struct srt_recipe *head)
{
	struct str setting;
	if (!arm_setting(arm, S("CONFIG_FILE"), &setting))
		return true;
	const struct srt_recipe *base = srt_recipe(t->base.repo->recipes, setting);
	return !head->root || !base->root || !has_all_of(head->root, base->root) ||
	       !has_all_of(base->root, head->root);
}

static void
add_srt_recipes(struct trees *t, const struct config *c, struct key_change *k)
{
	for (size_t s = 0; s < c->scenarios.n; s++) {
		const struct arms *arms = &c->scenarios.v[s]->arms;
		for (size_t i = 0; i < arms->n; i++) {
			const struct srt_recipe *r =
				srt_recipe_of_arm(t->head.repo->recipes, arms->v[i]);
			if (!r->path.n || trees_file(t, r->path)->state == FILE_SAME ||
				!srt_differs(t, arms->v[i], r))
				continue;
			k->launches = k->replaces = true;
			add_name(t->arena, &k->recipes, r->path);
		}
	}
}

/* ---- keys ----------------------------------------------------------------------- */

struct comparing {
	struct trees *t;
	struct map head_points, base_points, launched;
};

static bool
compare_key(struct comparing *c, struct key_change *k)
{
	struct arena *a = c->t->arena;
	const struct key_points *head = map_get(&c->head_points, k->key);
	const struct key_points *base = map_get(&c->base_points, k->key);
	if (k->head && k->base)
		add_fields(a, k->head->node, k->base->node, &k->fields);
	if (k->head && k->base)
		add_fields(a, k->base->node, k->head->node, &k->fields);
	k->rows = rows_differ(a, head, base, NO_PART);
	if (k->rows)
		compare_points(a, head, base, k);
	/* The budget follows from offloading in the config, or from the hardware. */
	unsigned also = k->fields.n ? BIT(TOTAL_CPU_DRAM_GB) : 0;
	k->metadata = k->rows && k->head && k->base &&
		      !rows_differ(a, head, base, NO_PART | METADATA | also);
	if (k->head && k->base) {
		const struct launched *l = map_get(&c->launched, k->key);
		if (l && !l->unknown && tally_has(&l->digests, 1)) {
			k->launches = true;
			k->replaces = tally_has(&l->digests, -1);
			k->recipes = l->recipes;
		}
		add_srt_recipes(c->t, k->head, k);
	}
	return !k->head || !k->base || k->rows || k->launches || k->fields.n;
}

static void
add_if_changed(struct comparing *c, const struct config *head, const struct config *base)
{
	struct key_change *k = NEW(c->t->arena, struct key_change);
	k->head = head;
	k->base = base;
	k->key = head ? head->key : base->key;
	if (compare_key(c, k))
		vec_push(c->t->arena, &c->t->keys, k);
}

const struct key_changes *
trees_keys(struct trees *t)
{
	if (t->keys_made)
		return &t->keys;
	t->keys_made = true;
	plans_routes(t->head.plans);
	plans_routes(t->base.plans);
	struct comparing c = {
		.t = t,
		.head_points = points_by_key(t->arena, t->head.plans->matrix),
		.base_points = points_by_key(t->arena, t->base.plans->matrix),
	};
	if (plans_possible(t->head.plans) && plans_possible(t->base.plans)) {
		tally_cases(t->arena, &c.launched, plans_cases(t->head.plans), &t->touched, 1);
		tally_cases(
			t->arena, &c.launched, plans_cases(t->base.plans), &t->touched, -1);
	}
	const struct master *head = t->head.repo->master, *base = t->base.repo->master;
	for (size_t i = 0; i < head->configs.n; i++)
		add_if_changed(&c, head->configs.v[i],
			master_config(base, head->configs.v[i]->key));
	for (size_t i = 0; i < base->configs.n; i++)
		if (!master_config(head, base->configs.v[i]->key))
			add_if_changed(&c, NULL, base->configs.v[i]);
	return &t->keys;
}

const struct key_change *
trees_key(struct trees *t, struct str key)
{
	const struct key_changes *all = trees_keys(t);
	for (size_t i = 0; i < all->n; i++)
		if (str_eq(all->v[i]->key, key))
			return all->v[i];
	return NULL;
}

struct str
trees_key_difference(struct arena *a, const struct key_change *k)
{
	struct buf b = buf_new(a, 2000);
	if (!k->base)
		return S("it is new");
	for (size_t i = 0; k->rows && i < k->fields.n; i++)
		buf_addf(&b, "%s%.*s", i ? ", " : "", STR(k->fields.v[i]));
	if (k->rows && !k->fields.n)
		buf_addz(&b, "its points");
	for (size_t i = 0; k->launches && i < k->recipes.n; i++)
		buf_addf(&b, "%swhat %.*s launches", b.n ? ", " : "",
			STR(k->recipes.v[i]));
	return buf_str(&b);
}
