/* Structure of the tree: what libyaml's events say, with places and limits. */
#include "yaml/compose.h"

#include "base/arena.h"
#include "yaml/alias.h"
#include "yaml/build.h"
#include "yaml/leaf.h"
#include "yaml/strict.h"

static bool
wants_key(struct loader *l)
{
	const struct frame *f = loader_top(l);
	return f && f->node->kind == YAML_MAP && (l->parts.n - f->first) % 2 == 0;
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
	struct frame *f = loader_top(l);
	bool special = part.tag == TAG_MERGE || part.tag == TAG_VALUE;
	if (special && !wants_key(l))
		build_scalar(l, part.node, part.tag, part.node->span);
	if (!f) {
		l->doc->root = part.node;
		return;
	}
	vec_push(&l->scratch, &l->parts, part);
	f->size = add_saturated(f->size, part.size);
	if (part.height >= f->height)
		f->height = part.height + 1;
	bool item_done = f->node->kind == YAML_LIST || (l->parts.n - f->first) % 2 == 0;
	if (l->depth == 1 && item_done && f->node->style == YAML_BLOCK)
		l->item = compose_snapshot(l);
}

bool
compose_count_node(struct loader *l, size_t at)
{
	if (++l->nodes <= LIMIT_YAML_NODES)
		return true;
	l->doc->partial = true;
	loader_problem(l, YAML_PROBLEM_LIMIT, loader_span(l, at, at), REFUSE_NONE,
		str_fmt(l->a, "more than %d values: the rest is not read",
			(int)LIMIT_YAML_NODES));
	return false;
}

static enum compose_status
add_scalar(struct loader *l, const yaml_event_t *event)
{
	struct part part;
	enum compose_status status = leaf_scalar(l, event, &part);
	if (status == COMPOSE_ON)
		attach(l, part);
	return status;
}

static enum compose_status
add_alias(struct loader *l, const yaml_event_t *event)
{
	size_t begin = feed_byte(&l->feed, event->start_mark.index);
	size_t end = feed_byte(&l->feed, event->end_mark.index);
	strict_gap(l, begin);
	l->checked = end;
	if (!compose_count_node(l, begin))
		return COMPOSE_STOP;
	struct yaml_node *n = NEW(l->a, struct yaml_node);
	n->style = YAML_PLAIN;
	n->span = loader_span(l, begin, end);
	n->text = str_slice(l->feed.bytes, begin + 1, end);
	attach(l, alias_resolve(l, n, wants_key(l)));
	return COMPOSE_ON;
}

static enum merge_role
merge_role(struct loader *l, enum yaml_kind kind)
{
	const struct frame *f = loader_top(l);
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
		props = strict_props(
			l, begin, feed_byte(&l->feed, event->end_mark.index));
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
	if (!compose_count_node(l, begin))
		return COMPOSE_STOP;
	struct frame frame = {
		.node = NEW(l->a, struct yaml_node),
		.merge = merge_role(l, kind),
		.first = l->parts.n,
		.begin = props.end,
		.problems = l->doc->problems.n,
		.size = 1,
	};
	frame.tag = strict_tag(
		(const char *)tag, props.tag, kind == YAML_LIST ? TAG_SEQ : TAG_MAP);
	frame.node->kind = kind;
	frame.node->style = style;
	loader_set_tag(l, frame.node, props.tag);
	frame.node->span = loader_span(l, props.end, props.end);
	frame.anchor = alias_define(l, props.anchor);
	l->frame[l->depth++] = frame;
	return COMPOSE_ON;
}

/* Brackets included; without brackets from the first child to the last. */
static void
set_span(struct loader *l, const struct frame *frame, size_t end)
{
	struct span *span = &frame->node->span;
	char first = span->begin < l->feed.bytes.n ? l->feed.bytes.p[span->begin] : '\0';
	bool bracket = frame->node->style == YAML_FLOW && (first == '[' || first == '{');
	bool has_children = l->parts.n > frame->first;
	if (has_children && !bracket)
		span->begin = l->parts.v[frame->first].node->span.begin;
	if (has_children)
		span->end = l->parts.v[l->parts.n - 1].node->span.end;
	if (bracket && end > span->end) /* not so where it was cut off */
		span->end = (uint32_t)end;
}

static void
finish_anchor(const struct frame *frame, struct part part)
{
	if (!frame->anchor)
		return;
	frame->anchor->part = part;
	frame->anchor->complete = true;
}

static bool
is_list_of_pairs(const struct frame *f)
{
	return f && f->node->kind == YAML_LIST &&
	       (f->tag == TAG_OMAP || f->tag == TAG_PAIRS);
}

static void
close_collection(struct loader *l, size_t end)
{
	struct frame frame = l->frame[--l->depth];
	bool is_list = frame.node->kind == YAML_LIST;
	if (frame.node->style == YAML_FLOW)
		strict_gap(l, end);
	set_span(l, &frame, end);
	if (is_list)
		build_list(l, &frame);
	else
		build_map(l, &frame, is_list_of_pairs(loader_top(l)));
	l->parts.n = frame.first;
	struct part part = {
		frame.node, is_list ? TAG_SEQ : TAG_MAP, frame.size, frame.height};
	finish_anchor(&frame, part);
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

/* What is left of a node that was cut off by a fault. */
static struct part
bad_part(struct loader *l, size_t begin, size_t end)
{
	struct yaml_node *n = NEW(l->a, struct yaml_node);
	n->kind = YAML_BAD;
	n->style = YAML_BLOCK;
	n->span = loader_span(l, begin, end > begin ? end : begin);
	return (struct part){.node = n, .tag = TAG_STR, .size = 1};
}

/* A fault at the start of a line lies behind all that is indented. What is open there is
 * complete, if it has no brackets. */
static bool
is_complete(struct loader *l, size_t fault_begin)
{
	if (l->depth < 2 || !strict_starts_line(l, fault_begin))
		return false;
	for (size_t i = 0; i < l->depth; i++)
		if (l->frame[i].node->style == YAML_FLOW)
			return false;
	return true;
}

static void
close_items(struct loader *l)
{
	while (l->depth > 1) {
		const struct yaml_node *n = loader_top(l)->node;
		if (n->kind == YAML_MAP && !wants_key(l)) {
			/* Before the first scalar nothing has been checked. */
			size_t end = l->parts.v[l->parts.n - 1].node->span.end;
			size_t at = l->checked > end ? l->checked : end;
			attach(l, bad_part(l, at, at));
		}
		close_collection(l, l->checked);
	}
}

static void
drop_items(struct loader *l, size_t lost_end)
{
	for (size_t i = 1; i < l->depth; i++)
		finish_anchor(&l->frame[i], bad_part(l, l->frame[i].begin, lost_end));
	l->parts.n = l->frame[1].first;
	l->depth = 1;
}

/* Text that goes on behind a value on its line belongs to it somehow: not what it seems.
 */
static void
spoil_last_value(struct loader *l, size_t fault_at, size_t lost_end)
{
	if (l->depth == 0) {
		struct yaml_node *root = l->doc->root;
		if (root && strict_same_line(l, root->span.end, fault_at))
			l->doc->root = bad_part(l, root->span.begin, lost_end).node;
		return;
	}
	bool is_value = l->frame[0].node->kind == YAML_LIST || wants_key(l);
	if (l->parts.n == l->frame[0].first || !is_value)
		return;
	struct part *last = &l->parts.v[l->parts.n - 1];
	if (strict_same_line(l, last->node->span.end, fault_at))
		*last = bad_part(l, last->node->span.begin, lost_end);
}

/* A list item has begun since the last complete value, though nothing of it was read. */
static bool
has_dash(const struct loader *l, size_t fault_begin)
{
	struct str s = str_slice(l->feed.bytes, 0, fault_begin);
	for (size_t i = l->checked; i < s.n; i++)
		if (s.p[i] == '-' && strict_starts_line(l, i))
			return true;
	return false;
}

/* Stands for what is torn: the item of a list, the value of a key. */
static void
attach_torn(struct loader *l, bool item_is_torn, size_t begin, size_t end)
{
	bool is_map = l->frame[0].node->kind == YAML_MAP;
	if (is_map ? !wants_key(l) : item_is_torn)
		attach(l, bad_part(l, begin, end));
}

void
compose_unwind(struct loader *l, size_t fault_begin, size_t lost_end)
{
	if (is_complete(l, fault_begin)) {
		close_items(l);
		attach_torn(l, false, l->checked, lost_end);
	} else if (l->depth > 1) {
		size_t lost_begin = l->frame[1].begin;
		drop_items(l, lost_end);
		attach_torn(l, true, lost_begin, lost_end);
	} else {
		spoil_last_value(l, fault_begin, lost_end);
		if (l->depth == 1)
			attach_torn(l, has_dash(l, fault_begin), l->checked, lost_end);
	}
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
	if (l->depth == 0)
		return;
	size_t torn = l->depth > 1 ? l->frame[1].begin : l->checked;
	bool item_is_torn = l->depth > 1;
	if (item_is_torn)
		drop_items(l, l->checked);
	attach_torn(l, item_is_torn, torn, l->checked);
	close_collection(l, l->checked);
}
