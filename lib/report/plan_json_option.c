/* Decoded options as JSON. */
#include "report/plan.h"

#include "base/arena.h"

static void add_data(
	struct maker *m, json_t *parent, const char *key, const struct data *d);

static void
add_items(struct maker *m, json_t *list, const struct data *d)
{
	for (size_t i = 0; i < d->list.n; i++)
		add_data(m, list, NULL, d->list.v[i]);
}

static void
add_pairs(struct maker *m, json_t *o, const struct data *d)
{
	for (size_t i = 0; i < d->map.n; i++) {
		/* jansson wants keys that end in NUL and are UTF-8. */
		json_t *key = maker_text(d->map.v[i].key);
		if (key)
			add_data(m, o, json_string_value(key), d->map.v[i].value);
		json_decref(key);
	}
}

static void
add_data(struct maker *m, json_t *parent, const char *key, const struct data *d)
{
	switch (d->kind) {
	case DATA_UNKNOWN:
		maker_string(m, maker_object(m, parent, key), "unknown", S("not known"));
		break;
	case DATA_NULL:
		maker_null(m, parent, key);
		break;
	case DATA_BOOL:
		maker_bool(m, parent, key, d->boolean);
		break;
	case DATA_INT:
		maker_integer(m, parent, key, d->integer);
		break;
	case DATA_REAL:
		maker_real(m, parent, key, d->real);
		break;
	case DATA_TEXT:
		maker_string(m, parent, key, d->text);
		break;
	case DATA_LIST:
		add_items(m, maker_list(m, parent, key), d);
		break;
	case DATA_MAP:
		add_pairs(m, maker_object(m, parent, key), d);
		break;
	}
}

static void
add_reading(struct maker *m, json_t *parent, const char *key, const struct reading *r)
{
	if (r->has & HAS_DATA && r->data)
		add_data(m, parent, key, r->data);
	else if (r->has & HAS_INT)
		maker_integer(m, parent, key, r->integer);
	else if (r->has & HAS_REAL)
		maker_real(m, parent, key, r->real);
	else if (r->has & HAS_BOOL)
		maker_bool(m, parent, key, r->boolean);
	else if (r->has & HAS_TEXT)
		maker_string(m, parent, key, r->text);
	else
		maker_null(m, parent, key);
}

static void
add_fault(struct maker *m, json_t *o, enum option_fault fault)
{
	static const char *const names[] = {
		[OPTION_FINE] = "",
		[OPTION_NO_VALUE] = "no-value",
		[OPTION_EXTRA_VALUE] = "extra-value",
		[OPTION_MALFORMED] = "malformed",
	};
	if (fault != OPTION_FINE)
		maker_stringz(m, o, "fault", names[fault]);
}

static void
add_state(struct maker *m, json_t *o, const struct option *x)
{
	static const char *const names[] = {
		[STATE_ABSENT] = "absent",
		[STATE_UNKNOWN] = "unknown",
		[STATE_CHOICE] = "choice",
		[STATE_KNOWN] = "known",
	};
	maker_stringz(m, o, "state", names[x->state]);
	if (x->state == STATE_KNOWN) {
		add_reading(m, o, "value", &x->readings.v[0]);
		add_fault(m, o, x->readings.v[0].fault);
	} else if (x->state == STATE_CHOICE) {
		json_t *list = maker_list(m, o, "choices");
		for (size_t i = 0; i < x->readings.n; i++)
			add_reading(m, list, NULL, &x->readings.v[i]);
	}
}

static void
add_option(struct maker *m, json_t *list, struct arena *a, const struct sources *sources,
	const struct option *x)
{
	json_t *o = maker_object(m, list, NULL);
	if (x->name.n)
		maker_string(m, o, "name", x->name);
	else
		maker_null(m, o, "name");
	maker_string(m, o, "meaning", option_meaning_name(a, x->meaning));
	if (x->inner) {
		maker_string(m, o, "within", x->within->name);
		maker_stringz(m, o, "key", x->inner->path);
	} else if (x->key.p) {
		maker_string(m, o, "key", x->key);
	}
	add_state(m, o, x);
	if (x->overridden)
		maker_bool(m, o, "overridden", true);
	maker_integer(m, o, "word", (int64_t)x->word);
	maker_integer(m, o, "words", (int64_t)x->n_words);
	plan_json_place(m, o, sources, x->span);
}

void
plan_json_options(struct maker *m, json_t *o, struct arena *a,
	const struct sources *sources, const struct decoded *d)
{
	if (!d) {
		maker_null(m, o, "options");
		return;
	}
	json_t *list = maker_list(m, o, "options");
	for (size_t i = 0; i < d->options.n; i++)
		add_option(m, list, a, sources, d->options.v[i]);
	list = maker_list(m, o, "unread_words");
	for (size_t i = 0; i < d->free.n; i++)
		maker_integer(m, list, NULL, (int64_t)d->free.v[i]);
	list = maker_list(m, o, "blurring_words");
	for (size_t i = 0; i < d->blurs.n; i++)
		maker_integer(m, list, NULL, (int64_t)d->blurs.v[i]);
}
