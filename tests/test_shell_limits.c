/* The evaluator where scripts have no end or no measure, and shells within the script. */
#include "support/support.h"
#include "support/eval_diff.h"

#include "base/limits.h"
#include "shell/run.h"

#include <string.h>

#define BIG "x=$(seq 1 3000); for i in 1 2 3 4 5; do x=\"$x $x\"; done; "

/* What is called (OUT_), and the reason of a gap: NULL, none. */
static const struct {
	const char *text, *calls, *gap;
} rows[] = {
	/* A round that changes nothing is the last one that is looked at. */
	{"while true; do OUT_ a; done; OUT_ b", "<a>\n<a>\n", "a loop never ends"},
	{"until false; do OUT_ a; sleep 5; done; OUT_ b", "<a>\n<a>\n",
		"a loop never ends"},
	{"for ((;;)); do OUT_ a; done; OUT_ b", "<a>\n<a>\n", "a loop never ends"},
	{"foo && x=1; while :; do OUT_ a; done", "<a>\n<a>\n", "a loop never ends"},
	{"while :; do i=$((i+1)); [ $i = 40 ] && break; done; OUT_ $i", "<40>\n", NULL},
	{"while :; do i=$i.; [ ${#i} = 9 ] && break; continue; done; OUT_ $i",
		"<.........>\n", NULL},
	{": > f; while :; do echo x >> f; [ $(wc -l < f) = 20 ] && break; done; OUT_ end",
		"<end>\n", NULL},
	{"while read l; do n=$l; done <<< $'1\\n1\\n1\\n2'; OUT_ $n", "<2>\n", NULL},
	{"while :; do foo && break; sleep 1; done; OUT_ end", "<end>\n", NULL},
	/* Too many words are any number of words, and not the first of them. */
	{"OUT_ {1..3}{a,b}", "<1a><1b><2a><2b><3a><3b>\n", NULL},
	{"OUT_ {1..30000}", "<?>\n", "braces make too many words"},
	{"OUT_ a{1..300}{1..300}b", "<?>\n", "braces make too many words"},
	{"OUT_ {{1..15000},{1..15000}}; OUT_ b", "<?>\n<b>\n",
		"braces make too many words"},
	/* Without memory there is no command rather than a part of it. */
	{BIG "OUT_ {1..20000}\"$x\"; OUT_ b", "", "the script takes too much memory"},
	{BIG "for i in {1..5000}; do y=$x$i; done; OUT_ b", "",
		"the script takes too much memory"},
	/* Shells within the script. */
	{"a=1; export b=2; bash -c 'OUT_ $a $b $0 $1' zero one", "<2><zero><one>\n",
		NULL},
	{"setsid bash -c \"OUT_ in\"; OUT_ out", "<in>\n<out>\n", NULL},
	{"nohup /bin/bash -lc 'exec OUT_ in' > log &", "<in>\n", NULL},
	{"timeout 5 bash -eo pipefail -c 'false; OUT_ in'; OUT_ out", "<out>\n", NULL},
	{"bash -ec 'false | true; OUT_ a; false; OUT_ b'", "<a>\n", NULL},
	{"bash -o pipefail -ec 'false | true; OUT_ a'", "", NULL},
	{"x=$(srun -N1 bash -c 'echo a'); OUT_ \"$x\"", "<?>\n", NULL},
	{"srun --export=NONE bash -c 'OUT_ in'; srun --export=ALL bash -c 'OUT_ all'",
		"<all>\n", NULL},
	{"docker exec c bash -c 'OUT_ in'", "", NULL},
	{"bash -c 'x=5; exit 3'; OUT_ \"$x\" $?", "<><3>\n", NULL},
};

static bool
has_gap(const struct shell_trace *t, const char *reason)
{
	for (size_t i = 0; i < t->gaps.n; i++)
		if (str_eqz(t->gaps.v[i].reason, reason))
			return true;
	return false;
}

static void
test_rows(void **state)
{
	(void)state;
	size_t differ = 0;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct arena a;
		bool known;
		arena_init(&a, 0, NULL);
		struct shell_trace *t = eval_only(&a, str_from(rows[i].text), NULL);
		struct str calls = eval_calls(&a, t, &known);
		bool good = str_eqz(calls, rows[i].calls) &&
			    (rows[i].gap ? has_gap(t, rows[i].gap) : t->gaps.n == 0) &&
			    a.used_bytes < (size_t)LIMIT_SHELL_EVAL_BYTES * 3 / 2;
		if (!good)
			print_error("%s\n%zu bytes, %zu gaps, first: %.*s\n%.*s\n",
				rows[i].text, a.used_bytes, t->gaps.n,
				STR(t->gaps.n ? t->gaps.v[0].reason : S("")), STR(calls));
		differ += !good;
		arena_release(&a);
	}
	assert_int_equal(differ, 0);
}

/* What a text launches stands where the text stands. */
static void
test_place_of_text(void **state)
{
	(void)state;
	struct arena a;
	arena_init(&a, 0, NULL);
	struct str script = S("true\nsetsid bash -c \\\n  'OUT_ in'\n");
	struct shell_trace *t = eval_only(&a, script, NULL);
	const struct shell_launch *l = t->launches.v[t->launches.n - 1];
	struct str text = str_slice(script, l->span.begin, l->span.end);
	assert_true(str_eqz(text, "'OUT_ in'"));
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_place_of_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
