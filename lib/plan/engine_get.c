/* Questions about decoded options. */
#include "plan/engines.h"

const struct option *
option_find(const struct decoded *d, enum option_meaning m)
{
	for (size_t i = d ? d->options.n : 0; i-- > 0;)
		if (d->options.v[i]->meaning == m)
			return d->options.v[i];
	return NULL;
}

static bool
is_blurred_behind(const struct decoded *d, size_t word)
{
	return d->blurs.n && d->blurs.v[d->blurs.n - 1] > word;
}

/* Whether an option or file may hold settings that are not known. Where --option.key
 * stands next to the option itself it depends on the version what counts. */
static bool
holder_is_open(const struct decoded *d, enum option_meaning m)
{
	const struct option *o = option_find(d, m);
	if (!o)
		return false;
	for (size_t i = 0; i < d->options.n; i++) {
		const struct option *part = d->options.v[i];
		if (part->spec && part->key.p && part->spec->meaning == m)
			return true;
	}
	for (size_t i = 0; i < o->readings.n; i++)
		if (!(o->readings.v[i].has & HAS_DATA))
			return true;
	return o->state == STATE_UNKNOWN;
}

static bool
may_be_inside(const struct decoded *d, enum option_meaning m, bool files_only)
{
	const struct option_table *t = d->table;
	for (size_t i = 0; i < t->n_inner; i++) {
		bool is_file = t->inner[i].within == OPTION_CONFIG_FILE;
		if (t->inner[i].meaning == m && (is_file || !files_only) &&
			holder_is_open(d, t->inner[i].within))
			return true;
	}
	/* Files of the other engines are not read. */
	return !files_only && !(t->traits & TRAIT_FILE_WINS) && m != OPTION_CONFIG_FILE &&
	       option_find(d, OPTION_CONFIG_FILE);
}

enum option_state
option_state(const struct decoded *d, enum option_meaning m)
{
	if (!d)
		return STATE_UNKNOWN;
	const struct option *o = option_find(d, m);
	if (!o)
		return d->blurs.n || may_be_inside(d, m, false) ? STATE_UNKNOWN
								: STATE_ABSENT;
	if (is_blurred_behind(d, o->word))
		return STATE_UNKNOWN;
	if (!o->inner && d->table->traits & TRAIT_FILE_WINS && may_be_inside(d, m, true))
		return STATE_UNKNOWN;
	return o->state;
}

/* The reading that counts, if there is one of that type. */
static enum option_state
reading_with(const struct decoded *d, enum option_meaning m, unsigned has,
	const struct reading **ret)
{
	enum option_state state = option_state(d, m);
	const struct option *o = option_find(d, m);
	if (state != STATE_KNOWN || !o)
		return state;
	const struct reading *r = &o->readings.v[0];
	if (r->fault || !(r->has & has))
		return STATE_UNKNOWN;
	*ret = r;
	return STATE_KNOWN;
}

enum option_state
option_int_state(const struct decoded *d, enum option_meaning m, int64_t *ret)
{
	const struct reading *r = NULL;
	enum option_state state = reading_with(d, m, HAS_INT, &r);
	if (r)
		*ret = r->integer;
	return state;
}

enum option_state
option_real_state(const struct decoded *d, enum option_meaning m, double *ret)
{
	const struct reading *r = NULL;
	enum option_state state = reading_with(d, m, HAS_REAL, &r);
	if (r)
		*ret = r->real;
	return state;
}

enum option_state
option_bool_state(const struct decoded *d, enum option_meaning m, bool *ret)
{
	const struct reading *r = NULL;
	enum option_state state = reading_with(d, m, HAS_BOOL, &r);
	if (r)
		*ret = r->boolean;
	return state;
}

bool
option_int(const struct decoded *d, enum option_meaning m, int64_t *ret)
{
	return option_int_state(d, m, ret) == STATE_KNOWN;
}

bool
option_real(const struct decoded *d, enum option_meaning m, double *ret)
{
	return option_real_state(d, m, ret) == STATE_KNOWN;
}

bool
option_bool(const struct decoded *d, enum option_meaning m, bool *ret)
{
	return option_bool_state(d, m, ret) == STATE_KNOWN;
}

bool
option_text(const struct decoded *d, enum option_meaning m, struct str *ret)
{
	const struct reading *r = NULL;
	reading_with(d, m, HAS_TEXT, &r);
	if (r)
		*ret = r->text;
	return r != NULL;
}

const struct data *
option_data(const struct decoded *d, enum option_meaning m)
{
	const struct reading *r = NULL;
	reading_with(d, m, HAS_DATA, &r);
	return r ? r->data : NULL;
}
