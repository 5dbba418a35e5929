/* Shared by the tests: cmocka with its headers in the right order, files, fixtures. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/tree.h"

/* Folder of the fixtures, from the environment or "fixtures". */
const char *fixtures_folder(void);
/* The shared data, or NULL after having said that tests are skipped. */
const char *shared_folder(const char *test);

/* Whole file into the arena; fails the test when it can't be read. */
struct str read_file(struct arena *a, const char *path);
bool file_exists(const char *path);
void write_file(const char *path, struct str bytes);
/* A new empty folder under TMPDIR; remove_folder() takes it away with all that it holds. */
char *make_folder(struct arena *a);
void remove_folder(const char *path);

/* Runs a program and waits for it. env NULL: this process's. */
struct outcome {
	int code;  /* exit status, or 128 + signal */
	struct str out, err;
};
struct outcome run_program(struct arena *a, const char *folder, const char *const *argv,
	const char *const *env, struct str input);

/* A fixture case: the tree laid over fixtures/_base, and what `expect` says. */
struct fixture {
	const char *rule, *name; /* folders under fixtures/ */
	struct str path;         /* of the case */
	struct str over; /* "_recipes": lies between the case and _base; empty: nothing */
	struct strs_list {
		struct str v[32];
		size_t n;
	} args;                  /* words of "# args:" */
	struct str expected;     /* lines that are no tags */
	struct tree *tree;
	struct tree *base_tree; /* files of base/ over the case; NULL without that folder */
	struct str *base_changelog; /* base/perf-changelog.yaml of the case, or NULL */
};

/* Fails the test on an unknown tag. */
void fixture_load(struct arena *a, struct fixture *f, const char *rule, const char *name);
/* Calls visit for each case of each rule folder, in order of names. */
void fixtures_each(struct arena *a, void (*visit)(void *, const char *rule, const char *name),
	void *user);

#endif
