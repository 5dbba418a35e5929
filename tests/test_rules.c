/* Table, files, fixtures and help of the rules agree. */
#include "support/support.h"

#include "check/rule.h"
#include "check/run.h"

#include <ctype.h>
#include <string.h>

static void
test_table_is_sorted_and_complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < rules_count(); i++) {
		const struct ixc_rule *r = rules_at(i);
		if (i)
			assert_true(strcmp(rules_at(i - 1)->id, r->id) < 0);
		for (const char *p = r->id; *p; p++)
			assert_true(islower((unsigned char)*p) || isdigit((unsigned char)*p) ||
				*p == '-');
		assert_in_range(r->severity, IXC_NOTE, IXC_ERROR);
		assert_non_null(r->summary);
		assert_in_range(strlen(r->summary), 10, 72);
		assert_non_null(r->help);
		assert_true(strlen(r->help) > 80);
		assert_non_null(r->since);
		int hooks = (r->on_repo != NULL) + (r->on_file != NULL) +
			(r->on_changelog != NULL) + (r->on_entry != NULL) +
			(r->on_config != NULL) + (r->on_arm != NULL) +
			(r->on_plan != NULL && !r->on_repo) + (r->on_trees != NULL) +
			(r->on_suppression != NULL) + (r->on_baseline != NULL);
		assert_in_range(hooks, r->on_change ? 0 : 1, 1);
	}
	assert_null(rules_at(rules_count()));
}

static void
test_help_is_plain_and_narrow(void **state)
{
	(void)state;
	for (size_t i = 0; i < rules_count(); i++) {
		struct str rest = str_from(rules_at(i)->help);
		while (rest.n) {
			struct str line = str_cut(rest, '\n', &rest);
			if (line.n > 80)
				fail_msg("%s: %.*s", rules_at(i)->id, STR(line));
			assert_false(str_ends(line, S(" ")));
		}
	}
}

/* Each rule has a firing example, a silent one, and a near miss. */
static void
test_every_rule_has_fixtures(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < rules_count(); i++) {
		static const char *const kinds[] = {"bad", "good"};
		for (size_t k = 0; k < 2; k++) {
			const char *path = str_fmt(&a, "%s/%s/%s/expect", fixtures_folder(),
				rules_at(i)->id, kinds[k])
						   .p;
			if (!file_exists(path))
				fail_msg("missing: %s", path);
		}
	}
	arena_release(&a);
}

static void
test_every_file_is_in_the_table(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a, 0, NULL);
	struct tree *t = tree_folder(&a, str_fmt(&a, "%s/../rules", fixtures_folder()).p);
	struct names files = {0};
	assert_non_null(t);
	assert_int_equal(t->list(t, &a, S(""), &files), TREE_OK);
	for (size_t i = 0; i < files.n; i++) {
		struct str text, name = files.v[i];
		if (!str_ends(name, S(".c")))
			continue;
		assert_int_equal(t->read(t, &a, name, &text), TREE_OK);
		struct str stem = str_slice(name, 0, name.n - 2);
		if (!str_contains(text, S("const struct ixc_rule rule_")))
			continue; /* helper of several rules */
		char *id = str_z(&a, stem);
		for (char *p = id; *p; p++)
			if (*p == '_')
				*p = '-';
		if (rules_index(str_from(id)) == rules_count())
			fail_msg("rules/%.*s is not in rules.def", STR(name));
	}
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_is_sorted_and_complete),
		cmocka_unit_test(test_help_is_plain_and_narrow),
		cmocka_unit_test(test_every_rule_has_fixtures),
		cmocka_unit_test(test_every_file_is_in_the_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
