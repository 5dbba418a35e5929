/* hbm-profile-mismatch: measurements that contradict what is known. */
#include "check/rule.h"

#include <math.h>

#define AT_MOST_SHOWN 3

static struct str
where(struct check *c, const struct hbm_measurement *m)
{
	struct str s = m->gpu;
	if (m->label.n)
		s = str_fmt(c->arena, "%.*s on %.*s", STR(s), STR(m->label));
	return m->node.n ? str_fmt(c->arena, "%.*s, node %.*s", STR(s), STR(m->node)) : s;
}

static void
check_free(struct check *c, const struct hbm_measurement *m)
{
	if (m->free_gib <= m->total_gib)
		return;
	struct ixc_finding *f = report(c, m->free_node->span,
		"measurement %zu has %.2f GiB free of %.2f GiB", m->index + 1,
		m->free_gib, m->total_gib);
	finding_related(f, m->total_node->span, "all there is");
	finding_help(f, "measure again, or exchange the two numbers");
}

/* The compute partition mode whose share the total is; NULL: none. */
static const char *
mode_of_share(const struct hbm_measurement *m)
{
	static const char *const mode[] = {"DPX", "TPX", "QPX", "CPX"};
	for (size_t i = 0; i < sizeof mode / sizeof *mode; i++) {
		double share = m->facts->total_gib / hbm_partitions(str_from(mode[i]));
		if (fabs(m->total_gib - share) < share / 100)
			return mode[i];
	}
	return NULL;
}

static void
check_total(struct check *c, const struct hbm_measurement *m)
{
	if (!hbm_total_contradicts(m) || m->free_gib > m->total_gib)
		return;
	double expected = hbm_expected_total(m);
	struct ixc_finding *f = report(c, m->total_node->span,
		"measurement %zu has a total of %.2f GiB, and %s has %.2f GiB",
		m->index + 1, m->total_gib, m->facts->name, expected);
	finding_at_most(f, IXC_WARNING);
	if (hbm_is_partitioned(m))
		finding_note(f, "%.2f GiB is one partition's share in mode %.*s",
			expected, STR(m->compute_partition));
	else if (m->facts->is_amd && mode_of_share(m))
		finding_note(f, "%.2f GiB is what one partition has in mode %s",
			m->total_gib, mode_of_share(m));
	finding_note(f, "fact %s: %s; the difference is more than 1 %%",
		m->facts->total.id, m->facts->total.value);
	finding_note(f, "so nothing is concluded from this measurement");
	finding_help(f, "name the GPU that was measured, or measure again");
}

static void
check_label(struct check *c, const struct hbm_measurement *m)
{
	const struct gpu_facts *other = hbm_label_contradicts(m);
	if (!m->label.n)
		return;
	if (other) {
		struct ixc_finding *f = report(c, m->label_node->span,
			"measurement %zu is of %.*s, and its label %.*s names %s",
			m->index + 1, STR(m->gpu), STR(quote(c->arena, m->label)),
			other->name);
		finding_related(f, m->gpu_node->span, "the GPU");
		return;
	}
	if (runners_label(c->repo->runners, m->label) || !repo_runners_complete(c->repo))
		return;
	struct ixc_finding *f = report(c, m->label_node->span,
		"measurement %zu is of runner label %.*s, which is not in configs/runners.yaml",
		m->index + 1, STR(quote(c->arena, m->label)));
	finding_at_most(f, IXC_WARNING);
	finding_note(f,
		"a measurement counts for configs with exactly this runner, so it "
		"counts for none");
	struct str near = runners_nearest(c->arena, c->repo->runners, m->label);
	if (near.n)
		finding_help(f, "%.*s", STR(near));
}

/* The configs of one runner label. */
struct users {
	struct str label;
	const struct gpu_facts *gpu; /* NULL: the label names none */
	bool takes_whole_gpus;       /* nothing says that the nodes show partitions */
	const struct config *config[AT_MOST_SHOWN];
	size_t n;
};

VEC(user_list, struct users *);

static struct user_list
group_by_runner(struct check *c)
{
	const struct master *master = c->repo->master;
	struct user_list list = {0};
	struct map by_label = {0};
	for (size_t i = 0; i < master->configs.n; i++) {
		const struct config *config = master->configs.v[i];
		struct str label = config->runner.v;
		if (!config->runner.set)
			continue;
		struct users *u = map_get(&by_label, label);
		if (!u) {
			const struct runner_hardware *h =
				runners_hardware(c->repo->runners, label);
			u = NEW(c->arena, struct users);
			u->label = label;
			u->gpu = gpu_facts(label);
			u->takes_whole_gpus = !h || h->gpus_per_node <= 8;
			map_put(c->arena, &by_label, label, u);
			vec_push(c->arena, &list, u);
		}
		if (u->n < AT_MOST_SHOWN)
			u->config[u->n] = config;
		u->n++;
	}
	return list;
}

static struct ixc_finding *
report_partition(struct check *c, const struct hbm_measurement *m)
{
	bool by_compute = hbm_partitions(m->compute_partition) != 1;
	bool both = m->compute_partition.n && m->memory_partition.n;
	struct ixc_finding *f = report(c,
		(by_compute ? m->compute_node : m->memory_node)->span,
		"measurement %zu of %.*s is of partitions (%.*s%s%.*s), and configs there "
		"take whole GPUs",
		m->index + 1, STR(where(c, m)), STR(m->compute_partition),
		both ? "/" : "", STR(m->memory_partition));
	finding_at_most(f, IXC_WARNING);
	finding_help(
		f, "set the node to SPX/NPS1 and measure again, or leave this node out");
	return f;
}

static void
check_partition(
	struct check *c, const struct hbm_measurement *m, const struct user_list *list)
{
	struct ixc_finding *f = NULL;
	size_t n = 0;
	for (size_t i = 0; hbm_is_partitioned(m) && i < list->n; i++) {
		const struct users *u = list->v[i];
		bool meant = m->label.n ? str_eq(m->label, u->label)
					: u->gpu && u->gpu == m->facts;
		if (!meant || !u->takes_whole_gpus)
			continue;
		if (!f)
			f = report_partition(c, m);
		for (size_t k = 0; k < u->n && n + k < AT_MOST_SHOWN; k++)
			finding_related(f, u->config[k]->runner.node->span,
				"%.*s counts whole GPUs", STR(u->config[k]->key));
		n += u->n;
	}
	if (!f)
		return;
	finding_note(f,
		"%zu config%s run%s there; a partition has a share of the memory, and "
		"tensor parallel sizes would have to count partitions",
		n, n == 1 ? "" : "s", n == 1 ? "s" : "");
	finding_note(f, "so nothing is concluded from this measurement");
}

static void
check_duplicate(struct check *c, const struct hbm_measurement *m)
{
	if (!m->duplicate_of)
		return;
	struct ixc_finding *f = report(c, m->span,
		"measurement %zu is the second of %.*s", m->index + 1, STR(where(c, m)));
	finding_related(
		f, m->duplicate_of->span, "measurement %zu", m->duplicate_of->index + 1);
	finding_note(
		f, "the newest counts; two of the same day may say different things");
	finding_help(f,
		"keep one of them; infxcheck-hbm --merge replaces what it measures anew");
}

static void
check_repo(struct check *c)
{
	const struct hbm_profile *p = c->repo->hbm;
	struct user_list users = {0};
	if (p)
		users = group_by_runner(c);
	for (size_t i = 0; p && i < p->measurements.n; i++) {
		const struct hbm_measurement *m = p->measurements.v[i];
		if (m->faulty)
			continue; /* hbm-profile-schema reports it */
		check_duplicate(c, m);
		check_free(c, m);
		check_total(c, m);
		check_label(c, m);
		check_partition(c, m, &users);
	}
}

const struct ixc_rule rule_hbm_profile_mismatch = {
	.id = "hbm-profile-mismatch",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a measurement of free GPU memory contradicts what is known",
	.help = "Recipes are judged by what was measured free, so a measurement has to be of what\n"
		"the recipes run on. Reported are: more free than there is; two measurements of\n"
		"the same GPU, runner label and node; a label that names another GPU (errors); a\n"
		"total that differs from the GPU's by more than one percent; a label that\n"
		"configs/runners.yaml does not have; and a partition mode other than SPX/NPS1\n"
		"where configs count whole GPUs (warnings).\n"
		"\n"
		"AMD's data-center GPUs can show themselves as several devices with a share of\n"
		"the memory each: 2 in DPX, 4 in QPX, 8 in CPX. A node whose 'gpus-per-node' in\n"
		"configs/runners.yaml is above 8 is taken to be meant so.",
	.on_repo = check_repo,
};
