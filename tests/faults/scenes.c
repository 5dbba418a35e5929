/* What a user does with the library, from the first call to the last _free. */
#include "scenes.h"

#include <stdio.h>
#include <string.h>

static bool
take(void *user, const char *bytes, size_t n)
{
	struct scene_output *out = user;
	if (n > sizeof out->p - out->n)
		return false;
	if (n)
		memcpy(out->p + out->n, bytes, n);
	out->n += n;
	return true;
}

static void
tell(struct scene_output *out, const char *x, const char *y)
{
	uint64_t hash = 14695981039346656037u;
	for (; *x; x++)
		hash = (hash ^ (unsigned char)*x) * 1099511628211u;
	for (; *y; y++)
		hash = (hash ^ (unsigned char)*y) * 1099511628211u;
	if (out->told_n < SCENE_TOLD)
		out->told[out->told_n++] = hash;
}

static void
tell_report(const ixc_report *r, struct scene_output *out)
{
	for (size_t i = 0; i < ixc_report_gap_count(r); i++) {
		struct ixc_gap g = ixc_report_gap(r, i);
		tell(out, g.subject, g.reason);
	}
	for (size_t i = 0; i < ixc_report_count(r); i++) {
		const ixc_finding *f = ixc_report_at(r, i);
		if (strcmp(ixc_rule_id(ixc_finding_rule(f)), "file-unreadable") == 0)
			tell(out, ixc_finding_subject(f), ixc_finding_headline(f));
	}
}

static ixc_status
write_report(const ixc_report *r, struct scene_output *out, struct ixc_error *err)
{
	static const ixc_format formats[] = {IXC_FORMAT_TEXT, IXC_FORMAT_JSON,
		IXC_FORMAT_SARIF, IXC_FORMAT_JUNIT, IXC_FORMAT_MARKDOWN};
	ixc_status status = IXC_OK;
	tell_report(r, out);
	for (size_t i = 0; i < sizeof formats / sizeof *formats && status == IXC_OK; i++)
		status = ixc_write(r, formats[i], IXC_WRITE_GAPS, take, out, err);
	return status;
}

static ixc_status
run_check(const char *root, struct scene_output *out, struct ixc_error *err)
{
	ixc_checker *c = NULL;
	ixc_report *r = NULL;
	ixc_status status = ixc_checker_new(&c, root, err);
	if (status == IXC_OK)
		status = ixc_checker_set_severity(c, "stale-comment", IXC_ERROR, err);
	if (status == IXC_OK)
		status = ixc_check(c, &r, err);
	if (status == IXC_OK)
		status = write_report(r, out, err);
	ixc_report_free(r);
	ixc_checker_free(c);
	return status;
}

static ixc_status
run_gate(const char *root, struct scene_output *out, struct ixc_error *err)
{
	ixc_checker *c = NULL;
	ixc_report *r = NULL;
	ixc_status status = ixc_checker_new(&c, root, err);
	if (status == IXC_OK)
		status = ixc_checker_set_base(c, "HEAD", err);
	if (status == IXC_OK) {
		ixc_checker_set_pr(c, 1234);
		status = ixc_gate(c, &r, err);
	}
	if (status == IXC_OK)
		status = write_report(r, out, err);
	ixc_report_free(r);
	ixc_checker_free(c);
	return status;
}

static ixc_status
take_change(const ixc_change *change, struct scene_output *out, struct ixc_error *err)
{
	struct ixc_bytes b = ixc_change_bytes(change);
	take(out, b.p, b.n);
	ixc_status status = write_report(ixc_change_report(change), out, err);
	if (status == IXC_OK && !ixc_change_refused(change))
		status = ixc_change_apply(change, err);
	return status;
}

static ixc_status
run_canonicalize(const char *root, struct scene_output *out, struct ixc_error *err)
{
	ixc_checker *c = NULL;
	ixc_change *change = NULL;
	ixc_status status = ixc_checker_new(&c, root, err);
	if (status == IXC_OK)
		status = ixc_checker_set_base(c, "HEAD", err);
	if (status == IXC_OK) {
		ixc_checker_set_pr(c, 1234);
		status = ixc_canonicalize(c, &change, err);
	}
	if (status == IXC_OK)
		status = take_change(change, out, err);
	ixc_change_free(change);
	ixc_checker_free(c);
	return status;
}

static ixc_status
run_matrix(const char *root, struct scene_output *out, struct ixc_error *err)
{
	struct ixc_matrix_options o = {.size = sizeof o};
	ixc_matrix *m = NULL;
	int code = 0;
	ixc_status status = ixc_matrix_generate(root, &o, &m, err);
	if (status == IXC_OK) {
		const char *why = ixc_matrix_refusal(m, &code);
		if (why)
			take(out, why, strlen(why));
		else
			status = ixc_write_matrix(m, IXC_MATRIX_JSON, take, out, err);
	}
	ixc_matrix_free(m);
	return status;
}

static ixc_status
run_plan(const char *root, struct scene_output *out, struct ixc_error *err)
{
	struct ixc_plan_options o = {.size = sizeof o};
	ixc_plans *p = NULL;
	ixc_status status = ixc_plans_make(root, &o, &p, err);
	if (status == IXC_OK)
		status = ixc_write_plans(p, IXC_FORMAT_JSON, 0, take, out, err);
	ixc_plans_free(p);
	return status;
}

static ixc_status
run_fix(const char *root, struct scene_output *out, struct ixc_error *err)
{
	ixc_checker *c = NULL;
	ixc_fixes *x = NULL;
	const ixc_change *change;
	ixc_status status = ixc_checker_new(&c, root, err);
	if (status == IXC_OK)
		status = ixc_fix(c, true, &x, err);
	if (status == IXC_OK)
		status = write_report(ixc_fixes_report(x), out, err);
	for (size_t i = 0; status == IXC_OK && (change = ixc_fixes_change_at(x, i)); i++) {
		status = ixc_write_diff(change, take, out, err);
		if (status == IXC_OK)
			status = ixc_change_apply(change, err);
	}
	ixc_fixes_free(x);
	ixc_checker_free(c);
	return status;
}

static ixc_status
run_file(const char *root, struct scene_output *out, struct ixc_error *err)
{
	char path[4096];
	ixc_report *r = NULL;
	static const char base[] = "- config-keys: [a]\n  description: [b]\n  pr-link: c\n";
	struct ixc_bytes b = {base, sizeof base - 1};
	snprintf(path, sizeof path, "%s/report.json", root);
	ixc_status status = ixc_gate_bytes(b, b, 0, NULL, &r, err);
	if (status == IXC_OK)
		status = ixc_write_file(r, IXC_FORMAT_JSON, 0, path, err);
	if (status == IXC_OK)
		take(out, "written", 7);
	ixc_report_free(r);
	return status;
}

const struct scene scenes[] = {
	{"check", run_check},
	{"gate", run_gate},
	{"canonicalize", run_canonicalize},
	{"matrix", run_matrix},
	{"plan", run_plan},
	{"fix", run_fix},
	{"report in a file", run_file},
};
const size_t scenes_count = sizeof scenes / sizeof *scenes;
