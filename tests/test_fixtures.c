/*
 * One test per fixtures/RULE/CASE: all findings of the case in the CLI's short form, and
 * nothing else. For a bad case the rule is then switched off, and its lines must be gone: a
 * test that could not fail would fail here. BLESS=1 rewrites the expectations.
 */
#include "support/support.h"

#include "check/rule.h"
#include "check/run.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

struct fixture_name {
	const char *rule, *name;
};

/* Both trees are judged; without a changelog of its own the base has the case's. */
static void
set_base_tree(struct arena *a, const struct fixture *f, struct check_options *o)
{
	struct str *bytes = NEW(a, struct str);
	assert_int_equal(
		f->base_tree->read(f->base_tree, a, S("perf-changelog.yaml"), bytes), TREE_OK);
	o->base_tree = f->base_tree;
	o->base_name = S("base");
	o->base_changelog = bytes;
}

static void
set_baseline(struct arena *a, const struct fixture *f, struct str path,
	struct check_options *o)
{
	struct str *bytes = NEW(a, struct str);
	assert_int_equal(f->tree->read(f->tree, a, path, bytes), TREE_OK);
	o->baseline = bytes;
	o->baseline_path = path;
}

static struct str
run_fixture(struct arena *a, const struct fixture *f, const char *rule_off)
{
	ixc_severity *severity = NEW_ARRAY(a, ixc_severity, rules_count());
	for (size_t i = 0; i < rules_count(); i++)
		severity[i] = rule_off && strcmp(rules_at(i)->id, rule_off) == 0
			? IXC_OFF
			: rules_at(i)->severity;
	struct check_options o = {.severity = severity, .base_changelog = f->base_changelog};
	struct check_change change = {.base_path = S("base:perf-changelog.yaml")};
	for (size_t i = 0; i < f->args.n; i++) {
		int64_t n = 0;
		if (str_eqz(f->args.v[i], "--all-entries"))
			o.all_entries = true;
		else if (str_eqz(f->args.v[i], "--base") && f->base_changelog)
			o.change = &change;
		else if (str_eqz(f->args.v[i], "--base-tree") && f->base_tree)
			set_base_tree(a, f, &o);
		else if (str_eqz(f->args.v[i], "--pr-number") && i + 1 < f->args.n &&
			str_to_int64(f->args.v[++i], &n))
			o.pr = (uint64_t)n;
		else if (str_eqz(f->args.v[i], "--baseline") && i + 1 < f->args.n)
			set_baseline(a, f, f->args.v[++i], &o);
		else if (str_eqz(f->args.v[i], "--today") && i + 1 < f->args.n &&
			hbm_day(f->args.v[i + 1], &o.today))
			i++;
		else
			fail_msg("%.*s: unknown argument %.*s", STR(f->path), STR(f->args.v[i]));
	}
	if (o.change) {
		change.base = *f->base_changelog;
		change.pr.links = o.pr ? CHANGELOG_LINKS_PR : CHANGELOG_LINKS_CANONICAL;
		change.pr.number = (int64_t)o.pr;
	}
	struct run *run = check_run(a, f->tree, &o);
	check_show(run, 0);
	struct buf b = buf_new(a, 1 << 22);
	report_short(&b, run, (struct report_style){0});
	return buf_str(&b);
}

static void
bless(struct arena *a, const struct fixture *f, struct str got)
{
	const char *path = str_fmt(a, "%.*s/expect", STR(f->path)).p;
	struct str old = read_file(a, path), rest = old;
	struct buf b = buf_new(a, 1 << 22);
	while (rest.n) {
		struct str line = str_cut(rest, '\n', &rest);
		if (line.n && line.p[0] == '#') {
			buf_add(&b, line);
			buf_addc(&b, '\n');
		}
	}
	buf_add(&b, got);
	write_file(path, buf_str(&b));
}

static bool
mentions_rule(struct arena *a, struct str report, const char *rule)
{
	return str_contains(report, str_fmt(a, "[%s]\n", rule));
}

static void
test_case(void **state)
{
	const struct fixture_name *n = *state;
	struct arena a;
	arena_init(&a, 0, NULL);
	struct fixture f;
	fixture_load(&a, &f, n->rule, n->name);
	struct str got = run_fixture(&a, &f, NULL);
	if (getenv("BLESS"))
		bless(&a, &f, got);
	else if (!str_eq(got, f.expected))
		fail_msg("%.*s\nexpected:\n%.*s\ngot:\n%.*s", STR(f.path), STR(f.expected),
			STR(got));
	bool is_silent = strncmp(n->name, "good", 4) == 0 || strncmp(n->name, "near", 4) == 0;
	if (mentions_rule(&a, got, n->rule) == is_silent)
		fail_msg("%.*s: the rule is expected to %s here", STR(f.path),
			is_silent ? "stay silent" : "fire");
	if (!is_silent &&
		mentions_rule(&a, run_fixture(&a, &f, n->rule), n->rule))
		fail_msg("%.*s: fires though the rule is off", STR(f.path));
	arena_release(&a);
}

struct collected {
	struct arena *arena;
	VEC(unit_tests, struct CMUnitTest) tests;
};

static void
collect(void *user, const char *rule, const char *name)
{
	struct collected *c = user;
	struct fixture_name *n = NEW(c->arena, struct fixture_name);
	*n = (struct fixture_name){rule, name};
	struct CMUnitTest t = {0};
	t.name = str_fmt(c->arena, "%s/%s", rule, name).p;
	t.test_func = test_case;
	t.initial_state = n;
	vec_push(c->arena, &c->tests, t);
}

int
main(void)
{
	struct arena a;
	arena_init(&a, 0, NULL);
	struct collected c = {.arena = &a};
	fixtures_each(&a, collect, &c);
	int failed =
		_cmocka_run_group_tests("fixtures", c.tests.v, c.tests.n, NULL, NULL);
	arena_release(&a);
	return failed;
}
