/* Running the program. */
#include "cli.h"

#include <stdlib.h>

const char *const cli_plain[] = {
	"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm", NULL};

const char *
cli_program(void)
{
	const char *v = getenv("INFXCHECK");
	return v ? v : "build/release/infxcheck";
}

static struct outcome
run(struct arena *a, const char *const *env, const char *folder, const char *words,
	struct str input)
{
	const char *argv[32] = {cli_program()};
	size_t n = 1;
	struct str rest = str_from(words);
	while (rest.n) {
		struct str w = str_cut(rest, ' ', &rest);
		assert_true(n < 31);
		if (w.n)
			argv[n++] = str_z(a, w);
	}
	return run_program(a, folder, argv, env, input);
}

struct outcome
cli_run_env(struct arena *a, const char *const *env, const char *folder, const char *words)
{
	return run(a, env, folder, words, S(""));
}

struct outcome
cli_run_input(struct arena *a, const char *folder, const char *words, struct str input)
{
	return run(a, cli_plain, folder, words, input);
}

struct outcome
cli_run(struct arena *a, const char *folder, const char *words)
{
	return cli_run_env(a, cli_plain, folder, words);
}

const char *
cli_fixture(struct arena *a, const char *path)
{
	char *real = realpath(str_fmt(a, "%s/%s", fixtures_folder(), path).p, NULL);
	assert_non_null(real);
	const char *copy = str_z(a, str_from(real));
	free(real);
	return copy;
}

void
cli_lay(struct arena *a, const char *folder, const char *fixture)
{
	const char *argv[] = {"cp", "-R", str_fmt(a, "%s/.", cli_fixture(a, fixture)).p,
		folder, NULL};
	assert_int_equal(run_program(a, NULL, argv, cli_plain, S("")).code, 0);
}

const char *
cli_copy(struct arena *a, const char *fixture)
{
	char *dir = make_folder(a);
	cli_lay(a, dir, fixture);
	return dir;
}

void
cli_append(struct arena *a, const char *folder, const char *file, const char *text)
{
	const char *path = str_fmt(a, "%s/%s", folder, file).p;
	struct str old = read_file(a, path);
	write_file(path, str_cat(a, old, str_from(text)));
}
