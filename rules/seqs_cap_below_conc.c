/* seqs-cap-below-conc: a server runs fewer requests at once than the arms send. */
#include "graph_rule.h"

#include <inttypes.h>

/* The run of a finding that is furthest from its concurrency. */
struct shortage {
	struct ixc_finding *finding;
	int64_t conc, capacity, ranks;
	bool sessions;
	enum plan_engine engine;
	const struct fact *fact,
		*scope;    /* of a default; of what the cap counts; or NULL */
	struct str option; /* that gives the cap; empty: none does */
};

/* A cap that is CONC: only if it follows it in every run with as many ranks. */
struct cap {
	struct span place;
	int64_t ranks;
	struct ixc_finding *finding; /* NULL: never was equal */
	bool differs;
};

struct seen {
	VEC(, struct shortage) shortages;
	VEC(, struct cap) caps;
};

static struct seen *
seen(struct check *c)
{
	if (!*c->memory)
		*c->memory = NEW(c->arena, struct seen);
	return *c->memory;
}

static void
keep(struct check *c, const struct shortage *s)
{
	struct seen *all = seen(c);
	for (size_t i = 0; i < all->shortages.n; i++) {
		struct shortage *o = &all->shortages.v[i];
		if (o->finding != s->finding)
			continue;
		if (s->conc - s->capacity > o->conc - o->capacity)
			*o = *s;
		return;
	}
	vec_push(c->arena, &all->shortages, *s);
}

static struct cap *
cap_at(struct check *c, struct span place, int64_t ranks)
{
	struct seen *all = seen(c);
	for (size_t i = 0; i < all->caps.n; i++) {
		struct cap *o = &all->caps.v[i];
		if (o->place.file == place.file && o->place.begin == place.begin &&
			o->ranks == ranks)
			return o;
	}
	vec_push(c->arena, &all->caps, ((struct cap){.place = place, .ranks = ranks}));
	return &all->caps.v[all->caps.n - 1];
}

/* Where the cap comes from: its option, or what makes the engine set one. */
static const struct option *
cause(const struct serve *s)
{
	if (s->sequences.option)
		return s->sequences.option;
	return s->engine == ENGINE_SGLANG
		       ? option_find(s->options, OPTION_SPECULATIVE_METHOD)
		       : NULL;
}

static void
report_shortage(struct check *c, const struct serve *s, const struct decode_load *load,
	int64_t capacity)
{
	const struct option *o = s->sequences.option;
	struct ixc_finding *f = report_plan(c, setting_span(s, cause(s)),
		o ? "the sequence cap is below the concurrency"
		  : "the default sequence cap is below the concurrency");
	if (load->sessions && o)
		finding_at_most(f, IXC_NOTE);
	const struct engine_fact *scope =
		engine_fact(s->engine_name, "max-running-requests-scope", &s->version);
	keep(c, &(struct shortage){
			.finding = f,
			.conc = load->conc,
			.capacity = capacity,
			.ranks = s->dp.v,
			.sessions = load->sessions,
			.engine = s->engine,
			.fact = s->sequences.fact,
			.scope = scope ? &scope->fact : NULL,
			.option = o ? str_dup(c->arena, o->name) : (struct str){0},
		});
	relate_setting(f, s, o);
}

/* Each session runs, but a burst of its sub-agents waits. */
static void
judge_room(struct check *c, const struct serve *s, bool equal)
{
	struct span place = setting_span(s, s->sequences.option);
	struct cap *cap = cap_at(c, place, s->dp.v);
	cap->differs |= !equal;
	if (cap->differs)
		return;
	struct ixc_finding *f = report_plan(c, place,
		"the sequence cap is CONC, which counts sessions: requests of sub-agents "
		"wait");
	cap->finding = f;
	finding_at_most(f, IXC_NOTE);
	finding_note(f, "a session with sub-agents has several requests at once; recipes "
			"that leave room for them take 2 * CONC");
	finding_help(
		f, "a cap of 2 * CONC lets bursts of sub-agents in, if that is wanted");
	relate_setting(f, s, s->sequences.option);
}

/* TensorRT-LLM files stay somewhat below the concurrency on purpose; a cap that nobody
 * gave is on nobody's purpose. */
static bool
is_far_below(int64_t capacity, int64_t conc)
{
	return capacity * 3 < conc * 2;
}

static void
judge(struct check *c, const struct case_plan *p, const struct serve *s)
{
	struct decode_load load;
	int64_t capacity = 0;
	if (!decode_load(p, s, &load)) {
		not_judged(c, p->of->recipe,
			"how many ranks share the requests is not known");
		return;
	}
	if (!s->sequences.known || s->sequences.v < 1 ||
		__builtin_mul_overflow(s->sequences.v, s->dp.v, &capacity)) {
		not_judged(c, p->of->recipe, "the sequence cap is not known");
		return;
	}
	bool given = s->sequences.option != NULL;
	if (load.conc > capacity &&
		(!given || load.sessions || is_far_below(capacity, load.conc)))
		report_shortage(c, s, &load, capacity);
	if (load.sessions && given)
		judge_room(c, s, load.conc == capacity);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++)
		if (p->servers.v[i]->engine != ENGINE_NONE)
			judge(c, p, p->servers.v[i]);
}

static void
tell_shortage(const struct shortage *s)
{
	struct ixc_finding *f = s->finding;
	finding_reword(f,
		"at most %" PRId64 " requests run at once, where arms keep up to %" PRId64
		" %s going",
		s->capacity, s->conc, s->sessions ? "sessions" : "requests");
	finding_note(f,
		"the %" PRId64
		" that are left wait: their time to first token counts the "
		"wait, and the batch is smaller than the point says",
		s->conc - s->capacity);
	if (s->fact)
		finding_note(f, "the command gives no cap, the default is %s (%s) [%s]",
			s->fact->value, s->fact->holds, s->fact->id);
	if (s->ranks > 1)
		finding_note(f, "%" PRId64 " ranks take %" PRId64 " each", s->ranks,
			s->capacity / s->ranks);
	if (s->ranks > 1 && s->scope)
		finding_note(f, "the cap %s [%s]", s->scope->value, s->scope->id);
	if (s->option.n)
		finding_help(f, "raise %.*s", STR(s->option));
	else if (s->engine == ENGINE_SGLANG)
		finding_help(f, "give the cap: --max-running-requests %" PRId64, s->conc);
	else
		finding_help(f, "give the cap: --max-num-seqs %" PRId64,
			(s->conc + s->ranks - 1) / s->ranks);
}

static void
tell(struct check *c)
{
	const struct seen *all = seen(c);
	for (size_t i = 0; i < all->shortages.n; i++)
		tell_shortage(&all->shortages.v[i]);
	for (size_t i = 0; i < all->caps.n; i++)
		if (all->caps.v[i].differs && all->caps.v[i].finding)
			finding_withdraw(all->caps.v[i].finding);
}

const struct ixc_rule rule_seqs_cap_below_conc = {
	.id = "seqs-cap-below-conc",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a server runs fewer requests at once than the arms send",
	.help = "Requests over the sequence cap wait in a queue. The point is then published\n"
		"for a concurrency that the server never ran.\n"
		"\n"
		"The cap counts one data-parallel rank in vLLM, ATOM and TensorRT-LLM, and all\n"
		"ranks together in SGLang. SGLang sets one of 48 by itself when it speculates\n"
		"and none is given; every shortfall against a default is reported. A given cap\n"
		"is reported below two thirds of the concurrency, since recipes stay somewhat\n"
		"below it on purpose.\n"
		"\n"
		"In agentic arms CONC counts sessions, whose sub-agents have requests of their\n"
		"own: there a cap below CONC, or equal to it, is a note.\n"
		"\n"
		"`infxcheck fact sglang.max-running-requests.speculative`.",
	.on_plan = check_plan,
	.after_plans = tell,
};
