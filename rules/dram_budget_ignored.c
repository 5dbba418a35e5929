/* dram-budget-ignored: the size of a host pool does not follow the arm's DRAM budget. */
#include "host_pool.h"

#include "shell/walk.h"

/* ---- guards --------------------------------------------------------------------- */

/* Whether the recipe compares the budget with something. */
struct guards {
	bool compared;
};

static bool
word_reads_budget(const struct shell_word *word)
{
	for (size_t i = 0; word && i < word->parts.n; i++) {
		const struct shell_part *p = &word->parts.v[i];
		if (p->kind == PART_PARAM && str_eqz(p->param->name, "TOTAL_CPU_DRAM_GB"))
			return true;
		for (size_t k = 0; p->kind == PART_DOUBLE && k < p->parts.n; k++)
			if (p->parts.v[k].kind == PART_PARAM &&
				str_eqz(p->parts.v[k].param->name, "TOTAL_CPU_DRAM_GB"))
				return true;
	}
	return false;
}

static bool
is_order(struct str op)
{
	static const char *const ops[] = {"-gt", "-ge", "-lt", "-le"};
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (str_eqz(op, ops[i]))
			return true;
	return false;
}

static void
see_test(struct guards *g, const struct shell_test *t)
{
	if (!t)
		return;
	if (t->kind == TEST_BINARY)
		g->compared = g->compared ||
			      (is_order(t->op) && (word_reads_budget(t->left) ||
							  word_reads_budget(t->right)));
	else if (t->kind != TEST_WORD && t->kind != TEST_UNARY) {
		see_test(g, t->a);
		see_test(g, t->b);
	}
}

static void
see_command(struct walk *w, const struct shell_command *c)
{
	struct guards *g = w->user;
	if (c->kind == SHELL_TEST)
		see_test(g, c->test);
	if (c->kind != SHELL_SIMPLE)
		return;
	const struct shell_words *words = &c->simple.words;
	for (size_t i = 1; i + 1 < words->n; i++)
		if (words->v[i]->is_static && is_order(words->v[i]->value))
			g->compared = g->compared || word_reads_budget(words->v[i - 1]) ||
				      word_reads_budget(words->v[i + 1]);
}

static bool
compares_budget(struct check *c, struct str recipe)
{
	struct session *session = c->plans->session;
	struct session_script *s = session_script(session, session_path(session, recipe));
	struct guards g = {0};
	struct walk w = {.command = see_command, .user = &g};
	if (s)
		walk_list(&w, s->tree->list);
	return g.compared;
}

/* ---- judging -------------------------------------------------------------------- */

static void
report_pool(struct check *c, const struct case_plan *p, const struct host_pool *h)
{
	struct ixc_finding *f = report_plan(c, h->place,
		"the size of the host's KV pool (%.*s) does not follow TOTAL_CPU_DRAM_GB",
		STR(h->setting));
	if (f->notes.n)
		return;
	finding_subject(f, "%.*s %.*s", STR(p->of->recipe), STR(h->setting));
	if (h->copies.known && p->of->kind == CASE_RUN)
		finding_note(f, "it makes %.0f GB, where the arm's budget is %.0f GB",
			h->each * (double)h->copies.v / 1e9, host_budget(p->of) / 1e9);
	finding_note(
		f, "another dram-utilization or TP changes the budget, but not the pool");
	if (h->server && h->option)
		relate_setting(f, h->server, h->option);
	finding_help(f,
		h->copies.known && h->copies.v > 1
			? "compute it from TOTAL_CPU_DRAM_GB, divided by the %lld ranks"
			: "compute it from TOTAL_CPU_DRAM_GB",
		(long long)h->copies.v);
}

/* A size that the ranks of an engine share, divided by them: the pool is a fraction. */
static void
judge_divided(struct check *c, const struct case_plan *p, const struct host_pool *h)
{
	double budget = host_budget(p->of), total = h->each * (double)h->copies.v;
	if (p->of->kind != CASE_RUN || !h->server || !h->copies.known ||
		h->facts->scope != HOST_EACH_ENGINE || !h->server->tp.known ||
		h->server->tp.v < 2)
		return;
	double whole = total * (double)h->server->tp.v / budget;
	if (whole < 0.95 || whole > 1.08)
		return;
	struct ixc_finding *f = report_plan(c, h->place,
		"%.*s is shared by the ranks, but was divided by their number",
		STR(h->setting));
	if (f->notes.n)
		return;
	finding_subject(f, "%.*s %.*s divided", STR(p->of->recipe), STR(h->setting));
	finding_note(f,
		"with TP %lld the pool is %.0f GB, where the arm's budget is %.0f GB",
		(long long)h->server->tp.v, total / 1e9, budget / 1e9);
	finding_note(f, "%.*s: %s [%s]", STR(h->setting), h->facts->fact.value,
		h->facts->fact.id);
	if (h->option)
		relate_setting(f, h->server, h->option);
	finding_help(f,
		"give it the whole budget, or use a setting that counts for each rank");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	if (host_budget(p->of) <= 0)
		return;
	struct host_picture k = host_pools_of(c, p);
	bool fed = false;
	for (size_t i = 0; i < k.pools.n; i++) {
		fed = fed || host_pool_is_fed(c, p, &k.pools.v[i]);
		judge_divided(c, p, &k.pools.v[i]);
	}
	if (fed || (k.by_ratio && !k.pools.n))
		return;
	if (k.unknown || !k.pools.n) {
		not_judged(c, p->of->recipe, "the size of the host pool is not known");
		return;
	}
	if (compares_budget(c, p->of->recipe)) {
		not_judged(c, p->of->recipe,
			"the recipe compares the budget with something");
		return;
	}
	for (size_t i = 0; i < k.pools.n; i++)
		report_pool(c, p, &k.pools.v[i]);
}

const struct ixc_rule rule_dram_budget_ignored = {
	.id = "dram-budget-ignored",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "the pool in host memory does not follow the arm's DRAM budget",
	.help = "The matrix gives each arm with kv-offloading: dram a budget of host memory,\n"
		"TOTAL_CPU_DRAM_GB, and recipes have to size their pools by it rather than by\n"
		"constants: results are compared under that budget, and on a node with less\n"
		"memory a constant fails.\n"
		"\n"
		"Read are --hicache-size, --kv-offloading-size, cpu_bytes_to_use, Mooncake's\n"
		"global_segment_size, LMCACHE_MAX_LOCAL_CPU_SIZE, --l1-size-gb and\n"
		"host_cache_size; where a value comes from is followed through the recipe. Not\n"
		"judged: --hicache-ratio, which knows no bytes, and recipes that compare the\n"
		"budget with their own size.",
	.cases = CASE_RUN | CASE_LATENT,
	.on_plan = check_plan,
};
