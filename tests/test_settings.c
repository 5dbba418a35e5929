/* .infxcheck.yaml: what it changes, what wins over it, and whose counts. */
#include "support/cli.h"

#include "check/project.h"

static struct arena arena;
static const char *w; /* a repository with one warning, image-tag-mutable */

static void
git(const char *words)
{
	const char *argv[16] = {"git", "-c", "user.name=a", "-c", "user.email=a@b"};
	size_t n = 5;
	struct str rest = str_from(words);
	while (rest.n)
		argv[n++] = str_z(&arena, str_cut(rest, ' ', &rest));
	struct outcome o = run_program(&arena, w, argv, cli_plain, S(""));
	if (o.code)
		fail_msg("git %s: %.*s", words, STR(o.err));
}

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	w = cli_copy(&arena, "_base");
	cli_lay(&arena, w, "image-tag-mutable/bad");
	git("init -q");
	git("add -A");
	git("commit -qm one");
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	remove_folder(w);
	arena_release(&arena);
	return 0;
}

static void
settings(const char *text)
{
	write_file(str_fmt(&arena, "%s/.infxcheck.yaml", w).p, str_from(text));
}

static void
expect(const char *words, int code, const char *has)
{
	struct outcome o = cli_run(&arena, w, words);
	bool good = o.code == code &&
		(has ? str_contains(o.out, str_from(has)) : o.out.n == 0);
	if (!good)
		fail_msg("'%s': code %d\n%.*s%.*s", words, o.code, STR(o.out), STR(o.err));
}

#define SHORT "check --format short"
#define WARNING "warning: image tag 'nightly'"

static void
test_severities(void **state)
{
	(void)state;
	static const struct {
		const char *settings, *words;
		int code;
		const char *has; /* NULL: nothing is printed */
	} row[] = {
		{"", SHORT, 1, WARNING},
		{"rules: {image-tag-mutable: error}", SHORT, 1, "error: image tag"},
		{"rules: {image-tag-mutable: note}", SHORT, 0, "note: image tag"},
		{"rules: {image-tag-mutable: off}", SHORT, 0, NULL},
		{"rules: {image-tag-mutable: \"off\"}", SHORT, 0, NULL},
		{"rules: {image-tag-mutable: error}", SHORT " --ignore image-tag-mutable", 0, NULL},
		{"rules: {image-tag-mutable: off}", SHORT " --rule image-tag-mutable", 1, WARNING},
		{"rules: {image-tag-mutable: error}", SHORT " --rule image-tag-mutable", 1,
			"error: image tag"},
		{"rules: {image-tag-mutable: error}", SHORT " --rule stale-comment", 0, NULL},
		{"rules: {image-tag-mutable: off}", SHORT " --no-config", 1, WARNING},
		{"fail-on: error", SHORT, 0, WARNING},
		{"fail-on: never", SHORT, 0, WARNING},
		{"fail-on: error", SHORT " --fail-on warning", 1, WARNING},
		{"fail-on: error", SHORT " --no-config", 1, WARNING},
		{"overrides: [{paths: [configs], rules: {image-tag-mutable: error}}]", SHORT, 1,
			"error: image tag"},
		{"overrides: [{paths: [configs], rules: {image-tag-mutable: off}}]", SHORT, 0, NULL},
		{"overrides: [{paths: [runners], rules: {image-tag-mutable: off}}]", SHORT, 1,
			WARNING},
		{"rules: {image-tag-mutable: off}\n"
		 "overrides: [{paths: ['*.yaml'], rules: {image-tag-mutable: note}}]",
			SHORT, 0, "note: image tag"},
		{"rules: {image-tag-mutable: off}\n"
		 "overrides: [{paths: [runners], rules: {image-tag-mutable: error}}]", SHORT, 0,
			NULL},
		{"overrides: [{paths: ['**'], rules: {image-tag-mutable: off}},\n"
		 "            {paths: ['nvidia-*'], rules: {image-tag-mutable: warning}}]", SHORT, 1,
			WARNING},
		{"overrides: [{paths: [configs], rules: {image-tag-mutable: off}}]",
			SHORT " --rule image-tag-mutable", 0, NULL},
		{"rules: {image-tag-mutable: off}\nnonsense: 1", SHORT, 1,
			".infxcheck.yaml:2:1: error: there is no setting 'nonsense'"},
		{"rules: {image-tag-mutable: off, settings-schema: off}", SHORT, 1,
			"error: settings-schema is locked"},
		{"hbm-profile: hbm/none.yaml", SHORT, 1, "hbm/none.yaml"},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		settings(row[i].settings);
		expect(row[i].words, row[i].code, row[i].has);
	}
}

/* A change can't switch off the rule that it breaks. */
static void
test_base_counts(void **state)
{
	(void)state;
	settings("rules: {image-tag-mutable: off}");
	expect(SHORT " --base-ref HEAD --show all", 0, WARNING);
	expect(SHORT " --base-ref HEAD", 0, "[settings-changed]");
	git("add -A");
	git("commit -qm two");
	expect(SHORT " --base-ref HEAD --show all", 0, NULL);
	settings("rules: {image-tag-mutable: error}\nnonsense: 1");
	expect("gate --format short --base-ref HEAD --show all", 1,
		".infxcheck.yaml:2:1: error: there is no setting 'nonsense'");
	expect(SHORT " --base-ref HEAD --show all --config .infxcheck.yaml", 1,
		"error: image tag");
	expect(SHORT " --staged", 0, NULL);
	expect(SHORT " --head-ref HEAD", 0, NULL);
	expect(SHORT " --head-ref HEAD~1", 1, WARNING);
}

static void
test_misuse(void **state)
{
	(void)state;
	struct outcome o = cli_run(&arena, w, "check --config none.yaml");
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("cannot open 'none.yaml'")));
	o = cli_run(&arena, w, "check --config x --no-config");
	assert_int_equal(o.code, 2);
	o = cli_run(&arena, w, "config --rule stale-coment");
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("did you mean 'stale-comment'?")));
	o = cli_run(&arena, w, "config --base-ref none");
	assert_int_equal(o.code, 2);
}

/* Name, value and origin, by words. */
static void
expect_line(const char *words, const char *line)
{
	struct outcome o = cli_run(&arena, w, words);
	struct str rest = o.out, want = str_from(line);
	while (rest.n) {
		struct buf b = buf_new(&arena, 10000);
		struct str one = str_cut(rest, '\n', &rest);
		for (size_t i = 0; i < one.n; i++)
			if (one.p[i] != ' ' || (b.n && b.p[b.n - 1] != ' '))
				buf_addc(&b, one.p[i]);
		if (str_eq(buf_str(&b), want))
			return;
	}
	fail_msg("'%s' has no line '%s':\n%.*s%.*s", words, line, STR(o.out), STR(o.err));
}

static void
test_config(void **state)
{
	(void)state;
	expect_line("config", "fail-on warning default");
	settings("fail-on: error\nrepository: a/b\nrules:\n  stale-comment: off\n"
		 "overrides:\n  - paths: [runners]\n    rules: {stale-comment: note}\n");
	static const struct {
		const char *words, *line;
	} row[] = {
		{"config", "fail-on error .infxcheck.yaml:1"},
		{"config", "repository a/b .infxcheck.yaml:2"},
		{"config", "hbm-profile configs/hbm.yaml default"},
		{"config", "rules.stale-comment off .infxcheck.yaml:4"},
		{"config", "rules.stale-comment note in 'runners' .infxcheck.yaml:7"},
		{"config", "rules.image-tag-mutable warning default"},
		{"config --for runners/a.sh", "rules.stale-comment note .infxcheck.yaml:7"},
		{"config --for configs/a.sh", "rules.stale-comment off .infxcheck.yaml:4"},
		{"config --fail-on note", "fail-on note option"},
		{"config --fail-on never", "fail-on never option"},
		{"config --repo c/d", "repository c/d option"},
		{"config --ignore stale-comment", "rules.stale-comment off option"},
		{"config --rule stale-comment", "rules.stale-comment note option"},
		{"config --rule stale-comment", "rules.image-tag-mutable off option"},
		{"config --no-config", "fail-on warning default"},
		{"config --base-ref HEAD", "fail-on warning default"},
		{"config --staged", "fail-on warning default"},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		expect_line(row[i].words, row[i].line);
	git("add -A");
	git("commit -qm two");
	expect_line("config --base-ref HEAD", "fail-on error HEAD:.infxcheck.yaml:1");
	expect_line("config --staged", "fail-on error .infxcheck.yaml:1");
}

/* Links are those of the repository that the base names. */
static void
test_repository(void **state)
{
	(void)state;
	settings("repository: example/Fork");
	git("add -A");
	git("commit -qm two");
	cli_append(&arena, w, "perf-changelog.yaml",
		"\n- config-keys:\n    - ling2-fp8-b200-sglang\n  description:\n"
		"    - \"Once more\"\n  pr-link: XXX\n");
	settings("repository: evil/Fork");
	/* As the reference does, the tool refuses links into another repository. */
	static const struct {
		const char *words, *err;
	} row[] = {
		{"canonicalize --base-ref HEAD --pr-number 7 --diff",
			"'https://github.com/example/Fork/pull/7'"},
		{"canonicalize --base-ref HEAD --pr-number 7 --diff --repo a/b",
			"'https://github.com/a/b/pull/7'"},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct outcome o = cli_run(&arena, w, row[i].words);
		if (!str_contains(o.err, str_from(row[i].err)))
			fail_msg("'%s': %.*s", row[i].words, STR(o.err));
	}
}

static void
test_patterns(void **state)
{
	(void)state;
	static const struct {
		const char *pattern, *path;
		bool want;
	} row[] = {
		{"a", "a", true}, {"a", "b/a", true}, {"a", "a/b", true}, {"a", "b/a/c", true},
		{"a", "ab", false}, {"a/b", "a/b", true}, {"a/b", "a/b/c", true},
		{"a/b", "x/a/b", false}, {"a/", "a/b", true}, {"*.sh", "x/y.sh", true},
		{"*.sh", "x/y.sha", false}, {"a/*.sh", "a/y.sh", true},
		{"a/*.sh", "a/b/y.sh", false}, {"a/**/y.sh", "a/y.sh", true},
		{"a/**/y.sh", "a/b/c/y.sh", true}, {"a/**/y.sh", "a/b/cy.sh", false},
		{"**/y.sh", "y.sh", true}, {"**/y.sh", "a/b/y.sh", true},
		{"**/a/*/c", "a/x/a/b/c", true}, {"**", "a/b", true}, {"a/**", "a/b/c", true},
		{"a/**", "b/c", false}, {"a?c", "abc", true}, {"a?c", "a/c", false},
		{"*_*_mi355x_*.sh", "r/dsv4_fp4_mi355x_vllm.sh", true},
		{"*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
		{"a/**/b/**/c", "a/b/x/b/c", true}, {"**/b", "ab", false}, {"*", "a/b", true},
		{"x*", "a", false}, {"a**b", "axxb", true},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (project_match(str_from(row[i].pattern), str_from(row[i].path)) !=
			row[i].want)
			fail_msg("'%s' and '%s'", row[i].pattern, row[i].path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_severities, setup, teardown),
		cmocka_unit_test_setup_teardown(test_base_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_misuse, setup, teardown),
		cmocka_unit_test_setup_teardown(test_config, setup, teardown),
		cmocka_unit_test_setup_teardown(test_repository, setup, teardown),
		cmocka_unit_test(test_patterns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
