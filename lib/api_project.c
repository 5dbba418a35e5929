/* Public interface: .infxcheck.yaml, and what wins over it. */
#include "api_git.h"

#include "base/limits.h"
#include "check/rule.h"
#include "report/report.h"

#include <string.h>

struct file_call {
	ixc_checker *checker;
	const char *path;
};

static ixc_status
take_file(void *arg, struct ixc_error *err)
{
	struct file_call *q = arg;
	ixc_checker *c = q->checker;
	ixc_status status = api_read_file(&c->arena, q->path, &c->project, err);
	if (status != IXC_OK)
		return status;
	c->project_path = str_dup(&c->arena, str_from(q->path));
	c->has_project = true;
	return IXC_OK;
}

ixc_status
ixc_checker_set_project_file(ixc_checker *checker, const char *path, struct ixc_error *err)
{
	struct file_call q = {checker, path};
	checker->no_project = !path;
	return path ? api_guard(&checker->arena, take_file, &q, err) : IXC_OK;
}

void
ixc_checker_set_fail_on(ixc_checker *checker, ixc_severity severity)
{
	checker->has_fail_on = true;
	checker->fail_on = severity;
}

ixc_severity
ixc_report_fail_on(const ixc_report *report)
{
	return report->fail_on;
}

/* ---- what is in force ----------------------------------------------------------- */

const struct project *
api_project(const ixc_checker *c, struct arena *a, struct tree *tree, struct str revision)
{
	struct str path = S(PROJECT_PATH), bytes = c->project;
	if (c->no_project)
		return NULL;
	if (c->has_project)
		path = c->project_path;
	else if (tree->read(tree, a, path, &bytes) != TREE_OK)
		return NULL;
	else if (revision.n)
		path = str_fmt(a, "%.*s:%s", STR(revision), PROJECT_PATH);
	struct sources *sources = NEW(a, struct sources);
	return project_read(a, yaml_load(a, sources_add(a, sources, path, bytes)));
}

ixc_severity
api_fail_on(const ixc_checker *c, const struct project *p)
{
	if (c->has_fail_on)
		return c->fail_on;
	return p && p->fail_on.span.file ? p->fail_on.severity : IXC_WARNING;
}

struct str
api_repository(const ixc_checker *c, const struct project *p)
{
	return !c->repository.n && p ? p->repository.value : c->repository;
}

/* A rule that was asked for by name runs, whatever the file says of it in general. */
static bool
is_given(const ixc_checker *c, const struct project *p, size_t rule)
{
	if (c->given[rule])
		return true;
	if (!c->selected)
		return false;
	const struct rule_setting *set = &p->rule[rule];
	return c->severity[rule] == IXC_OFF || (set->span.file && set->severity == IXC_OFF);
}

void
api_use_project(const ixc_checker *c, struct arena *a, const struct project *p,
	struct check_options *o)
{
	o->no_project = c->no_project;
	o->project_bytes = c->has_project ? &c->project : NULL;
	o->project_path = c->project_path;
	o->project = p;
	if (!p)
		return;
	if (!o->hbm)
		o->hbm_path = p->hbm_profile.value;
	ixc_severity *most = NEW_ARRAY(a, ixc_severity, rules_count());
	ixc_severity *otherwise = NEW_ARRAY(a, ixc_severity, rules_count());
	bool *given = NEW_ARRAY(a, bool, rules_count());
	for (size_t i = 0; i < rules_count(); i++) {
		const struct rule_setting *set = &p->rule[i];
		given[i] = is_given(c, p, i);
		otherwise[i] = set->span.file && !given[i] ? set->severity : c->severity[i];
		most[i] = given[i] ? c->severity[i] : project_most(p, i, c->severity[i]);
	}
	o->severity = most;
	o->otherwise = otherwise;
	o->given = given;
}

/* ---- showing it ----------------------------------------------------------------- */

struct show_call {
	struct arena arena;
	const ixc_checker *checker;
	const char *path; /* NULL: none */
	ixc_write_fn *fn;
	void *user;
	const struct project *project;
	struct buf text;
};

static struct str
origin_of(struct show_call *q, struct span at)
{
	if (!at.file)
		return S("default");
	const struct source *s = q->project->source;
	return str_fmt(&q->arena, "%.*s:%u", STR(s->path), source_place(s, at.begin).line);
}

static void
show(struct show_call *q, const char *name, struct str value, struct str origin)
{
	buf_addf(&q->text, "%-36s  %-28.*s  %.*s\n", name, STR(value), STR(origin));
}

static void
show_texts(struct show_call *q)
{
	static const struct project nothing;
	const ixc_checker *c = q->checker;
	const struct project *p = q->project ? q->project : &nothing;
	ixc_severity on = api_fail_on(c, q->project);
	struct str repository = api_repository(c, q->project);
	struct str hbm = c->has_hbm ? c->hbm_path : p->hbm_profile.value;
	show(q, "fail-on", str_from(on == IXC_OFF ? "never" : severity_name(on)),
		c->has_fail_on ? S("option") : origin_of(q, p->fail_on.span));
	show(q, "hbm-profile", hbm.n ? hbm : S(HBM_PROFILE_PATH),
		c->has_hbm ? S("option") : origin_of(q, p->hbm_profile.span));
	show(q, "repository", repository.n ? repository : S(CHANGELOG_REPOSITORY),
		c->repository.n ? S("option") : origin_of(q, p->repository.span));
}

static void
show_rule(struct show_call *q, size_t i)
{
	const ixc_checker *c = q->checker;
	const struct project *p = q->project;
	struct rule_setting set = {.severity = c->severity[i]};
	bool given = p ? is_given(c, p, i) : c->given[i] || c->selected;
	if (p && !given && q->path)
		set = project_of(p, i, str_from(q->path), c->severity[i]);
	else if (p && !given && p->rule[i].span.file)
		set = p->rule[i];
	show(q, str_fmt(&q->arena, "rules.%s", rules_at(i)->id).p,
		str_from(severity_name(set.severity)),
		given ? S("option") : origin_of(q, set.span));
}

static void
show_override(struct show_call *q, const struct project_override *o)
{
	struct buf paths = buf_new(&q->arena, 65536);
	for (size_t i = 0; i < o->patterns.n; i++)
		buf_addf(&paths, "%s%.*s", i ? ", " : "",
			STR(quote(&q->arena, o->patterns.v[i])));
	for (size_t i = 0; i < rules_count(); i++)
		if (o->rule[i].span.file)
			show(q, str_fmt(&q->arena, "rules.%s", rules_at(i)->id).p,
				str_fmt(&q->arena, "%s in %.*s",
					severity_name(o->rule[i].severity),
					STR(buf_str(&paths))),
				origin_of(q, o->rule[i].span));
}

static struct tree *
open_tree(struct show_call *q, struct ixc_error *err)
{
	const ixc_checker *c = q->checker;
	struct check_change change = {0};
	struct api_session s;
	struct git_error e;
	struct tree *tree = NULL;
	if (!c->base_revision.n && c->head == IXC_HEAD_WORKTREE) {
		tree = tree_folder(&q->arena, c->root);
		if (!tree)
			api_fail(err, IXC_EIO, "cannot open the folder '%s'", c->root);
		return tree;
	}
	if (api_open_session(&s, &q->arena, c, err) != IXC_OK)
		return NULL;
	if (!c->base_revision.n)
		return api_open_head(&s, c, &change, &tree, err) == IXC_OK ? tree
									   : NULL;
	if (git_resolve(s.git, &q->arena, c->base_revision, &s.base, &e))
		return tree_git(s.git, &s.base);
	api_git_trouble(err, &e);
	return NULL;
}

static ixc_status
show_all(void *arg, struct ixc_error *err)
{
	struct show_call *q = arg;
	struct tree *tree = open_tree(q, err);
	if (!tree)
		return err->status;
	q->text = buf_new(&q->arena, LIMIT_OUTPUT_BYTES);
	q->project = api_project(q->checker, &q->arena, tree, q->checker->base_revision);
	show_texts(q);
	for (size_t i = 0; i < rules_count(); i++)
		show_rule(q, i);
	for (size_t i = 0; q->project && !q->path && i < q->project->overrides.n; i++)
		show_override(q, &q->project->overrides.v[i]);
	struct str s = buf_str(&q->text);
	return q->fn(q->user, s.p, s.n)
		? IXC_OK
		: api_fail(err, IXC_EIO, "the output could not be written");
}

ixc_status
ixc_write_settings(const ixc_checker *checker, const char *path, ixc_write_fn *fn, void *user,
	struct ixc_error *err)
{
	struct show_call q = {.checker = checker, .path = path, .fn = fn, .user = user};
	arena_init(&q.arena, LIMIT_RUN_BYTES, NULL);
	ixc_status status = api_guard(&q.arena, show_all, &q, err);
	arena_release(&q.arena);
	return status;
}
