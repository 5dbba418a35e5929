/* JSON as Python writes it. */
#include "matrix/pyjson.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "yaml/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
separator(struct buf *b, bool first, enum pyjson_style style)
{
	if (first)
		return;
	buf_addc(b, ',');
	if (style == PYJSON_DEFAULT)
		buf_addc(b, ' ');
}

static void
escape(struct buf *b, uint32_t cp, enum pyjson_style style)
{
	static const char letter[] = {
		['"'] = '"',
		['\\'] = '\\',
		['\n'] = 'n',
		['\r'] = 'r',
		['\t'] = 't',
		['\f'] = 'f',
		['\b'] = 'b',
	};
	if (cp < sizeof letter && letter[cp]) {
		buf_addc(b, '\\');
		buf_addc(b, letter[cp]);
	} else if (cp < 0x20 || (cp >= 0x7f && cp < 0x10000 && style != PYJSON_COMPACT)) {
		buf_addf(b, "\\u%04x", (unsigned)cp);
	} else if (cp >= 0x10000 && style != PYJSON_COMPACT) {
		cp -= 0x10000;
		buf_addf(b, "\\u%04x\\u%04x", 0xd800u + (unsigned)(cp >> 10),
			0xdc00u + (unsigned)(cp & 0x3ff));
	} else {
		utf8_encode(b, cp);
	}
}

static bool
is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

void
pyjson_string(struct buf *b, struct str s, enum pyjson_style style)
{
	buf_addc(b, '"');
	for (size_t i = 0; i < s.n;) {
		size_t begin = i;
		while (i < s.n && is_plain((unsigned char)s.p[i]))
			i++;
		buf_add(b, str_slice(s, begin, i));
		if (i == s.n)
			break;
		uint32_t cp = 0xfffd;
		size_t n = utf8_decode(s, i, &cp);
		escape(b, cp, style);
		i += n ? n : 1;
	}
	buf_addc(b, '"');
}

static void
pyjson_float(struct buf *b, double x)
{
	if (isnan(x))
		buf_addz(b, "NaN");
	else if (isinf(x))
		buf_addz(b, x < 0 ? "-Infinity" : "Infinity");
	else
		buf_add(b, number_float_repr(b->arena, x));
}

static void
pyjson_colon(struct buf *b, enum pyjson_style style)
{
	buf_addc(b, ':');
	if (style == PYJSON_DEFAULT)
		buf_addc(b, ' ');
}

struct member {
	struct str key;
	struct pyval value;
};

static int
by_key(const void *x, const void *y)
{
	const struct member *p = x, *q = y;
	return str_cmp(p->key, q->key);
}

static void
pyjson_members(struct buf *b, struct member *m, size_t n, enum pyjson_style style)
{
	if (style == PYJSON_SORTED) /* keys of one object are distinct */
		qsort(m, n, sizeof *m, by_key);
	buf_addc(b, '{');
	for (size_t i = 0; i < n; i++) {
		separator(b, i == 0, style);
		pyjson_string(b, m[i].key, style);
		pyjson_colon(b, style);
		pyjson_value(b, m[i].value, style);
	}
	buf_addc(b, '}');
}

static void
pyjson_map(struct buf *b, const struct yaml_node *n, bool worker, enum pyjson_style style)
{
	static const struct str added[] = {
		S_INIT("pp"), S_INIT("dcp-size"), S_INIT("pcp-size")};
	struct member few[16];
	struct member *m = few;
	if (n->pairs.n + 3 > sizeof few / sizeof few[0])
		m = NEW_ARRAY(b->arena, struct member, n->pairs.n + 3);
	size_t count = 0;
	for (size_t i = 0; i < n->pairs.n; i++) {
		m[count].key = n->pairs.v[i].key->text;
		m[count++].value = py_from(n->pairs.v[i].value);
	}
	for (size_t i = 0; worker && i < 3; i++) {
		if (yaml_get_pair(n, added[i]))
			continue;
		m[count].key = added[i];
		m[count++].value = py_int(1);
	}
	pyjson_members(b, m, count, style);
}

static void
pyjson_list(struct buf *b, const struct pylist *list, enum pyjson_style style)
{
	buf_addc(b, '[');
	for (size_t i = 0; i < list->n; i++) {
		separator(b, i == 0, style);
		pyjson_value(b, list->v[i], style);
	}
	buf_addc(b, ']');
}

/* Nesting is bounded: the schema lets nothing through that is deeper than settings in
 * workers. */
static void
pyjson_node(struct buf *b, const struct yaml_node *n, enum pyjson_style style)
{
	if (yaml_is(n, YAML_MAP)) {
		pyjson_map(b, n, false, style);
		return;
	}
	buf_addc(b, '[');
	for (size_t i = 0; yaml_is(n, YAML_LIST) && i < n->list.n; i++) {
		separator(b, i == 0, style);
		pyjson_value(b, py_from(n->list.v[i]), style);
	}
	buf_addc(b, ']');
}

void
pyjson_value(struct buf *b, struct pyval v, enum pyjson_style style)
{
	switch (v.kind) {
	case PY_NULL:
	case PY_BYTES:
		buf_addz(b, "null");
		return;
	case PY_BOOL:
		buf_addz(b, v.boolean ? "true" : "false");
		return;
	case PY_INT:
		buf_addi(b, v.integer);
		return;
	case PY_BIG:
		buf_add(b, v.text);
		return;
	case PY_FLOAT:
		pyjson_float(b, v.real);
		return;
	case PY_STR:
		pyjson_string(b, v.text, style);
		return;
	case PY_LIST:
		pyjson_list(b, v.list, style);
		return;
	case PY_NODE:
		pyjson_node(b, v.node, style);
		return;
	case PY_WORKER:
		pyjson_map(b, v.node, true, style);
		return;
	}
}

void
pyjson_row(
	struct buf *b, const struct row *r, enum pyjson_style style, uint64_t leave_out)
{
	struct member m[ROW_FIELD_COUNT];
	size_t n = 0;
	for (size_t i = 0; i < row_count(r); i++) {
		struct row_item item = row_at(r, i);
		if (leave_out >> item.field & 1)
			continue;
		m[n].key = row_field_name(item.field);
		m[n++].value = item.value;
	}
	pyjson_members(b, m, n, style);
}

static bool
can_node(const struct yaml_node *n)
{
	bool ok = true;
	switch (n->kind) {
	case YAML_LIST:
		for (size_t i = 0; i < n->list.n; i++)
			ok &= can_node(n->list.v[i]);
		return ok;
	case YAML_MAP:
		for (size_t i = 0; i < n->pairs.n; i++)
			ok &= yaml_is(n->pairs.v[i].key, YAML_STR) &&
			      can_node(n->pairs.v[i].value);
		return ok;
	case YAML_PAIRS:
		return n->list.n == 0;
	case YAML_BYTES:
	case YAML_DATE:
	case YAML_SET:
	case YAML_BAD:
		return false;
	case YAML_NULL:
	case YAML_BOOL:
	case YAML_INT:
	case YAML_FLOAT:
	case YAML_STR:
		break;
	}
	return true;
}

static bool
can_value(struct pyval v)
{
	if (v.kind == PY_BYTES)
		return false;
	if (v.kind == PY_NODE || v.kind == PY_WORKER)
		return can_node(v.node);
	for (size_t i = 0; v.kind == PY_LIST && i < v.list->n; i++)
		if (v.list->v[i].kind == PY_BYTES)
			return false;
	return true;
}

bool
pyjson_can(const struct row *r)
{
	for (size_t i = 0; i < row_count(r); i++)
		if (!can_value(row_at(r, i).value))
			return false;
	return true;
}
