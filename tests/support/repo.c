/* A repository of its own for each test of the git layer. */
#include "repo.h"

#include "temp.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>
#include <sys/wait.h>

int
repo_setup(void **state)
{
	static struct fix f;
	memset(&f, 0, sizeof f);
	arena_init(&f.a, 0, NULL);
	f.top = temp_folder(&f.a);
	temp_put(&f.a, f.top, "w/log.yaml", S("one\n"));
	f.w = temp_path(&f.a, f.top, "w");
	temp_git(&f.a, f.w, "init", "-q", NULL);
	*state = &f;
	return 0;
}

int
repo_teardown(void **state)
{
	struct fix *f = *state;
	arena_release(&f->a);
	/* No child is left behind. */
	return waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD ? 0 : 1;
}

void
repo_commit(struct fix *f, const char *message)
{
	temp_git(&f->a, f->w, "add", "-A", NULL);
	temp_git(&f->a, f->w, "commit", "-q", "--allow-empty", "-m", message, NULL);
}

struct git *
open_at(struct fix *f, const char *folder)
{
	struct git_options o = {.folder = folder, .environment = temp_git_env};
	return git_open(&f->a, &o, &f->e);
}

struct git *
must_open(struct fix *f)
{
	struct git *g = open_at(f, f->w);
	if (!g)
		print_error("%.*s\n", STR(f->e.text));
	assert_non_null(g);
	return g;
}

struct git_commit
must_resolve(struct fix *f, struct git *g, const char *rev)
{
	struct git_commit c;
	assert_true(git_resolve(g, &f->a, str_from(rev), &c, &f->e));
	return c;
}

void
assert_file(
	struct fix *f, struct git *g, const char *rev, const char *path, const char *want)
{
	struct git_commit c = must_resolve(f, g, rev);
	struct str got;
	assert_true(git_file(g, &f->a, &c, str_from(path), &got, &f->e));
	assert_true(str_eqz(got, want));
}

struct str
repo_listing(struct fix *f, struct tree *t, const char *folder)
{
	struct names n = {0};
	enum tree_status s = t->list(t, &f->a, str_from(folder), &n);
	struct str all = str_from(tree_status_text(s));
	for (size_t i = 0; i < n.n; i++)
		all = str_fmt(&f->a, "%.*s %.*s", STR(all), STR(n.v[i]));
	return all;
}
