/*
 * Structure of the tree.
 *
 * Depth, nodes and alias expansion are counted here. A node reached through an alias is
 * shared, so memory is no concern; what walks the tree later must not take forever.
 */
#include "yaml/compose.h"

#include "base/arena.h"
#include "yaml/build.h"
#include "yaml/scalar.h"
#include "yaml/strict.h"

static struct frame *
top(struct loader *l)
{
	return l->depth ? &l->frame[l->depth - 1] : NULL;
}

static bool
in_flow(struct loader *l)
{
	const struct frame *f = top(l);
	return f && f->node->style == YAML_FLOW;
}

static bool
wants_key(struct loader *l)
{
	const struct frame *f = top(l);
	return f && f->node->kind == YAML_MAP && (l->parts.n - f->first) % 2 == 0;
}

static uint32_t
add_saturated(uint32_t a, uint32_t b)
{
	return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

struct snapshot
compose_snapshot(const struct loader *l)
{
	return (struct snapshot){
		.at = l->checked,
		.depth = l->depth,
		.parts = l->parts.n,
		.problems = l->doc->problems.n,
		.nodes = l->nodes,
		.expanded = l->expanded,
		.in_document = l->in_document,
		.root = l->frame[0],
	};
}

/* Hands a finished node to the collection it stands in. */
static void
attach(struct loader *l, struct part part)
{
	struct frame *f = top(l);
	bool special = part.tag == TAG_MERGE || part.tag == TAG_VALUE;
	if (special && !wants_key(l))
		build_scalar(l, part.node, part.tag, part.node->span);
	if (!f) {
		l->doc->root = part.node;
		return;
	}
	vec_push(l->a, &l->parts, part);
	f->size = add_saturated(f->size, part.size);
	if (part.height >= f->height)
		f->height = part.height + 1;
	bool item_done = f->node->kind == YAML_LIST || (l->parts.n - f->first) % 2 == 0;
	if (l->depth == 1 && item_done && f->node->style == YAML_BLOCK)
		l->item = compose_snapshot(l);
}

static struct anchor *
add_anchor(struct loader *l, struct yaml_node *n, struct str name, struct span span)
{
	if (name.n == 0)
		return NULL;
	n->anchor = name;
	struct anchor *old = map_get(&l->anchors, name);
	if (old && old->span.begin < span.begin) {
		struct yaml_problem *p =
			loader_problem(l, YAML_PROBLEM_ALIAS, span, REFUSE_BOTH,
				str_fmt(l->a, "anchor %.*s is defined twice",
					STR(yaml_quote(l->a, name))));
		p->related = old->span;
		p->related_label = "first defined here";
	}
	struct anchor *anchor = NEW(l->a, struct anchor);
	anchor->span = span;
	map_put(l->a, &l->anchors, name, anchor);
	return anchor;
}

static struct span
anchor_span(struct loader *l, struct str name)
{
	if (name.n == 0)
		return (struct span){0};
	size_t at = (size_t)(name.p - l->feed.bytes.p);
	return loader_span(l, at - 1, at + name.n);
}

static bool
too_many_nodes(struct loader *l, size_t at)
{
	if (++l->nodes <= LIMIT_YAML_NODES)
		return false;
	l->doc->partial = true;
	loader_problem(l, YAML_PROBLEM_LIMIT, loader_span(l, at, at), REFUSE_NONE,
		str_fmt(l->a, "more than %d values: the rest is not read",
			(int)LIMIT_YAML_NODES));
	return true;
}

static enum tag
explicit_tag(const yaml_char_t *uri, struct str written)
{
	/* At an escaped zero byte the string ends too early. */
	bool comma = !str_starts(written, S("!<")) &&
		     str_find_byte(written, ',', 0) < written.n;
	if (comma || str_contains(written, S("%00")))
		return TAG_UNKNOWN;
	return tag_from_uri(str_from((const char *)uri));
}

/* A lone `!` stands for no tag. PyYAML does not let a comma end a tag. */
static bool
has_tag(const yaml_char_t *tag, struct str written)
{
	return tag && !(tag[0] == '!' && tag[1] == '\0' && written.n == 1);
}

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
		return (struct str){source.p, 0};
	if (n->style == YAML_SINGLE_QUOTED || n->style == YAML_DOUBLE_QUOTED)
		source = str_slice(source, 1, source.n - 1);
	if (str_eq(source, value))
		return source;
	return l->feed.fixes.n ? strict_restore(l, value) : str_dup(l->a, value);
}

/* Where an implied empty value stands: right behind the colon, dash or bracket before it.
 */
static struct span
implied_span(struct loader *l, struct props props, size_t end)
{
	size_t at = props.anchor.n || props.tag.n ? end : l->behind;
	return loader_span(l, at, at);
}

/* `[? ]`: libyaml drops the token behind the question mark. */
static bool
is_lost_key(struct loader *l, size_t begin)
{
	const struct frame *f = top(l);
	return f && f->node->style == YAML_FLOW && f->node->kind == YAML_MAP &&
	       l->parts.n == f->first && f->begin < begin &&
	       l->feed.bytes.p[f->begin] == '?' && l->depth > 1 &&
	       l->frame[l->depth - 2].node->kind == YAML_LIST;
}

static enum compose_status
add_scalar(struct loader *l, const yaml_event_t *event)
{
	size_t begin = feed_byte(&l->feed, event->start_mark.index);
	size_t end = feed_byte(&l->feed, event->end_mark.index);
	bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	const yaml_char_t *tag = event->data.scalar.tag;
	struct props props = {.end = begin};
	if (begin < end &&
		(l->feed.bytes.p[begin] == '&' || l->feed.bytes.p[begin] == '!'))
		props = strict_props(l, begin, end);
	strict_gap(l, props.end);
	/* The second: quotes that a replacement put there. */
	bool implied =
		(plain && event->data.scalar.length == 0) || (begin == end && !plain);
	if (implied && event->start_mark.index == event->end_mark.index &&
		is_lost_key(l, begin) &&
		strict_fix_empty_key(l, l->frame[l->depth - 1].begin))
		return COMPOSE_RETRY;
	if (too_many_nodes(l, begin))
		return COMPOSE_STOP;
	struct yaml_node *n = NEW(l->a, struct yaml_node);
	n->style = implied ? YAML_PLAIN : scalar_style(event->data.scalar.style);
	n->tag = props.tag;
	n->span = implied ? implied_span(l, props, end) : loader_span(l, props.end, end);
	if (!implied)
		strict_scalar(l, n, in_flow(l));
	if (n->style == YAML_LITERAL || n->style == YAML_FOLDED)
		n->span.end = (uint32_t)block_end(l->feed.bytes, props.end, end);
	if (end > l->checked)
		l->checked = end;
	struct str value = {
		(const char *)event->data.scalar.value, event->data.scalar.length};
	n->text = scalar_text(l, n, value);
	struct part part = {.node = n, .size = 1};
	if (has_tag(tag, props.tag))
		part.tag = explicit_tag(tag, props.tag);
	else
		part.tag = implied || event->data.scalar.plain_implicit || tag
				   ? tag_of_plain(n->text)
				   : TAG_STR;
	if (part.tag == TAG_MERGE || part.tag == TAG_VALUE)
		n->kind = YAML_STR; /* as a key; elsewhere attach() refuses it */
	else
		build_scalar(l, n, part.tag, n->span);
	struct anchor *anchor =
		add_anchor(l, n, props.anchor, anchor_span(l, props.anchor));
	if (anchor) {
		anchor->part = part;
		anchor->complete = true;
	}
	attach(l, part);
	return COMPOSE_ON;
}

/* An alias to what encloses it: Python builds a list that contains itself. With the
 * strict loader a map must be complete before anything refers to it, unless a list stands
 * between, which is filled later. */
static void
add_cycle(struct loader *l, const struct anchor *anchor, struct yaml_node *n)
{
	bool strict_builds = false;
	for (size_t i = l->depth; i > 0; i--) {
		strict_builds = strict_builds || l->frame[i - 1].tag != TAG_MAP;
		if (l->frame[i - 1].anchor == anchor)
			break;
	}
	bool as_key = wants_key(l);
	struct yaml_problem *p = loader_problem(l,
		as_key ? YAML_PROBLEM_KEY : YAML_PROBLEM_ALIAS, n->span,
		as_key          ? REFUSE_BOTH
		: strict_builds ? REFUSE_NONE
				: REFUSE_STRICT,
		str_fmt(l->a, "%.*s refers to a value that contains it",
			STR(yaml_quote(l->a,
				str_slice(l->feed.bytes, n->span.begin, n->span.end)))));
	p->related = anchor->span;
	p->related_label = "defined here";
	n->kind = YAML_BAD;
}

/* The node that an alias stands for, seen from the alias: same value, own place. */
static struct part
resolve(struct loader *l, const struct anchor *anchor, struct yaml_node *n)
{
	struct part part = anchor->part;
	struct span span = n->span;
	l->expanded = add_saturated(l->expanded, part.size);
	bool deep = l->depth + part.height > LIMIT_YAML_DEPTH;
	if (deep || l->expanded > LIMIT_YAML_ALIAS_NODES) {
		struct str text =
			deep ? str_fmt(l->a,
				       "nested more than %d levels deep through aliases",
				       (int)LIMIT_YAML_DEPTH)
			     : str_fmt(l->a, "aliases expand to more than %d values",
				       (int)LIMIT_YAML_ALIAS_NODES);
		loader_problem(l, YAML_PROBLEM_LIMIT, span, REFUSE_NONE, text);
		n->kind = YAML_BAD;
		return (struct part){.node = n, .tag = TAG_STR, .size = 1};
	}
	*n = *part.node;
	n->span = span;
	n->anchor = (struct str){0};
	n->target = part.node->target ? part.node->target : part.node;
	part.node = n;
	return part;
}

static enum compose_status
add_alias(struct loader *l, const yaml_event_t *event)
{
	size_t begin = feed_byte(&l->feed, event->start_mark.index);
	size_t end = feed_byte(&l->feed, event->end_mark.index);
	strict_gap(l, begin);
	l->checked = end;
	if (too_many_nodes(l, begin))
		return COMPOSE_STOP;
	struct yaml_node *n = NEW(l->a, struct yaml_node);
	n->style = YAML_PLAIN;
	n->span = loader_span(l, begin, end);
	struct part part = {.node = n, .tag = TAG_STR, .size = 1};
	struct str name = str_slice(l->feed.bytes, begin + 1, end);
	const struct anchor *anchor = map_get(&l->anchors, name);
	if (!anchor || anchor->span.begin > begin) {
		n->kind = YAML_BAD;
		loader_problem(l, YAML_PROBLEM_ALIAS, n->span, REFUSE_BOTH,
			str_fmt(l->a, "no anchor %.*s stands before this alias",
				STR(yaml_quote(l->a, name))));
	} else if (!anchor->complete) {
		add_cycle(l, anchor, n);
	} else {
		part = resolve(l, anchor, n);
	}
	attach(l, part);
	return COMPOSE_ON;
}

static enum merge_role
merge_role(struct loader *l, enum yaml_kind kind)
{
	const struct frame *f = top(l);
	if (!f)
		return MERGE_NONE;
	if (f->node->kind == YAML_LIST)
		return f->merge == MERGE_VALUE && kind == YAML_MAP ? MERGE_ITEM
								   : MERGE_NONE;
	return !wants_key(l) && l->parts.v[l->parts.n - 1].tag == TAG_MERGE ? MERGE_VALUE
									    : MERGE_NONE;
}

/* A reading that starts anew in the middle of the root collection goes on filling it. */
static bool
continues_root(struct loader *l, enum yaml_kind kind, enum yaml_style style)
{
	const struct yaml_node *root = l->frame[0].node;
	return l->depth == 1 && root->kind == kind && style == YAML_BLOCK;
}

static enum compose_status
open_collection(struct loader *l, const yaml_event_t *event, enum yaml_kind kind,
	enum yaml_style style, const yaml_char_t *tag, const yaml_char_t *anchor)
{
	size_t begin = feed_byte(&l->feed, event->start_mark.index);
	struct props props = {.end = begin};
	if (tag || anchor)
		props = strict_props(l, begin, l->feed.bytes.n);
	if (l->resuming) {
		l->resuming = false;
		return continues_root(l, kind, style) ? COMPOSE_ON : COMPOSE_MISFIT;
	}
	if (l->depth == LIMIT_YAML_DEPTH) {
		loader_problem(l, YAML_PROBLEM_LIMIT,
			loader_span(l, props.end, props.end + 1), REFUSE_NONE,
			str_fmt(l->a, "nested more than %d levels deep",
				(int)LIMIT_YAML_DEPTH));
		return COMPOSE_TOO_DEEP;
	}
	if (too_many_nodes(l, begin))
		return COMPOSE_STOP;
	struct frame frame = {
		.node = NEW(l->a, struct yaml_node),
		.merge = merge_role(l, kind),
		.first = l->parts.n,
		.begin = props.end,
		.size = 1,
	};
	frame.tag = has_tag(tag, props.tag) ? explicit_tag(tag, props.tag)
		    : kind == YAML_LIST     ? TAG_SEQ
					    : TAG_MAP;
	frame.node->kind = kind;
	frame.node->style = style;
	frame.node->tag = props.tag;
	frame.node->span = loader_span(l, props.end, props.end);
	frame.anchor =
		add_anchor(l, frame.node, props.anchor, anchor_span(l, props.anchor));
	l->frame[l->depth++] = frame;
	return COMPOSE_ON;
}

/* Brackets included; without brackets from the first child to the last. */
static void
set_span(struct loader *l, const struct frame *frame, size_t end)
{
	struct span *span = &frame->node->span;
	char first = span->begin < l->feed.bytes.n ? l->feed.bytes.p[span->begin] : '\0';
	if (frame->node->style == YAML_FLOW && (first == '[' || first == '{')) {
		span->end = (uint32_t)end;
		return;
	}
	if (l->parts.n == frame->first)
		return;
	span->begin = l->parts.v[frame->first].node->span.begin;
	span->end = l->parts.v[l->parts.n - 1].node->span.end;
}

static void
close_collection(struct loader *l, size_t end)
{
	struct frame frame = l->frame[--l->depth];
	bool is_list = frame.node->kind == YAML_LIST;
	const struct frame *outer = top(l);
	set_span(l, &frame, end);
	if (is_list)
		build_list(l, &frame);
	else
		build_map(l, &frame,
			outer && (outer->tag == TAG_OMAP || outer->tag == TAG_PAIRS));
	l->parts.n = frame.first;
	struct part part = {
		frame.node, is_list ? TAG_SEQ : TAG_MAP, frame.size, frame.height};
	if (frame.anchor) {
		frame.anchor->part = part;
		frame.anchor->complete = true;
	}
	attach(l, part);
}

static enum compose_status
start_document(struct loader *l, const yaml_event_t *event)
{
	size_t begin = feed_byte(&l->feed, event->start_mark.index);
	if (l->in_document && !(l->resuming && event->data.document_start.implicit)) {
		loader_problem(l, YAML_PROBLEM_DOCUMENTS,
			loader_span(l, begin, begin + 3), REFUSE_BOTH,
			S("a second document starts here: the file may have one only"));
		return COMPOSE_STOP;
	}
	if (!event->data.document_start.implicit)
		strict_gap(l, feed_byte(&l->feed, event->end_mark.index));
	l->in_document = true;
	l->resuming = l->resuming && l->depth == 1;
	l->has_directives = event->data.document_start.tag_directives.start !=
			    event->data.document_start.tag_directives.end;
	return COMPOSE_ON;
}

enum compose_status
compose_event(struct loader *l, const yaml_event_t *event)
{
	l->last = feed_byte(&l->feed, event->start_mark.index);
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		return start_document(l, event);
	case YAML_SCALAR_EVENT:
		return l->resuming ? COMPOSE_MISFIT : add_scalar(l, event);
	case YAML_ALIAS_EVENT:
		return l->resuming ? COMPOSE_MISFIT : add_alias(l, event);
	case YAML_SEQUENCE_START_EVENT:
		return open_collection(l, event, YAML_LIST,
			event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
				? YAML_FLOW
				: YAML_BLOCK,
			event->data.sequence_start.tag,
			event->data.sequence_start.anchor);
	case YAML_MAPPING_START_EVENT:
		return open_collection(l, event, YAML_MAP,
			event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
				? YAML_FLOW
				: YAML_BLOCK,
			event->data.mapping_start.tag, event->data.mapping_start.anchor);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		close_collection(l, feed_byte(&l->feed, event->end_mark.index));
		return COMPOSE_ON;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_STREAM_END_EVENT:
	case YAML_DOCUMENT_END_EVENT:
		break;
	}
	return COMPOSE_ON;
}

static void
attach_bad(struct loader *l, size_t begin, size_t end)
{
	struct yaml_node *n = NEW(l->a, struct yaml_node);
	n->kind = YAML_BAD;
	n->style = YAML_BLOCK;
	n->span = loader_span(l, begin, end);
	attach(l, (struct part){.node = n, .tag = TAG_STR, .size = 1});
}

void
compose_unwind(struct loader *l, size_t lost_end)
{
	size_t lost_begin = l->checked;
	if (l->depth == 0)
		return;
	bool lost = l->depth > 1;
	if (lost) {
		lost_begin = l->frame[1].begin;
		l->parts.n = l->frame[1].first;
		l->depth = 1;
	}
	if (lost_end < lost_begin)
		lost_end = lost_begin;
	bool is_map = l->frame[0].node->kind == YAML_MAP;
	if (is_map ? !wants_key(l) : lost)
		attach_bad(l, lost_begin, lost_end);
}

void
compose_restore(struct loader *l, const struct snapshot *to)
{
	l->depth = to->depth;
	l->parts.n = to->parts;
	l->doc->problems.n = to->problems;
	l->nodes = to->nodes;
	l->expanded = to->expanded;
	l->checked = to->at;
	l->in_document = to->in_document;
	l->frame[0] = to->root;
	l->tab_line_end = 0;
}

void
compose_finish(struct loader *l)
{
	compose_unwind(l, l->checked);
	if (l->depth == 1)
		close_collection(l, l->checked);
}
