/* The engines' settings for synthetic acceptance. */
#include "acceptance.h"

#include "literal.h"

#define SGLANG_LENGTH "SGLANG_SIMULATE_ACC_LEN"
#define TRTLLM_DRAFTS "TLLM_SPEC_DECODE_FORCE_NUM_ACCEPTED_TOKENS"

bool
acceptance_number(struct arena *a, struct str text, double *ret)
{
	struct reading r = reading_of(a, TYPE_REAL, text);
	*ret = r.real;
	return !r.fault && r.has & HAS_REAL;
}

const char *
acceptance_setting(enum plan_engine engine)
{
	switch (engine) {
	case ENGINE_VLLM:
		return "synthetic_acceptance_length in --speculative-config";
	case ENGINE_SGLANG:
		return SGLANG_LENGTH;
	case ENGINE_ATOM:
		return "--spec-decode-acceptance-length";
	case ENGINE_TRTLLM:
		return TRTLLM_DRAFTS " (one less: it counts drafts only)";
	case ENGINE_NONE:
		break;
	}
	return "";
}

struct amount
acceptance_drafts(const struct serve *s)
{
	struct amount steps = {.option = option_find(s->options, OPTION_DRAFT_STEPS)};
	steps.known = option_int(s->options, OPTION_DRAFT_STEPS, &steps.v);
	return steps.known ? steps : s->drafts;
}

/* ---- environment ---------------------------------------------------------------- */

static struct acceptance
by_environment(struct check *c, const struct serve *s, const char *name, double bonus)
{
	struct acceptance a = {.setting = str_from(name)};
	struct exported e = exported_variable(c, s->command->launch, name);
	struct str text = {0};
	double number;
	a.forced = e.set;
	a.place = e.place;
	if (a.forced != TRI_YES)
		return a;
	if (!value_known(e.value, &text) || !acceptance_number(c->arena, text, &number)) {
		a.forced = text.n ? TRI_UNKNOWN : TRI_NO;
		return a;
	}
	a.forced = tri_of(number > 0);
	a.known = true;
	a.length = number + bonus;
	if (bonus > 0)
		a.sum = str_fmt(c->arena,
			"%.4g accepted drafts and the target model's own token make %.4g",
			number, a.length);
	return a;
}

/* ---- options -------------------------------------------------------------------- */

/* The number behind a key of the option's JSON. */
static struct span
inner_place(struct check *c, const struct option *o)
{
	const struct option *holder = o->within;
	if (!holder || !holder->values.n || holder->readings.n != 1)
		return o->span;
	struct str text = holder->readings.v[0].text;
	struct str key = str_fmt(c->arena, "\"%.*s\"", STR(o->key));
	size_t at = str_find(text, key, 0) + key.n;
	while (at < text.n && (text.p[at] == ' ' || text.p[at] == ':'))
		at++;
	return at < text.n ? literal_place(c->repo->sources, holder, text, at) : o->span;
}

static struct span
option_place(struct check *c, const struct option *o)
{
	if (o->within)
		return inner_place(c, o);
	if (o->values.n != 1 || o->readings.n != 1 || !(o->readings.v[0].has & HAS_TEXT))
		return o->span;
	return literal_place(c->repo->sources, o, o->readings.v[0].text, 0);
}

static bool
sum_of(const struct data *list, double *ret)
{
	double item;
	*ret = 0;
	for (size_t i = 0; i < data_count(list); i++) {
		if (!data_real(data_item(list, i), &item))
			return false;
		*ret += item;
	}
	return data_count(list) > 0;
}

struct source_of_length {
	struct check *c;
	double length;
	struct span *place;
};

/* `NAME=2.99` with just the length that the rate was computed from. */
static void
look_at(void *user, const struct origin *o)
{
	struct source_of_length *l = user;
	struct str value, text = span_text(l->c->repo->sources, o->span);
	double number;
	str_cut(text, '=', &value);
	if (value.n && acceptance_number(l->c->arena, value, &number) &&
		number > l->length - 0.005 && number < l->length + 0.005)
		*l->place = (struct span){
			o->span.file, o->span.end - (uint32_t)value.n, o->span.end};
}

/* Acceptance rates: vLLM has one for each position, ATOM their mean. */
static bool
by_rates(struct check *c, const struct serve *s, struct acceptance *a)
{
	struct amount drafts = acceptance_drafts(s);
	double rate = 0;
	const struct option *o = option_find(s->options, OPTION_ACCEPTANCE_RATE);
	if (!o)
		return false;
	a->forced = TRI_YES;
	a->option = o;
	a->place = option_place(c, o);
	a->setting = o->key.n ? o->key : o->name;
	if (sum_of(option_data(s->options, OPTION_ACCEPTANCE_RATE), &rate)) {
		a->known = true;
		a->length = 1 + rate;
	} else if (option_real(s->options, OPTION_ACCEPTANCE_RATE, &rate) &&
		   drafts.known) {
		a->known = true;
		a->length = 1 + rate * (double)drafts.v;
	}
	struct source_of_length l = {c, a->length, &a->place};
	if (a->known && o->values.n == 1)
		each_assignment(o->values.v[0].origin, o->span, look_at, &l);
	if (a->known)
		a->sum = str_fmt(c->arena,
			"the rates and the target model's own token make %.4g",
			a->length);
	return true;
}

static struct acceptance
by_option(struct check *c, const struct serve *s)
{
	struct acceptance a = {0};
	const struct option *o = option_find(s->options, OPTION_ACCEPTANCE_LENGTH);
	switch (option_real_state(s->options, OPTION_ACCEPTANCE_LENGTH, &a.length)) {
	case STATE_KNOWN:
		a.known = true;
		a.forced = TRI_YES;
		break;
	case STATE_ABSENT:
		if (!by_rates(c, s, &a))
			a.forced = TRI_NO;
		return a;
	case STATE_UNKNOWN:
	case STATE_CHOICE:
		a.forced = TRI_UNKNOWN;
		break;
	}
	a.option = o;
	if (o) {
		a.place = option_place(c, o);
		a.setting = o->key.n ? o->key : o->name;
	}
	return a;
}

struct acceptance
acceptance_of(struct check *c, const struct serve *s)
{
	if (s->engine == ENGINE_SGLANG)
		return by_environment(c, s, SGLANG_LENGTH, 0);
	if (s->engine == ENGINE_TRTLLM)
		return by_environment(c, s, TRTLLM_DRAFTS, 1);
	return by_option(c, s);
}
