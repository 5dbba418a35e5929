#include "user.h"

#include <stdlib.h>

const char *const user_env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent",
	"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
	"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_EDITOR=true", NULL};

const char *
user_file(struct user *u, const char *name)
{
	return str_fmt(&u->arena, "%s/%s", u->dir, name).p;
}

const char *
user_program(struct user *u)
{
	const char *v = getenv("INFXCHECK");
	char *real = realpath(v ? v : "build/release/infxcheck", NULL);
	assert_non_null(real);
	const char *copy = str_z(&u->arena, str_from(real));
	free(real);
	return copy;
}

struct outcome
user_try(struct user *u, const char *script)
{
	const char *argv[] = {"sh", "-c", script, NULL};
	return run_program(&u->arena, u->dir, argv, u->env, S(""));
}

void
user_expect(struct user *u, const char *script, int code, const char *text)
{
	struct outcome o = user_try(u, script);
	bool said = !text || str_contains(o.out, str_from(text)) ||
		str_contains(o.err, str_from(text));
	if (o.code != code || !said)
		fail_msg("%s: code %d\n%.*s%.*s", script, o.code, STR(o.out), STR(o.err));
}

void
user_append(struct user *u, const char *text, const char *link)
{
	struct arena *a = &u->arena;
	const char *path = user_file(u, "perf-changelog.yaml");
	struct str more = str_fmt(a,
		"\n- config-keys:\n    - ling2-fp8-mi355x-vllm\n  description:\n"
		"    - \"Re-run: %s\"\n  pr-link: %s\n",
		text, link);
	write_file(path, str_cat(a, read_file(a, path), more));
}

int
user_setup(void **state)
{
	struct user *u = calloc(1, sizeof *u);
	assert_non_null(u);
	arena_init(&u->arena, 0, NULL);
	u->dir = make_folder(&u->arena);
	u->env = user_env;
	user_expect(u, str_fmt(&u->arena, "cp -R '%s'/_base/. .", fixtures_folder()).p, 0, NULL);
	user_expect(u, "git init -q -b main . && git add . && git commit -q -m base", 0, NULL);
	*state = u;
	return 0;
}

int
user_teardown(void **state)
{
	struct user *u = *state;
	remove_folder(u->dir);
	arena_release(&u->arena);
	free(u);
	return 0;
}
