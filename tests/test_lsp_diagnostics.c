/* Diagnostics of the language server, on texts that are not saved. */
#include "support/cli.h"
#include "support/lsp.h"
#include "support/temp.h"

#include <string.h>

static struct arena arena;

#define LOG "perf-changelog.yaml"
#define LIB "benchmarks/benchmark_lib.sh"
#define NVIDIA "configs/nvidia-master.yaml"
#define RECIPE "benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_vllm.sh"

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

/* A clean repository with recipes. */
static const char *
repository(void)
{
	const char *folder = cli_copy(&arena, "_base");
	cli_lay(&arena, folder, "_recipes");
	return folder;
}

static struct str
text_of(struct lsp *l, const char *path)
{
	return read_file(&arena, temp_path(&arena, l->folder, path));
}

static const json_t *
find(const json_t *list, const char *code)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *d = json_array_get(list, i);
		if (strcmp(json_string_value(json_object_get(d, "code")), code) == 0)
			return d;
	}
	return NULL;
}

static int
number(const json_t *o, const char *edge, const char *name)
{
	const json_t *p = json_object_get(json_object_get(o, "range"), edge);
	return (int)json_integer_value(json_object_get(p, name));
}

static int
line_of(struct str text, const char *word)
{
	size_t at = str_find(text, str_from(word), 0);
	int line = 0;
	assert_true(at < text.n);
	for (size_t i = 0; i < at; i++)
		line += text.p[i] == '\n';
	return line;
}

static void
change(struct lsp *l, const char *path, int version, int line, int from, int to,
	const char *text)
{
	lsp_did_change(l, path, version,
		json_pack("[o]", lsp_change(line, from, line, to, str_from(text))));
}

static void
expect(struct lsp *l, const char *path, int version, size_t count)
{
	json_t *d = lsp_diagnostics(l, path, version);
	assert_int_equal(json_array_size(d), count);
	json_decref(d);
}

/* A flag twice, behind an emoji and a Chinese word: columns are UTF-16 code units. */
static void
test_recipe(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, repository(), NULL);
	struct str text = text_of(l, RECIPE);
	int line = line_of(text, "--max-num-seqs");
	lsp_did_open(l, RECIPE, 1, text);
	expect(l, RECIPE, 1, 0);
	change(l, RECIPE, 2, line, 4, 4,
		"--served-model-name \"\xf0\x9f\x98\x80\xe4\xbd\xa0\" --max-num-seqs 256 ");
	json_t *list = lsp_diagnostics(l, RECIPE, 2);
	const json_t *d = find(list, "duplicate-flag");
	assert_non_null(d);
	assert_string_equal(json_string_value(json_object_get(d, "source")), "infxcheck");
	assert_int_equal(json_integer_value(json_object_get(d, "severity")), 2);
	assert_int_equal(number(d, "start", "line"), line);
	assert_int_equal(number(d, "start", "character"), 49);
	const json_t *related =
		json_array_get(json_object_get(d, "relatedInformation"), 0);
	const json_t *at = json_object_get(related, "location");
	assert_string_equal(
		json_string_value(json_object_get(at, "uri")), lsp_uri(l, RECIPE));
	assert_int_equal(number(at, "start", "character"), 30);
	json_decref(list);
	change(l, RECIPE, 3, line, 4, 49, "");
	expect(l, RECIPE, 3, 0);
	lsp_close(l);
}

/* Whether values are known of the variable in the recipe's first "$TP". */
static bool
has_value(struct lsp *l, int lines_above)
{
	int line = line_of(text_of(l, RECIPE), "\"$TP\"") + lines_above;
	json_t *hover = lsp_call(l, "textDocument/hover", lsp_at(l, RECIPE, line, 42));
	bool known = json_is_object(hover);
	json_decref(hover);
	return known;
}

/* What recipes source is judged by itself at once, and recipes are then judged with its
 * new text. */
static void
test_library(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, repository(), NULL);
	lsp_did_open(l, RECIPE, 1, text_of(l, RECIPE));
	expect(l, RECIPE, 1, 0);
	lsp_did_open(l, LIB, 1, text_of(l, LIB));
	expect(l, LIB, 1, 0);
	change(l, LIB, 2, 1, 0, 0, "if\n");
	json_t *list = lsp_diagnostics(l, LIB, 2);
	assert_non_null(find(list, "recipe-syntax"));
	json_decref(list);
	lsp_did_change(l, LIB, 3, json_pack("[o]", lsp_change(1, 0, 2, 0, S(""))));
	expect(l, LIB, 3, 0);
	assert_true(has_value(l, 0));
	change(l, LIB, 4, 1, 0, 0, "exit 1\n");
	change(l, RECIPE, 2, 1, 0, 0, "# x\n");
	assert_false(has_value(l, 1)); /* nothing is started any more */
	lsp_close(l);
}

/* Many edits wait: all are put in before one check. */
static void
test_drained(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, repository(), NULL);
	lsp_did_open(l, RECIPE, 1, text_of(l, RECIPE));
	expect(l, RECIPE, 1, 0);
	struct buf b = buf_new(&arena, 1024 * 1024);
	for (int i = 2; i <= 300; i++) {
		struct str body = str_fmt(&arena,
			"{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{"
			"\"textDocument\":{\"uri\":\"%s\",\"version\":%d},\"contentChanges\":[{"
			"\"range\":{\"start\":{\"line\":1,\"character\":0},\"end\":{\"line\":1,"
			"\"character\":0}},\"text\":\"#\"}]}}",
			lsp_uri(l, RECIPE), i);
		buf_addf(&b, "Content-Length: %zu\r\n\r\n%.*s", body.n, STR(body));
	}
	lsp_send_bytes(l, buf_str(&b));
	expect(l, RECIPE, 300, 0);
	size_t before = json_array_size(l->notices);
	assert_true(before < 100);
	lsp_close(l);
}

/* Fields, and the changelog: a schema fault while typing; broken YAML in one document
 * does not hide the faults of another. */
static void
test_yaml(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, repository(), NULL);
	struct str config = text_of(l, NVIDIA), log = text_of(l, LOG);
	int line = line_of(config, "precision: fp8");
	lsp_did_open(l, NVIDIA, 1, config);
	expect(l, NVIDIA, 1, 0);
	change(l, NVIDIA, 2, line, 2, 11, "precison");
	json_t *list = lsp_diagnostics(l, NVIDIA, 2);
	assert_non_null(find(list, "config-schema"));
	json_decref(list);
	lsp_did_open(l, LOG, 1, log);
	expect(l, LOG, 1, 0);
	line = line_of(log, "pull/41");
	change(l, LOG, 2, line, 0, 0, "\t: [");
	list = lsp_diagnostics(l, LOG, 2);
	assert_non_null(find(list, "yaml-syntax"));
	json_decref(list);
	change(l, NVIDIA, 3, 0, 0, 0, "# x\n");
	list = lsp_diagnostics(l, NVIDIA, 3);
	assert_non_null(find(list, "config-schema"));
	json_decref(list);
	lsp_close(l);
}

/* A config key goes: the changelog, which nobody opened, names what is not there. It
 * comes back: the changelog's diagnostics are taken away. */
static void
test_other_files(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, repository(), NULL);
	struct str config = text_of(l, NVIDIA);
	lsp_did_open(l, NVIDIA, 1, config);
	expect(l, NVIDIA, 1, 0);
	change(l, NVIDIA, 2, 0, 0, 5, "ling3");
	json_decref(lsp_diagnostics(l, NVIDIA, 2));
	json_t *list = lsp_diagnostics(l, LOG, -1);
	assert_non_null(find(list, "config-key-unknown"));
	json_decref(list);
	change(l, NVIDIA, 3, 0, 0, 5, "ling2");
	expect(l, LOG, -1, 0);
	lsp_close(l);
}

/* What the quick check can't find comes from the thorough one, and stays where it belongs
 * while somebody types above it. */
static void
test_thorough_stays(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, repository(), NULL);
	struct str config = text_of(l, NVIDIA);
	int line = line_of(config, "framework: vllm");
	lsp_did_open(l, NVIDIA, 1, config);
	expect(l, NVIDIA, 1, 0);
	change(l, NVIDIA, 2, line, 13, 17, "sglang"); /* no recipe of that name */
	json_t *list = lsp_diagnostics(l, NVIDIA, 2);
	assert_null(find(list, "recipe-file-missing"));
	json_decref(list);
	list = lsp_diagnostics(l, NVIDIA, 2);
	const json_t *d = find(list, "recipe-file-missing");
	assert_non_null(d);
	int where = number(d, "start", "line");
	json_decref(list);
	change(l, NVIDIA, 3, 0, 0, 0, "# one\n# two\n");
	list = lsp_diagnostics(l, NVIDIA, 3);
	d = find(list, "recipe-file-missing");
	assert_non_null(d);
	assert_int_equal(number(d, "start", "line"), where + 2);
	json_decref(list);
	lsp_close(l);
}

/* Closed without saving: what is on disk counts. Changed on disk: it is read again. */
static void
test_disk(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, repository(), NULL);
	struct str text = text_of(l, RECIPE);
	lsp_did_open(l, RECIPE, 1, text);
	expect(l, RECIPE, 1, 0);
	change(l, RECIPE, 2, 1, 0, 0, "if\n");
	json_t *list = lsp_diagnostics(l, RECIPE, 2);
	assert_non_null(find(list, "recipe-syntax"));
	json_decref(list);
	lsp_notify(l, "textDocument/didClose",
		json_pack("{s:o}", "textDocument", lsp_document(l, RECIPE)));
	expect(l, RECIPE, -1, 0);
	temp_put(&arena, l->folder, RECIPE, str_cat(&arena, text, S("fi\n")));
	lsp_notify(l, "workspace/didChangeWatchedFiles",
		json_pack("{s:[{s:s, s:i}]}", "changes", "uri", lsp_uri(l, RECIPE),
			"type", 2));
	list = lsp_diagnostics(l, RECIPE, -1);
	assert_non_null(find(list, "recipe-syntax"));
	json_decref(list);
	lsp_close(l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_recipe, setup, teardown),
		cmocka_unit_test_setup_teardown(test_library, setup, teardown),
		cmocka_unit_test_setup_teardown(test_drained, setup, teardown),
		cmocka_unit_test_setup_teardown(test_yaml, setup, teardown),
		cmocka_unit_test_setup_teardown(test_other_files, setup, teardown),
		cmocka_unit_test_setup_teardown(test_thorough_stays, setup, teardown),
		cmocka_unit_test_setup_teardown(test_disk, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
