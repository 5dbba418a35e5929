/* Public interface: the gate, and edits of the changelog at merge time. */
#include "api.h"

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

/* A git repository with the commits and bytes that a call is about. */
struct session {
	struct arena *arena;
	struct git *git;
	struct str path; /* of the changelog, as git names it */
	struct git_commit base;
	struct str base_bytes;
};

static ixc_status
git_trouble(struct ixc_error *err, const struct git_error *e)
{
	if (e->hint.n)
		return api_fail(
			err, IXC_EGIT, "%.*s; try: %.*s", STR(e->text), STR(e->hint));
	return api_fail(err, IXC_EGIT, "%.*s", STR(e->text));
}

static ixc_status
open_session(struct session *s, struct arena *a, const ixc_checker *c, struct ixc_error *err)
{
	struct git_error e;
	*s = (struct session){.arena = a};
	bool is_top = access(str_fmt(a, "%s/.git", c->root).p, F_OK) == 0;
	s->git = git_open(a, &(struct git_options){.folder = c->root, .is_top = is_top}, &e);
	if (!s->git || !git_path(s->git, a, str_from(api_changelog_path(c)), &s->path, &e))
		return git_trouble(err, &e);
	return IXC_OK;
}

static ixc_status
open_base(struct session *s, const ixc_checker *c, struct ixc_error *err)
{
	struct git_error e;
	if (!c->base_revision.n)
		return api_fail(err, IXC_EUSAGE, "a base revision is needed");
	if (!git_resolve(s->git, s->arena, c->base_revision, &s->base, &e) ||
		!git_file(s->git, s->arena, &s->base, s->path, &s->base_bytes, &e))
		return git_trouble(err, &e);
	return IXC_OK;
}

static struct changelog_pr
pr_of(const ixc_checker *c)
{
	if (!c->pr)
		return (struct changelog_pr){.links = CHANGELOG_LINKS_CANONICAL};
	return (struct changelog_pr){
		CHANGELOG_LINKS_PR, (int64_t)c->pr, c->repository};
}

/* ---- gate ---- */

static ixc_status
open_head(struct session *s, const ixc_checker *c, struct check_change *change,
	struct tree **ret, struct ixc_error *err)
{
	struct git_error e;
	struct git_commit head;
	struct str top = str_from(api_changelog_path(c)), bytes;
	if (c->head != IXC_HEAD_WORKTREE && !str_eq(top, s->path))
		return api_fail(err, IXC_EUSAGE,
			"give the top of the repository as the root: '%s' is a folder in it",
			c->root);
	switch (c->head) {
	case IXC_HEAD_WORKTREE:
		*ret = tree_folder(s->arena, c->root);
		return *ret ? IXC_OK
			    : api_fail(err, IXC_EIO, "cannot open the folder '%s'", c->root);
	case IXC_HEAD_STAGED:
		*ret = tree_git_index(s->git, &e);
		return *ret ? IXC_OK : git_trouble(err, &e);
	case IXC_HEAD_REVISION:
		if (!git_resolve(s->git, s->arena, c->head_revision, &head, &e) ||
			!git_file(s->git, s->arena, &head, s->path, &bytes, &e))
			return git_trouble(err, &e);
		if (changelog_needs_git_diff(s->base_bytes, bytes) &&
			!git_diff(s->git, s->arena, &s->base, &head, s->path,
				&change->git_diff, &e))
			return git_trouble(err, &e);
		*ret = tree_git(s->git, &head);
		return IXC_OK;
	}
	return api_fail(err, IXC_EUSAGE, "there is no such kind of head");
}

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
	struct session s;
	struct tree *head = NULL;
	struct check_change change = {.pr = pr_of(c)};
	ixc_status status = open_session(&s, a, c, err);
	if (status == IXC_OK)
		status = open_base(&s, c, err);
	if (status == IXC_OK)
		status = open_head(&s, c, &change, &head, err);
	if (status != IXC_OK)
		return status;
	change.base = s.base_bytes;
	change.base_path =
		str_fmt(a, "%.*s:%.*s", STR(c->base_revision), STR(s.path));
	struct check_options o = {
		.severity = c->severity,
		.pr = c->pr,
		.changelog_path = api_changelog_path(c),
		.change = &change,
		.changelog_only = true,
		.base_changelog = &s.base_bytes,
	};
	vec_push(a, &o.paths, str_from(o.changelog_path));
	vec_push(a, &o.paths, change.base_path);
	q->report->run = check_run(a, head, &o);
	return IXC_OK;
}

static ixc_status
make_report(struct ixc_report **ret, struct ixc_error *err)
{
	struct ixc_report *r = calloc(1, sizeof *r);
	if (!r)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	arena_init(&r->arena, LIMIT_RUN_BYTES, NULL);
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
read_worktree(struct session *s, const ixc_checker *c, struct str *ret, struct ixc_error *err)
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
read_stages(struct session *s, struct edit_call *q, struct ixc_error *err)
{
	struct git_error e;
	struct str *to[] = {&q->base, &q->head, &q->main};
	for (unsigned stage = 1; stage <= 3; stage++)
		if (!git_stage(s->git, s->arena, stage, s->path, to[stage - 1], &e))
			return git_trouble(err, &e);
	return IXC_OK;
}

static ixc_status
edit_from_checker(void *arg, struct ixc_error *err)
{
	struct edit_call *q = arg;
	const ixc_checker *c = q->checker;
	struct arena *a = &q->change->report.arena;
	struct session s;
	ixc_status status = IXC_OK;
	if (!c->pr)
		return api_fail(err, IXC_EUSAGE, "the pull request's number is needed");
	q->pr = pr_of(c);
	q->change->path = str_dup(a, str_from(api_changelog_path(c)));
	q->change->root = str_z(a, str_from(c->root));
	status = open_session(&s, a, c, err);
	if (status == IXC_OK && q->kind == EDIT_CANONICALIZE)
		status = open_base(&s, c, err);
	q->base = s.base_bytes;
	if (status == IXC_OK && q->kind == EDIT_CANONICALIZE)
		status = read_worktree(&s, c, &q->head, err);
	if (status == IXC_OK && q->kind == EDIT_RESOLVE)
		status = read_stages(&s, q, err);
	if (status != IXC_OK)
		return status;
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
