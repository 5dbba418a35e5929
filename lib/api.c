/* Public interface: checkers and runs. */
#include "api_git.h"

#include "base/limits.h"
#include "base/suggest.h"
#include "check/rule.h"
#include "check/run.h"
#include "model/history.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- finding the root ---- */

static bool
is_root(const char *folder)
{
	static const char *const marks[] = {"perf-changelog.yaml", "configs"};
	for (size_t i = 0; i < 2; i++) {
		char path[4096];
		struct stat st;
		int n = snprintf(path, sizeof path, "%s/%s", folder, marks[i]);
		if (n > 0 && (size_t)n < sizeof path && stat(path, &st) == 0)
			return true;
	}
	return false;
}

ixc_status
ixc_find_root(const char *start, char *buf, size_t size, struct ixc_error *err)
{
	char *at = realpath(start ? start : ".", NULL);
	if (!at)
		return api_fail(err, IXC_EUSAGE, "cannot open '%s': %s", start ? start : ".",
			strerror(errno));
	char *folder = at;
	size_t n = strlen(folder);
	while (!is_root(folder)) {
		while (n > 1 && folder[n - 1] != '/')
			n--;
		while (n > 1 && folder[n - 1] == '/')
			n--;
		if (n <= 1) {
			free(at);
			return api_fail(err, IXC_EUSAGE,
				"no perf-changelog.yaml and no configs/ in '%s' or above it: give "
				"the repository with --root",
				start ? start : ".");
		}
		folder[n] = 0;
	}
	bool fits = n < size;
	if (fits)
		memcpy(buf, folder, n + 1);
	free(at);
	return fits ? IXC_OK : api_fail(err, IXC_EUSAGE, "the path of the root is too long");
}

/* ---- checker ---- */

ixc_status
ixc_checker_new(ixc_checker **ret, const char *root, struct ixc_error *err)
{
	ixc_checker *c = calloc(1, sizeof *c);
	if (!c)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	arena_init(&c->arena, 0, NULL);
	c->root = strdup(root);
	c->severity = calloc(rules_count(), sizeof *c->severity);
	c->given = calloc(rules_count(), sizeof *c->given);
	if (!c->root || !c->severity || !c->given) {
		ixc_checker_free(c);
		return api_fail(err, IXC_ENOMEM, "out of memory");
	}
	for (size_t i = 0; i < rules_count(); i++)
		c->severity[i] = rules_at(i)->severity;
	*ret = c;
	return IXC_OK;
}

void
ixc_checker_free(ixc_checker *checker)
{
	if (!checker)
		return;
	free(checker->root);
	free(checker->severity);
	free(checker->given);
	arena_release(&checker->arena);
	free(checker);
}

/* Texts that the caller hands in are copied. */
struct copy_call {
	struct arena *arena;
	const char *text;
	struct str *to;      /* or */
	struct strs *append; /* a list to add to */
};

static ixc_status
copy_text(void *arg, struct ixc_error *err)
{
	(void)err;
	struct copy_call *q = arg;
	struct str copy = str_dup(q->arena, str_from(q->text));
	if (q->to)
		*q->to = copy;
	else
		vec_push(q->arena, q->append, copy);
	return IXC_OK;
}

static ixc_status
set_text(ixc_checker *c, struct str *to, const char *text, struct ixc_error *err)
{
	struct copy_call q = {.arena = &c->arena, .text = text, .to = to};
	return api_guard(&c->arena, copy_text, &q, err);
}

ixc_status
ixc_checker_add_path(ixc_checker *checker, const char *path, struct ixc_error *err)
{
	struct copy_call q = {
		.arena = &checker->arena, .text = path, .append = &checker->paths};
	return api_guard(&checker->arena, copy_text, &q, err);
}

ixc_status
ixc_checker_set_head(
	ixc_checker *checker, ixc_head head, const char *revision, struct ixc_error *err)
{
	if ((head == IXC_HEAD_REVISION) != (revision && *revision))
		return api_fail(err, IXC_EUSAGE, "a head revision is needed exactly when the head "
						 "is one");
	checker->head = head;
	return set_text(checker, &checker->head_revision, revision, err);
}

ixc_status
ixc_checker_set_base(ixc_checker *checker, const char *revision, struct ixc_error *err)
{
	if (!*revision)
		return api_fail(err, IXC_EUSAGE, "the base revision is empty");
	return set_text(checker, &checker->base_revision, revision, err);
}

ixc_status
ixc_checker_set_repository(
	ixc_checker *checker, const char *repository, struct ixc_error *err)
{
	if (!project_is_slug(str_from(repository)))
		return api_fail(err, IXC_EUSAGE, "'%s' is not of the form OWNER/NAME", repository);
	return set_text(checker, &checker->repository, repository, err);
}

ixc_status
ixc_checker_set_changelog(ixc_checker *checker, const char *path, struct ixc_error *err)
{
	if (!*path)
		return api_fail(err, IXC_EUSAGE, "the path of the changelog is empty");
	return set_text(checker, &checker->changelog, path, err);
}

static ixc_status
unknown_rule(const char *id, struct ixc_error *err)
{
	const char **ids = calloc(rules_count(), sizeof *ids);
	if (!ids)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	for (size_t i = 0; i < rules_count(); i++)
		ids[i] = rules_at(i)->id;
	int near = ixc_nearest(id, ids, rules_count());
	free(ids);
	if (near < 0)
		return api_fail(err, IXC_EUSAGE, "there is no rule '%s'", id);
	return api_fail(err, IXC_EUSAGE, "there is no rule '%s'; did you mean '%s'?", id,
		rules_at((size_t)near)->id);
}

ixc_status
ixc_checker_set_severity(ixc_checker *checker, const char *id, ixc_severity severity,
	struct ixc_error *err)
{
	size_t i = rules_index(str_from(id));
	if (i == rules_count())
		return unknown_rule(id, err);
	checker->severity[i] = severity;
	checker->given[i] = true;
	return IXC_OK;
}

ixc_status
ixc_checker_select_rule(ixc_checker *checker, const char *id, struct ixc_error *err)
{
	size_t i = rules_index(str_from(id));
	if (i == rules_count())
		return unknown_rule(id, err);
	for (size_t k = 0; k < rules_count() && !checker->selected; k++)
		checker->severity[k] = IXC_OFF;
	checker->selected = true;
	if (!checker->given[i])
		checker->severity[i] = rules_at(i)->severity;
	return IXC_OK;
}

void
ixc_checker_set_suppressions(ixc_checker *checker, bool on)
{
	checker->no_suppressions = !on;
}

void
ixc_checker_set_all_entries(ixc_checker *checker, bool on)
{
	checker->all_entries = on;
}

void
ixc_checker_set_syntax(ixc_checker *checker, ixc_syntax syntax)
{
	checker->syntax = syntax;
}

void
ixc_checker_set_pr(ixc_checker *checker, uint64_t number)
{
	checker->links_open = number == IXC_PR_NONE;
	checker->pr = checker->links_open ? 0 : number;
}

void
ixc_checker_set_changelog_only(ixc_checker *checker, bool on)
{
	checker->changelog_only = on;
}

void
ixc_checker_set_show(ixc_checker *checker, unsigned show)
{
	checker->show = show;
}

void
ixc_checker_set_progress(ixc_checker *checker,
	void (*progress)(void *user, size_t done, size_t of), void *user)
{
	checker->progress = progress;
	checker->progress_user = user;
}

/* ---- run ---- */

struct check_options
api_options(const ixc_checker *c)
{
	return (struct check_options){
		.severity = c->severity,
		.pr = c->pr,
		.links_open = c->links_open,
		.all_entries = c->all_entries,
		.no_suppressions = c->no_suppressions,
		.syntax = c->syntax,
		.changelog_path = api_changelog_path(c),
		.hbm = c->has_hbm ? &c->hbm : NULL,
		.hbm_path = c->hbm_path,
		.baseline = c->has_baseline ? &c->baseline : NULL,
		.baseline_path = c->baseline_path,
		.today = c->today,
		.only_new = !(c->show & (IXC_SHOW_UNCHANGED | IXC_SHOW_FIXED)),
		.whole = c->show & IXC_SHOW_UNCHANGED,
		.progress = c->progress,
		.progress_user = c->progress_user,
	};
}

struct check_call {
	const ixc_checker *checker;
	ixc_report *report;
};

/* A changelog that the base lacks is an empty one. */
static ixc_status
open_against(struct api_session *s, const ixc_checker *c, struct check_options *o,
	struct check_change *change, struct tree **head, struct ixc_error *err)
{
	struct git_error e;
	if (c->base_revision.n) {
		if (!git_resolve(s->git, s->arena, c->base_revision, &s->base, &e))
			return api_git_trouble(err, &e);
		if (!git_file(s->git, s->arena, &s->base, s->path, &s->base_bytes, &e) &&
			e.status != GIT_ABSENT)
			return api_git_trouble(err, &e);
		o->base_changelog = &s->base_bytes;
		o->base_name = c->base_revision;
		o->base_tree = tree_git(s->git, &s->base);
	}
	ixc_status status = api_open_head(s, c, change, head, err);
	if (status == IXC_OK)
		*head = api_lay_over(s->arena, c, *head);
	return status;
}

static ixc_status
open_trees(struct arena *a, const ixc_checker *c, struct check_options *o,
	struct tree **ret, struct ixc_error *err)
{
	if (!c->base_revision.n && c->head == IXC_HEAD_WORKTREE) {
		*ret = tree_folder(a, c->root);
		if (!*ret)
			return api_fail(err, IXC_EUSAGE, "cannot open the folder '%s': %s",
				c->root, strerror(errno));
		*ret = api_lay_over(a, c, *ret);
		struct history_base base =
			history_base(a, c->root, *ret, str_from(o->changelog_path));
		o->base_changelog = base.changelog;
		o->why_no_base = base.why_not;
		return IXC_OK;
	}
	struct api_session *s = NEW(a, struct api_session);
	struct check_change *change = NEW(a, struct check_change);
	ixc_status status = api_open_session(s, a, c, err);
	return status == IXC_OK ? open_against(s, c, o, change, ret, err) : status;
}

ixc_status
api_open_check(const ixc_checker *c, struct ixc_report *r, struct check_options *o,
	struct tree **ret, struct ixc_error *err)
{
	struct arena *a = &r->arena;
	*o = api_options(c);
	o->stages = &r->stages;
	stages_begin(o->stages);
	ixc_status status = open_trees(a, c, o, ret, err);
	if (status != IXC_OK)
		return status;
	const struct project *p = api_project(
		c, a, o->base_tree ? o->base_tree : *ret, c->base_revision);
	api_use_project(c, a, p, o);
	r->fail_on = api_fail_on(c, p);
	stages_end(o->stages, "git");
	return IXC_OK;
}

static ixc_status
check(void *arg, struct ixc_error *err)
{
	struct check_call *q = arg;
	const ixc_checker *c = q->checker;
	struct check_options o;
	struct tree *tree = NULL;
	ixc_status status = api_open_check(c, q->report, &o, &tree, err);
	if (status != IXC_OK)
		return status;
	o.paths = c->paths;
	q->report->run = check_run(&q->report->arena, tree, &o);
	check_show(q->report->run, c->show);
	return IXC_OK;
}

ixc_status
ixc_check(const ixc_checker *checker, ixc_report **ret, struct ixc_error *err)
{
	ixc_report *r = calloc(1, sizeof *r);
	if (!r)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	arena_init(&r->arena, LIMIT_RUN_BYTES, NULL);
	struct check_call q = {checker, r};
	ixc_status status = api_guard(&r->arena, check, &q, err);
	if (status != IXC_OK) {
		ixc_report_free(r);
		return status;
	}
	*ret = r;
	return IXC_OK;
}

void
ixc_report_free(ixc_report *report)
{
	if (!report)
		return;
	arena_release(&report->arena);
	free(report);
}
