/* Public interface: the gate, and edits of the changelog at merge time. */
#include "api_git.h"

#include "base/git.h"
#include "base/limits.h"
#include "check/rule.h"
#include "check/verdict.h"
#include "model/changelog_edit.h"
#include "model/changelog_pr.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- gate ---- */

struct gate_call {
	const ixc_checker *checker;
	struct ixc_report *report;
};

static ixc_status
gate(void *arg, struct ixc_error *err)
{
	struct gate_call *q = arg;
	const ixc_checker *c = q->checker;
	struct arena *a = &q->report->arena;
	struct api_session s;
	struct tree *head = NULL;
	struct check_change change = {0};
	stages_begin(&q->report->stages);
	ixc_status status = api_open_session(&s, a, c, err);
	if (status == IXC_OK)
		status = api_open_base(&s, c, err);
	if (status == IXC_OK)
		status = api_open_head(&s, c, &change, &head, err);
	if (status != IXC_OK)
		return status;
	head = api_lay_over(a, c, head);
	change.base = s.base_bytes;
	change.base_path =
		str_fmt(a, "%.*s:%.*s", STR(c->base_revision), STR(s.path));
	struct check_options o = api_options(c);
	struct tree *base = tree_git(s.git, &s.base);
	const struct project *p = api_project(c, a, base, c->base_revision);
	api_use_project(c, a, p, &o);
	q->report->fail_on = api_fail_on(c, p);
	change.pr = api_pr_of(c, p);
	o.change = &change;
	o.changelog_only = c->changelog_only;
	o.stages = &q->report->stages;
	stages_end(o.stages, "git");
	o.base_changelog = &s.base_bytes;
	o.base_name = c->base_revision;
	if (c->changelog_only) {
		vec_push(a, &o.paths, str_from(o.changelog_path));
		vec_push(a, &o.paths, change.base_path);
	} else {
		o.base_tree = base;
	}
	q->report->run = check_run(a, head, &o);
	check_show(q->report->run, c->show);
	return IXC_OK;
}

static ixc_status
make_report(struct ixc_report **ret, struct ixc_error *err)
{
	struct ixc_report *r = calloc(1, sizeof *r);
	if (!r)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	arena_init(&r->arena, LIMIT_RUN_BYTES, NULL);
	r->fail_on = IXC_WARNING;
	*ret = r;
	return IXC_OK;
}

ixc_status
ixc_gate(const ixc_checker *checker, ixc_report **ret, struct ixc_error *err)
{
	struct gate_call q = {.checker = checker};
	ixc_status status = make_report(&q.report, err);
	if (status == IXC_OK)
		status = api_guard(&q.report->arena, gate, &q, err);
	if (status == IXC_OK)
		*ret = q.report;
	else
		ixc_report_free(q.report);
	return status;
}

/* ---- edits ---- */

enum edit_kind { EDIT_CANONICALIZE, EDIT_RESOLVE };

struct edit_call {
	const ixc_checker *checker; /* NULL: over bytes */
	struct ixc_change *change;
	enum edit_kind kind;
	struct str base, head, main; /* over bytes */
	struct changelog_pr pr;
};

static struct changelog_edit
edit(struct edit_call *q, struct run *run)
{
	struct arena *a = &q->change->report.arena;
	struct source *base = sources_add(a, run->sources, S("base:" CHANGELOG_PATH), q->base);
	struct source *head = sources_add(a, run->sources, q->change->path, q->head);
	if (q->kind == EDIT_CANONICALIZE) {
		q->change->old = q->head;
		return changelog_canonicalize(a, run->sources, base, head, &q->pr);
	}
	struct source *main = sources_add(a, run->sources, S("main:" CHANGELOG_PATH), q->main);
	q->change->old = q->main;
	return changelog_resolve(a, run->sources, base, head, main, &q->pr);
}

static struct run *
judge_bytes(struct arena *a, struct str path, struct str head, uint64_t pr,
	const struct check_change *change)
{
	struct tree *t = tree_memory(a);
	tree_memory_put(a, t, path, head);
	struct check_options o = {
		.pr = pr,
		.changelog_path = str_z(a, path),
		.change = change,
		.changelog_only = true,
		.base_changelog = &change->base,
	};
	vec_push(a, &o.paths, path);
	vec_push(a, &o.paths, change->base_path);
	return check_run(a, t, &o);
}

/* The findings of a refusal: for canonicalize everything that the gate would say, for a
 * conflict the reason alone, since three texts are involved. */
static struct run *
explain_refusal(struct edit_call *q, struct run *run, const struct changelog_verdict *v)
{
	struct arena *a = &q->change->report.arena;
	if (q->kind == EDIT_CANONICALIZE) {
		struct check_change *change = NEW(a, struct check_change);
		change->base_path = S("base:" CHANGELOG_PATH);
		change->base = q->base;
		change->pr = q->pr;
		struct run *judged =
			judge_bytes(a, q->change->path, q->head, (uint64_t)q->pr.number, change);
		if (count_severity(&judged->findings, IXC_ERROR))
			return judged;
	}
	verdict_report(a, &run->findings, v, sources_get(run->sources, 2));
	return run;
}

static ixc_status
finish_edit(struct edit_call *q, struct ixc_error *err)
{
	(void)err;
	struct ixc_change *change = q->change;
	struct arena *a = &change->report.arena;
	if (!change->path.n)
		change->path = S(CHANGELOG_PATH);
	struct run *run = NEW(a, struct run);
	run->sources = NEW(a, struct sources);
	findings_init(&run->findings, a, run->sources);
	struct changelog_edit e = edit(q, run);
	change->refused = e.verdict.class != CHANGELOG_FINE;
	change->bytes = change->refused ? (struct str){0} : e.bytes;
	change->differs = !change->refused && !str_eq(e.bytes, change->old);
	if (change->refused)
		run = explain_refusal(q, run, &e.verdict);
	change->report.run = run;
	return IXC_OK;
}

static ixc_status
read_worktree(struct api_session *s, const ixc_checker *c, struct str *ret, struct ixc_error *err)
{
	struct tree *t = tree_folder(s->arena, c->root);
	struct str path = str_from(api_changelog_path(c));
	enum tree_status st = t ? t->read(t, s->arena, path, ret) : TREE_UNREADABLE;
	if (st != TREE_OK)
		return api_fail(err, IXC_EIO, "'%.*s' can't be used: %s", STR(path),
			tree_status_text(st));
	return IXC_OK;
}

static ixc_status
read_stages(struct api_session *s, struct edit_call *q, struct ixc_error *err)
{
	struct git_error e;
	struct str *to[] = {&q->base, &q->head, &q->main};
	for (unsigned stage = 1; stage <= 3; stage++)
		if (!git_stage(s->git, s->arena, stage, s->path, to[stage - 1], &e))
			return api_git_trouble(err, &e);
	return IXC_OK;
}

/* Of the base; in a conflict there is none but what the index has. */
static const struct project *
project_of_edit(struct edit_call *q, struct api_session *s)
{
	struct git_error e;
	struct tree *t = q->kind == EDIT_CANONICALIZE ? tree_git(s->git, &s->base)
						      : tree_git_index(s->git, &e);
	return t ? api_project(q->checker, s->arena, t, (struct str){0}) : NULL;
}

static ixc_status
edit_from_checker(void *arg, struct ixc_error *err)
{
	struct edit_call *q = arg;
	const ixc_checker *c = q->checker;
	struct arena *a = &q->change->report.arena;
	struct api_session s;
	ixc_status status = IXC_OK;
	if (!c->pr)
		return api_fail(err, IXC_EUSAGE, "the pull request's number is needed");
	q->change->path = str_dup(a, str_from(api_changelog_path(c)));
	q->change->root = str_z(a, str_from(c->root));
	status = api_open_session(&s, a, c, err);
	if (status == IXC_OK && q->kind == EDIT_CANONICALIZE)
		status = api_open_base(&s, c, err);
	q->base = s.base_bytes;
	if (status == IXC_OK && q->kind == EDIT_CANONICALIZE)
		status = read_worktree(&s, c, &q->head, err);
	if (status == IXC_OK && q->kind == EDIT_RESOLVE)
		status = read_stages(&s, q, err);
	if (status != IXC_OK)
		return status;
	q->pr = api_pr_of(c, project_of_edit(q, &s));
	status = finish_edit(q, err);
	if (status == IXC_OK && q->kind == EDIT_RESOLVE && !q->change->refused) {
		/* What is replaced is the file with its conflict markers. */
		status = read_worktree(&s, c, &q->change->old, err);
		q->change->differs = !str_eq(q->change->old, q->change->bytes);
	}
	return status;
}

static ixc_status
edit_from_bytes(void *arg, struct ixc_error *err)
{
	return finish_edit(arg, err);
}

static ixc_status
call_edit(struct edit_call *q, ixc_change **ret, struct ixc_error *err)
{
	q->change = calloc(1, sizeof *q->change);
	if (!q->change)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	struct arena *a = &q->change->report.arena;
	arena_init(a, LIMIT_RUN_BYTES, NULL);
	ixc_status status =
		api_guard(a, q->checker ? edit_from_checker : edit_from_bytes, q, err);
	if (status == IXC_OK)
		*ret = q->change;
	else
		ixc_change_free(q->change);
	return status;
}

ixc_status
ixc_canonicalize(const ixc_checker *checker, ixc_change **ret, struct ixc_error *err)
{
	struct edit_call q = {.checker = checker, .kind = EDIT_CANONICALIZE};
	return call_edit(&q, ret, err);
}

ixc_status
ixc_resolve_conflict(const ixc_checker *checker, ixc_change **ret, struct ixc_error *err)
{
	struct edit_call q = {.checker = checker, .kind = EDIT_RESOLVE};
	return call_edit(&q, ret, err);
}

static struct str
bytes_of(struct ixc_bytes b)
{
	return (struct str){b.p, b.n};
}

static struct changelog_pr
pr_or(enum changelog_links otherwise, uint64_t pr, const char *repository)
{
	struct changelog_pr p = {.links = pr ? CHANGELOG_LINKS_PR : otherwise};
	p.number = (int64_t)pr;
	p.repository = str_from(repository);
	return p;
}

ixc_status
ixc_canonicalize_bytes(struct ixc_bytes base, struct ixc_bytes head, uint64_t pr,
	const char *repository, ixc_change **ret, struct ixc_error *err)
{
	struct edit_call q = {
		.kind = EDIT_CANONICALIZE,
		.base = bytes_of(base),
		.head = bytes_of(head),
		.pr = pr_or(CHANGELOG_LINKS_CANONICAL, pr, repository),
	};
	return call_edit(&q, ret, err);
}

ixc_status
ixc_resolve_bytes(struct ixc_bytes base, struct ixc_bytes branch, struct ixc_bytes main,
	uint64_t pr, const char *repository, ixc_change **ret, struct ixc_error *err)
{
	struct edit_call q = {
		.kind = EDIT_RESOLVE,
		.base = bytes_of(base),
		.head = bytes_of(branch),
		.main = bytes_of(main),
		.pr = pr_or(CHANGELOG_LINKS_OPEN, pr, repository),
	};
	return call_edit(&q, ret, err);
}

/* ---- gate over bytes ---- */

struct gate_bytes_call {
	struct ixc_report *report;
	struct check_change change;
	struct str head;
	uint64_t pr;
};

static ixc_status
gate_bytes(void *arg, struct ixc_error *err)
{
	(void)err;
	struct gate_bytes_call *q = arg;
	struct arena *a = &q->report->arena;
	q->report->run = judge_bytes(a, S(CHANGELOG_PATH), q->head, q->pr, &q->change);
	return IXC_OK;
}

ixc_status
ixc_gate_bytes(struct ixc_bytes base, struct ixc_bytes head, uint64_t pr,
	const char *repository, ixc_report **ret, struct ixc_error *err)
{
	struct gate_bytes_call q = {.head = bytes_of(head), .pr = pr};
	q.change.base_path = S("base:" CHANGELOG_PATH);
	q.change.base = bytes_of(base);
	q.change.pr = pr_or(CHANGELOG_LINKS_CANONICAL, pr, repository);
	ixc_status status = make_report(&q.report, err);
	if (status == IXC_OK)
		status = api_guard(&q.report->arena, gate_bytes, &q, err);
	if (status == IXC_OK)
		*ret = q.report;
	else
		ixc_report_free(q.report);
	return status;
}
