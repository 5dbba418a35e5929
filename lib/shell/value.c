/* Strings of which only a part may be known. */
#include "shell/value.h"

#include "base/limits.h"

#include <string.h>

const struct value value_empty = {NULL, 0};

static const struct value *
single(struct arena *a, struct piece p)
{
	struct {
		struct value value;
		struct piece piece;
	} *both = arena_alloc(a, 1, sizeof *both);
	both->piece = p;
	both->value = (struct value){&both->piece, 1};
	return &both->value;
}

const struct value *
value_text(struct arena *a, struct str text)
{
	if (text.n == 0)
		return &value_empty;
	return single(a, (struct piece){.kind = PIECE_TEXT, .text = text});
}

const struct value *
value_hole(struct arena *a, const struct hole *h)
{
	return single(a, (struct piece){.kind = PIECE_HOLE, .hole = h});
}

const struct value *
value_unknown(struct arena *a, struct span span, unsigned flags, struct str why)
{
	struct hole *h = NEW(a, struct hole);
	*h = (struct hole){.span = span, .why = why, .flags = flags};
	return value_hole(a, h);
}

bool
value_known(const struct value *v, struct str *ret)
{
	if (v->n == 0) {
		*ret = S("");
		return true;
	}
	if (v->n > 1 || v->v[0].kind != PIECE_TEXT)
		return false;
	*ret = v->v[0].text;
	return true;
}

bool
value_is(const struct value *v, struct str text)
{
	struct str s;
	return value_known(v, &s) && str_eq(s, text);
}

static bool
hole_equal(const struct hole *x, const struct hole *y)
{
	return x == y ||
	       (x->span.file == y->span.file && x->span.begin == y->span.begin &&
		       x->span.end == y->span.end && x->flags == y->flags &&
		       x->job == y->job && str_eq(x->why, y->why));
}

static bool
piece_equal(const struct piece *x, const struct piece *y)
{
	if (x->kind != y->kind)
		return false;
	switch (x->kind) {
	case PIECE_TEXT:
		return str_eq(x->text, y->text);
	case PIECE_HOLE:
		return hole_equal(x->hole, y->hole);
	case PIECE_CHOICE:
		break;
	}
	if (x->choice.n != y->choice.n)
		return false;
	for (size_t i = 0; i < x->choice.n; i++)
		if (!value_equal(x->choice.v[i], y->choice.v[i]))
			return false;
	return true;
}

bool
value_equal(const struct value *x, const struct value *y)
{
	if (x == y)
		return true;
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!piece_equal(&x->v[i], &y->v[i]))
			return false;
	return true;
}

uint64_t
value_hash(const struct value *v)
{
	uint64_t h = v->n;
	for (size_t i = 0; i < v->n; i++) {
		const struct piece *p = &v->v[i];
		struct str s = p->kind == PIECE_TEXT ? p->text : (struct str){0};
		h = h * 31 + (uint64_t)p->kind;
		if (p->kind == PIECE_HOLE)
			h = h * 31 + p->hole->span.begin;
		for (size_t k = 0; k < s.n; k++)
			h = h * 31 + (unsigned char)s.p[k];
	}
	return h;
}

static enum tri
choice_is_empty(const struct values *c)
{
	enum tri t = value_is_empty(c->v[0]);
	for (size_t i = 1; i < c->n; i++)
		if (value_is_empty(c->v[i]) != t)
			return TRI_UNKNOWN;
	return t;
}

enum tri
value_is_empty(const struct value *v)
{
	enum tri t = TRI_YES;
	for (size_t i = 0; i < v->n; i++) {
		const struct piece *p = &v->v[i];
		if (p->kind == PIECE_TEXT)
			return TRI_NO;
		if (p->kind == PIECE_HOLE) {
			if (p->hole->flags & HOLE_FILLED)
				return TRI_NO;
			t = TRI_UNKNOWN;
			continue;
		}
		enum tri c = choice_is_empty(&p->choice);
		if (c == TRI_NO)
			return TRI_NO;
		if (c == TRI_UNKNOWN)
			t = TRI_UNKNOWN;
	}
	return t;
}

const struct hole *
value_lone_hole(const struct value *v)
{
	return v->n == 1 && v->v[0].kind == PIECE_HOLE ? v->v[0].hole : NULL;
}

const struct hole *
value_pid(const struct value *v)
{
	size_t i =
		v->n == 2 && v->v[0].kind == PIECE_TEXT && str_eq(v->v[0].text, S("-"));
	if (i + 1 != v->n || v->v[i].kind != PIECE_HOLE || !v->v[i].hole->job)
		return NULL;
	return v->v[i].hole;
}

bool
value_has_flag(const struct value *v, unsigned flag)
{
	for (size_t i = 0; i < v->n; i++) {
		const struct piece *p = &v->v[i];
		if (p->kind == PIECE_HOLE && (p->hole->flags & flag))
			return true;
		for (size_t k = 0; p->kind == PIECE_CHOICE && k < p->choice.n; k++)
			if (value_has_flag(p->choice.v[k], flag))
				return true;
	}
	return false;
}

/* ---- choices -------------------------------------------------------------------- */

static void
add_case(struct arena *a, struct values *list, const struct value *v)
{
	if (v->n == 1 && v->v[0].kind == PIECE_CHOICE) {
		for (size_t i = 0; i < v->v[0].choice.n; i++)
			add_case(a, list, v->v[0].choice.v[i]);
		return;
	}
	for (size_t i = 0; i < list->n; i++)
		if (value_equal(list->v[i], v))
			return;
	vec_push(a, list, v);
}

/* Two holes are one, with both reasons. */
static const struct value *
either_hole(struct arena *a, const struct hole *x, const struct hole *y)
{
	struct hole *h = NEW(a, struct hole);
	*h = (struct hole){.span = x->span, .why = x->why, .flags = x->flags & y->flags};
	h->flags |= (x->flags | y->flags) & HOLE_LIST;
	if (!str_contains(x->why, y->why) && x->why.n + y->why.n < 300)
		h->why = str_fmt(a, "%.*s, or %.*s", STR(x->why), STR(y->why));
	return value_hole(a, h);
}

bool
value_equally_unknown(const struct value *x, const struct value *y)
{
	const struct hole *p = value_lone_hole(x), *q = value_lone_hole(y);
	return p && q && p->flags == q->flags && !p->job && !q->job;
}

const struct value *
value_either(struct arena *a, const struct value *x, const struct value *y)
{
	if (value_equal(x, y))
		return x;
	const struct hole *p = value_lone_hole(x), *q = value_lone_hole(y);
	if (p && q && !p->job && !q->job)
		return either_hole(a, p, q);
	struct values list = {0};
	add_case(a, &list, x);
	add_case(a, &list, y);
	if (list.n == 1)
		return list.v[0];
	if (list.n > VALUE_CHOICES_MAX)
		return value_unknown(
			a, (struct span){0}, 0, S("one of more than 8 values"));
	return single(a, (struct piece){.kind = PIECE_CHOICE, .choice = list});
}

bool
value_cases(struct arena *a, const struct value *v, size_t max, struct values *ret)
{
	size_t at = 0;
	while (at < v->n && v->v[at].kind != PIECE_CHOICE)
		at++;
	if (at == v->n) {
		if (ret->n >= max)
			return false;
		vec_push(a, ret, v);
		return true;
	}
	const struct values *c = &v->v[at].choice;
	for (size_t i = 0; i < c->n; i++) {
		struct value_builder b = value_build(a);
		value_add_pieces(&b, v->v, at);
		value_add_pieces(&b, c->v[i]->v, c->v[i]->n);
		value_add_pieces(&b, v->v + at + 1, v->n - at - 1);
		if (!value_cases(a, value_done(&b), max, ret))
			return false;
	}
	return true;
}

/* ---- parts of a value ----------------------------------------------------------- */

struct str
value_prefix(const struct value *v)
{
	if (v->n == 0 || v->v[0].kind != PIECE_TEXT)
		return S("");
	return v->v[0].text;
}

struct str
value_suffix(const struct value *v)
{
	if (v->n == 0 || v->v[v->n - 1].kind != PIECE_TEXT)
		return S("");
	return v->v[v->n - 1].text;
}

const struct value *
value_drop(struct arena *a, const struct value *v, size_t front, size_t back)
{
	if (front == 0 && back == 0)
		return v;
	struct value_builder b = value_build(a);
	for (size_t i = 0; i < v->n; i++) {
		struct piece p = v->v[i];
		if (p.kind == PIECE_TEXT) {
			size_t begin = i == 0 ? front : 0;
			size_t end = i + 1 == v->n ? p.text.n - back : p.text.n;
			value_add_text(&b, str_slice(p.text, begin, end));
			continue;
		}
		value_add_pieces(&b, &p, 1);
	}
	return value_done(&b);
}

const struct value *
value_chomp(struct arena *a, const struct value *v)
{
	struct str tail = value_suffix(v);
	size_t n = 0;
	while (n < tail.n && tail.p[tail.n - 1 - n] == '\n')
		n++;
	if (v->n == 1 && v->v[0].kind == PIECE_CHOICE) {
		const struct values *c = &v->v[0].choice;
		const struct value *r = value_chomp(a, c->v[0]);
		for (size_t i = 1; i < c->n; i++)
			r = value_either(a, r, value_chomp(a, c->v[i]));
		return r;
	}
	return value_drop(a, v, 0, n);
}

/* ---- for people ----------------------------------------------------------------- */

void
value_show(struct buf *b, const struct value *v)
{
	for (size_t i = 0; i < v->n; i++) {
		const struct piece *p = &v->v[i];
		switch (p->kind) {
		case PIECE_TEXT:
			buf_add(b, p->text);
			break;
		case PIECE_HOLE:
			buf_addc(b, '<');
			buf_add(b, p->hole->why);
			buf_addc(b, '>');
			break;
		case PIECE_CHOICE:
			buf_addc(b, '<');
			for (size_t k = 0; k < p->choice.n; k++) {
				buf_addz(b, k ? " | " : "");
				value_show(b, p->choice.v[k]);
			}
			buf_addc(b, '>');
			break;
		}
	}
}

struct str
value_shown(struct arena *a, const struct value *v)
{
	struct str s;
	if (value_known(v, &s))
		return s;
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	value_show(&b, v);
	return buf_str(&b);
}
