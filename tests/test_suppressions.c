/* Comments that allow findings, with the program as a process: what is hidden, what is told,
 * and what a change does to it. */
#include "support/cli.h"

#include <jansson.h>
#include <string.h>

static struct arena arena;
static const char *w; /* a repository with one finding and the comment that allows it */

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
	cli_lay(&arena, w, "suppression-unused/near-until");
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
expect(const char *words, int code, const char *has, const char *lacks)
{
	struct outcome o = cli_run(&arena, w, words);
	if (o.code != code || (has && !str_contains(o.out, str_from(has))) ||
		(lacks && str_contains(o.out, str_from(lacks))))
		fail_msg("'%s': code %d\n%.*s%.*s", words, o.code, STR(o.out), STR(o.err));
}

static void
put(const char *file, struct str bytes)
{
	write_file(str_fmt(&arena, "%s/%s", w, file).p, bytes);
}

#define NVIDIA "configs/nvidia-master.yaml"

static struct str
nvidia(void)
{
	return read_file(&arena, str_fmt(&arena, "%s/" NVIDIA, w).p);
}

/* The bytes with the first `old` replaced. */
static struct str
with(struct str bytes, const char *old, const char *new)
{
	size_t at = str_find(bytes, str_from(old), 0);
	assert_true(at < bytes.n);
	return str_fmt(&arena, "%.*s%s%.*s", STR(str_slice(bytes, 0, at)), new,
		STR(str_slice(bytes, at + strlen(old), bytes.n)));
}

#define LINE                                                                             \
	"  # infxcheck: allow image-tag-mutable until=2026-10-01 -- the nightly is what "  \
	"this sweep is about\n"
#define DAY " --today 2026-09-01"

static void
test_options(void **state)
{
	(void)state;
	expect("check" DAY, 0, "no findings\n1 suppressed (--show-suppressed lists them)",
		NULL);
	expect("check --no-suppressions" DAY, 1, "[image-tag-mutable]", "suppress");
	expect("check --show-suppressed" DAY, 0, "[image-tag-mutable]\n", NULL);
	expect("check --show-suppressed" DAY, 0,
		"allowed by " NVIDIA ":2:3: the nightly is what this sweep is about", NULL);
	expect("check --today 2026-10-02", 1, "[suppression-expired]", NULL);
	/* Other rules did not run: nobody can tell whether this one would find something. */
	expect("check --rule suppression-unused" DAY, 0, "no findings", "suppressed");
	expect("check --ignore image-tag-mutable" DAY, 0, "no findings", "suppressed");
	expect("check configs/amd-master.yaml" DAY, 0, "no findings", "suppressed");
	expect("check --format short" DAY, 0, NULL, "image-tag-mutable");
}

static void
test_json(void **state)
{
	(void)state;
	struct outcome o =
		cli_run(&arena, w, "check --format json --show-suppressed" DAY);
	json_t *top = json_loadb(o.out.p, o.out.n, 0, NULL);
	assert_non_null(top);
	json_t *list = json_object_get(top, "suppressed");
	json_t *summary = json_object_get(top, "summary");
	assert_int_equal(json_array_size(json_object_get(top, "findings")), 0);
	assert_int_equal(json_array_size(list), 1);
	assert_int_equal(json_integer_value(json_object_get(summary, "suppressed")), 1);
	assert_int_equal(json_integer_value(json_object_get(summary, "warning")), 0);
	json_t *by = json_object_get(json_array_get(list, 0), "allowed");
	assert_string_equal(json_string_value(json_object_get(by, "until")), "2026-10-01");
	json_decref(top);
}

/* SARIF: of all results or of none; GitHub would show what is only hidden by it. */
static void
test_sarif(void **state)
{
	(void)state;
	struct outcome o = cli_run(&arena, w, "check --format sarif" DAY);
	assert_false(str_contains(o.out, S("\"suppressions\"")));
	put(NVIDIA, with(nvidia(), "64]", "64, 64]"));
	o = cli_run(&arena, w, "check --format sarif --show-suppressed" DAY);
	json_t *top = json_loadb(o.out.p, o.out.n, 0, NULL);
	assert_non_null(top);
	json_t *list = json_object_get(
		json_array_get(json_object_get(top, "runs"), 0), "results");
	json_t *r = json_array_get(list, json_array_size(list) - 1);
	json_t *by = json_object_get(r, "suppressions");
	assert_string_equal(
		json_string_value(json_object_get(r, "ruleId")), "image-tag-mutable");
	assert_int_equal(json_array_size(by), 1);
	by = json_array_get(by, 0);
	assert_string_equal(json_string_value(json_object_get(by, "kind")), "inSource");
	assert_non_null(json_object_get(by, "justification"));
	for (size_t i = 0; i + 1 < json_array_size(list); i++) {
		by = json_object_get(json_array_get(list, i), "suppressions");
		assert_true(json_is_array(by) && json_array_size(by) == 0);
	}
	json_decref(top);
}

/* To allow a fault mends nothing, and to take the comment away brings it back. */
static void
test_change(void **state)
{
	(void)state;
	put(NVIDIA, with(nvidia(), LINE, ""));
	expect("check --base-ref HEAD" DAY, 1, "[image-tag-mutable]", "suppressed");
	git("commit -qam two");
	put(NVIDIA, with(nvidia(), "  image:", LINE "  image:"));
	expect("check --base-ref HEAD" DAY, 0, "0 fixed", "1 fixed");
	expect("check --base-ref HEAD" DAY, 0, "1 suppressed", NULL);
	git("commit -qam three");
	put(NVIDIA, with(nvidia(), "sglang:nightly", "sglang:v0.5.12-cu130"));
	expect("check --base-ref HEAD" DAY, 1, "[suppression-unused]", NULL);
	expect("check --base-ref HEAD --show all" DAY, 1, "[suppression-unused]", NULL);
}

/* A file of comments alone is no burden. */
static void
test_many(void **state)
{
	(void)state;
	struct buf b = buf_new(&arena, 1 << 24);
	for (size_t i = 0; i < 2000; i++)
		buf_addz(&b, "# infxcheck: allow image-tag-mutable -- again\n");
	buf_add(&b, nvidia());
	put(NVIDIA, buf_str(&b));
	expect("check --coverage" DAY, 0,
		"suppressions: " NVIDIA ": it has too many comments that allow findings", NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_options, setup, teardown),
		cmocka_unit_test_setup_teardown(test_json, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sarif, setup, teardown),
		cmocka_unit_test_setup_teardown(test_change, setup, teardown),
		cmocka_unit_test_setup_teardown(test_many, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
