/*
 * libyaml reads until it ends or stops at a fault. Then it starts anew: from the last
 * top-level item when a replacement in the text lets it read on as the reference does,
 * else from the next top-level item, so that one fault does not hide the rest of the
 * file.
 */
#include "yaml/read.h"

#include "base/arena.h"
#include "yaml/compose.h"
#include "yaml/fault.h"
#include "yaml/strict.h"

#include <string.h>

/* Bytes that may be read again: for a retry, which makes all nodes anew, a part of the
 * file and a bit; behind a fault, where most was only skipped, some times the file. */
enum {
	RETRY_PART = 8,
	RETRY_BYTES = 512 * 1024,
	RESCAN_TIMES = 4,
	RESCAN_BYTES = 256 * 1024
};

enum { PARTS_AT_FIRST = 64 };

/* What libyaml holds, so that it is given back also when an allocation jumps away. */
struct parser {
	yaml_parser_t parser;
	yaml_event_t event;
	bool has_parser, has_event;
};

enum outcome {
	READ_ALL,
	READ_FAULT,
	READ_RETRY,
	READ_MISFIT,
	READ_TOO_DEEP,
	READ_STOPPED
};

struct reading {
	struct loader *loader;
	struct parser *parser;
	size_t begin; /* of the current start */
	/* Where reading last started without having been here before: a retry may have to
	 * go back to it. */
	size_t start_begin;
	struct snapshot start;
	bool item_failed; /* a retry from an item did not fit: only from the start */
	size_t restarts, retries, reread, rescanned;
};

static void
drop_event(struct parser *p)
{
	if (p->has_event)
		yaml_event_delete(&p->event);
	p->has_event = false;
}

static void
drop_parser(void *ptr)
{
	struct parser *p = ptr;
	drop_event(p);
	if (p->has_parser)
		yaml_parser_delete(&p->parser);
	p->has_parser = false;
}

static void
start_parser(struct reading *r)
{
	struct parser *p = r->parser;
	drop_parser(p);
	p->has_parser = yaml_parser_initialize(&p->parser) == 1;
	if (!p->has_parser)
		arena_nomem(r->loader->a);
	yaml_parser_set_encoding(&p->parser, YAML_UTF8_ENCODING);
	feed_start(&r->loader->feed, r->begin);
	yaml_parser_set_input(&p->parser, feed_read, &r->loader->feed);
}

static enum outcome
read_events(struct reading *r)
{
	struct parser *p = r->parser;
	for (;;) {
		drop_event(p);
		if (!yaml_parser_parse(&p->parser, &p->event))
			return READ_FAULT;
		p->has_event = true;
		if (p->event.type == YAML_STREAM_END_EVENT)
			return READ_ALL;
		enum compose_status status = compose_event(r->loader, &p->event);
		if (loader_is_full(r->loader))
			return READ_STOPPED;
		switch (status) {
		case COMPOSE_ON:
			break;
		case COMPOSE_TOO_DEEP:
			return READ_TOO_DEEP;
		case COMPOSE_STOP:
			return READ_STOPPED;
		case COMPOSE_RETRY:
			return READ_RETRY;
		case COMPOSE_MISFIT:
			return READ_MISFIT;
		}
	}
}

static size_t
next_line(struct str s, size_t i)
{
	while (i < s.n && s.p[i] != '\n' && s.p[i] != '\r')
		i++;
	return i < s.n ? i + strict_break(s, i) : s.n;
}

static bool
is_blank_at(struct str s, size_t i)
{
	return i >= s.n || s.p[i] == ' ' || s.p[i] == '\t' || s.p[i] == '\n' ||
	       s.p[i] == '\r';
}

/* "key: value" or "key:" at the start of a line; not "- a: b", not "# a: b". */
static bool
is_key_line(struct str s, size_t i)
{
	if (is_blank_at(s, i) || strchr("#-?:,[]{}&*!|>%@`", s.p[i]))
		return false;
	size_t end = next_line(s, i);
	for (; i < end; i++) {
		if (s.p[i] == '#' && s.p[i - 1] == ' ')
			return false;
		if (s.p[i] == ':' && is_blank_at(s, i + 1))
			return true;
	}
	return false;
}

static bool
is_item_line(struct str s, size_t i)
{
	return i < s.n && s.p[i] == '-' && is_blank_at(s, i + 1);
}

/* The next line behind `from` that starts an item of the root, or s.n. */
static size_t
find_next_item(const struct loader *l, size_t from)
{
	struct str s = l->feed.bytes;
	const struct yaml_node *root = l->depth ? l->frame[0].node : NULL;
	if (l->doc->root || l->has_directives || (root && root->style == YAML_FLOW))
		return s.n;
	for (size_t i = next_line(s, from); i < s.n; i = next_line(s, i)) {
		bool item = is_item_line(s, i) && (!root || root->kind == YAML_LIST);
		bool key = is_key_line(s, i) && (!root || root->kind == YAML_MAP);
		if (item || key)
			return i;
	}
	return s.n;
}

/* Where the item behind the last complete one starts: a line at column 0 that is no
 * comment and no mark between documents. s.n when there is none before `limit`. */
static size_t
restart_of(const struct loader *l, size_t limit)
{
	struct str s = l->feed.bytes;
	size_t i = l->item.at;
	if (s.p[i - 1] != '\n' && s.p[i - 1] != '\r')
		i = next_line(s, i);
	while (i < limit && (is_blank_at(s, i) || s.p[i] == '#'))
		i = next_line(s, i);
	struct str line = str_slice(s, i, limit);
	if (line.n == 0 || line.p[0] == '%' || str_starts(line, S("---")) ||
		str_starts(line, S("...")))
		return s.n;
	return i;
}

static void
set_start(struct reading *r, size_t begin)
{
	r->begin = r->start_begin = begin;
	r->start = compose_snapshot(r->loader);
	r->loader->item.depth = 0;
	r->item_failed = false;
}

/* Says so, and that nothing more is read: false. */
static bool
too_many(struct reading *r, size_t at, const char *what)
{
	struct loader *l = r->loader;
	l->doc->partial = true;
	loader_problem(l, YAML_PROBLEM_LIMIT, loader_span(l, at, at), REFUSE_NONE,
		str_fmt(l->a, "too many %s: the rest of the file is not read", what));
	return false;
}

static void
restart_at(struct reading *r, size_t begin, const struct snapshot *state)
{
	r->begin = begin;
	compose_restore(r->loader, state);
	r->loader->resuming = r->loader->depth > 0;
}

/* Reads again from the last top-level item, or from the last start. */
static bool
retry(struct reading *r, size_t at)
{
	struct loader *l = r->loader;
	size_t begin = l->feed.bytes.n;
	if (l->item.depth == 1 && !l->has_directives && !r->item_failed)
		begin = restart_of(l, at);
	bool from_item = begin < at;
	if (!from_item)
		begin = r->start_begin;
	r->reread += at - begin;
	if (++r->retries > LIMIT_YAML_RETRIES ||
		r->reread > l->feed.bytes.n / RETRY_PART + RETRY_BYTES)
		return too_many(r, at, "places that YAML parsers read differently");
	restart_at(r, begin, from_item ? &l->item : &r->start);
	return true;
}

/* A new start gave something else than a part of the root. After a retry that means that
 * the text before it matters; after a fault, that nothing sensible follows. */
static bool
misfit(struct reading *r)
{
	if (r->begin == r->start_begin)
		return false;
	r->item_failed = true;
	return retry(r, r->loader->last);
}

static struct fault
libyaml_fault(struct reading *r)
{
	const yaml_parser_t *p = &r->parser->parser;
	struct loader *l = r->loader;
	if (p->error == YAML_MEMORY_ERROR)
		arena_nomem(l->a);
	struct fault fault = {
		.problem = p->problem ? p->problem : "syntax fault",
		.context = p->context,
		.at = feed_byte(&l->feed, p->problem_mark.index),
	};
	fault.context_at =
		p->context ? feed_byte(&l->feed, p->context_mark.index) : fault.at;
	return fault;
}

/* Where to look for the next item: behind the construct that broke off, or what was read
 * last. But a bracket that is still open, or a quote whose end text follows, may have
 * taken in lines that are items: then behind its beginning. */
static size_t
search_from(const struct loader *l, size_t construct, size_t at)
{
	for (size_t i = 0; i < l->depth; i++)
		if (l->frame[i].node->style == YAML_FLOW)
			return l->frame[i].begin;
	if (construct > l->last)
		return construct;
	return l->checked > l->last && !strict_same_line(l, l->checked, at) ? l->checked
									    : l->last;
}

/* Drops what was said, but for the last problem, about text that will be read again. */
static void
forget_problems(struct yaml_problems *list, size_t from)
{
	size_t kept = 0;
	for (size_t i = 0; i < list->n; i++)
		if (list->v[i].span.begin < from || i + 1 == list->n)
			list->v[kept++] = list->v[i];
	list->n = kept;
}

/* Goes on behind a fault, whose construct begins at `construct` and which was seen at
 * `at`. False when nothing sensible follows. */
static bool
resume(struct reading *r, size_t construct, size_t at)
{
	struct loader *l = r->loader;
	l->doc->partial = true;
	size_t begin = find_next_item(l, search_from(l, construct, at));
	if (begin < at)
		forget_problems(&l->doc->problems, begin);
	/* libyaml may name the whole collection, far above. */
	compose_unwind(l, construct > l->last ? construct : at, at < begin ? at : begin);
	if (begin >= l->feed.bytes.n || r->restarts >= LIMIT_YAML_RESTARTS)
		return false;
	r->rescanned += at > begin ? at - begin : 0;
	if (++r->restarts == LIMIT_YAML_RESTARTS ||
		r->rescanned > RESCAN_TIMES * l->feed.bytes.n + RESCAN_BYTES)
		return too_many(r, begin, "syntax faults");
	l->resuming = true;
	l->checked = begin;
	set_start(r, begin);
	return true;
}

static bool
after_fault(struct reading *r)
{
	struct loader *l = r->loader;
	struct fault fault = libyaml_fault(r);
	if (strict_fix(l, fault.problem, fault.at, fault.context_at))
		return retry(r, fault.at);
	fault_report(l, &fault);
	return resume(r, fault.context_at, fault.at);
}

static void
read_all(struct reading *r)
{
	struct loader *l = r->loader;
	for (bool more = true; more;) {
		start_parser(r);
		switch (read_events(r)) {
		case READ_ALL:
			strict_gap(l, l->feed.bytes.n);
			more = false;
			break;
		case READ_FAULT:
			more = after_fault(r);
			break;
		case READ_RETRY:
			more = retry(r, l->last);
			break;
		case READ_MISFIT:
			more = misfit(r);
			break;
		case READ_TOO_DEEP:
			more = resume(r, l->last, l->last);
			break;
		case READ_STOPPED:
			more = false;
			break;
		}
	}
	drop_parser(r->parser);
	compose_finish(l);
	if (loader_is_full(l))
		too_many(r, l->last, "problems");
}

void
read_document(struct loader *l)
{
	struct reading *r = NEW(l->a, struct reading);
	r->loader = l;
	r->parser = NEW(l->a, struct parser);
	l->parts.cap = PARTS_AT_FIRST;
	l->parts.v = NEW_ARRAY(&l->scratch, struct part, l->parts.cap);
	arena_defer(l->a, drop_parser, r->parser);
	set_start(r, l->checked);
	read_all(r);
}
