/*
 * Final form of scalars and collections.
 *
 * The order of pairs follows PyYAML: what comes through merge keys first, later maps of a
 * merged list before earlier ones, then the map's own pairs; an equal key keeps the first
 * place and takes the last value.
 */
#include "yaml/build.h"

#include "base/arena.h"
#include "yaml/key.h"
#include "yaml/scalar.h"

enum { INDEX_FROM = 16 }; /* pairs from which on an index is worth its memory */

void
build_unknown_tag(struct loader *l, struct yaml_node *n)
{
	struct str tag = yaml_tag(n);
	size_t at = tag.n ? (size_t)(tag.p - l->feed.bytes.p) : n->span.begin;
	n->kind = YAML_BAD;
	loader_problem(l, YAML_PROBLEM_TAG, loader_span(l, at, at + tag.n),
		REFUSE_BOTH,
		str_fmt(l->a, "unknown tag %.*s", STR(yaml_quote(l->a, tag))));
}

static enum yaml_problem_kind
scalar_problem_kind(enum tag tag)
{
	switch (tag) {
	case TAG_MERGE:
	case TAG_VALUE:
		return YAML_PROBLEM_MERGE;
	case TAG_SEQ:
	case TAG_MAP:
	case TAG_SET:
	case TAG_OMAP:
	case TAG_PAIRS:
		return YAML_PROBLEM_TAG;
	case TAG_UNKNOWN:
	case TAG_NULL:
	case TAG_BOOL:
	case TAG_INT:
	case TAG_FLOAT:
	case TAG_STR:
	case TAG_TIMESTAMP:
	case TAG_BINARY:
		break;
	}
	return YAML_PROBLEM_VALUE;
}

void
build_scalar(struct loader *l, struct yaml_node *n, enum tag tag, struct span span)
{
	struct str why;
	if (tag == TAG_UNKNOWN) {
		build_unknown_tag(l, n);
		return;
	}
	switch (scalar_build(l->a, tag, n, &why)) {
	case SCALAR_OK:
		return;
	case SCALAR_REFUSED:
		/* The strict loader walks the characters of a scalar tagged as map: with
		 * none it builds an empty one. */
		loader_problem(l, scalar_problem_kind(tag), span,
			tag == TAG_MAP && n->text.n == 0 ? REFUSE_SAFE : REFUSE_BOTH,
			why);
		return;
	case SCALAR_CRASH:
		loader_problem(l, YAML_PROBLEM_VALUE, span, CRASH, why);
		return;
	case SCALAR_TOO_LONG:
		loader_problem(l, YAML_PROBLEM_LIMIT, span, CRASH, why);
		return;
	case SCALAR_LIMIT:
		loader_problem(l, YAML_PROBLEM_LIMIT, span, REFUSE_NONE, why);
		return;
	}
}

/* A tag that asks for another kind of node than the one it stands before. */
static void
wrong_tag(struct loader *l, struct yaml_node *n, enum tag tag, const char *found,
	enum refusals refusals)
{
	const char *wanted = tag == TAG_MAP || tag == TAG_SET ? "map"
			     : tag == TAG_SEQ || tag == TAG_OMAP || tag == TAG_PAIRS
				     ? "list"
				     : "scalar";
	n->kind = YAML_BAD;
	loader_problem(l, YAML_PROBLEM_TAG, n->span, refusals,
		str_fmt(l->a, "tag '!!%s' stands before a %s, but needs a %s",
			tag_name(tag), found, wanted));
}

static void
copy_items(struct loader *l, const struct frame *frame)
{
	size_t n = l->parts.n - frame->first;
	struct yaml_items items = {NEW_ARRAY(l->a, struct yaml_node *, n), n, n};
	for (size_t i = 0; i < n; i++)
		items.v[i] = l->parts.v[frame->first + i].node;
	frame->node->list = items;
}

static void
build_pairs(struct loader *l, const struct frame *frame)
{
	frame->node->kind = YAML_PAIRS;
	for (size_t i = frame->first; i < l->parts.n && !loader_is_full(l); i++) {
		const struct part *part = &l->parts.v[i];
		const struct yaml_node *item = part->node;
		bool lost = item->kind == YAML_BAD && part->tag != TAG_SEQ;
		if (lost || (item->kind == YAML_MAP && item->pairs.n == 1))
			continue;
		frame->node->kind = YAML_BAD;
		loader_problem(l, YAML_PROBLEM_TAG, item->span, REFUSE_BOTH,
			str_fmt(l->a, "each item of '!!%s' has to be a map with one pair",
				tag_name(frame->tag)));
	}
	if (frame->node->kind == YAML_PAIRS)
		copy_items(l, frame);
}

void
build_list(struct loader *l, const struct frame *frame)
{
	bool empty = l->parts.n == frame->first;
	switch (frame->merge == MERGE_VALUE ? TAG_SEQ : frame->tag) {
	case TAG_SEQ:
		copy_items(l, frame);
		break;
	case TAG_OMAP:
	case TAG_PAIRS:
		build_pairs(l, frame);
		break;
	case TAG_UNKNOWN:
		build_unknown_tag(l, frame->node);
		break;
	case TAG_MAP:
		wrong_tag(l, frame->node, frame->tag, "list",
			empty ? REFUSE_SAFE : REFUSE_BOTH);
		break;
	case TAG_MERGE:
	case TAG_VALUE:
		build_unknown_tag(l, frame->node);
		break;
	case TAG_NULL:
	case TAG_BOOL:
	case TAG_INT:
	case TAG_FLOAT:
	case TAG_STR:
	case TAG_TIMESTAMP:
	case TAG_BINARY:
	case TAG_SET:
		wrong_tag(l, frame->node, frame->tag, "list", REFUSE_BOTH);
		break;
	}
}

/* The map that is being filled. */
struct filling {
	struct loader *l;
	struct yaml_pairs pairs;
	struct yaml_index *index;
	bool is_set;
};

static void
index_pairs(struct filling *f)
{
	if (f->pairs.n != INDEX_FROM)
		return;
	f->index = NEW(f->l->a, struct yaml_index);
	for (size_t i = 0; i < f->pairs.n; i++)
		key_add(f->l->a, f->index, f->pairs.v[i].key, i);
}

static void
report_duplicate(
	struct filling *f, const struct yaml_node *first, const struct yaml_node *key)
{
	if (f->is_set || loader_is_full(f->l))
		return;
	struct str shown = yaml_quote(f->l->a, key->text);
	struct str text =
		str_eq(first->text, key->text)
			? str_fmt(f->l->a, "key %.*s is given twice in this mapping",
				  STR(shown))
			: str_fmt(f->l->a,
				  "key %.*s equals the key %.*s of the same mapping",
				  STR(shown), STR(yaml_quote(f->l->a, first->text)));
	struct yaml_problem *p = loader_problem(
		f->l, YAML_PROBLEM_DUPLICATE_KEY, key->span, REFUSE_STRICT, text);
	p->related = first->span;
	p->related_label = "first given here";
}

static void
put_pair(struct filling *f, struct yaml_pair pair)
{
	size_t at = key_find(f->index, &f->pairs, pair.key);
	if (at < f->pairs.n) {
		struct yaml_pair *old = &f->pairs.v[at];
		if (!pair.merged && !old->merged)
			report_duplicate(f, old->key, pair.key);
		old->value = pair.value;
		old->merged = pair.merged;
		return;
	}
	if (f->index)
		key_add(f->l->a, f->index, pair.key, f->pairs.n);
	vec_push(f->l->a, &f->pairs, pair);
	index_pairs(f);
}

static void
merge_map(struct filling *f, const struct yaml_node *map)
{
	struct loader *l = f->l;
	l->expanded = add_saturated(l->expanded, (uint32_t)map->pairs.n);
	if (l->expanded > LIMIT_YAML_ALIAS_NODES) {
		if (l->expansion_reported)
			return;
		l->expansion_reported = true;
		loader_problem(l, YAML_PROBLEM_LIMIT, map->span, REFUSE_NONE,
			str_fmt(l->a,
				"merge keys and aliases bring in more than %d values",
				(int)LIMIT_YAML_ALIAS_NODES));
		return;
	}
	for (size_t i = 0; i < map->pairs.n; i++) {
		struct yaml_pair pair = map->pairs.v[i];
		pair.merged = true;
		put_pair(f, pair);
	}
}

static bool
can_merge(struct filling *f, const struct yaml_node *n, const char *what)
{
	if (n->kind == YAML_MAP || n->kind == YAML_SET)
		return true;
	if (n->kind != YAML_BAD)
		loader_problem(f->l, YAML_PROBLEM_MERGE, n->span, REFUSE_BOTH,
			str_fmt(f->l->a, "'<<' needs %s, but finds: %s", what,
				yaml_kind_name(n->kind)));
	return false;
}

static void
merge_operand(struct filling *f, const struct yaml_node *n)
{
	if (n->kind != YAML_LIST && n->kind != YAML_PAIRS) {
		if (can_merge(f, n, "a map or a list of maps"))
			merge_map(f, n);
		return;
	}
	for (size_t i = n->list.n; i > 0 && !loader_is_full(f->l); i--)
		if (can_merge(f, n->list.v[i - 1], "maps in its list"))
			merge_map(f, n->list.v[i - 1]);
}

static void
report_special_key(struct filling *f, const struct yaml_node *key)
{
	if (f->is_set) /* the strict loader reads sets as the other one does */
		return;
	loader_problem(f->l, YAML_PROBLEM_STRICT_MERGE, key->span, REFUSE_STRICT,
		str_fmt(f->l->a, "%.*s as a key is refused by the changelog tools",
			STR(yaml_quote(f->l->a, key->text))));
}

static bool
is_collection(const struct yaml_node *n)
{
	return n->kind == YAML_LIST || n->kind == YAML_MAP || n->kind == YAML_SET ||
	       n->kind == YAML_PAIRS;
}

static void
put_own(struct filling *f, struct part key, struct part value)
{
	if (key.tag == TAG_MERGE)
		return;
	if (key.tag == TAG_VALUE)
		report_special_key(f, key.node);
	/* What has a wrong tag may still be an empty map for the strict loader. */
	bool was_collection =
		key.node->kind == YAML_BAD && (key.tag == TAG_MAP || key.tag == TAG_SEQ);
	if (is_collection(key.node) || was_collection) {
		const char *kind =
			was_collection ? "map" : yaml_kind_name(key.node->kind);
		loader_problem(f->l, YAML_PROBLEM_KEY, key.node->span, REFUSE_BOTH,
			str_fmt(f->l->a, "a %s can't be a key", kind));
		return;
	}
	put_pair(f, (struct yaml_pair){key.node, value.node, false});
}

static void
fill(struct loader *l, const struct frame *frame)
{
	struct filling f = {.l = l, .is_set = frame->tag == TAG_SET};
	const struct part *p = l->parts.v + frame->first;
	size_t n = (l->parts.n - frame->first) / 2;
	f.pairs.v = NEW_ARRAY(l->a, struct yaml_pair, n);
	f.pairs.cap = n;
	for (size_t i = 0; i < n; i++) {
		if (p[2 * i].tag != TAG_MERGE)
			continue;
		report_special_key(&f, p[2 * i].node);
		merge_operand(&f, p[2 * i + 1].node);
	}
	for (size_t i = 0; i < n && !loader_is_full(l); i++)
		put_own(&f, p[2 * i], p[2 * i + 1]);
	frame->node->kind = f.is_set ? YAML_SET : YAML_MAP;
	frame->node->pairs = f.pairs;
	frame->node->index = f.index;
}

/* An item of !!omap or !!pairs: any key will do, but nothing is merged. */
static void
fill_single(struct loader *l, const struct frame *frame)
{
	const struct part *p = l->parts.v + frame->first;
	frame->node->kind = YAML_MAP;
	if (l->parts.n - frame->first != 2)
		return; /* build_pairs() refuses it */
	if (p->tag == TAG_MERGE || p->tag == TAG_VALUE)
		build_scalar(l, p->node, p->tag, p->node->span);
	vec_push(l->a, &frame->node->pairs,
		((struct yaml_pair){p[0].node, p[1].node, false}));
}

/* Takes back what was said about values that PyYAML never builds. */
static void
forget_values(struct loader *l, size_t from)
{
	struct yaml_problems *list = &l->doc->problems;
	size_t kept = from;
	if (l->doc->partial) /* then some may be about syntax */
		return;
	for (size_t i = from; i < list->n; i++) {
		enum yaml_problem_kind kind = list->v[i].kind;
		bool of_value = kind == YAML_PROBLEM_DUPLICATE_KEY ||
				kind == YAML_PROBLEM_KEY || kind == YAML_PROBLEM_MERGE ||
				kind == YAML_PROBLEM_STRICT_MERGE ||
				kind == YAML_PROBLEM_TAG || kind == YAML_PROBLEM_VALUE;
		if (!of_value)
			list->v[kept++] = list->v[i];
	}
	list->n = kept;
}

/* PyYAML takes the value of a plain `=` key for the scalar that a tag asks for. */
static bool
build_from_value_key(struct loader *l, const struct frame *frame)
{
	for (size_t i = frame->first; i < l->parts.n; i += 2) {
		const struct yaml_node *value = l->parts.v[i + 1].node;
		if (l->parts.v[i].tag != TAG_VALUE)
			continue;
		if (is_collection(value) || frame->tag == TAG_TIMESTAMP)
			return false;
		forget_values(l, frame->problems);
		frame->node->text = value->text;
		build_scalar(l, frame->node, frame->tag, frame->node->span);
		return true;
	}
	return false;
}

void
build_map(struct loader *l, const struct frame *frame, bool in_pairs)
{
	if (in_pairs) {
		fill_single(l, frame);
		return;
	}
	switch (frame->merge != MERGE_NONE ? TAG_MAP : frame->tag) {
	case TAG_MAP:
	case TAG_SET:
		fill(l, frame);
		break;
	case TAG_UNKNOWN:
	case TAG_MERGE:
	case TAG_VALUE:
		build_unknown_tag(l, frame->node);
		break;
	case TAG_NULL:
	case TAG_BOOL:
	case TAG_INT:
	case TAG_FLOAT:
	case TAG_STR:
	case TAG_TIMESTAMP:
	case TAG_BINARY:
		if (!build_from_value_key(l, frame))
			wrong_tag(l, frame->node, frame->tag, "map", REFUSE_BOTH);
		break;
	case TAG_SEQ:
	case TAG_OMAP:
	case TAG_PAIRS:
		wrong_tag(l, frame->node, frame->tag, "map", REFUSE_BOTH);
		break;
	}
}
