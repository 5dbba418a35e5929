/* Comments that allow a finding, in YAML and in bash, and what they cover. */
#include "check/suppress_internal.h"

#include "base/arena.h"
#include "base/limits.h"
#include "shell/parse.h"
#include "shell/walk.h"
#include "yaml/load.h"

/* ---- YAML ----------------------------------------------------------------------- */

struct yaml_search {
	const struct source *source;
	uint32_t begin, end; /* of a line */
	uint32_t at;         /* or a place */
	uint32_t last;       /* where the node ends that begins on the line; 0: none */
	bool inside;         /* the place is in a scalar */
};

/* A scalar's own characters; a comment behind the header of a block is outside. */
static bool
holds(const struct yaml_search *q, const struct yaml_node *n)
{
	if (n->kind == YAML_LIST || n->kind == YAML_MAP || n->kind == YAML_SET ||
		n->kind == YAML_PAIRS || q->at < n->span.begin || q->at >= n->span.end)
		return false;
	bool block = n->style == YAML_LITERAL || n->style == YAML_FOLDED;
	return !block ||
		q->at > str_find_byte(q->source->bytes, '\n', n->span.begin);
}

static void
note_node(struct yaml_search *q, uint32_t begin, uint32_t end)
{
	if (begin >= q->begin && begin < q->end && end > q->last)
		q->last = end;
}

/* Depth is bounded by the loader; aliases are not entered. */
static void
search(struct yaml_search *q, const struct yaml_node *n)
{
	if (!n || yaml_target(n))
		return;
	q->inside = q->inside || holds(q, n);
	bool list = n->kind == YAML_LIST || n->kind == YAML_PAIRS;
	for (size_t i = 0; list && i < n->list.n; i++) {
		note_node(q, n->list.v[i]->span.begin, n->list.v[i]->span.end);
		search(q, n->list.v[i]);
	}
	bool map = n->kind == YAML_MAP || n->kind == YAML_SET;
	for (size_t i = 0; map && i < n->pairs.n; i++) {
		const struct yaml_pair *p = &n->pairs.v[i];
		if (p->merged)
			continue;
		uint32_t end = p->value->span.end;
		note_node(q, p->key->span.begin,
			end > p->key->span.end ? end : p->key->span.end);
		search(q, p->key);
		search(q, p->value);
	}
}

static bool
is_in_scalar(const struct source *s, const struct yaml_doc *doc, size_t at)
{
	struct yaml_search q = {.source = s, .at = (uint32_t)at};
	search(&q, doc->root);
	return q.inside;
}

static void
cover_yaml(struct suppression *p, const struct yaml_doc *doc)
{
	const struct source *s = p->source;
	uint32_t line = source_place(s, p->span.begin).line;
	uint32_t next = suppress_next_code(s, line);
	if (!p->own_line || !next) {
		suppress_cover_line(p);
		return;
	}
	struct yaml_search q = {.source = s, .begin = source_line_begin(s, next)};
	q.end = q.begin + (uint32_t)source_line(s, next).n + 1;
	search(&q, doc->root);
	uint32_t last = q.last ? source_place(s, q.last - 1).line : next;
	suppress_cover(p, last > next ? last : next);
}

bool
suppress_read_yaml(struct arena *a, const struct source *s, const struct yaml_doc *doc,
	struct suppressions *ret)
{
	size_t at = 0, first = ret->n;
	while (ret->n - first < LIMIT_SUPPRESSIONS) {
		at = str_find(s->bytes, S("infxcheck:"), at);
		if (at == s->bytes.n)
			return true;
		size_t hash = at++;
		while (hash > 0 && (s->bytes.p[hash - 1] == ' ' ||
					   s->bytes.p[hash - 1] == '\t'))
			hash--;
		char before = hash > 1 ? s->bytes.p[hash - 2] : '\n';
		if (hash == 0 || s->bytes.p[hash - 1] != '#' ||
			(before != ' ' && before != '\t' && before != '\n'))
			continue;
		doc = doc ? doc : yaml_load(a, s);
		struct suppression *p = suppress_parse(a, s, hash - 1);
		if (!p || is_in_scalar(s, doc, hash - 1))
			continue;
		cover_yaml(p, doc);
		vec_push(a, ret, p);
	}
	return false;
}

/* ---- bash ----------------------------------------------------------------------- */

struct bash_search {
	uint32_t begin, end; /* of a line */
	uint32_t last;
};

static uint32_t
end_of(const struct shell_command *c)
{
	uint32_t end = c->span.end;
	for (size_t i = 0; i < c->redirects.n; i++) {
		const struct shell_heredoc *h = c->redirects.v[i]->heredoc;
		if (h && h->end.end > end)
			end = h->end.end;
	}
	return end;
}

/* Here-documents end behind the command that they belong to, and so does what is around. */
static void
see_command(struct walk *w, const struct shell_command *c)
{
	struct bash_search *q = w->user;
	uint32_t end = end_of(c);
	if (c->span.begin >= q->begin && c->span.begin < q->end && end > q->last)
		q->last = end;
}

static void
cover_bash(struct suppression *p, const struct shell_script *script)
{
	const struct source *s = p->source;
	uint32_t line = source_place(s, p->span.begin).line;
	uint32_t next = suppress_next_code(s, line);
	if (!p->own_line || !next) {
		suppress_cover_line(p);
		return;
	}
	struct bash_search q = {.begin = source_line_begin(s, next)};
	q.end = q.begin + (uint32_t)source_line(s, next).n + 1;
	struct walk w = {.command = see_command, .user = &q};
	walk_list(&w, script->list);
	uint32_t last = q.last ? source_place(s, q.last - 1).line : next;
	suppress_cover(p, last > next ? last : next);
}

bool
suppress_read_bash(struct arena *a, const struct source *s,
	const struct shell_script *script, struct suppressions *ret)
{
	size_t first = ret->n;
	script = script ? script : shell_parse(a, s);
	for (size_t i = 0; i < script->comments.n; i++) {
		struct suppression *p = suppress_parse(a, s, script->comments.v[i].begin);
		if (!p)
			continue;
		if (ret->n - first == LIMIT_SUPPRESSIONS)
			return false;
		cover_bash(p, script);
		vec_push(a, ret, p);
	}
	return true;
}
