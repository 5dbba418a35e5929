/* The rules engine: the table of rules, and the walk that calls them. */
#include "check/run.h"

#include "check/baseline.h"
#include "check/kept.h"
#include "check/narrow.h"
#include "check/project.h"
#include "check/rule.h"
#include "check/stages.h"
#include "check/suppress.h"
#include "check/trees.h"
#include "check/walk.h"
#include "plan/plans.h"

static const struct ixc_rule *const rules[] = {
#define RULE(name) &rule_##name,
#include "rules.def"
#undef RULE
};

enum { RULES = sizeof rules / sizeof *rules };

const struct ixc_rule *
rules_at(size_t i)
{
	return i < RULES ? rules[i] : NULL;
}

size_t
rules_count(void)
{
	return RULES;
}

size_t
rules_index(struct str id)
{
	size_t i = 0;
	while (i < RULES && !str_eqz(id, rules[i]->id))
		i++;
	return i;
}

struct ixc_finding *
report(struct check *c, struct span span, const char *headline, ...)
{
	va_list ap;
	va_start(ap, headline);
	struct str text = str_vfmt(c->arena, headline, ap);
	va_end(ap);
	return findings_add(c->findings, c->rule, c->severity, span, text);
}

void
not_judged(struct check *c, struct str subject, const char *reason, ...)
{
	va_list ap;
	va_start(ap, reason);
	struct str text = str_vfmt(c->arena, reason, ap);
	va_end(ap);
	findings_gap(c->findings, str_from(c->rule->id), subject, text);
}

static void
visit_arms(struct check *c, const struct config *config)
{
	for (size_t s = 0; s < config->scenarios.n; s++) {
		const struct scenario *scenario = config->scenarios.v[s];
		for (size_t i = 0; i < scenario->arms.n; i++)
			c->rule->on_arm(c, scenario->arms.v[i]);
	}
}

static void
visit_configs(struct check *c)
{
	for (size_t i = 0; i < c->repo->master->configs.n; i++) {
		const struct config *config = c->repo->master->configs.v[i];
		if (c->rule->on_config)
			c->rule->on_config(c, config);
		if (c->rule->on_arm)
			visit_arms(c, config);
	}
}

static void
run_rule(struct check *c)
{
	const struct ixc_rule *r = c->rule;
	const struct repo *repo = c->repo;
	if (r->on_change && c->change) {
		r->on_change(c, c->change);
		return;
	}
	if (r->on_repo)
		r->on_repo(c);
	for (size_t i = 0; r->on_file && i < repo->files.n; i++)
		r->on_file(c, repo->files.v[i]);
	if (r->on_changelog)
		r->on_changelog(c, repo->changelog);
	for (size_t i = 0; r->on_entry && i < repo->changelog->entries.n; i++) {
		const struct changelog_entry *e = repo->changelog->entries.v[i];
		if (e->is_new || c->all_entries)
			r->on_entry(c, e);
	}
	visit_configs(c);
}

static bool
path_within(struct str path, struct str given)
{
	while (given.n && given.p[given.n - 1] == '/')
		given.n--;
	return given.n == 0 || str_eqz(given, ".") || str_eq(path, given) ||
		(str_starts(path, given) && path.p[given.n] == '/');
}

bool
check_path_is_wanted(struct str path, const struct strs *paths)
{
	bool wanted = paths->n == 0;
	for (size_t i = 0; i < paths->n; i++)
		wanted |= path_within(path, paths->v[i]);
	return wanted;
}

static void
keep_paths(struct finding_list *list, const struct strs *paths)
{
	size_t kept = 0;
	for (size_t i = 0; i < list->n; i++)
		if (check_path_is_wanted(finding_path(list->v[i]), paths))
			list->v[kept++] = list->v[i];
	list->n = kept;
}

void
check_keep(struct run *run, const struct strs *paths)
{
	keep_paths(&run->findings.list, paths);
	keep_paths(&run->suppressed, paths);
}

static bool
reads_changelog(const struct ixc_rule *r)
{
	return r->on_change || r->on_changelog || r->on_entry || r->on_file ||
		r->on_suppression;
}

static const char *
unmet_need(const struct ixc_rule *r, const struct check *c)
{
	bool has_base = c->change || (c->has_base && (r->on_trees || r->on_entry));
	if (r->needs & IXC_NEEDS_BASE && !has_base)
		return "no base revision was given";
	if (r->needs & IXC_NEEDS_PR && !c->pr)
		return "the pull request's number was not given";
	return NULL;
}

static const struct changelog_gate *
read_change(struct arena *a, struct run *run, const struct check_change *change)
{
	const struct repo_file *head = run->repo->changelog_file;
	if (head->status != TREE_OK)
		return NULL; /* file-unreadable reports it */
	struct source *base = sources_add(a, run->sources, change->base_path, change->base);
	base->of = head->path;
	return changelog_gate(
		a, run->sources, base, head->doc, &change->pr, change->git_diff);
}

struct repo *
check_load(struct arena *a, struct sources *sources, struct tree *tree,
	const struct check_options *o)
{
	struct repo *r = repo_load(a, sources, tree,
		str_from(o->changelog_path ? o->changelog_path : "perf-changelog.yaml"),
		o->base_changelog, o->changelog_only);
	if (o->changelog_only)
		return r;
	repo_load_hbm(r, o->hbm_path, o->hbm);
	if (!o->no_project)
		repo_load_project(r, o->project_bytes ? o->project_path : S(PROJECT_PATH),
			o->project_bytes);
	return r;
}

static void
run_rules(struct check *c, const struct check_options *o, bool *active)
{
	for (size_t i = 0; i < RULES; i++) {
		c->rule = rules[i];
		c->severity = o->severity ? o->severity[i] : rules[i]->severity;
		if (c->severity == IXC_OFF ||
			(o->changelog_only && !reads_changelog(rules[i])) ||
			narrow_leaves_out(c, o, rules[i]))
			continue;
		const char *need = unmet_need(rules[i], c);
		if (need)
			not_judged(c, S("all"), "%s", need);
		else
			run_rule(c);
		active[i] = !need;
	}
}

static struct side
side_of(const struct run *run)
{
	return (struct side){run->repo, run->plans, &run->findings};
}

static struct check
new_check(struct arena *a, struct run *run, const struct check_options *o)
{
	return (struct check){
		.arena = a,
		.repo = run->repo,
		.plans = run->plans,
		.project = run->repo->project_file
			? project_read(a, run->repo->project_file->doc)
			: NULL,
		.pr = o->pr,
		.links_open = o->links_open,
		.today = o->today,
		.syntax = o->syntax,
		.findings = &run->findings,
	};
}

static struct run *
new_run(struct arena *a, struct tree *tree, const struct check_options *o)
{
	struct run *run = NEW(a, struct run);
	if (o->kept) {
		run->sources = o->kept->sources;
		run->repo = o->kept->repo;
	} else {
		run->sources = NEW(a, struct sources);
		run->repo = check_load(a, run->sources, tree, o);
	}
	run->plans = narrow_plans(a, run->repo, o);
	findings_init(&run->findings, a, run->sources);
	return run;
}

/* As it stood: none of its entries is new, and of its recipes only what differs from the
 * head is looked at. */
static void
judge_base(struct arena *a, struct run *base, const struct check_options *o,
	struct trees *trees)
{
	struct check_options of_base = *o;
	of_base.change = NULL;
	of_base.paths = (struct strs){0};
	struct check c = new_check(a, base, &of_base);
	bool active[RULES] = {false};
	c.trees = trees;
	run_rules(&c, &of_base, active);
	walk_plans(&c, &of_base, active, &trees->touched);
	base->suppressed = suppress_apply(&c, &of_base, active, &trees->touched);
	if (o->project)
		project_apply(o, &base->findings.list);
}

static void
judge_trees(struct check *c, const struct check_options *o, const bool *active)
{
	for (size_t i = 0; i < RULES; i++) {
		c->rule = rules[i];
		c->severity = o->severity ? o->severity[i] : rules[i]->severity;
		if (active[i] && rules[i]->on_trees)
			rules[i]->on_trees(c, c->trees);
	}
}

static void
apply_baseline(struct check *c, const struct check_options *o, struct run *run,
	const bool *active)
{
	if (!o->baseline)
		return;
	const struct source *s =
		sources_add(c->arena, run->sources, o->baseline_path, *o->baseline);
	run->baseline = baseline_read(c->arena, yaml_load(c->arena, s));
	baseline_apply(c, o, active, run->baseline, &run->suppressed);
}

/* What compares, hides and orders the findings of all rules. */
/* What could not be read looks like what is not there to the rules. */
static void
tell_trouble(struct run *run, const struct tree *tree)
{
	for (size_t i = 0; tree->trouble && i < tree->trouble->paths.n; i++)
		findings_gap(&run->findings, S("files"), tree->trouble->paths.v[i],
			str_from(tree_status_text(TREE_UNREADABLE)));
}

static void
finish(struct check *c, const struct check_options *o, struct run *run, struct run *base,
	const bool *active)
{
	if (base) {
		judge_base(c->arena, base, o, run->trees);
		judge_trees(c, o, active);
	}
	run->suppressed = suppress_apply(
		c, o, active, base && !o->whole ? &run->trees->wanted : NULL);
	if (o->project) {
		project_apply(o, &run->findings.list);
		project_apply(o, &run->suppressed);
	}
	apply_baseline(c, o, run, active);
	if (base) {
		run->fixed = trees_compare(run->trees, &run->findings, &run->suppressed,
			&base->findings);
		stages_end(o->stages, "compare");
	}
	check_keep(run, &o->paths);
	tell_trouble(run, run->repo->tree);
	if (base)
		tell_trouble(run, base->repo->tree);
	findings_sort(&run->findings);
	finding_list_sort(&run->suppressed);
}

struct run *
check_run(struct arena *a, struct tree *tree, const struct check_options *o)
{
	struct run *run = new_run(a, tree, o), *base = NULL;
	stages_end(o->stages, "read");
	if (o->why_no_base.n)
		findings_gap(&run->findings, S("new-entries"), run->repo->changelog_file->path,
			o->why_no_base);
	struct check c = new_check(a, run, o);
	c.change = o->change ? read_change(a, run, o->change) : NULL;
	c.all_entries = o->all_entries;
	c.has_base = o->base_tree != NULL;
	bool *active = NEW_ARRAY(a, bool, RULES);
	run->judged = active;
	run_rules(&c, o, active);
	stages_end(o->stages, "rules");
	if (o->base_tree) {
		struct check_options of_base = *o;
		of_base.no_project = o->no_project || o->project_bytes;
		base = new_run(a, o->base_tree, &of_base);
		c.trees = run->trees =
			trees_new(a, o->base_name, side_of(run), side_of(base), o->only_new);
		stages_end(o->stages, "read base");
	}
	if (narrow_evaluates(o))
		walk_plans(&c, o, active, base && !o->whole ? &run->trees->wanted : NULL);
	stages_end(o->stages, "recipes");
	run->whole = o->whole;
	run->is_gate = o->change != NULL;
	run->base_name = o->base_name;
	run->pr = o->pr;
	run->links_open = o->links_open;
	finish(&c, o, run, base, active);
	return run;
}

void
check_show(struct run *run, unsigned statuses)
{
	struct finding_list *list = &run->findings.list;
	run->shows_suppressed = statuses & IXC_SHOW_SUPPRESSED;
	statuses &= ~(unsigned)IXC_SHOW_SUPPRESSED;
	statuses = statuses ? statuses : 1U << FINDING_NEW;
	statuses |= 1U << FINDING_PLAIN;
	size_t kept = 0;
	for (size_t i = 0; i < list->n; i++)
		run->unchanged += list->v[i]->status == FINDING_UNCHANGED;
	for (size_t i = 0; i < list->n; i++)
		if (statuses & 1U << list->v[i]->status)
			list->v[kept++] = list->v[i];
	list->n = kept;
	run->shows_fixed = statuses & 1U << FINDING_FIXED;
}
