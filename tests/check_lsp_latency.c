/*
 * From edit to diagnostic, in the largest recipe of a checkout: the median, the longest,
 * and the processor time of the server. Fails when that is 30 ms or more; how long one
 * waits depends on what else the machine does.
 */
#include "support/lsp.h"

#include "plan/recipes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { EDITS = 60, LIMIT_MS = 30, SETTLE_S = 4, PAUSE_NS = 30000000 };

static double
now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Of the thread that answers. */
static double
server_cpu_ms(const struct lsp *l)
{
	char path[64];
	unsigned long long ns = 0;
	snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)l->pid,
		(int)l->pid);
	FILE *f = fopen(path, "r");
	if (f && fscanf(f, "%llu", &ns) != 1)
		ns = 0;
	if (f)
		fclose(f);
	return (double)ns / 1e6;
}

static const char *
largest_recipe(struct arena *a, const char *root, struct str *ret_text)
{
	struct tree *t = tree_folder(a, root);
	const char *largest = NULL;
	assert_non_null(t);
	*ret_text = (struct str){0};
	for (size_t i = 0; recipe_folders[i]; i++) {
		struct names names = {0};
		if (t->list(t, a, str_from(recipe_folders[i]), &names) != TREE_OK)
			continue;
		for (size_t k = 0; k < names.n; k++) {
			struct str path =
				str_fmt(a, "%s/%.*s", recipe_folders[i], STR(names.v[k]));
			struct str text;
			if (!recipe_is_name(names.v[k]) ||
				t->read(t, a, path, &text) != TREE_OK ||
				text.n <= ret_text->n)
				continue;
			*ret_text = text;
			largest = path.p;
		}
	}
	return largest;
}

static int
by_size(const void *x, const void *y)
{
	const double *a = x, *b = y;
	return (*a > *b) - (*a < *b);
}

/* A line goes in and comes out again, in the middle. */
static double
edit_ms(struct lsp *l, const char *path, int version, int line)
{
	bool in = version % 2 == 0;
	json_t *change =
		lsp_change(line, 0, in ? line : line + 1, 0, in ? S("X=1\n") : S(""));
	double begin = now_ms();
	lsp_did_change(l, path, version, json_pack("[o]", change));
	json_decref(lsp_diagnostics(l, path, version));
	double took = now_ms() - begin;
	json_array_clear(l->notices);
	nanosleep(
		&(struct timespec){.tv_nsec = PAUSE_NS}, NULL); /* nobody types faster */
	return took;
}

int
main(int argc, char **argv)
{
	struct arena a;
	struct str text;
	double took[EDITS];
	int line = 0;
	if (argc != 2)
		return 2;
	arena_init(&a, 0, NULL);
	const char *path = largest_recipe(&a, argv[1], &text);
	if (!path)
		return 2;
	for (size_t i = 0; i < text.n / 2; i++)
		line += text.p[i] == '\n';
	struct lsp *l = lsp_open(&a, argv[1], NULL);
	lsp_did_open(l, path, 1, text);
	json_decref(lsp_diagnostics(l, path, 1));
	sleep(SETTLE_S); /* the whole repository is judged once */
	double cpu = server_cpu_ms(l);
	for (int i = 0; i < EDITS; i++)
		took[i] = edit_ms(l, path, i + 2, line);
	cpu = (server_cpu_ms(l) - cpu) / EDITS;
	qsort(took, EDITS, sizeof *took, by_size);
	printf("%s, %zu bytes, %d edits: median %.1f ms, least %.1f, longest %.1f; "
	       "processor %.1f ms an edit\n",
		path, text.n, EDITS, took[EDITS / 2], took[0], took[EDITS - 1], cpu);
	lsp_close(l);
	arena_release(&a);
	return cpu < LIMIT_MS ? 0 : 1;
}
