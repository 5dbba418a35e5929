/* unknown-flag: the engine of the pinned version has no such option. */
#include "launched.h"

#include "facts/option.h"

#include <string.h>

/* Images that hold the engine as its project released it. */
static const char *const upstream[] = {
	"vllm/vllm-openai:", "vllm/vllm-openai-rocm:", "lmsysorg/sglang:",
	"lmsysorg/sglang-rocm:", "rocm/atom:", "rocm/atom-dev:nightly_"};

/* Days of ATOM's main branch that were read. */
enum { ATOM_FIRST_DAY = 20260329, ATOM_LAST_DAY = 20260822, NAMES_MAX = 1024 };

/* The options of one version of an engine. */
struct known {
	const struct serve *s;
	const struct option_table *table;
	bool nightly; /* later than its release: what came after it may be there */
};

/* ---- versions ------------------------------------------------------------------- */

static bool
is_upstream(struct str image)
{
	for (size_t i = 0; i < sizeof upstream / sizeof *upstream; i++)
		if (str_starts(image, str_from(upstream[i])))
			return true;
	return false;
}

/* Whether the options of this very version were read. */
static bool
is_certain(const struct serve *s, struct str image)
{
	const struct engine_version *v = &s->version;
	const struct engine_fact *f = engine_fact(s->engine_name, "options", v);
	if (!f || !is_upstream(image) || str_contains(image, S(".post")))
		return f && is_upstream(image) && s->engine == ENGINE_SGLANG &&
		       version_within(v, f->from, f->to);
	if (version_within(v, f->from, f->to))
		return true;
	return s->engine == ENGINE_ATOM && !v->known && v->date >= ATOM_FIRST_DAY &&
	       v->date <= ATOM_LAST_DAY;
}

/* An image that says a release and a day is a build of that day. */
static bool
comes_later(const struct option_range *r, const struct engine_version *v)
{
	return v->known && r->from && version_within(v, NULL, r->from);
}

static bool
exists(const struct known *k, struct str name)
{
	const struct option_range *r = option_range(k->s->engine_name, name);
	return !r || option_is_within(r, &k->s->version) ||
	       (k->nightly && comes_later(r, &k->s->version));
}

/* ---- names ---------------------------------------------------------------------- */

/* The name as the parser looks it up: of `--no-x` x, of `--x.key` x. */
static struct str
plain_name(struct check *c, const struct known *k, const struct option *o)
{
	struct str rest, name = str_cut(o->name, '.', &rest);
	if (o->negated)
		name = str_cat(c->arena, S("--"), str_slice(name, 5, name.n));
	if (k->s->engine != ENGINE_VLLM)
		return name;
	struct buf b = buf_new(c->arena, name.n + 1); /* it reads `_` as `-` */
	for (size_t i = 0; i < name.n; i++)
		buf_addc(&b, name.p[i] == '_' ? '-' : name.p[i]);
	return buf_str(&b);
}

struct matches {
	size_t n; /* different options */
	const struct option_spec *first;
};

/* Options of the version that have the name, or begin with it. */
static struct matches
matches_of(const struct known *k, struct str name)
{
	struct matches m = {0};
	for (size_t i = 0; i < k->table->n; i++) {
		const struct option_spec *spec = &k->table->spec[i];
		bool begins = false;
		for (size_t n = 0; n < OPTION_NAMES_MAX && spec->name[n]; n++) {
			struct str own = str_from(spec->name[n]);
			if (!exists(k, own))
				continue;
			if (suggest_distance(own, name) == 0)
				return (struct matches){1, spec};
			begins = begins || str_starts(own, name);
		}
		if (begins && m.n++ == 0)
			m.first = spec;
	}
	return m;
}

static struct str
nearest(struct check *c, const struct known *k, struct str name)
{
	struct suggestions s = {0};
	for (size_t i = 0; i < k->table->n; i++)
		for (size_t n = 0; n < OPTION_NAMES_MAX && k->table->spec[i].name[n];
			n++) {
			struct str own = str_from(k->table->spec[i].name[n]);
			if (str_starts(own, S("--")) && exists(k, own))
				suggest_offer(&s, name, own);
		}
	return suggest_text(c->arena, &s);
}

static struct str
version_text(struct arena *a, const struct engine_version *v)
{
	if (v->known)
		return str_fmt(a, "v%d.%d.%d", (int)v->part[0], (int)v->part[1],
			(int)v->part[2]);
	return str_fmt(a, "of %04d-%02d-%02d", (int)(v->date / 10000),
		(int)(v->date / 100 % 100), (int)(v->date % 100));
}

/* ---- judging -------------------------------------------------------------------- */

/* Whether the parser of this version takes the name as it is written. */
static bool
is_taken(const struct known *k, const struct option *o, struct str name)
{
	if (str_starts(S("--help"), name))
		return true;
	if (o->spec && !o->abbreviated)
		return exists(k, name);
	return k->table->traits & TRAIT_PREFIXES && matches_of(k, name).n == 1;
}

static void
explain(struct check *c, struct ixc_finding *f, const struct known *k, struct str name)
{
	const struct option_range *r = option_range(k->s->engine_name, name);
	const struct engine_fact *fact =
		engine_fact(k->s->engine_name, "options", &k->s->version);
	struct matches m = matches_of(k, name);
	if (r && r->from && comes_later(r, &k->s->version))
		finding_note(f, "it came with v%s", r->from);
	else if (r && r->to)
		finding_note(f, "v%s no longer has it", r->to);
	else if (r && r->from_date)
		finding_note(f, "it came on %04d-%02d-%02d", (int)(r->from_date / 10000),
			(int)(r->from_date / 100 % 100), (int)(r->from_date % 100));
	if (m.n > 1)
		finding_note(f,
			"it is the beginning of %zu options, and no option itself", m.n);
	finding_note(
		f, "%s ends at an argument that it does not know", launched_engine(k->s));
	if (fact)
		finding_note(f, "read: %s, %s [%s]", fact->fact.value, fact->fact.holds,
			fact->fact.id);
	struct str advice = nearest(c, k, name);
	if (advice.n)
		finding_help(f, "%.*s", STR(advice));
}

static void
judge(struct check *c, const struct known *k, const struct option *o)
{
	if (o->within || !str_starts(o->name, S("--")) || o->name.n < 3)
		return;
	struct str name = plain_name(c, k, o);
	if (is_taken(k, o, name))
		return;
	struct ixc_finding *f = report_plan(c, o->span, "%.*s is no option of %s %.*s",
		STR(quote(c->arena, o->name)), launched_engine(k->s),
		STR(version_text(c->arena, &k->s->version)));
	if (f->notes.n)
		return;
	finding_subject(f, "%.*s %.*s", STR(c->plan->of->recipe), STR(o->name));
	explain(c, f, k, name);
	relate_setting(f, k->s, o);
}

static void
check_server(struct check *c, const struct serve *s)
{
	struct str image = c->plan->of->arms.v[0].point->config->image.v;
	struct known k = {.s = s, .table = s->options->table};
	bool certain = k.table->complete && is_certain(s, image);
	k.nightly = s->version.known && s->version.date;
	for (size_t i = 0; i < s->options->options.n; i++) {
		const struct option *o = s->options->options.v[i];
		if (certain)
			judge(c, &k, o);
		else if (!o->spec && !o->within && str_starts(o->name, S("--")))
			not_judged(c, c->plan->of->recipe,
				"whether the image's %s has %.*s is not known",
				launched_engine(s), STR(quote(c->arena, o->name)));
	}
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++)
		if (p->servers.v[i]->options)
			check_server(c, p->servers.v[i]);
}

const struct ixc_rule rule_unknown_flag = {
	.id = "unknown-flag",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a launched command has an option that its engine does not know",
	.help = "Engines end at the first option that they don't know: a misspelt name, one\n"
		"that came with a later version than the image's, one that was removed.\n"
		"\n"
		"Judged are only versions whose options were read from the engine's sources, in\n"
		"images that hold the engine as it was released: `infxcheck fact vllm.options`\n"
		"and the same for sglang and atom tell which. An unambiguous beginning of a\n"
		"name is one, as the parsers have it. For other images, nightly builds and\n"
		"private branches, --coverage lists the names that the tables lack.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
