/* Equality of rows as a text: equal texts for what Python finds equal. */
#include "matrix/expand.h"

#include "base/arena.h"

static void add_value(struct buf *b, struct pyval v);

static void
add_text(struct buf *b, char kind, struct str s)
{
	buf_addc(b, kind);
	buf_addi(b, (int64_t)s.n);
	buf_addc(b, ':');
	buf_add(b, s);
}

/* 1, 1.0 and True are one number. */
static void
add_number(struct buf *b, struct pyval v)
{
	if (v.kind == PY_BOOL)
		v = py_int(v.boolean);
	if (v.kind == PY_FLOAT && v.real > -0x1p63 && v.real < 0x1p63 &&
		(double)(int64_t)v.real == v.real)
		v = py_int((int64_t)v.real);
	if (v.kind == PY_FLOAT) {
		add_text(b, 'f', py_text(b->arena, v));
	} else {
		buf_addc(b, 'i');
		buf_addi(b, v.integer);
		buf_addc(b, ';');
	}
}

static void
add_map(struct buf *b, const struct yaml_node *n, bool worker)
{
	/* Order does not count: the sorted JSON text would do, but for numbers; so names
	 * are taken in order of rank, which is quadratic in a handful of fields. */
	static const struct str added[] = {
		S_INIT("pp"), S_INIT("dcp-size"), S_INIT("pcp-size")};
	struct str last = {0};
	buf_addc(b, '{');
	for (;;) {
		struct str best = {0};
		struct pyval value = {.kind = PY_NULL};
		for (size_t i = 0; i < n->pairs.n; i++) {
			struct str key = n->pairs.v[i].key->text;
			if ((!last.p || str_cmp(key, last) > 0) &&
				(!best.p || str_cmp(key, best) < 0)) {
				best = key;
				value = py_from(n->pairs.v[i].value);
			}
		}
		for (size_t i = 0; worker && i < 3; i++) {
			if ((!last.p || str_cmp(added[i], last) > 0) &&
				(!best.p || str_cmp(added[i], best) < 0)) {
				best = added[i];
				value = py_int(1);
			}
		}
		if (!best.p)
			break;
		add_text(b, 'k', best);
		add_value(b, value);
		last = best;
	}
	buf_addc(b, '}');
}

static void
add_items(struct buf *b, const struct pylist *list)
{
	buf_addc(b, '[');
	for (size_t i = 0; i < list->n; i++)
		add_value(b, list->v[i]);
	buf_addc(b, ']');
}

static void
add_node(struct buf *b, const struct yaml_node *n, bool worker)
{
	struct pylist items = {0};
	if (yaml_is(n, YAML_MAP))
		add_map(b, n, worker);
	else if (py_items(b->arena, n, &items) == PY_FINE)
		add_items(b, &items);
	else
		buf_addf(b, "n%u:%u;", n->span.file, n->span.begin);
}

static void
add_value(struct buf *b, struct pyval v)
{
	switch (v.kind) {
	case PY_NULL:
		buf_addc(b, 'N');
		return;
	case PY_BOOL:
	case PY_INT:
	case PY_FLOAT:
		add_number(b, v);
		return;
	case PY_BIG:
		add_text(b, 'b', v.text);
		return;
	case PY_STR:
		add_text(b, 's', v.text);
		return;
	case PY_BYTES:
		add_text(b, 'y', v.text);
		return;
	case PY_LIST:
		add_items(b, v.list);
		return;
	case PY_NODE:
	case PY_WORKER:
		add_node(b, v.node, v.kind == PY_WORKER);
		return;
	}
}

struct str
curve_key(struct buf *b, const struct row *r, uint64_t leave_out)
{
	struct pyval value[ROW_FIELD_COUNT];
	uint64_t has = 0;
	b->n = 0;
	for (size_t i = 0; i < row_count(r); i++) {
		struct row_item item = row_at(r, i);
		value[item.field] = item.value;
		has |= UINT64_C(1) << item.field;
	}
	for (unsigned f = 0; f < ROW_FIELD_COUNT; f++) {
		if (!((has & ~leave_out) >> f & 1))
			continue;
		buf_addc(b, (char)('0' + f));
		add_value(b, value[f]);
	}
	return buf_str(b);
}

struct str
curve_key_of(struct buf *b, const struct row *r, const enum row_field *field, size_t n)
{
	b->n = 0;
	for (size_t i = 0; i < n; i++) {
		const struct pyval *v = row_get(r, field[i]);
		if (v)
			add_value(b, *v);
	}
	return buf_str(b);
}
