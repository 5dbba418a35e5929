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

static bool
is_name_byte(char c)
{
	return c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       (c >= '0' && c <= '9');
}

/* "$NAME", "--option=${NAME:-}": the name; empty: there is none. */
static struct str
variable_in(struct str text)
{
	size_t begin = str_find(text, S("$"), 0) + 1, end;
	begin += begin < text.n && text.p[begin] == '{';
	for (end = begin; end < text.n && is_name_byte(text.p[end]);)
		end++;
	if (end <= begin || (text.p[begin] >= '0' && text.p[begin] <= '9'))
		return (struct str){0};
	return str_slice(text, begin, end);
}

/* A variable of nearly that name which has a value. */
static struct str
nearest_variable(struct check *c, const struct shell_launch *l, struct str name)
{
	struct suggestions near = {0};
	struct str text;
	for (symbol id = 0; slots_next(&l->slots, &id); id++) {
		const struct variable *v = launch_variable(l, id);
		bool empty = value_known(variable_scalar(v), &text) && !text.n;
		if (v->set == TRI_YES && !empty)
			suggest_offer(&near, name, session_name(c->plans->session, id));
	}
	return suggest_text(c->arena, &near);
}

/* Which variable left the place empty, and what may have been meant. */
static void
explain(struct check *c, const struct serve *s, const struct option *o,
	struct ixc_finding *f)
{
	bool quoted = is_empty(o);
	struct str text = variable_behind(c->repo->sources, o);
	if (quoted)
		text = span_text(c->repo->sources, o->values.v[0].span);
	const struct shell_launch *l = s->command->launch;
	struct str name = variable_in(text), near = {0};
	finding_help(f, "write a value behind %.*s, or leave it out", STR(o->name));
	if (!name.n)
		return;
	const struct variable *v =
		launch_variable(l, session_symbol(c->plans->session, name));
	bool unset = !v || v->set == TRI_NO;
	struct str value;
	if (!unset && (!value_known(variable_scalar(v), &value) || value.n))
		return; /* another part of the word, or it was given its value later */
	finding_note(f, "%.*s is %s here%s", STR(name), unset ? "not set" : "empty",
		quoted ? "" : ", and without quotes nothing is left of it");
	if (unset)
		near = nearest_variable(c, l, name);
	if (near.n)
		finding_help(f, "%.*s", STR(near));
	else
		finding_help(f, "give %.*s a value, or leave %.*s out", STR(name),
			STR(o->name));
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
	explain(c, s, o, f);
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
