/*
 * One document from its bytes.
 *
 * libyaml reads until it ends or stops at a fault. Then it starts anew: from the last
 * top-level item when a replacement in the text lets it read on as the reference does,
 * else from the next top-level item, so that one fault does not hide the rest of the
 * file.
 */
#include "yaml/load.h"

#include "base/arena.h"
#include "yaml/read.h"
#include "yaml/strict.h"

struct span
loader_span(const struct loader *l, size_t begin, size_t end)
{
	size_t n = l->feed.bytes.n;
	if (end > n)
		end = n;
	return span_in(l->src, begin < end ? begin : end, end);
}

struct yaml_problem *
loader_problem(struct loader *l, enum yaml_problem_kind kind, struct span span,
	enum refusals refusals, struct str text)
{
	struct yaml_problem problem = {
		.kind = kind,
		.span = span,
		.text = text,
		.safe_refuses = (refusals & REFUSE_SAFE) != 0,
		.strict_refuses = (refusals & REFUSE_STRICT) != 0,
		.crashes = refusals == CRASH,
	};
	l->limited = l->limited || kind == YAML_PROBLEM_LIMIT;
	bool last_word =
		kind == YAML_PROBLEM_LIMIT && l->doc->problems.n == LIMIT_YAML_PROBLEMS;
	if (loader_is_full(l) && !last_word) {
		l->overflow_refusals |= refusals;
		l->overflow = problem;
		return &l->overflow;
	}
	vec_push(l->a, &l->doc->problems, problem);
	return &l->doc->problems.v[l->doc->problems.n - 1];
}

void
loader_set_tag(struct loader *l, struct yaml_node *n, struct str tag)
{
	if (tag.n == 0)
		return;
	struct yaml_rare *rare = NEW(l->a, struct yaml_rare);
	rare->tag = tag;
	n->rare = rare;
}

bool
loader_is_full(const struct loader *l)
{
	return l->doc->problems.n >= LIMIT_YAML_PROBLEMS;
}

static void
empty_root(struct loader *l)
{
	l->doc->root = NEW(l->a, struct yaml_node);
	l->doc->root->kind = YAML_NULL;
	l->doc->root->span = loader_span(l, l->feed.text_begin, l->feed.text_begin);
}

/* Few and nearly in order: insertion keeps equal ones as they came. */
static void
sort_problems(struct yaml_problems *list)
{
	for (size_t i = 1; i < list->n; i++) {
		struct yaml_problem p = list->v[i];
		size_t at = i;
		for (; at > 0 && list->v[at - 1].span.begin > p.span.begin; at--)
			list->v[at] = list->v[at - 1];
		list->v[at] = p;
	}
}

static void
set_verdict(struct loader *l)
{
	struct yaml_doc *doc = l->doc;
	unsigned refusals = l->overflow_refusals;
	for (size_t i = 0; i < doc->problems.n; i++) {
		refusals |= doc->problems.v[i].safe_refuses ? REFUSE_SAFE : REFUSE_NONE;
		refusals |=
			doc->problems.v[i].strict_refuses ? REFUSE_STRICT : REFUSE_NONE;
	}
	doc->safe_ok = !(refusals & REFUSE_SAFE) && !l->limited;
	doc->strict_ok = !(refusals & REFUSE_STRICT) && !l->limited;
}

static void
release(void *scratch)
{
	arena_release(scratch);
}

struct yaml_doc *
yaml_load(struct arena *a, const struct source *src)
{
	struct loader *l = NEW(a, struct loader);
	l->a = a;
	arena_init(&l->scratch, a->limit_bytes, a->escape);
	arena_defer(a, release, &l->scratch);
	l->src = src;
	l->doc = NEW(a, struct yaml_doc);
	l->doc->source = src;
	l->feed.bytes = src->bytes;
	if (strict_characters(l)) {
		l->checked = l->feed.text_begin;
		read_document(l);
		if (!l->doc->root && !l->doc->partial)
			empty_root(l);
	} else {
		l->doc->partial = true;
	}
	sort_problems(&l->doc->problems);
	set_verdict(l);
	arena_release(&l->scratch);
	return l->doc;
}
