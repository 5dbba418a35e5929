/* Commands with unknown parts, written in one line, and decoded options in one line. */
#include "engine_words.h"

#include "base/arena.h"
#include "yaml/number.h"

const struct value *
engine_value(struct arena *a, struct str word, bool *loose)
{
	struct value_builder b = value_build(a);
	for (size_t i = 0; i < word.n; i++) {
		char c = word.p[i];
		const struct value *four = value_text(a, S("4")),
				   *eight = value_text(a, S("8"));
		if (c == '?' || c == '&')
			value_add(&b, value_unknown(a, (struct span){0}, 0, S("x")));
		else if (c == '#')
			value_add(&b,
				value_unknown(a, (struct span){0}, HOLE_NATURAL, S("x")));
		else if (c == '@')
			value_add(&b,
				value_unknown(a, (struct span){0}, HOLE_LIST, S("x")));
		else if (c == '%')
			value_add(&b, value_either(a, four, eight));
		else
			value_add_text(&b, c == '~' ? S(" ") : str_slice(word, i, i + 1));
		*loose |= c == '@' || c == '&';
	}
	return value_done(&b);
}

struct plan_command *
engine_command(
	struct arena *a, enum plan_kind kind, enum plan_engine engine, const char *text)
{
	struct shell_launch *l = NEW(a, struct shell_launch);
	struct plan_command *c = NEW(a, struct plan_command);
	struct str rest = str_from(text);
	l->cwd = value_text(a, S("/workspace"));
	while (rest.p) {
		struct str word = str_cut(rest, ' ', &rest);
		struct field f = {
			.span = {1, (uint32_t)l->argv.n, (uint32_t)l->argv.n + 1}};
		f.value = engine_value(a, word, &f.loose);
		vec_push(a, &l->argv, f);
	}
	*c = (struct plan_command){
		.launch = l, .kind = kind, .engine = engine, .options = 1};
	return c;
}

static void
show_data(struct arena *a, struct buf *b, const struct data *d)
{
	switch (d->kind) {
	case DATA_UNKNOWN:
		buf_addc(b, '?');
		return;
	case DATA_NULL:
		buf_addz(b, "null");
		return;
	case DATA_BOOL:
		buf_addz(b, d->boolean ? "true" : "false");
		return;
	case DATA_INT:
		buf_addi(b, d->integer);
		return;
	case DATA_REAL:
		buf_add(b, number_float_repr(a, d->real));
		return;
	case DATA_TEXT:
		buf_addf(b, "'%.*s'", STR(d->text));
		return;
	case DATA_LIST:
	case DATA_MAP:
		break;
	}
	buf_addc(b, d->kind == DATA_LIST ? '[' : '{');
	for (size_t i = 0; i < data_count(d); i++) {
		if (i)
			buf_addc(b, ',');
		if (d->kind == DATA_MAP)
			buf_addf(b, "%.*s:", STR(d->map.v[i].key));
		show_data(a, b, d->kind == DATA_MAP ? d->map.v[i].value : d->list.v[i]);
	}
	buf_addc(b, d->kind == DATA_LIST ? ']' : '}');
}

static void
show_reading(struct arena *a, struct buf *b, const struct reading *r)
{
	static const char *const faults[] = {[OPTION_NO_VALUE] = "!none",
		[OPTION_EXTRA_VALUE] = "!extra",
		[OPTION_MALFORMED] = "!bad"};
	if (r->fault)
		buf_addz(b, faults[r->fault]);
	if (r->fault && r->data_fault.text.n)
		buf_addf(b, "@%zu", r->data_fault.at);
	if (r->fault)
		return;
	if (r->has & HAS_DATA)
		show_data(a, b, r->data);
	else if (r->has & HAS_INT)
		buf_addi(b, r->integer);
	else if (r->has & HAS_REAL)
		buf_add(b, number_float_repr(a, r->real));
	else if (r->has & HAS_BOOL)
		buf_addz(b, r->boolean ? "true" : "false");
	else if (r->has & HAS_TEXT)
		buf_addf(b, "'%.*s'", STR(r->text));
}

static void
show_option(struct arena *a, struct buf *b, const struct option *o)
{
	buf_addf(b, "%s%s%s ", b->n ? "; " : "", o->abbreviated ? "~" : "",
		o->overridden ? "(" : "");
	b->n--;
	if (o->meaning == OPTION_OTHER)
		buf_addf(b, "%s%.*s", o->spec ? "" : "unlisted ", STR(o->name));
	else
		buf_addz(b, option_meaning_text(o->meaning));
	buf_addc(b, '=');
	if (o->state == STATE_UNKNOWN)
		buf_addc(b, '?');
	for (size_t i = 0; i < o->readings.n; i++) {
		if (i)
			buf_addc(b, '/');
		show_reading(a, b, &o->readings.v[i]);
	}
	if (o->overridden)
		buf_addc(b, ')');
}

struct str
engine_shown(struct arena *a, const struct decoded *d)
{
	struct buf b = buf_new(a, 65536);
	for (size_t i = 0; i < d->options.n; i++)
		show_option(a, &b, d->options.v[i]);
	for (size_t i = 0; i < d->free.n; i++)
		buf_addf(&b, "; free %zu", d->free.v[i]);
	for (size_t i = 0; i < d->blurs.n; i++)
		buf_addf(&b, "; blur %zu", d->blurs.v[i]);
	return buf_str(&b);
}
