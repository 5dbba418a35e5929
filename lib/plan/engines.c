/*
 * Words of a command to options, as argparse and its likes do it.
 *
 * A word whose beginning is not known may be an option. Behind an option that takes a
 * value it is taken for that value, as the parser would complain otherwise; so is one
 * that may fall apart for want of quotes. Elsewhere both blur whatever such an option
 * could set, and so does everywhere what stands for a list.
 */
#include "plan/engines.h"

#include "base/arena.h"

enum word_kind {
	WORD_FREE,    /* surely no option */
	WORD_OPTION,  /* looks like one, and its name is known */
	WORD_UNKNOWN, /* may be anything, in one word */
	WORD_LOOSE,   /* may be any number of words */
};

struct walk {
	struct arena *arena;
	struct decoded *d;
	const struct fields *argv;
	size_t at;
	bool has_model;
	bool only_free; /* behind "--" */
};

/* ---- words ---------------------------------------------------------------------- */

static bool
is_negative_number(struct str s)
{
	struct str fraction, whole = str_cut(str_slice(s, 1, s.n), '.', &fraction);
	if (!fraction.p)
		return str_all_digits(whole);
	return (!whole.n || str_all_digits(whole)) && str_all_digits(fraction);
}

static enum word_kind
kind_of_text(struct str known, bool whole)
{
	if (!known.n)
		return whole ? WORD_FREE : WORD_UNKNOWN;
	if (known.p[0] != '-')
		return WORD_FREE;
	size_t name = str_find_byte(known, '=', 0);
	if (!whole && name == known.n)
		return WORD_UNKNOWN;
	if (known.n == 1 || (whole && is_negative_number(known)))
		return WORD_FREE;
	return str_find_byte(known, ' ', 0) < name ? WORD_FREE : WORD_OPTION;
}

static enum word_kind
kind_of_value(struct arena *a, const struct value *v)
{
	struct str whole;
	if (value_known(v, &whole))
		return kind_of_text(whole, true);
	const struct piece *first = v->n ? &v->v[0] : NULL;
	if (first && first->kind == PIECE_HOLE && first->hole->flags & HOLE_DIGITS)
		return WORD_FREE;
	struct values cases = {0};
	if (!first || first->kind != PIECE_CHOICE ||
		!value_cases(a, v, VALUE_CHOICES_MAX, &cases))
		return kind_of_text(value_prefix(v), false);
	for (size_t i = 0; i < cases.n; i++) {
		bool known = value_known(cases.v[i], &whole);
		if (!known)
			whole = value_prefix(cases.v[i]);
		if (kind_of_text(whole, known) != WORD_FREE)
			return WORD_UNKNOWN;
	}
	return WORD_FREE;
}

static enum word_kind
kind_of_word(const struct walk *w, size_t i)
{
	const struct field *f = &w->argv->v[i];
	return f->loose ? WORD_LOOSE : kind_of_value(w->arena, f->value);
}

static bool
is_list(const struct field *f)
{
	return f->loose && value_has_flag(f->value, HOLE_LIST);
}

static void
blur(struct walk *w, size_t word)
{
	vec_push(w->arena, &w->d->blurs, word);
}

/* ---- names ---------------------------------------------------------------------- */

static bool
names_equal(const struct option_table *t, struct str x, struct str y)
{
	if (!(t->traits & TRAIT_DASHES))
		return str_eq(x, y);
	if (x.n != y.n)
		return false;
	for (size_t i = 0; i < x.n; i++) {
		char p = x.p[i] == '_' ? '-' : x.p[i], q = y.p[i] == '_' ? '-' : y.p[i];
		if (p != q)
			return false;
	}
	return true;
}

enum match { MATCH_WHOLE, MATCH_NEGATED, MATCH_BEGINNING };

static bool
spec_matches(const struct option_table *t, const struct option_spec *s, struct str name,
	enum match how)
{
	for (size_t i = 0; i < OPTION_NAMES_MAX && s->name[i]; i++) {
		struct str own = str_from(s->name[i]);
		if (how == MATCH_NEGATED)
			own = str_slice(own, 2, own.n); /* compared without its dashes */
		else if (how == MATCH_BEGINNING)
			own = str_slice(own, 0, name.n);
		if (names_equal(t, own, name))
			return true;
	}
	return false;
}

/* NULL, too, when several match. */
static const struct option_spec *
find_spec(const struct option_table *t, struct str name, enum match how)
{
	const struct option_spec *found = NULL;
	for (size_t i = 0; i < t->n; i++) {
		const struct option_spec *s = &t->spec[i];
		if (how == MATCH_NEGATED && s->type != TYPE_FLAG)
			continue;
		if (!spec_matches(t, s, name, how))
			continue;
		if (how != MATCH_BEGINNING)
			return s;
		if (found)
			return NULL;
		found = s;
	}
	return found;
}

static void
resolve_name(const struct option_table *t, struct option *o)
{
	o->spec = find_spec(t, o->name, MATCH_WHOLE);
	if (!o->spec && t->traits & TRAIT_DOTTED) {
		struct str key, base = str_cut(o->name, '.', &key);
		o->spec = key.p ? find_spec(t, base, MATCH_WHOLE) : NULL;
		o->key = o->spec ? key : (struct str){0};
	}
	if (!o->spec && t->traits & TRAIT_NEGATES &&
		names_equal(t, str_slice(o->name, 0, 5), S("--no-"))) {
		struct str rest = str_slice(o->name, 5, o->name.n);
		o->spec = find_spec(t, rest, MATCH_NEGATED);
		o->negated = o->spec != NULL;
	}
	if (!o->spec && t->traits & TRAIT_PREFIXES && o->name.n > 2 &&
		str_starts(o->name, S("--"))) {
		o->spec = find_spec(t, o->name, MATCH_BEGINNING);
		o->abbreviated = o->spec != NULL;
	}
	if (o->spec && !o->key.p)
		o->meaning = o->spec->meaning;
}

/* ---- options -------------------------------------------------------------------- */

static struct option *
new_option(struct walk *w)
{
	const struct field *f = &w->argv->v[w->at];
	struct option *o = NEW(w->arena, struct option);
	o->word = w->at;
	o->n_words = 1;
	o->span = f->span;
	o->origin = f->origin;
	o->state = STATE_KNOWN;
	vec_push(w->arena, &w->d->options, o);
	return o;
}

static void
add_value(struct walk *w, struct option *o, const struct value *v)
{
	const struct field *f = &w->argv->v[w->at];
	struct option_value item = {
		.value = v, .word = w->at, .span = f->span, .origin = f->origin};
	vec_push(w->arena, &o->values, item);
	o->n_words = w->at - o->word + 1;
}

/* One word behind the option; false when it does not belong to it. */
static bool
take_word(struct walk *w, struct option *o)
{
	if (w->at >= w->argv->n)
		return false;
	enum word_kind kind = kind_of_word(w, w->at);
	bool takes_any = w->d->table->traits & TRAIT_TAKES_ANY;
	const struct field *f = &w->argv->v[w->at];
	if (kind == WORD_OPTION && !takes_any)
		return false;
	/* Its own dash makes it an option rather than a value, but which one? */
	bool dash = str_starts(value_prefix(f->value), S("-"));
	if (is_list(f) || (kind == WORD_UNKNOWN && dash && !takes_any))
		blur(w, w->at);
	if (f->loose || (dash && kind == WORD_UNKNOWN))
		o->state = STATE_UNKNOWN;
	add_value(w, o, f->value);
	w->at++;
	return true;
}

/* Any number of words that are surely no options; one that may be one blurs. */
static void
take_words(struct walk *w, struct option *o)
{
	while (w->at < w->argv->n) {
		enum word_kind kind = kind_of_word(w, w->at);
		if (kind == WORD_OPTION)
			return;
		if (kind != WORD_FREE) {
			o->state = STATE_UNKNOWN;
			blur(w, w->at);
		}
		add_value(w, o, w->argv->v[w->at].value);
		w->at++;
	}
}

/* What follows a name that the table lacks is only taken where it can't be an option. */
static void
take_free_words(struct walk *w, struct option *o)
{
	while (w->at < w->argv->n && kind_of_word(w, w->at) == WORD_FREE) {
		add_value(w, o, w->argv->v[w->at].value);
		w->at++;
	}
}

static void
one_option(struct walk *w)
{
	const struct field *f = &w->argv->v[w->at];
	struct option *o = new_option(w);
	struct str known = value_prefix(f->value), rest;
	o->name = str_cut(known, '=', &rest);
	o->attached = rest.p != NULL;
	resolve_name(w->d->table, o);
	if (o->attached) {
		add_value(w, o, value_drop(w->arena, f->value, o->name.n + 1, 0));
		if (f->loose)
			o->state = STATE_UNKNOWN;
		if (is_list(f))
			blur(w, w->at);
	}
	w->at++;
	if (o->attached || (o->spec && o->spec->type == TYPE_FLAG))
		return;
	if (!o->spec) {
		take_free_words(w, o);
	} else if (option_takes_many(o)) {
		/* The first of one or more has to be a value, as the only one of others. */
		if (o->spec->arity != TAKES_MANY || take_word(w, o))
			take_words(w, o);
	} else {
		take_word(w, o);
	}
}

static void
free_word(struct walk *w, enum word_kind kind)
{
	bool is_model = w->d->table->traits & TRAIT_MODEL_FIRST && !w->has_model &&
			kind != WORD_LOOSE;
	if (is_model) {
		struct option *o = new_option(w);
		o->meaning = OPTION_MODEL;
		w->has_model = true;
		add_value(w, o, w->argv->v[w->at].value);
	} else if (kind == WORD_FREE || w->only_free) {
		vec_push(w->arena, &w->d->free, w->at);
	} else {
		blur(w, w->at);
	}
	w->at++;
}

static void
next_word(struct walk *w)
{
	const struct field *f = &w->argv->v[w->at];
	enum word_kind kind = kind_of_word(w, w->at);
	bool has_name =
		kind == WORD_OPTION ||
		(kind == WORD_LOOSE && kind_of_value(w->arena, f->value) == WORD_OPTION);
	if (w->only_free || !has_name) {
		free_word(w, kind);
	} else if (value_is(f->value, S("--"))) {
		w->only_free = true;
		w->at++;
	} else {
		one_option(w);
	}
}

static void
skip_subcommands(struct walk *w)
{
	const struct option_table *t = w->d->table;
	for (size_t i = 0; i < sizeof t->skip / sizeof *t->skip; i++)
		if (t->skip[i] && w->at < w->argv->n &&
			value_is(w->argv->v[w->at].value, str_from(t->skip[i])))
			w->at++;
}

static void
mark_overridden(struct options *list)
{
	bool seen[OPTION_MEANING_COUNT] = {false};
	for (size_t i = list->n; i-- > 0;) {
		struct option *o = list->v[i];
		o->overridden = o->meaning != OPTION_OTHER && seen[o->meaning];
		seen[o->meaning] = true;
	}
}

struct decoded *
engines_decode(struct arena *a, const struct plan_command *c)
{
	const struct option_table *t = options_of(c);
	if (!t)
		return NULL;
	struct decoded *d = NEW(a, struct decoded);
	d->command = c;
	d->table = t;
	struct walk w = {.arena = a, .d = d, .argv = &c->launch->argv, .at = c->options};
	skip_subcommands(&w);
	while (w.at < w.argv->n)
		next_word(&w);
	for (size_t i = 0; i < d->options.n; i++)
		option_read(a, d->options.v[i]);
	options_add_inner(a, d);
	mark_overridden(&d->options);
	return d;
}
