/* duplicate-search-point: two arms of one curve that differ in nothing share points. */
#include "concs.h"
#include "srt_arm.h"

enum { CURVE_BYTES = 64 * 1024, TEXT_BYTES = 4096 };

/* All that a job is told but its concurrency, and where each concurrency stands first. */
struct curve {
	struct map points; /* by decimal, struct point_seen */
};

struct point_seen {
	const struct arm *arm;
	const struct yaml_node *node;
};

static void
add_text(struct buf *b, struct str s)
{
	buf_addf(b, "%zu:", s.n);
	buf_add(b, s);
	buf_addc(b, ' ');
}

static void
add_number(struct buf *b, struct int_field f, int64_t otherwise)
{
	buf_addi(b, int_or(f, otherwise));
	buf_addc(b, ' ');
}

static void
add_text_or(struct buf *b, struct text_field f, struct str otherwise)
{
	add_text(b, f.set ? f.v : otherwise);
}

static void
add_component(struct buf *b, const struct component *c)
{
	add_text_or(b, c->name, S(""));
	add_text_or(b, c->version, S(""));
}

static void
add_worker(struct buf *b, const struct worker *w)
{
	buf_addc(b, w->set ? 'w' : '-');
	add_number(b, w->num_worker, 0);
	add_number(b, w->tp, 0);
	add_number(b, w->pp, 1);
	add_number(b, w->dcp_size, 1);
	add_number(b, w->pcp_size, 1);
	add_number(b, w->ep, 1);
	buf_addc(b, w->dp_attn.v ? 't' : 'f');
	add_text_or(b, w->hardware, S(""));
	buf_addi(b, (int64_t)yaml_count(w->settings));
	for (size_t i = 0; i < yaml_count(w->settings); i++)
		add_text(b, yaml_item(w->settings, i)->text);
}

/* The curve that an arm's points belong to, defaults filled in. Empty: too long. */
static struct str
curve_name(struct arena *a, const struct arm *arm)
{
	const struct scenario *s = arm->scenario;
	const struct config *config = arm->config;
	struct buf b = buf_new(a, CURVE_BYTES);
	buf_addc(&b, s->kind == SCENARIO_FIXED ? 'f' : 'a');
	add_number(&b, s->isl, 0);
	add_number(&b, s->osl, 0);
	add_text(&b, s->dram_utilization ? s->dram_utilization->text : S(""));
	add_number(&b, arm->tp, 0);
	add_number(&b, arm->pp, 1);
	add_number(&b, arm->dcp_size, 1);
	add_number(&b, arm->pcp_size, 1);
	add_number(&b, arm->ep, 1);
	buf_addc(&b, arm->dp_attn.v ? 't' : 'f');
	add_text_or(&b, arm->spec_decoding, S("none"));
	add_text_or(&b, arm->kv_offloading, S("none"));
	add_component(&b, arm->kv_offload_backend);
	add_component(&b, arm->router->node ? arm->router : config->router);
	add_text_or(&b,
		arm->kv_p2p_transfer.node ? arm->kv_p2p_transfer
					  : config->kv_p2p_transfer,
		S(""));
	add_worker(&b, arm->prefill);
	add_worker(&b, arm->decode);
	return b.overflow ? (struct str){0} : buf_str(&b);
}

static void
say_shared(struct check *c, const struct arm *arm, const struct point_seen *other,
	const struct yaml_node *place, struct str concs)
{
	struct str path = arm_path(c->arena, arm),
		   other_path = arm_path(c->arena, other->arm);
	struct ixc_finding *f = report(c, place->span,
		"concurrency %.*s is in an equal arm before this one too", STR(concs));
	finding_subject(
		f, "%.*s: %.*s: %.*s", STR(arm->config->key), STR(path), STR(other_path));
	finding_related(f, other->node->span, "the other arm");
	finding_note(f,
		"the arms differ in nothing but their concurrencies, so the same points run "
		"twice and give two results for one place of the curve");
	finding_help(f, "leave them in one of the arms, or write what should differ");
	srt_arm_name(c, f, other->arm);
	srt_arm_name(c, f, arm);
}

/* A concurrency that one list names twice is config-schema's matter. */
static void
check_arm(struct check *c, struct curve *curve, const struct arm *arm)
{
	struct buf concs = buf_new(c->arena, TEXT_BYTES);
	const struct point_seen *other = NULL;
	const struct yaml_node *place = NULL;
	for (size_t i = 0; i < arm->conc.n; i++) {
		const struct int_field *conc = &arm->conc.v[i];
		struct str name = str_fmt(c->arena, "%lld", (long long)conc->v);
		struct point_seen *seen = map_get(&curve->points, name);
		if (!seen) {
			seen = NEW(c->arena, struct point_seen);
			*seen = (struct point_seen){arm, conc->node};
			map_put(c->arena, &curve->points, name, seen);
		} else if (seen->arm != arm) {
			other = other ? other : seen;
			place = place ? place : conc->node;
			concs_add(&concs, conc->v);
		}
	}
	if (other)
		say_shared(c, arm, other, place, buf_str(&concs));
}

static void
check_config(struct check *c, const struct config *config)
{
	struct map curves = {0};
	if (config->verdict != SCHEMA_ACCEPTED)
		return; /* it runs nothing */
	for (size_t i = 0; i < config->scenarios.n; i++) {
		const struct scenario *s = config->scenarios.v[i];
		for (size_t k = 0; k < s->arms.n; k++) {
			struct str name = curve_name(c->arena, s->arms.v[k]);
			if (!name.n) {
				not_judged(c, config->key,
					"the settings of an arm are too long");
				continue;
			}
			struct curve *curve = map_get(&curves, name);
			if (!curve) {
				curve = NEW(c->arena, struct curve);
				map_put(c->arena, &curves, name, curve);
			}
			check_arm(c, curve, s->arms.v[k]);
		}
	}
}

const struct ixc_rule rule_duplicate_search_point = {
	.id = "duplicate-search-point",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "one point of a curve is asked for twice",
	.help = "Every concurrency of an arm becomes a point of its own. Two arms of a config\n"
		"with the same sequence lengths and the same settings draw one curve; where\n"
		"their concurrencies meet, the same point runs twice. Mostly a list was split\n"
		"and an end left in both halves.\n"
		"\n"
		"Compared is what a job is told, with defaults: sizes, workers and their\n"
		"settings, speculative decoding, offloading, router, transfer. Arms that differ\n"
		"in one of these are a comparison made on purpose, and arms without a common\n"
		"concurrency are style; neither is reported.",
	.on_config = check_config,
};
