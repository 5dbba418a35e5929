/* flag-json-invalid: a value that has to be JSON is none. */
#include "launched.h"
#include "literal.h"

enum { SHOWN_BEFORE = 40 };

/* The first reading that the engine refuses, when it would refuse each. */
static const struct reading *
refused(const struct option *o)
{
	if (!o->spec || o->spec->type != TYPE_JSON || o->key.p || o->within)
		return NULL;
	for (size_t i = 0; i < o->readings.n; i++)
		if (o->readings.v[i].fault != OPTION_MALFORMED)
			return NULL;
	/* An empty value is another rule's. */
	bool empty = o->readings.n && str_is_blank(o->readings.v[0].text);
	return o->readings.n && !empty ? &o->readings.v[0] : NULL;
}

/* What stands before the fault, in one line. */
static struct str
before(struct arena *a, struct str text, size_t at)
{
	size_t begin = at > SHOWN_BEFORE ? at - SHOWN_BEFORE : 0;
	while (begin < at && ((unsigned char)text.p[begin] & 0xC0) == 0x80)
		begin++;
	struct buf b = buf_new(a, 2 * SHOWN_BEFORE);
	struct str hole = S(DATA_HOLE);
	for (size_t i = begin; i < at;) {
		bool unknown = str_starts(str_slice(text, i, at), hole);
		buf_add(&b, unknown ? S("...") : str_slice(text, i, i + 1));
		i += unknown ? hole.n : 1;
	}
	return quote(a, str_trim(buf_str(&b)));
}

static void
judge(struct check *c, const struct serve *s, const struct option *o)
{
	const struct reading *r = refused(o);
	if (!r)
		return;
	size_t at = r->data_fault.at;
	struct span place = literal_place(c->repo->sources, o, r->text, at);
	struct ixc_finding *f = report_plan(
		c, place, "the value of %.*s is not JSON", STR(quote(c->arena, o->name)));
	if (f->notes.n)
		return;
	struct str why = r->data_fault.text;
	finding_label(f, "%.*s", STR(str_slice(why, 0, str_find(why, S(" near "), 0))));
	finding_note(f, "it fails at byte %zu of %zu, behind %.*s", at, r->text.n,
		STR(before(c->arena, r->text, at)));
	finding_note(
		f, "%s parses the value before it starts, and stops", launched_engine(s));
	finding_subject(f, "%.*s %.*s", STR(c->plan->of->recipe), STR(o->name));
	if (place.begin != o->span.begin || place.file != o->span.file)
		finding_related(f, o->span, "the option");
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

const struct ixc_rule rule_flag_json_invalid = {
	.id = "flag-json-invalid",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a JSON value of an engine's option is not valid JSON",
	.help = "--speculative-config, --compilation-config, --kv-transfer-config and others\n"
		"take JSON. A missing bracket, a comma too many, single quotes or a variable\n"
		"that brings its own quotes end the server before it starts.\n"
		"\n"
		"The text is judged as the engine gets it, with all variables in place; the\n"
		"place shown is where the script writes the byte at which reading fails. When a\n"
		"part of the text is not known, it is judged only if that part stands inside of\n"
		"a JSON string.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
