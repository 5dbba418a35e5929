/* Scalars: place, text, tag, value. */
#include "yaml/leaf.h"

#include "base/arena.h"
#include "yaml/alias.h"
#include "yaml/build.h"
#include "yaml/strict.h"

static enum yaml_style
scalar_style(yaml_scalar_style_t style)
{
	switch (style) {
	case YAML_SINGLE_QUOTED_SCALAR_STYLE:
		return YAML_SINGLE_QUOTED;
	case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
		return YAML_DOUBLE_QUOTED;
	case YAML_LITERAL_SCALAR_STYLE:
		return YAML_LITERAL;
	case YAML_FOLDED_SCALAR_STYLE:
		return YAML_FOLDED;
	case YAML_ANY_SCALAR_STYLE:
	case YAML_PLAIN_SCALAR_STYLE:
		break;
	}
	return YAML_PLAIN;
}

/* libyaml ends a block text behind the empty lines that follow it. */
static size_t
block_end(struct str s, size_t begin, size_t end)
{
	size_t last = begin;
	for (size_t i = begin; i < end; i++)
		if (s.p[i] != ' ' && s.p[i] != '\t' && s.p[i] != '\n' && s.p[i] != '\r')
			last = i;
	while (last < end && !strict_break(s, last))
		last++;
	return last;
}

/* A slice of the source where that says the same, else a copy. */
static struct str
scalar_text(struct loader *l, const struct yaml_node *n, struct str value)
{
	struct str source = str_slice(l->feed.bytes, n->span.begin, n->span.end);
	if (source.n == 0)
		return source;
	if (n->style == YAML_SINGLE_QUOTED || n->style == YAML_DOUBLE_QUOTED)
		source = str_slice(source, 1, source.n - 1);
	if (str_eq(source, value))
		return source;
	return l->feed.fixes.n ? strict_restore(l, value) : str_dup(l->a, value);
}

/* `[? ]`: libyaml drops the token behind the question mark. */
static bool
is_lost_key(struct loader *l, const yaml_event_t *event, size_t begin)
{
	const struct frame *f = loader_top(l);
	return event->start_mark.index == event->end_mark.index && f && l->depth > 1 &&
	       f->node->style == YAML_FLOW && f->node->kind == YAML_MAP &&
	       l->parts.n == f->first && f->begin < begin &&
	       l->feed.bytes.p[f->begin] == '?' &&
	       l->frame[l->depth - 2].node->kind == YAML_LIST;
}

/* The value is not written, or by a replacement only. */
static bool
is_implied(const yaml_event_t *event, size_t begin, size_t end)
{
	if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
		return event->data.scalar.length == 0;
	return begin == end;
}

static struct yaml_node *
new_node(struct loader *l, const yaml_event_t *event, size_t begin, size_t end)
{
	struct yaml_node *n = NEW(l->a, struct yaml_node);
	n->style = scalar_style(event->data.scalar.style);
	n->span = loader_span(l, begin, end);
	strict_scalar(l, n);
	if (n->style == YAML_LITERAL || n->style == YAML_FOLDED)
		n->span.end = (uint32_t)block_end(l->feed.bytes, begin, end);
	return n;
}

/* Stands right behind the colon, dash or bracket before it, or behind its tag. */
static struct yaml_node *
new_implied(struct loader *l, const struct props *props, size_t end)
{
	struct yaml_node *n = NEW(l->a, struct yaml_node);
	size_t at = props->anchor.n || props->tag.n ? end : l->behind;
	n->span = loader_span(l, at, at);
	return n;
}

static enum tag
scalar_tag(const yaml_event_t *event, const struct yaml_node *n, bool implied)
{
	const char *uri = (const char *)event->data.scalar.tag;
	bool plain = implied || uri || event->data.scalar.plain_implicit;
	return strict_tag(uri, yaml_tag(n), plain ? tag_of_plain(n->text) : TAG_STR);
}

enum compose_status
leaf_scalar(struct loader *l, const yaml_event_t *event, struct part *ret)
{
	size_t begin = feed_byte(&l->feed, event->start_mark.index);
	size_t end = feed_byte(&l->feed, event->end_mark.index);
	struct props props = strict_props(l, begin, end);
	bool implied = is_implied(event, begin, end);
	strict_gap(l, props.end);
	if (implied && is_lost_key(l, event, begin) &&
		strict_fix_empty_key(l, loader_top(l)->begin))
		return COMPOSE_RETRY;
	if (!compose_count_node(l, begin))
		return COMPOSE_STOP;
	struct yaml_node *n = implied ? new_implied(l, &props, end)
				      : new_node(l, event, props.end, end);
	if (end > l->checked)
		l->checked = end;
	loader_set_tag(l, n, props.tag);
	n->text = scalar_text(l, n,
		(struct str){(const char *)event->data.scalar.value,
			event->data.scalar.length});
	*ret = (struct part){.node = n, .size = 1};
	ret->tag = scalar_tag(event, n, implied);
	if (ret->tag == TAG_MERGE || ret->tag == TAG_VALUE)
		n->kind = YAML_STR; /* as a key; elsewhere it will be refused */
	else
		build_scalar(l, n, ret->tag, n->span);
	struct anchor *anchor = alias_define(l, props.anchor);
	if (anchor) {
		anchor->part = *ret;
		anchor->complete = true;
	}
	return COMPOSE_ON;
}
