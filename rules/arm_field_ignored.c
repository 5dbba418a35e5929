/* arm-field-ignored: the launched server does not run what a field of its arm says. */
#include "launched.h"

struct arm_field {
	const char *name, *variable;
	/* The headline, the same for all arms, when the server differs for sure; NULL
	 * when it does not, `unknown` when that can't be told. */
	const char *(*differs)(const struct serve *s, const struct point *p);
	enum option_meaning option; /* that would follow the field */
};

static const char unknown[] = "";

/* ---- field by field ------------------------------------------------------------- */

static const char *
tp_differs(const struct serve *s, const struct point *p)
{
	int64_t ranks;
	if (!s->gpus.known || !s->pp.known)
		return unknown;
	if (s->pp.v != p->pp || __builtin_mul_overflow(p->tp, p->pp, &ranks) ||
		__builtin_mul_overflow(ranks, p->pcp_size, &ranks) || s->gpus.v == ranks)
		return NULL;
	return "the server runs on another number of GPUs than the arm's tp says";
}

/* Numbers that no engine has are dep-ep-size's, missing expert parallelism under DP
 * attention is dep-without-expert-parallel's. */
static const char *
ep_differs(const struct serve *s, const struct point *p)
{
	if (!s->ep.known || s->dp_attention == TRI_UNKNOWN)
		return unknown;
	if (s->ep.v > 1 && p->ep <= 1)
		return "the server spreads the experts where the arm's ep is 1";
	if (s->ep.v <= 1 && p->ep > 1 && s->dp_attention == TRI_NO)
		return "the server keeps the experts together where the arm's ep is "
		       "above 1";
	if (s->ep.v > 1 && s->ep.v != p->ep && p->ep == p->tp && p->pcp_size <= 1)
		return "the server's EP is not the ep of the arm";
	return NULL;
}

static const char *
dp_attention_differs(const struct serve *s, const struct point *p)
{
	if (p->tp <= 1) /* one rank has nothing to share */
		return NULL;
	if (s->dp_attention == TRI_UNKNOWN)
		return unknown;
	if (p->dp_attn && s->dp_attention == TRI_NO)
		return "the server runs without DP attention where the arm says "
		       "dp-attn: true";
	if (!p->dp_attn && s->dp_attention == TRI_YES)
		return "the server runs with DP attention where the arm says "
		       "dp-attn: false";
	return NULL;
}

static const char *
pp_differs(const struct serve *s, const struct point *p)
{
	if (!s->pp.known)
		return unknown;
	return s->pp.v != p->pp ? "the pp of the arm does not reach the server" : NULL;
}

/* The other engines have no option for it that is known here. */
static const char *
dcp_differs(const struct serve *s, const struct point *p)
{
	int64_t n = 1;
	if (s->engine != ENGINE_VLLM)
		return p->dcp_size == 1 ? NULL : unknown;
	enum option_state state =
		option_int_state(s->options, OPTION_DECODE_CONTEXT_PARALLEL_SIZE, &n);
	if (state != STATE_KNOWN && state != STATE_ABSENT)
		return unknown;
	return n != p->dcp_size ? "the dcp-size of the arm does not reach the server"
				: NULL;
}

static const char *
pcp_differs(const struct serve *s, const struct point *p)
{
	if (s->engine != ENGINE_VLLM)
		return p->pcp_size == 1 ? NULL : unknown;
	if (!s->pcp.known)
		return unknown;
	return s->pcp.v != p->pcp_size
		       ? "the pcp-size of the arm does not reach the server"
		       : NULL;
}

/* The other way round is spec-arm-without-spec. */
static const char *
spec_differs(const struct serve *s, const struct point *p)
{
	if (p->spec_decoding.n && !str_eqz(p->spec_decoding, "none"))
		return NULL;
	if (s->speculates == TRI_UNKNOWN || !s->drafts.known)
		return unknown;
	return s->drafts.v > 0
		       ? "the server drafts tokens where the arm says spec-decoding: none"
		       : NULL;
}

static bool
is_host_connector(struct str name)
{
	static const char *const words[] = {
		"LMCache", "Mooncake", "Offloading", "SimpleCPU"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_contains(name, str_from(words[i])))
			return true;
	return false;
}

/* Whether the server keeps a part of the KV cache on the host. */
static enum tri
keeps_on_host(const struct serve *s)
{
	static const enum option_meaning meanings[] = {OPTION_KV_OFFLOAD,
		OPTION_KV_OFFLOAD_SIZE, OPTION_KV_OFFLOAD_RATIO, OPTION_KV_CONNECTOR,
		OPTION_KV_TRANSFER_CONFIG};
	bool none = true;
	struct str connector;
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		none &= option_state(s->options, meanings[i]) == STATE_ABSENT;
	if (none)
		return TRI_NO;
	bool host = option_state(s->options, OPTION_KV_OFFLOAD) == STATE_KNOWN ||
		    (option_text(s->options, OPTION_KV_CONNECTOR, &connector) &&
			    is_host_connector(connector));
	return host ? TRI_YES : TRI_UNKNOWN;
}

/* Fixed sequences have no such field. */
static const char *
kv_differs(const struct serve *s, const struct point *p)
{
	enum tri host = keeps_on_host(s);
	if (str_eqz(p->kv_offloading, "dram") && host == TRI_NO)
		return "the server keeps nothing on the host where the arm says "
		       "kv-offloading: dram";
	if (str_eqz(p->kv_offloading, "none") && host == TRI_YES)
		return "the server keeps KV cache on the host where the arm says "
		       "kv-offloading: none";
	return NULL;
}

static const struct arm_field fields[] = {
	{"tp", "TP", tp_differs, OPTION_TENSOR_PARALLEL_SIZE},
	{"ep", "EP_SIZE", ep_differs, OPTION_EXPERT_PARALLEL},
	{"dp-attn", "DP_ATTENTION", dp_attention_differs, OPTION_DP_ATTENTION},
	{"pp", "PP_SIZE", pp_differs, OPTION_PIPELINE_PARALLEL_SIZE},
	{"dcp-size", "DCP_SIZE", dcp_differs, OPTION_DECODE_CONTEXT_PARALLEL_SIZE},
	{"pcp-size", "PCP_SIZE", pcp_differs, OPTION_PREFILL_CONTEXT_PARALLEL_SIZE},
	{"spec-decoding", "SPEC_DECODING", spec_differs, OPTION_SPECULATIVE_CONFIG},
	{"kv-offloading", "KV_OFFLOADING", kv_differs, OPTION_KV_OFFLOAD},
};

/* ---- reporting ------------------------------------------------------------------ */

/* Why the value does not get there, as far as the evaluation tells. */
static void
explain_variable(struct check *c, struct ixc_finding *f, const char *variable)
{
	struct str name = str_from(variable);
	const struct case_plan *p = c->plan;
	const struct shell_settings *e = &p->of->environment;
	size_t at = environment_find(e, name);
	if (at == e->n || e->v[at].set == TRI_NO) {
		finding_note(f, "%.*s does not hand %s on to the recipe",
			STR(p->of->arms.v[0].route->machine->launcher), variable);
		return;
	}
	const struct origins *given = &p->launch->trace->given;
	for (size_t i = 0; i < given->n; i++)
		if (str_eq(given->v[i]->name, name) && !given->v[i]->was_read)
			finding_note(f, "the recipe never reads %s", variable);
}

static struct span
place_of(const struct serve *s, enum option_meaning m)
{
	const struct option *o = option_find(s->options, m);
	if (!o && m == OPTION_DP_ATTENTION)
		o = option_find(s->options, OPTION_DATA_PARALLEL_SIZE);
	if (!o && m == OPTION_SPECULATIVE_CONFIG)
		o = option_find(s->options, OPTION_SPECULATIVE_METHOD);
	if (!o && m == OPTION_KV_OFFLOAD)
		o = option_find(s->options, OPTION_KV_TRANSFER_CONFIG);
	return setting_span(s, o);
}

static void
note_arm(struct check *c, struct ixc_finding *f, const struct arm_field *field,
	const struct serve *s, const struct point *p)
{
	if (field->differs == kv_differs && p->kv_offload_backend)
		finding_note(f, "the backend of the arm is %.*s",
			STR(p->kv_offload_backend->name.v));
	else if (field->differs == spec_differs)
		finding_note(f, "%lld tokens are drafted a step", (long long)s->drafts.v);
	else if (field->differs != kv_differs)
		finding_note(f,
			"the arm: tp %lld, ep %lld, dp-attn %s, pp %lld, dcp-size %lld, "
			"pcp-size %lld; the server: %.*s",
			(long long)p->tp, (long long)p->ep, p->dp_attn ? "true" : "false",
			(long long)p->pp, (long long)p->dcp_size, (long long)p->pcp_size,
			STR(ranks_text(c->arena, s)));
}

static void
report_field(struct check *c, const struct arm_field *field, const char *text)
{
	enum { NOTES_MAX = 6 };
	const struct serve *s = c->plan->servers.v[0];
	const struct point *p = launched_point(c->plan);
	struct ixc_finding *f = report_plan(c, place_of(s, field->option), "%s", text);
	finding_subject(f, "%.*s: %s", STR(c->plan->of->recipe), field->name);
	if (f->notes.n < NOTES_MAX)
		note_arm(c, f, field, s, p);
	explain_variable(c, f, field->variable);
	bool silent = s->engine == ENGINE_SGLANG &&
		      field->option == OPTION_DP_ATTENTION &&
		      option_find(s->options, OPTION_DP_ATTENTION);
	const struct engine_fact *off =
		silent ? engine_fact("sglang", "dp-attention", &s->version) : NULL;
	if (off)
		finding_note(f, "SGLang: %s [%s]", off->fact.value, off->fact.id);
	const struct yaml_node *said = yaml_get(p->arm->node, str_from(field->name));
	if (f->related.n == 0)
		finding_related(
			f, said ? said->span : p->arm->span, "an arm that gets there");
	finding_help(f,
		"make the recipe follow %s, or let the arm say what is run: the result is "
		"published with the arm's fields",
		field->variable);
}

struct comparison {
	const struct arm_field *field;
	const struct point *point;
};

static enum tri
differs(const struct serve *s, const void *arg)
{
	const struct comparison *k = arg;
	const char *text = s->options ? k->field->differs(s, k->point) : unknown;
	return text == unknown ? TRI_UNKNOWN : tri_of(text != NULL);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	const struct point *point = launched_point(p);
	struct buf lost = buf_new(c->arena, 400);
	if (!point || p->servers.n == 0)
		return;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		struct comparison k = {&fields[i], point};
		/* Servers beside each other share the GPUs. */
		bool shared = p->servers.n > 1 && fields[i].differs == tp_differs;
		enum tri t = shared ? TRI_UNKNOWN : launched_ask(p, differs, &k);
		if (t == TRI_YES)
			report_field(
				c, k.field, k.field->differs(p->servers.v[0], point));
		else if (t == TRI_UNKNOWN)
			buf_addf(&lost, "%s%s", lost.n ? ", " : "", fields[i].name);
	}
	if (lost.n)
		not_judged(c, p->of->recipe, "not known of its server: %.*s",
			STR(buf_str(&lost)));
}

const struct ixc_rule rule_arm_field_ignored = {
	.id = "arm-field-ignored",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "the launched server does not run what a field of its arm says",
	.help = "A result is published with the fields of its arm: tp, ep, dp-attn, pp,\n"
		"dcp-size, pcp-size, spec-decoding, kv-offloading. When the recipe never reads\n"
		"the variable of a field, or has a flag fixed where it should follow the field,\n"
		"the number belongs to something else than its label says.\n"
		"\n"
		"What counts is the effect on the launched command in the engine's own terms,\n"
		"so an all-to-all backend that implies EP = TP is right with ep equal to tp,\n"
		"and a TP of 1 with DP = tp is DP attention in vLLM. What is not known for sure\n"
		"is not judged. Nearby: dep-ep-size, dep-without-expert-parallel,\n"
		"spec-arm-without-spec.",
	.on_plan = check_plan,
};
