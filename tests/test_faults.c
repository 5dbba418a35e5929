/*
 * Every allocation and every call of the kernel fails once in each of a few ways: what a
 * user does ends with an error or with the whole result, nothing leaks, and files are the
 * old or the new ones.
 *
 * Each run is a process of its own. A sample of the calls by default; FAULTS=all for all.
 */
#include "faults/faults.h"
#include "faults/scenes.h"
#include "support/support.h"
#include "support/temp.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a run in a process of its own may end with. */
enum ending { WHOLE = 0, ERROR_TOLD, GAP_TOLD, LOST, LEAK, DESCRIPTORS, TORN };

static const char *const endings[] = {"whole", "error", "gap", "lost something unsaid",
	"leaked memory", "leaked descriptors", "left a torn file"};

static struct arena arena;
static struct scene_output clean, output;
static const char *root;
static long live_clean; /* what stays after a clean run, such as buffers of stdio */

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

#define LOG "perf-changelog.yaml"
#define ENTRY \
	"\n- config-keys:\n    - ling2-fp8-mi355x-vllm\n  description:\n    - \"A rerun\"\n" \
	"  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/XXX\n"

static void
make_root(void)
{
	struct str log;
	root = temp_folder(&arena);
	const char *copy[] = {"cp", "-R", str_fmt(&arena, "%s/demo/.", fixtures_folder()).p,
		root, NULL};
	assert_int_equal(run_program(&arena, NULL, copy, NULL, S("")).code, 0);
	assert_true(temp_get(&arena, fixtures_folder(), "_base/" LOG, &log));
	temp_put(&arena, root, LOG, log);
	temp_git(&arena, root, "init", "-q", NULL);
	temp_git(&arena, root, "add", "-A", NULL);
	temp_git(&arena, root, "commit", "-q", "-m", "a", NULL);
	temp_put(&arena, root, LOG, str_cat(&arena, log, S(ENTRY)));
}

static size_t
descriptors(void)
{
	size_t n = 0;
	DIR *d = opendir("/proc/self/fd");
	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n;
}

/* ---- files ---- */

/* Every file that a scene may change, before and after a run that nothing happened to. */
static const char *const changed[] = {LOG, "configs/amd-master.yaml",
	"configs/nvidia-master.yaml", "report.json"};
enum { CHANGED = sizeof changed / sizeof *changed };
static struct str before[CHANGED], after[CHANGED];

static void
look(struct str *ret)
{
	for (size_t i = 0; i < CHANGED; i++)
		if (!temp_get(&arena, root, changed[i], &ret[i]))
			ret[i] = (struct str){0};
}

static void
put_back(void)
{
	for (size_t i = 0; i < CHANGED; i++)
		if (before[i].p)
			temp_put(&arena, root, changed[i], before[i]);
		else
			unlink(temp_path(&arena, root, changed[i]));
}

static bool
files_are_whole(void)
{
	struct str now[CHANGED];
	look(now);
	for (size_t i = 0; i < CHANGED; i++)
		if (!str_eq(now[i], before[i]) && !str_eq(now[i], after[i]))
			return false;
	return true;
}

/* ---- one run ---- */

struct fault {
	enum fault_call call;
	size_t nth;
	int error;
	size_t times;
};

/* An entry of the ledger, or an unreadable file, that a clean run has not. */
static bool
tells_more(void)
{
	for (size_t i = 0; i < output.told_n; i++) {
		bool is_new = true;
		for (size_t k = 0; k < clean.told_n; k++)
			is_new &= output.told[i] != clean.told[k];
		if (is_new)
			return true;
	}
	return false;
}

static enum ending
judge(const struct scene *scene, const struct fault *f)
{
	struct ixc_error err = {0};
	output.n = output.told_n = 0;
	size_t open_before = descriptors();
	long live = faults_live();
	faults_arm(f->call, f->nth, f->error, f->times);
	ixc_status status = scene->run(root, &output, &err);
	faults_end();
	if (faults_live() > live + live_clean)
		return LEAK;
	if (descriptors() != open_before)
		return DESCRIPTORS;
	if (!files_are_whole())
		return TORN;
	if (status != IXC_OK)
		return err.message[0] && err.status == status ? ERROR_TOLD : LOST;
	if (output.n == clean.n && memcmp(output.p, clean.p, clean.n) == 0)
		return WHOLE;
	return tells_more() ? GAP_TOLD : LOST;
}

static enum ending
run_apart(const struct scene *scene, const struct fault *f)
{
	int status;
	fflush(NULL);
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		enum ending e = judge(scene, f);
		if (e == LOST && getenv("FAULTS_SHOW"))
			fwrite(output.p, 1, output.n, stderr);
		exit((int)e); /* the sanitizer looks for leaks here */
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > (int)TORN)
		fail_msg("%s: %s %zu fails: status %x", scene->name,
			fault_name(f->call), f->nth, (unsigned)status);
	return (enum ending)WEXITSTATUS(status);
}

/* Counts the calls, and keeps what a run gives that nothing happens to. */
static void
rehearse(const struct scene *scene)
{
	struct ixc_error err;
	look(before);
	for (int i = 0; i < 2; i++) {
		put_back();
		clean.n = clean.told_n = 0;
		long live = faults_live();
		faults_count();
		ixc_status status = scene->run(root, &clean, &err);
		faults_end();
		live_clean = faults_live() - live;
		if (status != IXC_OK)
			fail_msg("%s: %s", scene->name, err.message);
	}
	assert_true(clean.n > 0);
	look(after);
	put_back();
}

/* ---- all of them ---- */

/* The first calls one by one, then ever fewer: later ones are mostly of the same places. */
static size_t
next_nth(size_t nth, size_t most)
{
	bool all = getenv("FAULTS") && strcmp(getenv("FAULTS"), "all") == 0;
	return all ? nth + 1 : FAULT_SANITIZED ? nth * 3 + 1 : nth + 1 + nth / most;
}

static void
fail_each(const struct scene *scene, struct fault f, bool must_be_whole)
{
	size_t most = FAULT_SANITIZED ? 1 : f.call == FAULT_ALLOC ? 8 : 2, uses = faults_seen(f.call);
	for (; f.nth < uses; f.nth = next_nth(f.nth, most)) {
		enum ending e = run_apart(scene, &f);
		put_back();
		if (e >= LOST || (must_be_whole && e != WHOLE))
			print_error("%s: %s %zu of %zu fails with %d: %s\n", scene->name,
				fault_name(f.call), f.nth, uses, f.error, endings[e]);
		assert_true(getenv("FAULTS_GO_ON") || (e < LOST && (!must_be_whole || e == WHOLE)));
	}
}

static void
test_allocations(void **state)
{
	(void)state;
	for (size_t i = 0; i < scenes_count; i++) {
		make_root();
		rehearse(&scenes[i]);
		assert_true(faults_seen(FAULT_ALLOC) > 3);
		struct fault f = {FAULT_ALLOC, 0, ENOMEM, 1};
		fail_each(&scenes[i], f, false);
		f.times = SIZE_MAX;
		fail_each(&scenes[i], f, false);
	}
}

static void
test_kernel(void **state)
{
	static const struct {
		enum fault_call call;
		int error;
		size_t times;
		bool must_be_whole;
	} t[] = {
		{FAULT_READ, FAULT_SHORT, SIZE_MAX, true},
		{FAULT_READ, EINTR, 2, true},
		{FAULT_READ, EIO, 1, false},
		{FAULT_WRITE, FAULT_SHORT, SIZE_MAX, true},
		{FAULT_WRITE, EINTR, 2, true},
		{FAULT_WRITE, ENOSPC, 1, false},
		{FAULT_SEND, FAULT_SHORT, 3, true},
		{FAULT_SEND, EINTR, 2, true},
		{FAULT_SEND, EPIPE, 1, false},
		{FAULT_POLL, EINTR, 2, true},
		{FAULT_POLL, ENOMEM, 1, false},
		{FAULT_WAIT, EINTR, 2, true},
		{FAULT_OPEN, EMFILE, 2, false},
		{FAULT_OPEN, EACCES, 2, false},
		{FAULT_OPEN, EINTR, 1, true},
		{FAULT_STAT, EIO, 1, false},
		{FAULT_OPENDIR, ENOMEM, 1, false},
		{FAULT_READDIR, EIO, 1, false},
		{FAULT_REALPATH, EACCES, 1, false},
		{FAULT_CLOSE, EIO, 1, false},
		{FAULT_CLOSE, EINTR, 1, true},
		{FAULT_PIPE, EMFILE, 1, false},
		{FAULT_SPAWN, EAGAIN, 1, false},
		{FAULT_SYNC, EIO, 1, false},
		{FAULT_RENAME, ENOSPC, 1, false},
		{FAULT_UNLINK, EIO, 1, false},
	};
	(void)state;
	for (size_t i = 0; i < scenes_count; i++) {
		make_root();
		rehearse(&scenes[i]);
		for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
			struct fault f = {t[k].call, 0, t[k].error, t[k].times};
			fail_each(&scenes[i], f, t[k].must_be_whole);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_allocations, setup, teardown),
		cmocka_unit_test_setup_teardown(test_kernel, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
