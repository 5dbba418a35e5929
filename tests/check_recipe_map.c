/*
 * Compares the recipes found through the launchers with a list made by hand.
 *
 *	check_recipe_map CHECKOUT MAP
 *
 * MAP has lines of config key, kind, launcher and recipe, separated by tabs. Only those of
 * kind "single" are compared, each with every launcher of its key. Exit status 1 when one
 * differs.
 */
#include "base/arena.h"
#include "base/tree.h"
#include "model/repo.h"
#include "plan/launcher.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

struct figures {
	size_t rows, same, points, routes;
	size_t end[ROUTE_UNKNOWN + 1];
};

static struct str
read_all(struct arena *a, const char *path)
{
	struct buf b = buf_new(a, 1 << 24);
	FILE *f = fopen(path, "r");
	char block[4096];
	for (size_t n; f && (n = fread(block, 1, sizeof block, f)) > 0;)
		buf_add(&b, (struct str){block, n});
	if (f)
		fclose(f);
	return buf_str(&b);
}

static double
now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* "KEY LAUNCHER" to the route of the key's first point. */
static void
find_routes(struct arena *a, struct launchers *l, const struct points *points,
	struct map *found, struct figures *f)
{
	for (size_t i = 0; i < points->n; i++) {
		const struct point *p = points->v[i];
		const struct machines *m = launchers_of(l, p->runner);
		f->points++;
		for (size_t k = 0; k < m->n; k++) {
			const struct route *r = launchers_route(l, &m->v[k], p);
			struct str key = str_fmt(a, "%.*s %.*s", STR(p->config->key),
				STR(m->v[k].short_name));
			f->routes++;
			if (!map_has(found, key))
				map_put(a, found, key, (void *)(uintptr_t)r);
			f->end[r->end]++;
		}
	}
}

static void
compare(struct arena *a, struct str line, const struct map *found, struct figures *f)
{
	struct str key = str_cut(line, '\t', &line), kind = str_cut(line, '\t', &line),
		   launcher = str_cut(line, '\t', &line), rest, want = str_cut(line, '\t', &rest);
	if (!str_eqz(kind, "single"))
		return;
	f->rows++;
	const struct route *r = map_get(
		found, str_fmt(a, "%.*s %.*s", STR(key), STR(launcher)));
	bool missing = str_eqz(want, "MISSING");
	if (r && (missing ? r->end == ROUTE_NO_FILE
			  : r->end == ROUTE_RECIPE && str_eq(r->recipe, want))) {
		f->same++;
		return;
	}
	printf("differs: %.*s on %.*s\n  listed: %.*s\n  found:  %s %.*s %.*s\n", STR(key),
		STR(launcher), STR(want), r ? route_end_name(r->end) : "no such machine",
		STR(r ? r->recipe : S("")), STR(r ? r->why : S("")));
}

int
main(int argc, char **argv)
{
	struct arena a;
	struct sources sources = {0};
	struct figures f = {0};
	if (argc != 3) {
		fprintf(stderr, "usage: check_recipe_map CHECKOUT MAP\n");
		return 2;
	}
	arena_init(&a, 0, NULL);
	struct tree *tree = tree_folder(&a, argv[1]);
	struct str text = read_all(&a, argv[2]);
	if (!tree || !text.n) {
		fprintf(stderr, "check_recipe_map: can't read %s\n", tree ? argv[2] : argv[1]);
		return 2;
	}
	struct repo *repo = repo_load(&a, &sources, tree, S("perf-changelog.yaml"), NULL, false);
	struct matrix_options o = {.command = MATRIX_FULL_SWEEP, .keep_going = true};
	struct matrix *m = matrix_generate(&a, repo->master, repo->runners, &o);
	struct session *session = session_new(&a, &sources, tree);
	struct launchers *l = launchers_new(&a, session, repo->runners);
	struct map found = {0};
	double before = now();
	find_routes(&a, l, &m->points, &found, &f);
	double after = now();
	while (text.n)
		compare(&a, str_cut(text, '\n', &text), &found, &f);
	printf("single-node pairs of key and launcher: %zu, the same recipe: %zu\n", f.rows, f.same);
	printf("%zu points, %zu routes in %.0f ms:", f.points, f.routes, 1000 * (after - before));
	for (int k = 0; k <= ROUTE_UNKNOWN; k++)
		printf(" %s %zu", route_end_name((enum route_end)k), f.end[k]);
	putchar('\n');
	arena_release(&a);
	return f.rows == 0 || f.same != f.rows;
}
