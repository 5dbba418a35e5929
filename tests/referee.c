/*
 * Holds the shell parser against bash over whole checkouts: every *.sh, *.slurm and
 *script with a bash shebang below the folders given.
 *
 *	referee [-n] FOLDER...        -n: only whether both read the scripts
 */
#include "support/shell_referee.h"

#include "base/arena.h"
#include "base/tree.h"
#include "shell/parse.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOST_DIFFERENCES = 2 };

struct tally {
	size_t files, bytes, agree, refused, differ, bad;
	double parse_ms;
	bool syntax_only;
};

static bool
is_script(struct str path, struct str bytes)
{
	struct str line = str_slice(bytes, 0, str_find_byte(bytes, '\n', 0));
	return str_ends(path, S(".sh")) || str_ends(path, S(".slurm")) ||
	       (str_starts(line, S("#!")) && str_ends(line, S("bash")));
}

static double
parse_ms(struct arena *a, struct str path, struct str bytes)
{
	struct timespec from, to;
	struct sources sources = {0};
	struct source *s = sources_add(a, &sources, path, bytes);
	clock_gettime(CLOCK_MONOTONIC, &from);
	(void)shell_parse(a, s);
	clock_gettime(CLOCK_MONOTONIC, &to);
	return (double)(to.tv_sec - from.tv_sec) * 1e3 +
	       (double)(to.tv_nsec - from.tv_nsec) / 1e6;
}

static void
judge(struct tally *t, struct str path, struct str bytes)
{
	static const char *const names[] = {"agree", "both refuse", "DIFFER",
		"FALSE ERROR", "MISSED ERROR", "no bash"};
	struct arena a;
	arena_init(&a, 0, NULL);
	t->files++;
	t->bytes += bytes.n;
	t->parse_ms += parse_ms(&a, path, bytes);
	struct judgement j =
		t->syntax_only ? referee_syntax(&a, bytes) : referee_judge(&a, bytes);
	t->agree += j.verdict == VERDICT_AGREE;
	t->refused += j.verdict == VERDICT_BOTH_REFUSE;
	t->differ += j.verdict == VERDICT_DIFFER || j.verdict == VERDICT_MISSED_ERROR;
	t->bad += j.verdict == VERDICT_FALSE_ERROR || j.verdict == VERDICT_NO_BASH;
	if (j.verdict != VERDICT_AGREE)
		printf("%.*s: %s: %.*s\n", STR(path), names[j.verdict], STR(j.why));
	arena_release(&a);
}

static void
walk(struct tally *t, struct tree *tree, struct arena *a, struct str folder)
{
	struct names names = {0};
	if (tree->list(tree, a, folder, &names) != TREE_OK)
		return;
	for (size_t i = 0; i < names.n; i++) {
		struct str path =
			folder.n ? str_fmt(a, "%.*s/%.*s", STR(folder), STR(names.v[i]))
				 : names.v[i];
		struct str bytes;
		if (str_ends(path, S("/"))) {
			path.n--;
			if (!str_eqz(names.v[i], ".git/"))
				walk(t, tree, a, path);
		} else {
			struct arena_mark mark = arena_mark(a);
			if (tree->read(tree, a, path, &bytes) == TREE_OK &&
				is_script(path, bytes))
				judge(t, path, bytes);
			arena_rewind(a, mark);
		}
	}
}

int
main(int argc, char **argv)
{
	struct tally t = {0};
	struct arena a;
	arena_init(&a, 0, NULL);
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-n") == 0) {
			t.syntax_only = true;
			continue;
		}
		struct tree *tree = tree_folder(&a, argv[i]);
		if (!tree) {
			fprintf(stderr, "referee: %s: no such folder\n", argv[i]);
			arena_release(&a);
			return 2;
		}
		walk(&t, tree, &a, (struct str){0});
	}
	arena_release(&a);
	printf("%zu scripts, %zu bytes, parsed in %.1f ms: %zu agree with bash, "
	       "%zu refused by both, %zu differ, %zu false errors\n",
		t.files, t.bytes, t.parse_ms, t.agree, t.refused, t.differ, t.bad);
	return t.bad || t.differ > MOST_DIFFERENCES || !t.files;
}
