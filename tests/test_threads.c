/* Separate checkers in several threads: the same answers as one after the other. */
#include "support/cli.h"

#include <infxcheck.h>
#include <pthread.h>
#include <string.h>

enum { THREADS = 4 };

struct job {
	const char *root;
	char text[65536];
	size_t n;
};

static bool
collect(void *user, const char *bytes, size_t n)
{
	struct job *j = user;
	if (n > sizeof j->text - j->n)
		return false;
	memcpy(j->text + j->n, bytes, n);
	j->n += n;
	return true;
}

static void *
check_once(void *arg)
{
	struct job *j = arg;
	struct ixc_error err;
	ixc_checker *c = NULL;
	ixc_report *r = NULL;
	if (ixc_checker_new(&c, j->root, &err) == IXC_OK && ixc_check(c, &r, &err) == IXC_OK)
		(void)ixc_write(r, IXC_FORMAT_SHORT, 0, collect, j, &err);
	ixc_report_free(r);
	ixc_checker_free(c);
	return NULL;
}

static void
test_threads(void **state)
{
	static struct job alone, job[THREADS];
	struct arena a;
	pthread_t thread[THREADS];
	(void)state;
	arena_init(&a, 0, NULL);
	alone.root = cli_fixture(&a, "demo");
	check_once(&alone);
	assert_true(alone.n > 100);
	for (size_t i = 0; i < THREADS; i++) {
		job[i].root = alone.root;
		assert_int_equal(pthread_create(&thread[i], NULL, check_once, &job[i]), 0);
	}
	for (size_t i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(thread[i], NULL), 0);
		assert_int_equal(job[i].n, alone.n);
		assert_memory_equal(job[i].text, alone.text, alone.n);
	}
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
