/* host-pool-over-budget: a recipe makes a larger pool in host memory than its arm may. */
#include "host_pool.h"

/* 2^30 over 10^9, and a little. */
#define UNIT_MIXED 1.0745

struct worst {
	double bytes;
};

static struct worst *
worst_of(struct check *c, const struct ixc_finding *f)
{
	struct map *all = *c->memory;
	struct str key = {(const char *)&f, sizeof f};
	if (!all)
		*c->memory = all = NEW(c->arena, struct map);
	struct worst *w = map_get(all, key);
	if (!w) {
		w = NEW(c->arena, struct worst);
		map_put(c->arena, all, str_dup(c->arena, key), w);
	}
	return w;
}

/* The memory of the node that the arm's GPUs have a share of; 0: not known. */
static double
node_share(struct check *c, const struct plan_case *of, double budget)
{
	const struct yaml_node *n = of->arms.v[0].point->arm->scenario->dram_utilization;
	struct reading r = reading_of(c->arena, TYPE_REAL, n ? n->text : (struct str){0});
	if (of->kind == CASE_LATENT)
		return 0; /* its budget is made up */
	return r.has & HAS_REAL && !r.fault && r.real > 0 && r.real <= 1 ? budget / r.real
									 : 0;
}

static const char *
copies_text(const struct host_pool *h)
{
	if (!h->server)
		return "servers";
	return h->facts->scope == HOST_EACH_ENGINE ? "data-parallel ranks" : "ranks";
}

static void
explain(struct check *c, struct ixc_finding *f, const struct host_pool *h, double total,
	double budget)
{
	struct buf b = buf_new(c->arena, 400);
	buf_addf(&b, "%.*s", STR(h->digits));
	if (h->facts->unit > 1)
		buf_addz(&b, h->facts->unit > 1e9 ? " GiB" : " GB");
	else
		buf_addz(&b, " bytes");
	if (h->copies.v > 1)
		buf_addf(&b, " for each of %lld %s", (long long)h->copies.v,
			copies_text(h));
	buf_addf(&b, " are %.0f GB, TOTAL_CPU_DRAM_GB gives %.0f GB", total / 1e9,
		budget / 1e9);
	struct str line = str_dup(c->arena, buf_str(&b));
	if (f->notes.n)
		f->notes.v[0] = line;
	else
		finding_note(f, "%.*s", STR(line));
}

static void
judge(struct check *c, const struct case_plan *p, const struct host_pool *h)
{
	double budget = host_budget(p->of), total = h->each * (double)h->copies.v;
	double share = node_share(c, p->of, budget), ratio = total / budget;
	if (!h->copies.known) {
		not_judged(c, p->of->recipe, "the number of ranks is not known");
		return;
	}
	/* Of a branch that no arm takes the budget is made up; only what follows it
	 * counts. */
	if (ratio <= 1.001 || (p->of->kind == CASE_LATENT && !host_pool_is_fed(c, p, h)))
		return;
	struct ixc_finding *f = report_plan(c, h->place,
		"%.*s makes a larger pool in host memory than the arm's budget",
		STR(h->setting));
	struct worst *worst = worst_of(c, f);
	bool over_node = share > 0 && total > share;
	if (worst->bytes <= 0 && ratio <= UNIT_MIXED && !over_node)
		finding_at_most(f, IXC_NOTE);
	else if (ratio > UNIT_MIXED || over_node)
		f->severity = c->severity;
	if (ratio <= worst->bytes)
		return;
	worst->bytes = ratio;
	explain(c, f, h, total, budget);
	if (over_node)
		finding_note(f,
			"that is more than the %.0f GB of the node that the arm's GPUs "
			"have a share of",
			share / 1e9);
	if (ratio <= UNIT_MIXED)
		finding_note(f, "the budget counts in 10^9 bytes, the setting in 2^30");
	finding_note(f, "%.*s: %s [%s]", STR(h->setting), h->facts->fact.value,
		h->facts->fact.id);
	finding_subject(f, "%.*s %.*s", STR(p->of->recipe), STR(h->setting));
	if (h->server && h->option)
		relate_setting(f, h->server, h->option);
	if (ratio <= UNIT_MIXED)
		finding_help(f, "convert: TOTAL_CPU_DRAM_GB * 1000000000 / 1073741824");
	else
		finding_help(f, "divide the budget by what makes a pool of its own");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	if (host_budget(p->of) <= 0)
		return;
	struct host_picture k = host_pools_of(c, p);
	for (size_t i = 0; i < k.pools.n; i++)
		judge(c, p, &k.pools.v[i]);
	if (k.unknown)
		not_judged(c, p->of->recipe, "the size of a host pool is not known");
}

const struct ixc_rule rule_host_pool_over_budget = {
	.id = "host-pool-over-budget",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a pool in host memory is larger than the arm's DRAM budget",
	.help = "An arm with kv-offloading: dram may use TOTAL_CPU_DRAM_GB of its node:\n"
		"dram-utilization of what its GPUs have a share of. Results of different\n"
		"engines are compared under that budget. A size that every rank takes for\n"
		"itself has to be divided by the ranks, one that is shared must not be.\n"
		"\n"
		"The pool is computed from what the launched servers get, by their own units and\n"
		"scope; `infxcheck fact lmcache.max-local-cpu-size` shows such a rule. It is the\n"
		"least that the setting makes: SGLang's hybrid models make several pools of one\n"
		"size. A pool that is too large only because GiB were taken for GB is a note,\n"
		"unless it is more than the node has. --hicache-ratio is not judged.",
	.cases = CASE_RUN | CASE_LATENT,
	.on_plan = check_plan,
};
