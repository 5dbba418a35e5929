/* option-without-value: an option of a launched server lacks its value. */
#include "launched.h"

static bool
takes_text(const struct option *o)
{
	return !o->spec || o->spec->type == TYPE_TEXT || o->key.p;
}

/* The value is the name of an option of the same command. */
static bool
swallows_option(const struct option_table *t, const struct option *o, struct str *ret)
{
	if (!(t->traits & TRAIT_TAKES_ANY) || o->attached || o->values.n != 1 ||
		!value_known(o->values.v[0].value, ret) || !str_starts(*ret, S("--")))
		return false;
	struct str rest, name = str_cut(*ret, '=', &rest);
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < OPTION_NAMES_MAX && t->spec[i].name[k]; k++)
			if (str_eqz(name, t->spec[i].name[k]))
				return true;
	return false;
}

static bool
is_empty(const struct option *o)
{
	struct str text;
	return o->values.n == 1 && !takes_text(o) && o->state == STATE_KNOWN &&
	       value_known(o->values.v[0].value, &text) && str_is_blank(text);
}

/* The unquoted variable that the script writes behind the option; empty: there is none.
 */
static struct str
variable_behind(const struct sources *t, const struct option *o)
{
	const struct source *s = sources_get(t, o->span.file);
	if (!s)
		return (struct str){0};
	struct place p = source_place(s, o->span.end);
	struct str line = source_line(s, p.line);
	size_t begin = o->span.end - source_line_begin(s, p.line), end;
	while (begin < line.n && line.p[begin] == ' ')
		begin++;
	for (end = begin; end < line.n &&
			  !str_contains(S(" \t)\\"), str_slice(line, end, end + 1));)
		end++;
	struct str word = str_slice(line, begin, end);
	return word.n > 1 && word.p[0] == '$' && word.p[1] != '(' ? word
								  : (struct str){0};
}

static struct ixc_finding *
report_option(struct check *c, const struct serve *s, const struct option *o)
{
	struct str name = quote(c->arena, o->name), next;
	if (o->state == STATE_KNOWN && o->readings.v[0].fault == OPTION_NO_VALUE)
		return report_plan(c, o->span, "%.*s has no value", STR(name));
	if (swallows_option(s->options->table, o, &next))
		return report_plan(c, o->span, "%.*s takes the option %.*s as its value",
			STR(name), STR(quote(c->arena, next)));
	if (is_empty(o))
		return report_plan(
			c, o->values.v[0].span, "%.*s gets an empty value", STR(name));
	return NULL;
}

static void
judge(struct check *c, const struct serve *s, const struct option *o)
{
	if (o->within || !o->spec || (o->spec->type == TYPE_FLAG && !o->key.p))
		return;
	struct ixc_finding *f = report_option(c, s, o);
	if (!f || f->notes.n)
		return;
	struct str variable = variable_behind(c->repo->sources, o);
	if (variable.n && !is_empty(o))
		finding_note(f,
			"%.*s is empty here, and without quotes nothing is left of it",
			STR(variable));
	finding_note(f, "%s refuses that, and does not start", launched_engine(s));
	finding_subject(f, "%.*s %.*s", STR(c->plan->of->recipe), STR(o->name));
	relate_setting(f, s, o);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct serve *s = p->servers.v[i];
		for (size_t k = 0; s->options && k < s->options->options.n; k++)
			judge(c, s, s->options->options.v[k]);
	}
}

const struct ixc_rule rule_option_without_value = {
	.id = "option-without-value",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "an option of a launched server lacks its value",
	.help = "Mostly a variable that is empty on some way through the recipe. Without quotes\n"
		"nothing is left of it: the option then stands alone, or the next option becomes\n"
		"its value. With quotes the engine gets an empty text where it needs a number.\n"
		"\n"
		"The recipe is evaluated for each arm; the finding names the arms in which the\n"
		"value is missing. Where the value is not known nothing is said, and options\n"
		"that take any text may be empty.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
