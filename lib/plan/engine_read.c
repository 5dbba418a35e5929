/* Values of options, read as their types tell. */
#include "plan/engines.h"

#include "base/arena.h"
#include "base/limits.h"
#include "yaml/number.h"

/* ---- scalars -------------------------------------------------------------------- */

/* Python's int(): white space around, `_` between digits. */
static bool
read_int(struct arena *a, struct str s, int64_t *ret)
{
	s = str_trim(s);
	if (str_to_int64(s, ret))
		return true;
	struct buf b = buf_new(a, s.n + 1);
	for (size_t i = 0; i < s.n; i++) {
		bool inner = i && i + 1 < s.n && s.p[i - 1] != '_' && s.p[i - 1] != '-' &&
			     s.p[i - 1] != '+';
		if (s.p[i] != '_')
			buf_addc(&b, s.p[i]);
		else if (!inner)
			return false;
	}
	return str_to_int64(buf_str(&b), ret);
}

/* The reader of YAML's numbers takes base 60 and .inf as well, which float() does not. */
static bool
read_real(struct arena *a, struct str s, double *ret)
{
	s = str_trim(s);
	if (!s.n || str_contains(s, S(":")) || str_contains(s, S(".inf")) ||
		str_contains(s, S(".nan")))
		return false;
	return number_float(a, s, ret) == NUMBER_OK;
}

/* 25.6k is decimal, 16K is binary and takes no fraction. */
static bool
read_size(struct arena *a, struct str s, int64_t *ret)
{
	static const struct {
		char letter;
		bool decimal;
		int64_t factor;
	} units[] = {
		{'k', true, 1000},
		{'m', true, 1000000},
		{'g', true, 1000000000},
		{'t', true, 1000000000000},
		{'K', false, 1024},
		{'M', false, 1 << 20},
		{'G', false, 1 << 30},
		{'T', false, (int64_t)1 << 40},
	};
	s = str_trim(s);
	double real;
	for (size_t i = 0; s.n && i < sizeof units / sizeof *units; i++) {
		if (s.p[s.n - 1] != units[i].letter)
			continue;
		struct str digits = str_slice(s, 0, s.n - 1);
		if (str_all_digits(digits))
			return str_to_int64(digits, ret) &&
			       *ret < INT64_MAX / units[i].factor &&
			       (*ret *= units[i].factor, true);
		if (!units[i].decimal || !read_real(a, digits, &real) || real < 0)
			return false;
		real *= (double)units[i].factor;
		if (real > 9e15)
			return false;
		*ret = (int64_t)real;
		return true;
	}
	if (str_eq(s, S("auto")))
		return *ret = -1, true;
	return read_int(a, s, ret);
}

static bool
read_bool(struct str s, bool *ret)
{
	static const struct {
		const char *text;
		bool value;
	} words[] = {
		{"true", true},
		{"True", true},
		{"1", true},
		{"yes", true},
		{"false", false},
		{"False", false},
		{"0", false},
		{"no", false},
	};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eqz(s, words[i].text))
			return *ret = words[i].value, true;
	return false;
}

struct reading
reading_of_data(const struct data *d)
{
	struct reading r = {.has = HAS_DATA, .data = d};
	if (data_int(d, &r.integer))
		r.has |= HAS_INT;
	if (data_real(d, &r.real))
		r.has |= HAS_REAL;
	if (data_bool(d, &r.boolean))
		r.has |= HAS_BOOL;
	if (data_text(d, &r.text))
		r.has |= HAS_TEXT;
	return r;
}

static struct reading
read_data(struct arena *a, enum option_type type, struct str text)
{
	struct reading r = {0};
	const struct data *data;
	enum data_status status = data_read_json(a, text, &data, &r.data_fault);
	if (status == DATA_OK) {
		r = reading_of_data(data);
	} else if (status == DATA_MALFORMED && type == TYPE_JSON) {
		r.fault = OPTION_MALFORMED;
	}
	r.text = text;
	r.has |= HAS_TEXT;
	return r;
}

static struct reading
number_reading(bool ok, int64_t integer, struct str text)
{
	struct reading r = {.has = HAS_TEXT, .text = text, .fault = OPTION_MALFORMED};
	if (!ok)
		return r;
	r.fault = OPTION_FINE;
	r.has |= HAS_INT | HAS_REAL;
	r.integer = integer;
	r.real = (double)integer;
	return r;
}

struct reading
reading_of(struct arena *a, enum option_type type, struct str text)
{
	struct reading r = {.has = HAS_TEXT, .text = text};
	int64_t integer = 0;
	bool ok = true;
	switch (type) {
	case TYPE_INT:
		ok = read_int(a, text, &integer);
		return number_reading(ok, integer, text);
	case TYPE_SIZE:
		ok = read_size(a, text, &integer);
		return number_reading(ok, integer, text);
	case TYPE_REAL:
		ok = read_real(a, text, &r.real);
		r.has |= HAS_REAL;
		break;
	case TYPE_BOOL:
		ok = read_bool(text, &r.boolean);
		r.has |= HAS_BOOL;
		break;
	case TYPE_JSON:
	case TYPE_LITERAL:
		return read_data(a, type, text);
	case TYPE_FLAG:
	case TYPE_TEXT:
		break;
	}
	if (ok)
		return r;
	return (struct reading){.has = HAS_TEXT, .text = text, .fault = OPTION_MALFORMED};
}

/* ---- options -------------------------------------------------------------------- */

/* --option.key value: the parser tries JSON and else takes the text. */
static struct reading
read_inner_text(struct arena *a, struct str text)
{
	struct reading r = read_data(a, TYPE_LITERAL, text);
	bool truth;
	if (!(r.has & HAS_BOOL) && !(r.has & HAS_INT) && read_bool(text, &truth)) {
		r.has |= HAS_BOOL;
		r.boolean = truth;
	}
	return r;
}

/* Follows JSON's quotes through a text. */
static bool
is_quoted_behind(struct str s, bool quoted)
{
	for (size_t i = 0; i < s.n; i++)
		if (quoted && s.p[i] == '\\')
			i++;
		else if (s.p[i] == '"')
			quoted = !quoted;
	return quoted;
}

/* JSON in which parts of strings, values or items are not known. Only what is not known
 * inside of strings leaves a fault around it a fault. */
static bool
read_partly(struct arena *a, const struct option *o, const struct value *v,
	struct reading *ret)
{
	if (!o->spec || o->spec->type != TYPE_JSON || o->key.p)
		return false;
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	bool quoted = false, in_strings = true;
	for (size_t i = 0; i < v->n; i++) {
		if (v->v[i].kind == PIECE_TEXT) {
			quoted = is_quoted_behind(v->v[i].text, quoted);
			buf_add(&b, v->v[i].text);
		} else {
			buf_add(&b, quoted ? S(DATA_HOLE) : S("\"" DATA_HOLE_ITEMS "\""));
			in_strings = in_strings && quoted;
		}
	}
	const struct data *data;
	struct reading r = {.text = buf_str(&b), .fault = OPTION_MALFORMED};
	enum data_status status = data_read_json(a, r.text, &data, &r.data_fault);
	if (status == DATA_OK)
		r = reading_of_data(data);
	*ret = r;
	return status == DATA_OK ? data->kind != DATA_UNKNOWN
				 : status == DATA_MALFORMED && in_strings && !b.overflow;
}

static void
read_one(struct arena *a, struct option *o)
{
	struct values cases = {0};
	o->state = STATE_UNKNOWN;
	if (!value_cases(a, o->values.v[0].value, VALUE_CHOICES_MAX, &cases))
		return;
	struct readings list = {0};
	for (size_t i = 0; i < cases.n; i++) {
		struct reading r;
		struct str text;
		if (!value_known(cases.v[i], &text)) {
			if (!read_partly(a, o, cases.v[i], &r))
				return;
		} else if (o->key.p) {
			r = read_inner_text(a, text);
		} else {
			r = reading_of(a, o->spec ? o->spec->type : TYPE_TEXT, text);
		}
		vec_push(a, &list, r);
	}
	o->readings = list;
	o->state = list.n == 1 ? STATE_KNOWN : STATE_CHOICE;
}

static const struct data *
data_of_reading(struct arena *a, const struct reading *r)
{
	struct data *d = NEW(a, struct data);
	d->kind = r->has & HAS_INT ? DATA_INT : r->has & HAS_REAL ? DATA_REAL : DATA_TEXT;
	if (d->kind == DATA_INT)
		d->integer = r->integer;
	else if (d->kind == DATA_REAL)
		d->real = r->real;
	else
		d->text = r->text;
	return d;
}

/* Several words: a list, and known only if all of them are. */
static void
read_many(struct arena *a, struct option *o)
{
	struct data *list = NEW(a, struct data);
	struct reading r = {.has = HAS_DATA, .data = list}, item = {0};
	list->kind = DATA_LIST;
	list->list = (struct data_items){0};
	o->state = STATE_UNKNOWN;
	for (size_t i = 0; i < o->values.n; i++) {
		struct str text;
		if (!value_known(o->values.v[i].value, &text))
			return;
		item = reading_of(a, o->spec->type, text);
		if (item.fault)
			r.fault = item.fault;
		vec_push(a, &list->list, data_of_reading(a, &item));
	}
	if (o->values.n == 1) {
		item.has |= HAS_DATA;
		item.data = list;
		r = item;
	}
	vec_push(a, &o->readings, r);
	o->state = STATE_KNOWN;
}

static void
set_only(struct arena *a, struct option *o, struct reading r)
{
	vec_push(a, &o->readings, r);
	o->state = STATE_KNOWN;
}

bool
option_takes_many(const struct option *o)
{
	return o->spec && !o->key.p &&
	       (o->spec->arity == TAKES_MANY || o->spec->arity == TAKES_ANY_NUMBER);
}

static bool
needs_value(const struct option_spec *s)
{
	return s->arity != TAKES_ONE_OR_NONE && s->arity != TAKES_ANY_NUMBER;
}

void
option_read(struct arena *a, struct option *o)
{
	if (o->state == STATE_UNKNOWN)
		return;
	if (o->spec && o->spec->type == TYPE_FLAG && o->attached)
		set_only(a, o, (struct reading){.fault = OPTION_EXTRA_VALUE});
	else if (o->spec && o->spec->type == TYPE_FLAG && !o->key.p)
		set_only(a, o, (struct reading){.has = HAS_BOOL, .boolean = !o->negated});
	else if (!o->values.n && (!o->spec || !needs_value(o->spec)))
		set_only(a, o, (struct reading){0});
	else if (!o->values.n)
		set_only(a, o, (struct reading){.fault = OPTION_NO_VALUE});
	else if (option_takes_many(o))
		read_many(a, o);
	else
		read_one(a, o);
}
