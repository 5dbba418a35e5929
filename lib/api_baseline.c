/* Public interface: baselines. */
#include "api.h"

#include "base/limits.h"
#include "check/baseline.h"
#include "check/rule.h"

#include <stdlib.h>

struct file_call {
	ixc_checker *checker;
	const char *path;
};

static ixc_status
take_file(void *arg, struct ixc_error *err)
{
	struct file_call *q = arg;
	ixc_checker *c = q->checker;
	ixc_status status = api_read_file(&c->arena, q->path, &c->baseline, err);
	if (status != IXC_OK)
		return status;
	c->baseline_path = str_dup(&c->arena, str_from(q->path));
	c->has_baseline = true;
	return IXC_OK;
}

ixc_status
ixc_checker_set_baseline(ixc_checker *checker, const char *path, struct ixc_error *err)
{
	struct file_call q = {checker, path};
	if (!*path)
		return api_fail(err, IXC_EUSAGE, "the path of the baseline is empty");
	return api_guard(&checker->arena, take_file, &q, err);
}

/* ---- making and pruning --------------------------------------------------------- */

struct baseline_call {
	const ixc_checker *checker;
	const ixc_report *report;
	const char *path;
	struct ixc_change *change;
	size_t left;
};

static struct run *
no_findings(struct arena *a)
{
	struct run *run = NEW(a, struct run);
	run->sources = NEW(a, struct sources);
	findings_init(&run->findings, a, run->sources);
	return run;
}

static ixc_status
make(void *arg, struct ixc_error *err)
{
	struct baseline_call *q = arg;
	struct arena *a = &q->change->report.arena;
	const struct run *run = q->report->run;
	struct baseline *b = run->baseline;
	q->change->must_match = true;
	ixc_status status = api_locate(q->change, q->path, err);
	if (status != IXC_OK)
		return status;
	if (b && b->faults.n)
		return api_fail(err, IXC_EUSAGE,
			"'%s' has faults; 'infxcheck check --baseline %s' lists them",
			q->path, q->path);
	if (b)
		baseline_prune(b);
	else
		b = baseline_of(a, &run->findings.list);
	for (size_t i = 0; i < run->findings.list.n; i++)
		q->left += run->findings.list.v[i]->rule->locked;
	q->change->report.run = no_findings(a);
	q->change->bytes = baseline_text(a, b);
	if (!q->change->bytes.n)
		return api_fail(
			err, IXC_EUSAGE, "there are too many findings for a baseline");
	q->change->differs = !str_eq(q->change->bytes, q->change->old);
	return IXC_OK;
}

ixc_status
ixc_baseline_change(const ixc_checker *checker, const char *path, size_t *ret_left,
	ixc_change **ret, struct ixc_error *err)
{
	ixc_report *report;
	ixc_status status = ixc_check(checker, &report, err);
	if (status != IXC_OK)
		return status;
	struct baseline_call q = {.checker = checker, .report = report, .path = path};
	q.change = calloc(1, sizeof *q.change);
	if (q.change) {
		arena_init(&q.change->report.arena, LIMIT_RUN_BYTES, NULL);
		status = api_guard(&q.change->report.arena, make, &q, err);
	} else {
		status = api_fail(err, IXC_ENOMEM, "out of memory");
	}
	ixc_report_free(report);
	if (ret_left)
		*ret_left = q.left;
	if (status == IXC_OK)
		*ret = q.change;
	else
		ixc_change_free(q.change);
	return status;
}
