/* hbm-profile-schema: the shape of the HBM profile. */
#include "schema_faults.h"

/* "measurements.2.free-gib": the text of the fault names the field itself. */
static struct str
subject_of(struct check *c, const struct schema_fault *fault)
{
	struct str rest, index;
	int64_t n;
	str_cut(fault->path, '.', &rest);
	index = str_cut(rest, '.', &rest);
	if (!str_to_int64(index, &n))
		return S("HBM profile");
	return str_fmt(c->arena, "measurement %lld", (long long)n + 1);
}

static void
check_repo(struct check *c)
{
	const struct hbm_profile *p = c->repo->hbm;
	for (size_t i = 0; p && i < p->faults.n; i++)
		schema_report(c, &p->faults.v[i], subject_of(c, &p->faults.v[i]));
	for (size_t i = 0; p && i < p->measurements.n; i++) {
		const struct hbm_measurement *m = p->measurements.v[i];
		if (m->facts || !m->gpu.n)
			continue;
		struct ixc_finding *f = report(c, m->gpu_node->span,
			"measurement %zu: there is no GPU %.*s", m->index + 1,
			STR(quote(c->arena, m->gpu)));
		finding_at_most(f, IXC_WARNING);
		finding_note(
			f, "so no runner of a config is matched with this measurement");
		struct suggestions s = {0};
		const struct gpu_facts *g;
		for (size_t k = 0; (g = gpu_facts_at(k)); k++)
			suggest_offer(&s, m->gpu, str_from(g->name));
		struct str near = suggest_text(c->arena, &s);
		if (near.n)
			finding_help(f, "%.*s", STR(near));
		else
			finding_help(f, "'infxcheck fact' lists the GPUs that are known");
	}
}

const struct ixc_rule rule_hbm_profile_schema = {
	.id = "hbm-profile-schema",
	.severity = IXC_ERROR,
	.fixes = IXC_FIX_UNSAFE,
	.since = "0.1",
	.summary = "the HBM profile has a shape that can't be used",
	.help = "An HBM profile says how much GPU memory was measured free. It is\n"
		"configs/hbm.yaml, or the file given with --hbm-profile; infxcheck-hbm writes it:\n"
		"\n"
		"    version: 1\n"
		"    measurements:\n"
		"      - gpu: mi355x\n"
		"        label: cluster:mi355x-amds\n"
		"        node: mi355x-amds_00\n"
		"        total-gib: 287.984\n"
		"        free-gib: 281.204\n"
		"        date: 2026-08-20\n"
		"        method: hip\n"
		"\n"
		"Nothing is concluded from a measurement with a fault, so that a slip of the pen\n"
		"neither stops a good recipe nor lets a bad one pass. Without 'label' it counts\n"
		"for every runner with this GPU that has no measurement of its own. Of several\n"
		"nodes of one label the one with the least free counts: a job may land on any.",
	.on_repo = check_repo,
};
