/* The second opinion of bash on scripts: asked when allowed, heard, and done without. */
#include "support/support.h"
#include "support/temp.h"

#include "model/scripts.h"
#include "shell/opinion.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct arena arena;

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

#define RECIPE "benchmarks/single_node/fixed_seq_len/ling2_fp8_mi355x.sh"

/* A program called bash that answers as told. It is told by its own text, as nothing else
 * reaches it. */
static const char *
folder_with_bash(const char *answer)
{
	const char *folder = temp_folder(&arena);
	if (!answer)
		return folder;
	struct str text = str_fmt(&arena, "#!/bin/sh\n%s\n", answer);
	temp_put(&arena, folder, "bash", text);
	assert_int_equal(chmod(temp_path(&arena, folder, "bash"), 0755), 0);
	return folder;
}

/* One script in a repository without anything else; the rule alone is run. */
static struct outcome
check(const char *path, const char *script, const char *option)
{
	const char *folder = temp_folder(&arena);
	const char *program = getenv("INFXCHECK");
	temp_put(&arena, folder, "perf-changelog.yaml", S("[]\n"));
	temp_put(&arena, folder, RECIPE, str_from(script));
	const char *argv[] = {program ? program : "build/release/infxcheck", "check",
		"--root", folder, "--rule", "recipe-syntax", "--format", "jsonl", option,
		NULL};
	const char *env[] = {str_fmt(&arena, "PATH=%s", path).p, "LC_ALL=C.UTF-8", NULL};
	return run_program(&arena, "/", argv, env, S(""));
}

static const char good[] = "if a; then b; fi\n", bad[] = "if a; then b\n",
		  unknown[] = "a=(b)c d\n";
static const char
	accepts[] = "exit 0",
	refuses[] = "cat >/dev/null; echo \"bash: line 1: syntax error near x\" >&2; "
		    "exit 2",
	dies[] = "kill -9 $$",
	chatters[] = "cat >/dev/null; while echo zzzzzzzzzzzzzzzzzzzzzz; do :; done >&2";

static const struct {
	const char *script, *answer, *option;
	int code;
	const char *says, *says_not;
} rows[] = {
	/* Not asked about what our parser reads. */
	{good, refuses, NULL, 0, NULL, "recipe-syntax"},
	{good, refuses, "--strict-syntax", 1,
		"bash does not read the script: syntax error near x", "medium"},
	{good, accepts, "--strict-syntax", 0, NULL, "recipe-syntax"},
	{good, dies, "--strict-syntax", 0, "it was ended by a signal", "finding\""},
	{good, NULL, "--strict-syntax", 0, "it is not installed", "finding\""},
	{good, chatters, "--strict-syntax", 0, "it printed more than", "finding\""},
	/* Ours refuses. */
	{bad, accepts, NULL, 0, "line 1: unclosed `if`, but bash takes it", "finding\""},
	{bad, refuses, NULL, 1, "bash -n, line 1: syntax error near x", "medium"},
	{bad, NULL, NULL, 1, "\"confidence\":\"medium\"", "bash -n, line"},
	{bad, NULL, NULL, 1, "without a second opinion of bash -n: it is not installed",
		NULL},
	{bad, dies, NULL, 1, "\"confidence\":\"medium\"", NULL},
	/* Ours does not know. */
	{unknown, accepts, NULL, 0, "but bash reads it", "finding\""},
	{unknown, refuses, NULL, 1, "bash does not read the script: syntax error near x",
		NULL},
	{unknown, NULL, NULL, 0, "it is not installed", "finding\""},
};

static void
test_opinions(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *bin = folder_with_bash(rows[i].answer);
		/* The stub needs its tools; a real bash must not be found. */
		const char *path =
			rows[i].answer ? str_fmt(&arena, "%s:/usr/bin:/bin", bin).p : bin;
		struct outcome o = check(path, rows[i].script, rows[i].option);
		bool ok =
			o.code == rows[i].code &&
			(!rows[i].says || str_contains(o.out, str_from(rows[i].says))) &&
			(!rows[i].says_not ||
				!str_contains(o.out, str_from(rows[i].says_not)));
		if (!ok)
			fail_msg("row %zu: code %d\n%.*s%.*s", i, o.code, STR(o.out),
				STR(o.err));
	}
}

static bool
has_bash(void)
{
	bool is_there = bash_opinion(&arena, S(":\n")).opinion != OPINION_NONE;
	if (!is_there)
		print_message("skipped: there is no bash to ask\n");
	return is_there;
}

/* The script is read, not run; not even what could be run while it is read. */
static void
test_nothing_is_run(void **state)
{
	(void)state;
	const char *folder = temp_folder(&arena);
	if (!has_bash())
		return;
	const char *script = str_fmt(&arena,
		"touch '%s/ran'\na=$(touch '%s/ran')\ntrap 'touch %s/ran' EXIT DEBUG\n"
		"exec >'%s/ran'\nset +n\ntouch '%s/ran'\n",
		folder, folder, folder, folder, folder)
				     .p;
	struct outcome o = check("/usr/bin:/bin", script, "--strict-syntax");
	assert_int_equal(o.code, 0);
	assert_false(file_exists(temp_path(&arena, folder, "ran")));
}

static const struct {
	const char *text;
	enum opinion opinion;
	uint32_t line;
} opinions[] = {
	{"", OPINION_ACCEPTS, 0},
	{"a\n", OPINION_ACCEPTS, 0},
	{"case $a in @(b|c)) d;; esac\n", OPINION_ACCEPTS, 0},
	{"a\nfi\n", OPINION_REFUSES, 2},
	{"a\nb 'c\n", OPINION_REFUSES, 2},
	{"a\ncat <<E\nb\n", OPINION_REFUSES, 3},
	{"a ${b!c}\n", OPINION_ACCEPTS, 0},
};

static void
test_real_bash(void **state)
{
	(void)state;
	for (size_t i = 0; has_bash() && i < sizeof opinions / sizeof *opinions; i++) {
		struct bash_opinion o = bash_opinion(&arena, str_from(opinions[i].text));
		if (o.opinion != opinions[i].opinion)
			fail_msg("%s: %d, line %u: %.*s", opinions[i].text,
				(int)o.opinion, o.line, STR(o.text));
		if (o.opinion == OPINION_REFUSES)
			assert_in_range(o.line, opinions[i].line, opinions[i].line + 1);
	}
}

static void
test_listing(void **state)
{
	(void)state;
	static const char *const files[] = {"benchmarks/a.sh", "benchmarks/b.txt",
		"benchmarks/c/d/e.slurm", "runners/launch_x.sh", "runners/y.py",
		"utils/z.sh"};
	struct tree *t = tree_memory(&arena);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		tree_memory_put(&arena, t, str_from(files[i]), S("x"));
	struct scripts s = scripts_list(&arena, t);
	assert_int_equal(s.paths.n, 3);
	assert_true(str_eqz(s.paths.v[1], "benchmarks/c/d/e.slurm"));
	assert_int_equal(s.unlisted.n, 0);
	struct buf deep = buf_new(&arena, 1000);
	for (size_t i = 0; i < 40; i++)
		buf_addz(&deep, i ? "/a" : "benchmarks");
	buf_addz(&deep, "/x.sh");
	tree_memory_put(&arena, t, buf_str(&deep), S("x"));
	s = scripts_list(&arena, t);
	assert_int_equal(s.paths.n, 3);
	assert_int_equal(s.unlisted.n, 1);
}

static void
test_languages(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool is_bash;
	} texts[] = {{"", true}, {"a", true}, {"#!/bin/bash", true},
		{"#! /bin/sh -e\na", true}, {"#!/usr/bin/env bash\r\na", true},
		{"#!/usr/bin/env -S bash -x\na", true},
		{"#!/usr/bin/env python3\n", false}, {"#!/bin/zsh\n", false},
		{"# a\n", true}};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (script_is_bash(str_from(texts[i].text)) != texts[i].is_bash)
			fail_msg("%s", texts[i].text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_opinions, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nothing_is_run, setup, teardown),
		cmocka_unit_test_setup_teardown(test_real_bash, setup, teardown),
		cmocka_unit_test_setup_teardown(test_listing, setup, teardown),
		cmocka_unit_test_setup_teardown(test_languages, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
