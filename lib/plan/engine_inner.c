/*
 * Settings inside of JSON options and of the configuration file that a recipe writes.
 *
 * They become options of their own, so that whoever asks for the draft tokens need not
 * know where each engine has them.
 */
#include "plan/engines.h"

#include "base/arena.h"
#include "base/limits.h"

/* ---- configuration files -------------------------------------------------------- */

static bool
is_in_brackets(struct str text)
{
	size_t depth = 0, begin = str_rfind_byte(text, '\n');
	for (size_t i = begin < text.n ? begin : 0; i < text.n; i++) {
		if (text.p[i] == '[')
			depth++;
		else if (text.p[i] == ']' && depth)
			depth--;
	}
	return depth > 0;
}

/* The text with marks for holes; false when one may be more than a part of its line. */
static bool
text_with_holes(struct arena *a, const struct value *v, struct str *ret, bool *partly)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	*partly = false;
	for (size_t i = 0; i < v->n; i++) {
		const struct piece *p = &v->v[i];
		if (p->kind == PIECE_TEXT) {
			buf_add(&b, p->text);
			continue;
		}
		unsigned need = HOLE_NO_BLANKS | HOLE_NO_LINES;
		if (p->kind != PIECE_HOLE ||
			((p->hole->flags & need) != need && !is_in_brackets(buf_str(&b))))
			return false;
		buf_addz(&b, DATA_HOLE);
		*partly = true;
	}
	*ret = buf_str(&b);
	return !b.overflow;
}

static bool
read_file_case(struct arena *a, const struct value *v, struct reading *r)
{
	struct str text;
	bool partly;
	if (!text_with_holes(a, v, &text, &partly))
		return false;
	const struct data *data = NULL;
	enum data_status status = data_read_yaml(a, text, &data, &r->data_fault);
	if (status == DATA_OK && data->kind == DATA_UNKNOWN)
		return false;
	if (status == DATA_OK) {
		r->data = data;
		r->has |= HAS_DATA;
		return true;
	}
	if (partly || status == DATA_GIVEN_UP)
		return false;
	r->fault = OPTION_MALFORMED;
	return true;
}

/* The reading of a file's option is its path; the content is added where it is known. */
static void
read_file(struct arena *a, const struct decoded *d, struct option *o)
{
	if (o->state != STATE_KNOWN || !o->values.n)
		return;
	struct values cases = {0};
	struct readings list = {0};
	const struct value *file =
		launch_file(a, d->command->launch, o->values.v[0].value);
	if (!file || !value_cases(a, file, VALUE_CHOICES_MAX, &cases))
		return;
	for (size_t i = 0; i < cases.n; i++) {
		struct reading r = o->readings.v[0];
		if (!read_file_case(a, cases.v[i], &r))
			return;
		vec_push(a, &list, r);
	}
	o->readings = list;
	o->state = list.n == 1 ? STATE_KNOWN : STATE_CHOICE;
}

/* ---- inner settings ------------------------------------------------------------- */

static struct option *
last_whole(const struct decoded *d, enum option_meaning m)
{
	for (size_t i = d->options.n; i-- > 0;)
		if (d->options.v[i]->meaning == m && !d->options.v[i]->within)
			return d->options.v[i];
	return NULL;
}

static bool
has_reading(const struct readings *list, const struct data *data)
{
	for (size_t i = 0; i < list->n; i++)
		if (data_equal(list->v[i].data, data))
			return true;
	return false;
}

/* What all cases of the holder say; false when none has the setting. */
static bool
read_inner(struct arena *a, const struct option *holder, struct option *o)
{
	bool found = false, missing = false;
	for (size_t i = 0; i < holder->readings.n; i++) {
		const struct data *root = holder->readings.v[i].data;
		const struct data *data = data_path(root, str_from(o->inner->path));
		found |= data != NULL;
		missing |= !data || data->kind == DATA_UNKNOWN;
		if (data && !has_reading(&o->readings, data))
			vec_push(a, &o->readings, reading_of_data(data));
	}
	o->state = missing              ? STATE_UNKNOWN
		   : o->readings.n == 1 ? STATE_KNOWN
					: STATE_CHOICE;
	if (missing)
		o->readings = (struct readings){0};
	return found;
}

static void
add_inner(struct arena *a, struct decoded *d, const struct option_inner *inner)
{
	const struct option *holder = last_whole(d, inner->within);
	if (!holder)
		return;
	struct option *o = NEW(a, struct option);
	o->meaning = inner->meaning;
	o->name = holder->name;
	o->key = str_from(inner->path);
	o->within = holder;
	o->inner = inner;
	o->word = holder->word;
	o->n_words = holder->n_words;
	o->span = holder->values.n ? holder->values.v[0].span : holder->span;
	o->origin = holder->values.n ? holder->values.v[0].origin : holder->origin;
	if (read_inner(a, holder, o))
		vec_push(a, &d->options, o);
}

/* --option.key value counts as the setting of that path. */
static void
name_dotted(const struct option_table *t, struct option *o)
{
	for (size_t i = 0; o->spec && o->key.p && i < t->n_inner; i++)
		if (t->inner[i].within == o->spec->meaning &&
			str_eqz(o->key, t->inner[i].path)) {
			o->inner = &t->inner[i];
			o->meaning = t->inner[i].meaning;
		}
}

static bool
has_dotted(const struct decoded *d, enum option_meaning m)
{
	for (size_t i = 0; i < d->options.n; i++) {
		const struct option *o = d->options.v[i];
		if (o->spec && o->key.p && o->spec->meaning == m)
			return true;
	}
	return false;
}

static bool
reads_files(const struct option_table *t)
{
	for (size_t i = 0; i < t->n_inner; i++)
		if (t->inner[i].within == OPTION_CONFIG_FILE)
			return true;
	return false;
}

void
options_add_inner(struct arena *a, struct decoded *d)
{
	const struct option_table *t = d->table;
	struct option *file = last_whole(d, OPTION_CONFIG_FILE);
	if (file && reads_files(t))
		read_file(a, d, file);
	for (size_t i = 0; i < d->options.n; i++)
		name_dotted(t, d->options.v[i]);
	/* Whether --option.key adds to the option's own value or replaces it depends on
	 * the version: then only the former is told. */
	for (size_t i = 0; i < t->n_inner; i++)
		if (!has_dotted(d, t->inner[i].within))
			add_inner(a, d, &t->inner[i]);
}
