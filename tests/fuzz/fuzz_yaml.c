/*
 * Any bytes load: to a tree whose places lie inside the source and inside each other, the
 * same tree each time.
 */
#include "base/arena.h"
#include "base/limits.h"
#include "yaml/load.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
require(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "violated: %s\n", what);
	abort();
}

static void
check_span(const struct yaml_doc *doc, struct span span)
{
	require(span.file == doc->source->id, "a place is in its file");
	require(span.begin <= span.end && span.end <= doc->source->bytes.n,
		"a place lies inside its file");
}

static void check_node(const struct yaml_doc *doc, const struct yaml_node *n,
	struct span outer, unsigned depth);

static void
check_children(const struct yaml_doc *doc, const struct yaml_node *n, struct span inner,
	unsigned depth)
{
	for (size_t i = 0; i < yaml_count(n); i++) {
		if (n->kind == YAML_LIST || n->kind == YAML_PAIRS) {
			check_node(doc, n->list.v[i], inner, depth);
			continue;
		}
		const struct yaml_pair *pair = &n->pairs.v[i];
		/* What is merged stands elsewhere; its key's place may come from there
		 * too. */
		struct span all = {inner.file, 0, (uint32_t)doc->source->bytes.n};
		check_node(doc, pair->key, all, depth);
		check_node(doc, pair->value, pair->merged ? all : inner, depth);
	}
}

static void
check_node(const struct yaml_doc *doc, const struct yaml_node *n, struct span outer,
	unsigned depth)
{
	require(depth <= LIMIT_YAML_DEPTH, "depth is limited, through aliases too");
	check_span(doc, n->span);
	require(n->span.begin >= outer.begin && n->span.end <= outer.end,
		"a child lies inside its parent");
	require(yaml_kind_name(n->kind) != NULL, "a kind has a name");
	/* Behind an alias the children stand where they were defined. */
	struct span inner = yaml_target(n) ? yaml_target(n)->span : n->span;
	if (n->kind == YAML_LIST || n->kind == YAML_MAP || n->kind == YAML_SET ||
		n->kind == YAML_PAIRS)
		check_children(doc, n, inner, depth + 1);
}

static void
check_problems(const struct yaml_doc *doc)
{
	bool safe = true, strict = true;
	uint32_t last = 0;
	for (size_t i = 0; i < doc->problems.n; i++) {
		const struct yaml_problem *p = &doc->problems.v[i];
		check_span(doc, p->span);
		if (p->related.file)
			check_span(doc, p->related);
		require(p->span.begin >= last, "problems are in order");
		require(p->text.n > 0, "a problem has a text");
		last = p->span.begin;
		safe = safe && !p->safe_refuses;
		strict = strict && !p->strict_refuses;
	}
	require(safe || !doc->safe_ok, "what is refused is not ok");
	require(strict || !doc->strict_ok,
		"what is refused is not ok for the strict loader");
	require(doc->root || doc->problems.n, "without a tree there is a problem");
	require(!doc->partial || doc->problems.n, "a hole has a problem");
}

static struct yaml_doc *
load(struct arena *a, struct str bytes)
{
	struct sources sources = {0};
	return yaml_load(a, sources_add(a, &sources, S("x.yaml"), bytes));
}

/* NaN is not equal to itself and an unreadable value to nothing. */
static void
check_same(const struct yaml_node *a, const struct yaml_node *b, unsigned depth)
{
	require(!a == !b, "the root is there both times");
	if (!a)
		return;
	require(a->kind == b->kind && a->span.begin == b->span.begin &&
			a->span.end == b->span.end && str_eq(a->text, b->text) &&
			yaml_count(a) == yaml_count(b),
		"the same bytes give the same tree");
	require(depth <= LIMIT_YAML_DEPTH, "depth is limited");
	for (size_t i = 0; i < yaml_count(a); i++) {
		if (a->kind == YAML_LIST || a->kind == YAML_PAIRS) {
			check_same(a->list.v[i], b->list.v[i], depth + 1);
			continue;
		}
		check_same(a->pairs.v[i].key, b->pairs.v[i].key, depth + 1);
		check_same(a->pairs.v[i].value, b->pairs.v[i].value, depth + 1);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a;
	struct str bytes = {(const char *)data, size};
	if (size > LIMIT_FILE_BYTES)
		return 0;
	arena_init(&a, 0, NULL);
	const struct yaml_doc *doc = load(&a, bytes), *again = load(&a, bytes);
	check_problems(doc);
	require(doc->problems.n == again->problems.n,
		"the same bytes give the same problems");
	check_same(doc->root, again->root, 0);
	if (doc->root) {
		struct span all = {doc->source->id, 0, (uint32_t)size};
		check_node(doc, doc->root, all, 0);
	}
	arena_release(&a);
	return 0;
}
