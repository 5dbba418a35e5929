/* Values put together piece by piece. */
#include "shell/value.h"

#include "base/limits.h"

struct value_builder
value_build(struct arena *a)
{
	return (struct value_builder){.arena = a};
}

static void flush_only(struct value_builder *b);

static void
open_buffer(struct value_builder *b)
{
	if (!b->text.arena)
		b->text = buf_new(b->arena, LIMIT_SHELL_STRING_BYTES);
	buf_add(&b->text, b->first);
	b->first = (struct str){0};
}

static void
add_text(struct value_builder *b, struct str text)
{
	if (b->first.n == 0 && b->text.n == 0) {
		b->first = text;
		return;
	}
	open_buffer(b);
	buf_add(&b->text, text);
	if (b->text.overflow)
		b->overflow = true;
}

static struct str
take_text(struct value_builder *b)
{
	struct str text = b->first.n ? b->first : buf_str(&b->text);
	/* The buffer's storage is the text's now. */
	b->first = (struct str){0};
	b->text = (struct buf){0};
	return text;
}

static void
close_text(struct value_builder *b)
{
	if (b->first.n == 0 && b->text.n == 0)
		return;
	struct piece p = {.kind = PIECE_TEXT, .text = take_text(b)};
	vec_push(b->arena, &b->pieces, p);
}

void
value_add_pieces(struct value_builder *b, const struct piece *v, size_t n)
{
	flush_only(b);
	for (size_t i = 0; i < n; i++) {
		if (v[i].kind == PIECE_TEXT) {
			add_text(b, v[i].text);
			continue;
		}
		close_text(b);
		vec_push(b->arena, &b->pieces, v[i]);
	}
}

static void
flush_only(struct value_builder *b)
{
	const struct value *v = b->only;
	b->only = NULL;
	if (v)
		value_add_pieces(b, v->v, v->n);
}

void
value_add_text(struct value_builder *b, struct str text)
{
	if (text.n == 0)
		return;
	flush_only(b);
	add_text(b, text);
}

void
value_add(struct value_builder *b, const struct value *v)
{
	if (v->n == 0)
		return;
	if (!b->only && b->pieces.n == 0 && b->first.n == 0 && b->text.n == 0) {
		b->only = v;
		return;
	}
	value_add_pieces(b, v->v, v->n);
}

static void
mark_overflow(struct value_builder *b)
{
	close_text(b);
	struct hole *h = NEW(b->arena, struct hole);
	h->why = S("the rest of a very long string");
	struct piece p = {.kind = PIECE_HOLE, .hole = h};
	vec_push(b->arena, &b->pieces, p);
	b->overflow = false;
}

const struct value *
value_done(struct value_builder *b)
{
	const struct value *only = b->only;
	b->only = NULL;
	if (only)
		return only;
	if (b->overflow)
		mark_overflow(b);
	if (b->pieces.n == 0)
		return value_text(b->arena, take_text(b));
	close_text(b);
	struct value *v = NEW(b->arena, struct value);
	*v = (struct value){b->pieces.v, b->pieces.n};
	b->pieces.v = NULL;
	b->pieces.n = b->pieces.cap = 0;
	return v;
}

const struct value *
value_concat(struct arena *a, const struct value *x, const struct value *y)
{
	if (x->n == 0)
		return y;
	if (y->n == 0)
		return x;
	struct value_builder b = value_build(a);
	value_add(&b, x);
	value_add(&b, y);
	return value_done(&b);
}
