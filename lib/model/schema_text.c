/* Words for messages about values and places. */
#include "model/schema_engine.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"

#define SHOWN_BYTES 60
#define PATH_BYTES 400

struct str
schema_clip(struct str text)
{
	if (text.n <= SHOWN_BYTES)
		return text;
	size_t end = SHOWN_BYTES; /* not inside a character */
	while (end > SHOWN_BYTES - 4 && ((unsigned char)text.p[end] & 0xc0) == 0x80)
		end--;
	return str_slice(text, 0, end);
}

struct str
schema_quote(struct arena *a, struct str text)
{
	struct str shown = schema_clip(text);
	struct buf b = buf_new(a, 12 * SHOWN_BYTES);
	buf_addc(&b, '\'');
	uint32_t cp = 0;
	for (size_t i = 0, n; i < shown.n; i += n) {
		n = utf8_decode(shown, i, &cp);
		if (n == 0) {
			buf_addf(&b, "\\x%02x", (unsigned char)shown.p[i]);
			n = 1;
		} else if (cp == '\n') {
			buf_addz(&b, "\\n");
		} else if (cp == '\t') {
			buf_addz(&b, "\\t");
		} else if (utf8_is_unsafe(cp)) {
			buf_addf(&b, "\\u%04x", (unsigned)cp);
		} else {
			buf_add(&b, str_slice(shown, i, i + n));
		}
	}
	buf_addz(&b, shown.n < text.n ? "...'" : "'");
	return buf_str(&b);
}

struct str
schema_show(struct arena *a, const struct yaml_node *n)
{
	if (!n || n->kind == YAML_NULL)
		return S("empty");
	switch (n->kind) {
	case YAML_BOOL:
	case YAML_INT:
	case YAML_FLOAT:
	case YAML_DATE:
		return str_fmt(a, "the %s %.*s", yaml_kind_name(n->kind),
			STR(schema_clip(n->text)));
	case YAML_STR:
		return str_fmt(a, "the string %.*s", STR(schema_quote(a, n->text)));
	case YAML_NULL:
	case YAML_BYTES:
	case YAML_LIST:
	case YAML_MAP:
	case YAML_SET:
	case YAML_PAIRS:
	case YAML_BAD:
		break;
	}
	return str_fmt(a, "a %s", yaml_kind_name(n->kind));
}

static void
add_step(struct buf *b, const struct schema_frame *frame)
{
	if (frame->up)
		add_step(b, frame->up);
	if (b->n)
		buf_addc(b, '.');
	if (frame->is_item)
		buf_addf(b, "%zu", frame->index);
	else
		buf_add(b, schema_clip(frame->name));
}

struct str
schema_path(struct arena *a, const struct schema_frame *frame)
{
	struct buf b = buf_new(a, PATH_BYTES);
	if (frame)
		add_step(&b, frame);
	return buf_str(&b);
}

struct str
schema_leaf(struct arena *a, const struct schema_frame *frame)
{
	if (!frame)
		return S("the value");
	if (!frame->is_item)
		return schema_clip(frame->name);
	struct str list = frame->up ? schema_leaf(a, frame->up) : S("the list");
	return str_fmt(a, "%.*s item %zu", STR(list), frame->index + 1);
}

struct str
schema_join(struct arena *a, const struct str *names, size_t n)
{
	struct buf b = buf_new(a, 1000);
	for (size_t i = 0; i < n; i++) {
		if (i)
			buf_addz(&b, ", ");
		buf_add(&b, names[i]);
	}
	return buf_str(&b);
}

const char *
schema_type_name(const struct schema_field *f)
{
	switch (f->type) {
	case SCHEMA_INT:
		return "an integer";
	case SCHEMA_BOOL:
		return "true or false";
	case SCHEMA_STR:
		return "a string";
	case SCHEMA_FLOAT:
		return "a number";
	case SCHEMA_CHOICE:
		return "one of the known words";
	case SCHEMA_FALSE:
		return "false";
	case SCHEMA_TRUE:
		return "true";
	case SCHEMA_OBJECT:
	case SCHEMA_TABLE:
		return "a mapping";
	case SCHEMA_LIST:
		return "a list";
	case SCHEMA_LOOSE:
		break;
	}
	return "a value";
}

const char *
schema_spelling_help(const struct schema_field *f)
{
	switch (f->type) {
	case SCHEMA_INT:
		return "write a plain integer, without quotes, fraction or leading zero";
	case SCHEMA_BOOL:
		return "write true or false, without quotes";
	case SCHEMA_FALSE:
		return "write false";
	case SCHEMA_TRUE:
		return "write true";
	case SCHEMA_FLOAT:
		return "write a plain number, without quotes";
	case SCHEMA_STR:
	case SCHEMA_CHOICE:
		return "write a plain string, without a tag";
	case SCHEMA_LIST:
		return "write a plain list, without a tag";
	case SCHEMA_OBJECT:
	case SCHEMA_TABLE:
	case SCHEMA_LOOSE:
		break;
	}
	return "";
}

struct span
schema_first(const struct yaml_node *n)
{
	if (yaml_is(n, YAML_MAP) && n->pairs.n && n->style == YAML_BLOCK)
		return n->pairs.v[0].key->span;
	return n ? n->span : (struct span){0};
}
