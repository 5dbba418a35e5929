/*
 * Anchors and aliases.
 *
 * A node reached through an alias is shared, so memory is no concern; but what walks the
 * tree later must not take forever. Hence the expanded size and depth are counted here.
 */
#include "yaml/alias.h"

#include "base/arena.h"
#include "yaml/scalar.h"

/* The newest definition before a place: text that is read again defines its anchors
 * again. */
static struct anchor *
defined_before(const struct loader *l, struct str name, size_t at)
{
	struct anchor *anchor = map_get(&l->anchors, name);
	while (anchor && anchor->span.begin >= at)
		anchor = anchor->older;
	return anchor;
}

struct anchor *
alias_define(struct loader *l, struct str name)
{
	if (name.n == 0)
		return NULL;
	size_t at = (size_t)(name.p - l->feed.bytes.p) - 1;
	struct anchor *anchor = NEW(l->a, struct anchor);
	anchor->span = loader_span(l, at, at + 1 + name.n);
	anchor->older = defined_before(l, name, at);
	map_put(l->a, &l->anchors, name, anchor);
	if (anchor->older) {
		struct yaml_problem *p =
			loader_problem(l, YAML_PROBLEM_ALIAS, anchor->span, REFUSE_BOTH,
				str_fmt(l->a, "anchor %.*s is defined twice",
					STR(yaml_quote(l->a, name))));
		p->related = anchor->older->span;
		p->related_label = "first defined here";
	}
	return anchor;
}

/* An alias to what encloses it: Python builds a list that contains itself. With the
 * strict loader a map must be complete before anything refers to it, unless a list stands
 * between, which is filled later. */
static void
resolve_cycle(
	struct loader *l, const struct anchor *anchor, struct yaml_node *n, bool as_key)
{
	bool strict_builds = false;
	for (size_t i = l->depth; i > 0; i--) {
		strict_builds = strict_builds || l->frame[i - 1].tag != TAG_MAP;
		if (l->frame[i - 1].anchor == anchor)
			break;
	}
	enum refusals refusals = as_key          ? REFUSE_BOTH
				 : strict_builds ? REFUSE_NONE
						 : REFUSE_STRICT;
	struct yaml_problem *p = loader_problem(l,
		as_key ? YAML_PROBLEM_KEY : YAML_PROBLEM_ALIAS, n->span, refusals,
		str_fmt(l->a, "alias %.*s refers to a value that contains it",
			STR(yaml_quote(l->a, n->text))));
	p->related = anchor->span;
	p->related_label = "defined here";
	n->kind = YAML_BAD;
}

/* NULL when the alias may be expanded, else which limit it breaks. */
static const char *
broken_limit(struct loader *l, const struct part *part)
{
	l->expanded = add_saturated(l->expanded, part->size);
	if (l->depth + part->height > LIMIT_YAML_DEPTH)
		return "nest too deep";
	return l->expanded > LIMIT_YAML_ALIAS_NODES ? "bring in too many values" : NULL;
}

static struct part
refuse_to_expand(struct loader *l, struct yaml_node *n, const char *why)
{
	n->kind = YAML_BAD;
	if (!l->expansion_reported)
		loader_problem(l, YAML_PROBLEM_LIMIT, n->span, REFUSE_NONE,
			str_fmt(l->a, "aliases %s: at most %d levels and %d values", why,
				(int)LIMIT_YAML_DEPTH, (int)LIMIT_YAML_ALIAS_NODES));
	l->expansion_reported = true;
	return (struct part){.node = n, .tag = TAG_STR, .size = 1};
}

struct part
alias_resolve(struct loader *l, struct yaml_node *n, bool as_key)
{
	struct part part = {.node = n, .tag = TAG_STR, .size = 1};
	const struct span span = n->span;
	const struct anchor *anchor = defined_before(l, n->text, span.begin);
	if (!anchor) {
		n->kind = YAML_BAD;
		loader_problem(l, YAML_PROBLEM_ALIAS, span, REFUSE_BOTH,
			str_fmt(l->a,
				"no anchor %.*s stands before this alias: put the value in quotes if '*' is text",
				STR(yaml_quote(l->a, n->text))));
		return part;
	}
	if (!anchor->complete) {
		resolve_cycle(l, anchor, n, as_key);
		return part;
	}
	const char *limit = broken_limit(l, &anchor->part);
	if (limit)
		return refuse_to_expand(l, n, limit);
	part = anchor->part;
	*n = *part.node;
	n->span = span;
	const struct yaml_node *made = yaml_target(part.node);
	struct yaml_rare *rare = NEW(l->a, struct yaml_rare);
	*rare = (struct yaml_rare){yaml_tag(part.node), made ? made : part.node};
	n->rare = rare;
	part.node = n;
	return part;
}
