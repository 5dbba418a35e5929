/* Listing of the bash scripts. */
#include "model/scripts.h"

#include "base/arena.h"
#include "base/limits.h"

static bool
is_script_name(struct str name)
{
	return str_ends(name, S(".sh")) || str_ends(name, S(".bash")) ||
	       str_ends(name, S(".slurm"));
}

struct walk {
	struct arena *arena;
	struct tree *tree;
	struct scripts found;
};

static void
walk(struct walk *w, struct str folder, unsigned depth)
{
	struct names names = {0};
	enum tree_status s = TREE_TOO_LARGE;
	if (depth < LIMIT_FOLDER_DEPTH)
		s = w->tree->list(w->tree, w->arena, folder, &names);
	if (s != TREE_OK && s != TREE_ABSENT)
		vec_push(w->arena, &w->found.unlisted, folder);
	for (size_t i = 0; i < names.n; i++) {
		struct str name = names.v[i];
		struct str path = str_fmt(w->arena, "%.*s/%.*s", STR(folder), STR(name));
		if (str_ends(name, S("/")))
			walk(w, str_slice(path, 0, path.n - 1), depth + 1);
		else if (is_script_name(name) && w->found.paths.n < LIMIT_SCRIPTS)
			vec_push(w->arena, &w->found.paths, path);
		else if (is_script_name(name))
			break;
	}
	if (w->found.paths.n == LIMIT_SCRIPTS && depth == 0)
		vec_push(w->arena, &w->found.unlisted, folder);
}

struct scripts
scripts_list(struct arena *a, struct tree *t)
{
	struct walk w = {.arena = a, .tree = t};
	walk(&w, S("benchmarks"), 0);
	walk(&w, S("runners"), 0);
	return w.found;
}

bool
script_is_bash(struct str bytes)
{
	struct str rest, line = str_trim(str_cut(bytes, '\n', &rest));
	if (!str_starts(line, S("#!")))
		return true;
	size_t i = 2;
	while (i < line.n) {
		struct str word = str_cut(str_slice(line, i, line.n), ' ', &rest);
		size_t slash = str_rfind_byte(word, '/');
		struct str name = str_slice(word, slash < word.n ? slash + 1 : 0, word.n);
		if (str_eq(name, S("bash")) || str_eq(name, S("sh")))
			return true;
		i += word.n + 1;
	}
	return false;
}
