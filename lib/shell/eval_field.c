/* Fields: what the pieces of a word become. */
#include "shell/expand.h"

#include "base/arena.h"

#include <string.h>

const struct value *
ifs_value(struct eval *e, struct state *s)
{
	static const struct piece blanks = {.kind = PIECE_TEXT, .text = S_INIT(" \t\n")};
	static const struct value standard = {&blanks, 1};
	const struct variable *v = state_variable(s, e->names.ifs);
	if (!v || v->set != TRI_YES)
		return &standard;
	return variable_scalar(v);
}

struct str
ifs_joiner(struct eval *e, struct state *s)
{
	struct str ifs;
	if (!value_known(ifs_value(e, s), &ifs))
		return S(" ");
	return str_slice(ifs, 0, 1);
}

/* ---- ending a field ------------------------------------------------------------- */

static const struct value *
field_value(struct emitter *em)
{
	if (em->segments.n == 1)
		return em->segments.v[0].value;
	struct value_builder b = value_build(em->e->arena);
	for (size_t i = 0; i < em->segments.n; i++)
		value_add(&b, em->segments.v[i].value);
	return value_done(&b);
}

static const struct value *
field_pattern(struct emitter *em)
{
	struct value_builder b = value_build(em->e->arena);
	for (size_t i = 0; i < em->segments.n; i++) {
		const struct segment *g = &em->segments.v[i];
		for (size_t k = 0; k < g->value->n; k++) {
			const struct piece *p = &g->value->v[k];
			if (p->kind == PIECE_TEXT && g->quoted)
				pattern_quote(&b, p->text);
			else
				value_add_pieces(&b, p, 1);
		}
	}
	return value_done(&b);
}

void
emit_break(struct emitter *em)
{
	if (em->segments.n == 0 && !em->begun)
		return;
	struct field f = {.value = field_value(em), .span = em->span, .loose = em->loose};
	enum tri empty = em->begun ? TRI_NO : value_is_empty(f.value);
	f.loose |= empty == TRI_UNKNOWN || value_has_flag(f.value, HOLE_LIST);
	/* No segment: an element that is empty. */
	if (em->segments.n <= 1 && em->item_origin)
		f.origin = em->item_origin;
	if (em->segments.n <= 1 && em->item_span.file)
		f.span = em->item_span;
	if (empty == TRI_YES)
		; /* nothing is left of it */
	else if (em->special && !(em->s->options & OPTION_NOGLOB))
		expand_path(em, &f, field_pattern(em));
	else
		vec_push(em->e->arena, em->out, f);
	em->segments.n = 0;
	em->begun = em->loose = em->special = false;
	em->item_origin = NULL;
	em->item_span = (struct span){0};
}

/* ---- adding to it --------------------------------------------------------------- */

static void
add_segment(struct emitter *em, const struct value *v, bool quoted)
{
	struct segment g = {v, quoted};
	vec_push(em->e->arena, &em->segments, g);
}

static void
quote_regex(struct value_builder *b, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (strchr(".[]{}()*+?^$|\\", text.p[i]) && text.p[i])
			value_add_text(b, S("\\"));
		value_add_text(b, str_slice(text, i, i + 1));
	}
}

/* All modes but fields. */
static void
add_piece(struct emitter *em, const struct piece *p, bool quoted)
{
	if (p->kind == PIECE_TEXT && quoted && em->mode == EXPAND_PATTERN)
		pattern_quote(&em->text, p->text);
	else if (p->kind == PIECE_TEXT && quoted && em->mode == EXPAND_REGEX)
		quote_regex(&em->text, p->text);
	else
		value_add_pieces(&em->text, p, 1);
}

void
emit_text(struct emitter *em, struct str text, bool quoted)
{
	const struct piece p = {.kind = PIECE_TEXT, .text = text};
	if (em->mode == EXPAND_FIELDS) {
		em->begun |= quoted;
		em->special |= !quoted && pattern_is_special(text);
		if (text.n)
			add_segment(em, value_text(em->e->arena, text), quoted);
	} else if (text.n) {
		add_piece(em, &p, quoted);
	}
}

static void
add_quoted(struct emitter *em, const struct value *v)
{
	if (em->mode != EXPAND_FIELDS) {
		for (size_t i = 0; i < v->n; i++)
			add_piece(em, &v->v[i], true);
		return;
	}
	em->begun = true;
	if (v->n)
		add_segment(em, v, true);
}

/* ---- splitting ------------------------------------------------------------------ */

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

static bool
in(struct str set, char c)
{
	return str_find_byte(set, c, 0) < set.n;
}

/* Takes the separators at the text's beginning: blanks, with at most one other character
 * among them, which ends a field even when that is empty. */
static size_t
take_separator(struct emitter *em, struct str text, size_t at, struct str ifs)
{
	bool hard = false;
	while (at < text.n && in(ifs, text.p[at]) && (is_blank(text.p[at]) || !hard))
		hard |= !is_blank(text.p[at++]);
	em->begun |= hard;
	emit_break(em);
	return at;
}

static void
split_text(struct emitter *em, struct str text, struct str ifs)
{
	size_t at = 0;
	while (at < text.n) {
		size_t end = at;
		while (end < text.n && !in(ifs, text.p[end]))
			end++;
		struct str word = str_slice(text, at, end);
		if (word.n) {
			em->special |= pattern_is_special(word);
			add_segment(em, value_text(em->e->arena, word), false);
		}
		at = end < text.n ? take_separator(em, text, end, ifs) : end;
	}
}

static bool
may_be_split(const struct piece *p, struct str ifs)
{
	bool blanks = in(ifs, ' ') || in(ifs, '\n');
	if (p->kind == PIECE_HOLE) {
		if (p->hole->flags & HOLE_DIGITS)
			return false;
		return !(p->hole->flags & HOLE_NO_BLANKS) || !blanks;
	}
	for (size_t i = 0; i < p->choice.n; i++)
		for (size_t k = 0; k < p->choice.v[i]->n; k++) {
			const struct piece *q = &p->choice.v[i]->v[k];
			if (q->kind != PIECE_TEXT && may_be_split(q, ifs))
				return true;
			for (size_t c = 0; q->kind == PIECE_TEXT && c < q->text.n; c++)
				if (in(ifs, q->text.p[c]))
					return true;
		}
	return false;
}

void
emit_value(struct emitter *em, const struct value *v, bool quoted)
{
	if (quoted) {
		add_quoted(em, v);
		return;
	}
	if (em->mode != EXPAND_FIELDS) {
		for (size_t i = 0; i < v->n; i++)
			add_piece(em, &v->v[i], false);
		return;
	}
	struct str ifs;
	if (!value_known(ifs_value(em->e, em->s), &ifs))
		ifs = S(" \t\n");
	for (size_t i = 0; i < v->n; i++) {
		const struct piece *p = &v->v[i];
		if (p->kind == PIECE_TEXT) {
			split_text(em, p->text, ifs);
			continue;
		}
		const struct value one = {p, 1};
		em->loose |= ifs.n && may_be_split(p, ifs);
		struct value *copy = NEW(em->e->arena, struct value);
		*copy = one;
		add_segment(em, copy, false);
	}
}

static void
emit_joined(struct emitter *em, const struct fields *list, struct str joiner, bool quoted)
{
	struct value_builder b = value_build(em->e->arena);
	for (size_t i = 0; i < list->n; i++) {
		value_add_text(&b, i ? joiner : S(""));
		value_add(&b, list->v[i].value);
	}
	emit_value(em, value_done(&b), quoted);
}

void
emit_list(struct emitter *em, const struct fields *list, bool quoted, bool star)
{
	if (em->mode != EXPAND_FIELDS || (quoted && star)) {
		emit_joined(em, list, star ? ifs_joiner(em->e, em->s) : S(" "), quoted);
		return;
	}
	/* Unquoted elements stand apart as if by the first character of IFS: unless that is a
	 * blank, empty ones stay. */
	struct str ifs = ifs_joiner(em->e, em->s);
	bool hard = !quoted && ifs.n && !is_blank(ifs.p[0]);
	for (size_t i = 0; i < list->n; i++) {
		em->begun |= i && hard;
		if (i)
			emit_break(em);
		if (em->segments.n == 0) {
			em->item_origin = list->v[i].origin;
			em->item_span = list->v[i].span;
		}
		emit_value(em, list->v[i].value, quoted);
		em->loose |= list->v[i].loose;
	}
}
