/* duplicate-flag: one command gives the same option twice. */
#include "launched.h"

static bool
is_repeatable(const struct option *o)
{
	return o->spec && o->spec->arity == TAKES_EACH_TIME;
}

/* Whether the later one takes the place of the other. */
static bool
sets_the_same(
	const struct option_table *t, const struct option *o, const struct option *later)
{
	if (o->within || is_repeatable(o) || !o->spec)
		return false;
	if (later->within) /* in the configuration file, which is read last */
		return t->traits & TRAIT_FILE_WINS && o->meaning == later->meaning &&
		       o->meaning != OPTION_OTHER;
	if (o->spec == later->spec)
		return str_eq(o->key, later->key);
	return later->spec && !o->key.p && !later->key.p && o->meaning != OPTION_OTHER &&
	       o->meaning == later->meaning;
}

static bool
is_known(const struct option *o)
{
	struct str text;
	if (o->state != STATE_KNOWN || o->readings.n != 1 || o->readings.v[0].fault)
		return false;
	for (size_t i = 0; i < o->values.n; i++)
		if (!value_known(o->values.v[i].value, &text))
			return false;
	return true;
}

static bool
readings_equal(const struct reading *x, const struct reading *y)
{
	unsigned both = x->has & y->has;
	if (both & HAS_BOOL)
		return x->boolean == y->boolean;
	if (both & HAS_REAL)
		return x->real <= y->real && x->real >= y->real;
	if (both & HAS_DATA)
		return data_equal(x->data, y->data);
	return both & HAS_TEXT && str_eq(x->text, y->text);
}

static struct str
value_text_of(struct arena *a, const struct option *o)
{
	const struct reading *r = &o->readings.v[0];
	if (r->has & HAS_BOOL && !(r->has & HAS_TEXT))
		return r->boolean ? S("on") : S("off");
	if (o->within && r->has & HAS_REAL)
		return r->has & HAS_INT ? str_fmt(a, "%lld", (long long)r->integer)
					: str_fmt(a, "%g", r->real);
	if (o->within)
		return quote(a, r->text);
	struct buf b = buf_new(a, 400);
	for (size_t i = 0; i < o->values.n; i++) {
		if (i)
			buf_addc(&b, ' ');
		value_show(&b, o->values.v[i].value);
	}
	return quote(a, buf_str(&b));
}

static struct ixc_finding *
report_pair(struct check *c, const struct option *o, const struct option *later)
{
	struct str old = quote(c->arena, o->name), new = quote(c->arena, later->name);
	if (later->within)
		return report_plan(c, o->span,
			"%.*s is given, and %.*s of the configuration file sets the same",
			STR(old), STR(quote(c->arena, later->key)));
	if (str_eq(o->name, later->name))
		return report_plan(c, later->span, "%.*s is given twice", STR(new));
	return report_plan(
		c, later->span, "%.*s sets what %.*s has set", STR(new), STR(old));
}

/* Equal values are a note; a later run of the recipe in which they differ raises it. */
static void
judge_pair(struct check *c, const struct serve *s, const struct option *o,
	const struct option *later)
{
	if (!is_known(o) || (!later->within && !is_known(later)) ||
		later->state != STATE_KNOWN) {
		not_judged(c, c->plan->of->recipe,
			"%.*s is given twice, with values that are not known",
			STR(quote(c->arena, later->name)));
		return;
	}
	bool equal = readings_equal(&o->readings.v[0], &later->readings.v[0]);
	struct ixc_finding *f = report_pair(c, o, later);
	bool fresh = f->notes.n == 0, was_note = f->severity < c->severity;
	if (!fresh && (equal || !was_note))
		return;
	f->severity = c->severity;
	if (equal)
		finding_at_most(f, IXC_NOTE);
	if (fresh && !later->within)
		finding_related(f, o->span, "given first here");
	if (fresh)
		relate_setting(f, s, later->within ? o : later);
	if (equal)
		finding_note(f, "both times the value is %.*s",
			STR(value_text_of(c->arena, o)));
	else
		finding_note(f, "%.*s, then %.*s: %s %s", STR(value_text_of(c->arena, o)),
			STR(value_text_of(c->arena, later)), launched_engine(s),
			later->within ? "lets the file win" : "takes the last one");
	finding_help(f, "keep the one that is meant");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct serve *s = p->servers.v[i];
		const struct options *list = s->options ? &s->options->options : NULL;
		for (size_t k = 1; list && k < list->n; k++)
			for (size_t n = k; n-- > 0;)
				if (sets_the_same(
					    s->options->table, list->v[n], list->v[k])) {
					judge_pair(c, s, list->v[n], list->v[k]);
					break;
				}
	}
}

const struct ixc_rule rule_duplicate_flag = {
	.id = "duplicate-flag",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a launched command gives the same option twice",
	.help = "Argument parsers don't mind an option that is given twice: the last value\n"
		"counts, and the other one is lost without a word. It mostly comes from a flag\n"
		"that stands in the command and in an array of arguments as well. With equal\n"
		"values it is only a note.\n"
		"\n"
		"Aliases (--tp-size, --tensor-parallel-size) and --x with --no-x are the same\n"
		"option. TensorRT-LLM's configuration file is read after the command line, so a\n"
		"setting there wins over the option. Options that add up when they are repeated\n"
		"are not judged, nor are runs that only evaluate, whose extra arguments override\n"
		"on purpose.",
	.cases = CASE_RUN | CASE_LATENT,
	.on_plan = check_plan,
};
