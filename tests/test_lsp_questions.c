/* Hover, definition, completion and code actions of the language server. */
#include "support/cli.h"
#include "support/lsp.h"
#include "support/temp.h"

#include <string.h>

static struct arena arena;
static struct lsp *l;

#define LOG "perf-changelog.yaml"
#define NVIDIA "configs/nvidia-master.yaml"
#define RUNNERS "configs/runners.yaml"
#define LIB "benchmarks/benchmark_lib.sh"
#define RECIPE "benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_vllm.sh"

static struct str
text_of(const char *path)
{
	return read_file(&arena, temp_path(&arena, l->folder, path));
}

/* A clean repository with recipes, everything opened. */
static int
setup(void **state)
{
	static const char *const open[] = {LOG, NVIDIA, RUNNERS, RECIPE};
	(void)state;
	arena_init(&arena, 0, NULL);
	const char *folder = cli_copy(&arena, "_base");
	cli_lay(&arena, folder, "_recipes");
	l = lsp_open(&arena, folder, NULL);
	for (size_t i = 0; i < sizeof open / sizeof *open; i++)
		lsp_did_open(l, open[i], 1, text_of(open[i]));
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	remove_folder(l->folder);
	arena_release(&arena);
	return 0;
}

/* The place `delta` behind the word. */
static json_t *
at(const char *path, const char *word, int delta)
{
	struct str text = text_of(path);
	size_t end = str_find(text, str_from(word), 0) + (size_t)delta;
	int line = 0, character = 0;
	assert_true(end <= text.n);
	for (size_t i = 0; i < end; i++) {
		line += text.p[i] == '\n';
		character = text.p[i] == '\n' ? 0 : character + 1;
	}
	return lsp_at(l, path, line, character);
}

static void
expect_hover(const char *path, const char *word, int delta, const char *part)
{
	json_t *h = lsp_call(l, "textDocument/hover", at(path, word, delta));
	const char *text = json_string_value(
		json_object_get(json_object_get(h, "contents"), "value"));
	if (!part) {
		assert_true(json_is_null(h));
	} else {
		assert_non_null(text);
		if (!strstr(text, part))
			fail_msg("'%s' is not in the hover:\n%s", part, text);
	}
	json_decref(h);
}

static void
test_hover(void **state)
{
	(void)state;
	expect_hover(NVIDIA, "{ tp: 8, conc", 3, "tensor parallelism");
	expect_hover(NVIDIA, "{ tp: 8, conc", 3, "vllm serve example/Ling2-FP8");
	expect_hover(NVIDIA, "{ tp: 8, conc", 3, "per GPU");
	expect_hover(NVIDIA, "{ tp: 8, ep", 3, "--enable-expert-parallel");
	expect_hover(NVIDIA, "ling2-fp8-b200-vllm:", 2, RECIPE);
	expect_hover(NVIDIA, "precision", 2, "required");
	expect_hover(NVIDIA, "runner: b200", 9, "b200-dgxc");
	expect_hover(RECIPE, "${PARALLEL_ARGS", 5, "a list");
	expect_hover(RECIPE, "\"$TP\"", 3, "**TP** when the server starts");
	expect_hover(RECIPE, "$CONC", 2, "`256`");
	expect_hover(RECIPE, "$CONC", 2, "concurrency 256");
	expect_hover(RECIPE, "#!/usr", 3, NULL);
	expect_hover(LOG, "ling2-fp8-b200-vllm", 3, "example/Ling2-FP8");
	expect_hover(LOG, "pull/41", 5, "pull request 41");
	lsp_close(l);
}

/* What the rule says whose diagnostic is there. */
static void
test_hover_rule(void **state)
{
	(void)state;
	lsp_did_change(l, RECIPE, 2, json_pack("[o]", lsp_change(1, 0, 1, 0, S("if\n"))));
	json_t *list = lsp_diagnostics(l, RECIPE, 2);
	const json_t *d = json_array_get(list, 0);
	json_t *start = json_object_get(json_object_get(d, "range"), "start");
	json_t *h = lsp_call(l, "textDocument/hover",
		json_pack("{s:o, s:O}", "textDocument", lsp_document(l, RECIPE),
			"position", start));
	json_decref(list);
	const char *shown = json_string_value(
		json_object_get(json_object_get(h, "contents"), "value"));
	assert_non_null(shown);
	assert_non_null(
		strstr(shown, "**recipe-syntax**: a bash script that bash cannot read"));
	json_decref(h);
	lsp_close(l);
}

/* "path:line" of each place, lines from 1, with blanks between. */
static void
expect_definition(const char *path, const char *word, int delta, const char *expected)
{
	json_t *list = lsp_call(l, "textDocument/definition", at(path, word, delta));
	struct buf b = buf_new(&arena, 4096);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *x = json_array_get(list, i);
		const json_t *start =
			json_object_get(json_object_get(x, "range"), "start");
		struct str uri = str_from(json_string_value(json_object_get(x, "uri")));
		size_t root = strlen(lsp_uri(l, ""));
		buf_addf(&b, "%s%.*s:%lld", i ? " " : "",
			STR(str_slice(uri, root, uri.n)),
			json_integer_value(json_object_get(start, "line")) + 1);
	}
	assert_string_equal(str_z(&arena, buf_str(&b)), expected);
	json_decref(list);
}

static void
test_definition(void **state)
{
	(void)state;
	expect_definition(NVIDIA, "ling2-fp8-b200-vllm:", 2, RECIPE ":1");
	expect_definition(NVIDIA, "{ tp: 8, conc", 3, RECIPE ":1");
	expect_definition(RECIPE, "#!/usr", 2, NVIDIA ":1");
	expect_definition(RECIPE, "$CONC", 2, NVIDIA ":14 " NVIDIA ":15");
	expect_definition(
		RECIPE, "${PARALLEL_ARGS", 5, RECIPE ":9 " RECIPE ":11 " RECIPE ":14");
	expect_definition(LOG, "ling2-fp8-b200-vllm", 3, NVIDIA ":1");
	struct str lib = text_of(LIB);
	size_t where = str_find(lib, S("wait_for_server_ready()"), 0);
	int line = 1;
	for (size_t i = 0; i < where; i++)
		line += lib.p[i] == '\n';
	expect_definition(
		RECIPE, "wait_for_server_ready", 3, str_fmt(&arena, LIB ":%d", line).p);
	expect_definition(NVIDIA, "image", 1, RECIPE ":1");
	expect_definition(LOG, "description", 1, "");
	lsp_close(l);
}

/* ---- completion ------------------------------------------------------------------- */

/* After the line of the file was replaced: whether the label is offered at its end, less
 * `back` characters. */
static void
expect_offer(const char *path, int line, const char *text, int back, const char *label,
	bool offered)
{
	static int version = 1;
	lsp_did_change(l, path, ++version,
		json_pack("[o]", lsp_change(line, 0, line, 200, str_from(text))));
	int end = (int)strlen(text) - back;
	json_t *list = lsp_call(l, "textDocument/completion", lsp_at(l, path, line, end));
	bool found = false;
	for (size_t i = 0; i < json_array_size(list); i++)
		found = found || strcmp(json_string_value(json_object_get(
						json_array_get(list, i), "label")),
					 label) == 0;
	if (found != offered)
		fail_msg("'%s' is %soffered for '%s'", label, found ? "" : "not ", text);
	json_decref(list);
}

static void
test_completion(void **state)
{
	(void)state;
	expect_offer(NVIDIA, 4, "  runn", 0, "runner", true);
	expect_offer(NVIDIA, 4, "  runn", 0, "conc-start", false);
	expect_offer(NVIDIA, 4, "  runner: ", 0, "b200", true);
	expect_offer(NVIDIA, 4, "  runner: clu", 0, "cluster:mi355x-amds", true);
	expect_offer(NVIDIA, 4, "  runner: b200", 0, "b200", true);
	expect_offer(NVIDIA, 7, "  multinode: ", 0, "false", true);
	expect_offer(NVIDIA, 5, "  precision: ", 0, "fp8", true);
	expect_offer(NVIDIA, 13, "          - { tp: 8, ", 0, "conc-start", true);
	expect_offer(NVIDIA, 13, "          - { tp: 8, ", 0, "tp", false);
	expect_offer(NVIDIA, 13, "          - { tp: 8, spec-decoding: }", 1, "mtp", true);
	expect_offer(NVIDIA, 13, "          - { dp-attn: tr", 0, "true", true);
	expect_offer(LOG, 1, "    - ling", 0, "ling2-fp8-b200-vllm", true);
	expect_offer(LOG, 2, "  descr", 0, "description", true);
	expect_offer(RECIPE, 4, "run", 0, "runner", false);
	lsp_close(l);
}

/* ---- code actions ----------------------------------------------------------------- */

/* A field one letter off: the action's edit puts the right one in its place. */
static void
test_action(void **state)
{
	(void)state;
	lsp_did_change(
		l, NVIDIA, 2, json_pack("[o]", lsp_change(5, 2, 5, 11, S("precison"))));
	json_t *list = lsp_call(l, "textDocument/codeAction",
		json_pack("{s:o, s:{s:{s:i,s:i}, s:{s:i,s:i}}, s:{s:[]}}", "textDocument",
			lsp_document(l, NVIDIA), "range", "start", "line", 5, "character",
			3, "end", "line", 5, "character", 3, "context", "diagnostics"));
	assert_int_equal(json_array_size(list), 1);
	const json_t *a = json_array_get(list, 0);
	assert_string_equal(json_string_value(json_object_get(a, "kind")), "quickfix");
	assert_int_equal(json_array_size(json_object_get(a, "diagnostics")), 1);
	const json_t *changes = json_object_get(json_object_get(a, "edit"), "changes");
	const json_t *edits = json_object_get(changes, lsp_uri(l, NVIDIA));
	assert_int_equal(json_array_size(edits), 1);
	const json_t *e = json_array_get(edits, 0);
	assert_string_equal(
		json_string_value(json_object_get(e, "newText")), "precision");
	const json_t *start = json_object_get(json_object_get(e, "range"), "start");
	const json_t *end = json_object_get(json_object_get(e, "range"), "end");
	assert_int_equal(json_integer_value(json_object_get(start, "character")), 2);
	assert_int_equal(json_integer_value(json_object_get(end, "character")), 10);
	json_decref(list);
	lsp_did_change(
		l, NVIDIA, 3, json_pack("[o]", lsp_change(5, 2, 5, 10, S("precision"))));
	json_t *clean = lsp_diagnostics(l, NVIDIA, 3);
	assert_int_equal(json_array_size(clean), 0);
	json_decref(clean);
	lsp_close(l);
}

static const char two_entries[] =
	"- config-key:\n    - ling2-fp8-b200-vllm\n  description:\n    - \"a\"\n"
	"  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/40\n\n"
	"- config-keys:\n    - ling2-fp8-b200-vllm\n  description:\n    - \"b\"\n"
	"  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/41\n";

/* History is not to be changed, so nothing is offered there. */
static void
test_no_action_in_history(void **state)
{
	(void)state;
	lsp_did_change(l, LOG, 2,
		json_pack("[o]", lsp_change(-1, 0, -1, 0, str_from(two_entries))));
	json_t *list = lsp_call(l, "textDocument/codeAction",
		json_pack("{s:o, s:{s:{s:i,s:i}, s:{s:i,s:i}}, s:{}}", "textDocument",
			lsp_document(l, LOG), "range", "start", "line", 0, "character", 0,
			"end", "line", 99, "character", 0, "context"));
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
	lsp_close(l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_hover, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hover_rule, setup, teardown),
		cmocka_unit_test_setup_teardown(test_definition, setup, teardown),
		cmocka_unit_test_setup_teardown(test_completion, setup, teardown),
		cmocka_unit_test_setup_teardown(test_action, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_no_action_in_history, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
