/* bash and the shell parser agree on the fixtures, and on what is no script. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/shell_referee.h"

#include "base/arena.h"
#include "base/tree.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const folders[] = {"shell", "recipes/benchmarks",
	"recipes/benchmarks/single_node/fixed_seq_len",
	"recipes/benchmarks/single_node/agentic"};

/* The number of scripts that differ. */
static size_t
judge_folder(struct arena *a, struct tree *tree, const char *folder)
{
	struct names names = {0};
	size_t differ = 0;
	assert_int_equal(tree->list(tree, a, str_from(folder), &names), TREE_OK);
	for (size_t i = 0; i < names.n; i++) {
		struct str bytes, path = str_fmt(a, "%s/%.*s", folder, STR(names.v[i]));
		if (str_ends(path, S("/")))
			continue;
		assert_int_equal(tree->read(tree, a, path, &bytes), TREE_OK);
		struct judgement j = referee_judge(a, bytes);
		if (j.verdict == VERDICT_NO_BASH) {
			puts("skipped: there is no /bin/bash to compare with");
			break;
		}
		if (j.verdict != VERDICT_AGREE)
			print_error("%.*s: %.*s\n", STR(path), STR(j.why));
		differ += j.verdict != VERDICT_AGREE;
	}
	return differ;
}

static void
test_fixtures(void **state)
{
	(void)state;
	struct arena a;
	size_t differ = 0;
	arena_init(&a, 0, NULL);
	struct tree *tree = tree_folder(&a, getenv("FIXTURES"));
	assert_non_null(tree);
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		differ += judge_folder(&a, tree, folders[i]);
	assert_int_equal(differ, 0);
	arena_release(&a);
}

/* The referee can say no: what bash refuses, and a function that ends too early, which
 * must not be run. */
static void
test_refused(void **state)
{
	(void)state;
	static const char *const texts[] = {"if a; then b", "echo 'a", "a <<E\nb",
		"}\nexit 3\n{", "a; }; exit 3; f() { b"};
	struct arena a;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		enum verdict v = referee_judge(&a, str_from(texts[i])).verdict;
		assert_true(v == VERDICT_BOTH_REFUSE || v == VERDICT_NO_BASH);
	}
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fixtures),
		cmocka_unit_test(test_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
