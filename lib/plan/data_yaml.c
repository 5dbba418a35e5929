/* YAML texts, such as a configuration file that a recipe writes, to structured values. */
#include "plan/data.h"

#include "base/arena.h"
#include "yaml/load.h"

static const struct data *convert(
	struct arena *a, const struct source *src, const struct yaml_node *n);

static void
convert_map(struct arena *a, const struct source *src, const struct yaml_node *n,
	struct data *d)
{
	d->kind = DATA_MAP;
	d->map = (struct data_pairs){0};
	for (size_t i = 0; i < n->pairs.n; i++) {
		const struct yaml_pair *from = &n->pairs.v[i];
		struct data_pair p = {.value = convert(a, src, from->value)};
		if (!yaml_as_str(from->key, &p.key) ||
			str_contains(p.key, S(DATA_HOLE))) {
			d->kind = DATA_UNKNOWN;
			return;
		}
		vec_push(a, &d->map, p);
	}
}

static void
convert_list(struct arena *a, const struct source *src, const struct yaml_node *n,
	struct data *d)
{
	d->kind = DATA_LIST;
	d->list = (struct data_items){0};
	for (size_t i = 0; i < yaml_count(n); i++) {
		const struct yaml_node *item = yaml_item(n, i);
		if (item && str_contains(item->text, S(DATA_HOLE))) {
			d->kind = DATA_UNKNOWN; /* [1, ?] may have any number of items */
			return;
		}
		vec_push(a, &d->list, convert(a, src, item));
	}
}

static void
convert_scalar(const struct yaml_node *n, struct data *d)
{
	if (str_contains(n->text, S(DATA_HOLE)))
		return;
	switch (n->kind) {
	case YAML_NULL:
		d->kind = DATA_NULL;
		break;
	case YAML_BOOL:
		d->kind = DATA_BOOL;
		d->boolean = n->boolean;
		break;
	case YAML_INT:
		d->kind = n->integer.fits ? DATA_INT : DATA_UNKNOWN;
		d->integer = n->integer.value;
		break;
	case YAML_FLOAT:
		d->kind = DATA_REAL;
		d->real = n->real;
		break;
	case YAML_STR:
		d->kind = DATA_TEXT;
		d->text = n->text;
		break;
	default:
		break;
	}
}

/* The loader bounds the depth, aliases included. */
static const struct data *
convert(struct arena *a, const struct source *src, const struct yaml_node *n)
{
	struct data *d = NEW(a, struct data);
	if (!n)
		return d;
	d->line = source_place(src, n->span.begin).line;
	if (n->kind == YAML_MAP)
		convert_map(a, src, n, d);
	else if (n->kind == YAML_LIST)
		convert_list(a, src, n, d);
	else
		convert_scalar(n, d);
	return d;
}

enum data_status
data_read_yaml(struct arena *a, struct str text, const struct data **ret,
	struct data_fault *fault)
{
	struct sources own = {0}; /* nothing outside of this function sees its places */
	struct source *src = sources_add(a, &own, S("(generated)"), text);
	struct yaml_doc *doc = yaml_load(a, src);
	*ret = NULL;
	*fault = (struct data_fault){0};
	if (doc->safe_ok && doc->root) {
		*ret = convert(a, src, doc->root);
		return DATA_OK;
	}
	enum data_status status = DATA_MALFORMED;
	for (size_t i = 0; i < doc->problems.n; i++) {
		const struct yaml_problem *p = &doc->problems.v[i];
		if (p->kind == YAML_PROBLEM_LIMIT)
			status = DATA_GIVEN_UP;
		if (!p->safe_refuses || fault->text.n)
			continue;
		fault->at = p->span.begin;
		fault->text = p->text;
	}
	return status;
}
