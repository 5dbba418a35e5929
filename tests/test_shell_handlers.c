/* What handlers of EXIT stop: jobs that are left at the ends of a script, and why. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "shell/run.h"

struct sample {
	const char *script;
	const char *left;  /* variables with the PIDs of jobs left at the end */
	const char *lost;  /* of those, the ones that an earlier handler stops */
	const char *unset; /* variables that a handler misses at some end; "?": at none
			    * that was seen, but right behind the trap command */
};

#define STOP \
	"stop() { [[ \"$1\" =~ ^[0-9]+$ ]] && alive \"$1\" && kill \"$1\"; }; " \
	"alive() { kill -0 \"$1\" && [[ -n $(ps -o stat= -p \"$1\") ]]; }; "

static const struct sample samples[] = {
	{"x & A=$!", "A", "", ""},
	{"trap 'kill $A' EXIT; x & A=$!", "", "", ""},
	{"x & A=$!; trap f EXIT; f() { kill $A; }", "", "", ""},
	{"f() { [ -n \"$A\" ] && kill $A; }; trap f EXIT; x & A=$!; y & B=$!", "B", "",
		""},
	{"trap 'kill $A' EXIT; x & A=$!; trap 'kill $B' EXIT; y & B=$!", "A", "A", ""},
	{"trap 'kill $A' EXIT; x & A=$!; trap 'kill $A $B' EXIT; y & B=$!", "", "", ""},
	{"trap 'kill $A' EXIT; trap - EXIT; trap 'kill $B' EXIT; x & A=$!", "A", "", ""},
	{"trap 'kill $A' EXIT; trap date EXIT; trap true EXIT; x & A=$!", "A", "A", ""},
	{"x & A=$!; kill $A; wait $A; y & B=$!", "B", "", ""},
	{"x & A=$!; ( trap 'kill $A' EXIT ); y & B=$!", "B", "", ""},
	{"x & PIDS=($!); y & PIDS+=($!); trap 'kill \"${PIDS[@]}\"' EXIT", "", "", ""},
	{"trap 'for p in ${PIDS[@]}; do kill $p; done' EXIT; x & PIDS+=($!)", "", "", ""},
	{"trap 'kill $(jobs -p)' EXIT; x & A=$!; y & B=$!", "", "", ""},
	{"trap wait EXIT; x & A=$!; y & B=$!", "", "", ""},
	{"A=; if t; then x & A=$!; fi; trap 'kill $A' EXIT", "", "", ""},
	{STOP "trap 'stop \"$A\"; stop \"$B\"' EXIT; B=; x & A=$!; z & C=$!", "C", "",
		""},
	{STOP "trap 'stop $A; for p in $(pgrep -P $A); do kill $p; done' EXIT; x & A=$!; "
	      "y & B=$!",
		"B", "", ""},
	{"set -eu; trap 'kill $A' EXIT; make; x & A=$!", "", "", "A"},
	{"set -eu; trap 'kill ${A:-}' EXIT; make; x & A=$!", "", "", ""},
	{"set -eu; A=; trap 'kill $A' EXIT; make; x & A=$!", "", "", ""},
	{"set -u; trap 'kill $A' EXIT; make; x & A=$!", "", "", "A?"},
	{"set -u; trap 'kill $A' EXIT; make || exit 1; x & A=$!", "", "", "A"},
	{"set -eu; trap 'kill $A; kill $B' EXIT; x & A=$!; y & B=$!; make", "", "", "A?"},
	{"set -eu; trap 'kill $B; kill $A' EXIT; x & A=$!; make; y & B=$!", "", "", "B"},
};

static struct str
names_of(struct arena *a, const struct shell_trace *t, const struct jobset *jobs)
{
	struct buf b = buf_new(a, 1000);
	for (unsigned i = 1; i <= t->jobs.n; i++) {
		if (!jobset_has(jobs, i))
			continue;
		buf_addf(&b, "%s%.*s", b.n ? " " : "",
			STR(session_name(t->session, t->jobs.v[i - 1]->pid_variable)));
	}
	return buf_str(&b);
}

static struct str
unset_of(struct arena *a, const struct shell_trace *t)
{
	struct buf b = buf_new(a, 1000);
	for (size_t i = 0; i < t->faults.n; i++) {
		const struct shell_fault *f = t->faults.v[i];
		if (f->exit && f->kind == FAULT_UNBOUND)
			buf_addf(&b, "%s%.*s%s", b.n ? " " : "", STR(f->text),
				f->exit->why == EXIT_NOT ? "?" : "");
	}
	return buf_str(&b);
}

static void
check_sample(const struct sample *sample)
{
	struct arena a;
	struct sources sources = {0};
	arena_init(&a, 0, NULL);
	struct tree *tree = tree_memory(&a);
	tree_memory_put(&a, tree, S("t.sh"), str_from(sample->script));
	struct session *session = session_new(&a, &sources, tree);
	struct shell_input in = {.script = S("t.sh")};
	vec_push(&a, &in.roots, S("/w"));
	struct shell_trace *t = shell_run(session, &a, &in);
	assert_non_null(t);
	struct jobset left = {0}, lost = {0};
	for (size_t i = 0; i < t->exits.n; i++) {
		const struct shell_exit *x = t->exits.v[i];
		for (unsigned k = 1; x->why == EXIT_AT_END && k <= t->jobs.n; k++) {
			jobset_put(&left, k,
				jobset_has(&left, k) || jobset_has(&x->left, k));
			jobset_put(&lost, k,
				jobset_has(&lost, k) || jobset_has(&x->lost, k));
		}
		assert_int_equal(jobset_is_empty(&x->lost), x->stopper == NULL);
	}
	const struct str want[] = {
		str_from(sample->left), str_from(sample->lost), str_from(sample->unset)};
	const struct str got[] = {
		names_of(&a, t, &left), names_of(&a, t, &lost), unset_of(&a, t)};
	for (size_t i = 0; i < 3; i++)
		if (!str_eq(want[i], got[i]))
			fail_msg("%s\n%s: '%.*s', not '%.*s'", sample->script,
				(const char *const[]){"left", "lost", "unset"}[i],
				STR(got[i]), STR(want[i]));
	arena_release(&a);
}

static void
test_samples(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		check_sample(&samples[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
