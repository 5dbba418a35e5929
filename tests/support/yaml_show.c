/* Text form of YAML trees. */
#include "yaml_show.h"

#include "base/arena.h"
#include "base/buf.h"
#include "yaml/scalar.h"

enum { SHOW_BYTES = 1 << 20 };

struct yaml_doc *
show_load(struct arena *a, struct str text)
{
	struct sources sources = {0};
	return yaml_load(a, sources_add(a, &sources, S("x.yaml"), text));
}

static void show(struct buf *b, const struct yaml_node *n);

static void
show_pairs(struct buf *b, const struct yaml_node *n)
{
	for (size_t i = 0; i < n->pairs.n; i++) {
		buf_addz(b, i ? ", " : "");
		buf_addz(b, n->pairs.v[i].merged ? "+" : "");
		show(b, n->pairs.v[i].key);
		if (n->kind == YAML_SET)
			continue;
		buf_addz(b, ": ");
		show(b, n->pairs.v[i].value);
	}
}

static void
show_items(struct buf *b, const struct yaml_node *n)
{
	for (size_t i = 0; i < n->list.n; i++) {
		buf_addz(b, i ? ", " : "");
		show(b, n->list.v[i]);
	}
}

static void
show_quoted(struct buf *b, struct str s)
{
	buf_addc(b, '"');
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\n')
			buf_addz(b, "\\n");
		else if (s.p[i] == '\t')
			buf_addz(b, "\\t");
		else
			buf_addc(b, s.p[i]);
	}
	buf_addc(b, '"');
}

static void
show(struct buf *b, const struct yaml_node *n)
{
	if (!n) {
		buf_addc(b, '-');
		return;
	}
	switch (n->kind) {
	case YAML_NULL:
		buf_addz(b, "null");
		break;
	case YAML_BOOL:
		buf_addz(b, n->boolean ? "true" : "false");
		break;
	case YAML_INT:
		buf_add(b, n->integer.decimal);
		break;
	case YAML_FLOAT:
		buf_add(b, yaml_float_repr(b->arena, n->real));
		break;
	case YAML_STR:
		show_quoted(b, n->text);
		break;
	case YAML_DATE:
		buf_addc(b, '@');
		buf_add(b, n->text);
		break;
	case YAML_BYTES:
		buf_addc(b, 'b');
		show_quoted(b, n->bytes);
		break;
	case YAML_LIST:
		buf_addc(b, '[');
		show_items(b, n);
		buf_addc(b, ']');
		break;
	case YAML_PAIRS:
		buf_addc(b, '<');
		show_items(b, n);
		buf_addc(b, '>');
		break;
	case YAML_MAP:
	case YAML_SET:
		buf_addc(b, '{');
		show_pairs(b, n);
		buf_addc(b, '}');
		break;
	case YAML_BAD:
		buf_addc(b, '!');
		break;
	}
}

struct str
show_node(struct arena *a, const struct yaml_node *n)
{
	struct buf b = buf_new(a, SHOW_BYTES);
	show(&b, n);
	return buf_str(&b);
}

struct str
show_problems(struct arena *a, const struct yaml_doc *doc)
{
	struct buf b = buf_new(a, SHOW_BYTES);
	for (size_t i = 0; i < doc->problems.n; i++) {
		const struct yaml_problem *p = &doc->problems.v[i];
		struct place from = source_place(doc->source, p->span.begin);
		struct place to = source_place(doc->source, p->span.end);
		buf_addf(&b, "%u:%u-%u:%u %s%s%s %.*s", from.line, from.column, to.line,
			to.column, p->safe_refuses ? "S" : "",
			p->strict_refuses ? "T" : "", p->crashes ? "C" : "",
			STR(p->text));
		if (p->related.file) {
			struct place at = source_place(doc->source, p->related.begin);
			buf_addf(&b, " (%s %u:%u)", p->related_label, at.line, at.column);
		}
		buf_addc(&b, '\n');
	}
	return buf_str(&b);
}
