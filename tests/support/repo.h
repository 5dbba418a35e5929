/* A repository of its own for each test of the git layer. */
#ifndef SUPPORT_REPO_H
#define SUPPORT_REPO_H

#include "base/arena.h"
#include "base/git.h"

struct fix {
	struct arena a;
	const char *top; /* a temporary folder */
	const char
		*w; /* the repository in it, "w", with log.yaml ("one") not committed */
	struct git_error e;
};

int repo_setup(void **state);
/* Fails when a child process is left. */
int repo_teardown(void **state);

void repo_commit(struct fix *f, const char *message);   /* everything, even if nothing */
struct git *open_at(struct fix *f, const char *folder); /* NULL, and f->e */
/* These fail the test. */
struct git *must_open(struct fix *f);
struct git_commit must_resolve(struct fix *f, struct git *g, const char *rev);
void assert_file(struct fix *f, struct git *g, const char *rev, const char *path,
	const char *want);

/* The status, and the names: "ok a b/". */
struct str repo_listing(struct fix *f, struct tree *t, const char *folder);

#endif
