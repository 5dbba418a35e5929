/* Public interface: GPUs, and writing of HBM profiles. */
#include "api.h"

#include "base/limits.h"
#include "check/rule.h"
#include "facts/gpu.h"
#include "model/hbm_write.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- GPUs ---- */

static ixc_fact
fact_out(const struct fact *f)
{
	return (ixc_fact){f->id, f->value, f->holds, f->source};
}

static bool
gpu_out(const struct gpu_facts *g, ixc_gpu *ret)
{
	if (!g)
		return false;
	*ret = (ixc_gpu){
		.name = g->name,
		.title = g->title,
		.is_amd = g->is_amd,
		.total_gib = g->total_gib,
		.nvml_total_gib = g->nvml_total_gib,
		.total = fact_out(&g->total),
	};
	return true;
}

bool
ixc_gpu_at(size_t i, ixc_gpu *ret)
{
	return gpu_out(gpu_facts_at(i), ret);
}

bool
ixc_gpu_identify(const char *product, unsigned pci_device, double total_gib, ixc_gpu *ret)
{
	struct gpu_signs signs = {str_from(product), pci_device, total_gib};
	return gpu_out(gpu_identify(&signs), ret);
}

double
ixc_gpu_margin(bool is_amd, ixc_fact *ret)
{
	const struct gpu_margin *m = gpu_margin(is_amd);
	*ret = fact_out(&m->fact);
	return m->gib;
}

/* ---- merging ---- */

struct merge_call {
	const char *path; /* as given; NULL: none */
	const struct ixc_hbm_measurement *v;
	size_t n;
	struct ixc_change *change;
};

static ixc_status
take(struct arena *a, const struct ixc_hbm_measurement *v, struct hbm_measurement *m,
	struct ixc_error *err)
{
	*m = (struct hbm_measurement){
		.gpu = str_dup(a, str_from(v->gpu)),
		.label = str_dup(a, str_from(v->label)),
		.node = str_dup(a, str_from(v->node)),
		.total_gib = v->total_gib,
		.free_gib = v->free_gib,
		.engine_free_gib = v->engine_free_gib,
		.devices = v->devices > 0 ? v->devices : 0,
		.samples = v->samples > 0 ? v->samples : 0,
		.date = str_dup(a, str_from(v->date)),
		.method = str_dup(a, str_from(v->method)),
		.driver = str_dup(a, str_from(v->driver)),
		.runtime = str_dup(a, str_from(v->runtime)),
		.compute_partition = str_dup(a, str_from(v->compute_partition)),
		.memory_partition = str_dup(a, str_from(v->memory_partition)),
	};
	if (v->size != sizeof *v)
		return api_fail(err, IXC_EUSAGE, "the measurement is of another size");
	if (!m->gpu.n || !hbm_day(m->date, &m->day))
		return api_fail(err, IXC_EUSAGE,
			"a measurement needs a GPU and a day of the form YYYY-MM-DD");
	if (!(v->free_gib >= 0) || !(v->total_gib > 0) ||
		!(v->free_gib <= v->total_gib) || !isfinite(v->total_gib) ||
		!isfinite(v->engine_free_gib))
		return api_fail(err, IXC_EUSAGE, "a measurement has no sensible numbers");
	return IXC_OK;
}

static bool
judges_form(const struct ixc_rule *r)
{
	static const char *const ids[] = {
		"duplicate-yaml-key", "hbm-profile-schema", "yaml-limit", "yaml-syntax"};
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		if (strcmp(r->id, ids[i]) == 0)
			return true;
	return false;
}

/* The file alone, by the rules on its form. */
static struct run *
judge(struct merge_call *q)
{
	struct ixc_change *change = q->change;
	struct arena *a = &change->report.arena;
	ixc_severity *severity = NEW_ARRAY(a, ixc_severity, rules_count());
	for (size_t i = 0; i < rules_count(); i++)
		if (!change->is_new && judges_form(rules_at(i)))
			severity[i] = rules_at(i)->severity;
	struct check_options o = {
		.severity = severity,
		.hbm = change->is_new ? NULL : &change->old,
		.hbm_path = str_from(q->path),
	};
	vec_push(a, &o.paths, str_from(change->is_new ? "none" : q->path));
	return check_run(a, tree_memory(a), &o);
}

static bool
has_errors(const struct run *run)
{
	for (size_t i = 0; i < run->findings.list.n; i++)
		if (run->findings.list.v[i]->severity == IXC_ERROR)
			return true;
	return false;
}

static ixc_status
merge(void *arg, struct ixc_error *err)
{
	struct merge_call *q = arg;
	struct ixc_change *change = q->change;
	struct arena *a = &change->report.arena;
	struct hbm_measurement *list = NEW_ARRAY(a, struct hbm_measurement, q->n);
	ixc_status status = IXC_OK;
	for (size_t i = 0; i < q->n && status == IXC_OK; i++)
		status = take(a, &q->v[i], &list[i], err);
	change->is_new = true;
	if (status == IXC_OK && q->path) {
		change->is_new = false;
		change->must_match = true;
		status = api_locate(change, q->path, err);
	}
	if (status != IXC_OK)
		return status;
	change->report.run = judge(q);
	change->refused = has_errors(change->report.run);
	if (change->refused)
		return IXC_OK;
	change->bytes = hbm_merge(
		a, change->is_new ? NULL : change->report.run->repo->hbm, list, q->n);
	change->differs = !str_eq(change->bytes, change->old);
	return change->bytes.n
		       ? IXC_OK
		       : api_fail(err, IXC_EUSAGE,
				 "the result would not be an HBM profile, or be too "
				 "large for one");
}

ixc_status
ixc_hbm_merge(const char *path, const struct ixc_hbm_measurement *v, size_t n,
	ixc_change **ret, struct ixc_error *err)
{
	struct merge_call q = {.path = path, .v = v, .n = n};
	q.change = calloc(1, sizeof *q.change);
	if (!q.change)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	arena_init(&q.change->report.arena, LIMIT_RUN_BYTES, NULL);
	ixc_status status = api_guard(&q.change->report.arena, merge, &q, err);
	if (status == IXC_OK)
		*ret = q.change;
	else
		ixc_change_free(q.change);
	return status;
}
