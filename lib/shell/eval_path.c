/*
 * Pathname expansion. Within folders of the checked tree the names are known; elsewhere a
 * pattern stands for any number of files. A pattern of brackets alone is almost always
 * meant as text (`pkg[extra]`, a list of numbers), and stays so unless a file has that
 * name.
 */
#include "shell/expand.h"

#include "base/arena.h"

#include <string.h>

static bool
has_star(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\\')
			i++;
		else if (s.p[i] == '*' || s.p[i] == '?')
			return true;
	}
	return false;
}

/* Options, JSON and arithmetic may hold a star too; no file has such a name. */
static bool
looks_like_path(struct str s)
{
	if (s.n && s.p[0] == '-')
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (strchr("\"={}", s.p[i]) && s.p[i])
			return false;
	return true;
}

static struct str
unquoted(struct arena *a, struct str s)
{
	char *p = NEW_ARRAY(a, char, s.n);
	size_t n = 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\\' && i + 1 < s.n)
			i++;
		p[n++] = s.p[i];
	}
	return (struct str){p, n};
}

struct matching {
	struct emitter *em;
	struct names found;
};

/* `done`: path as written so far, `folder`: the same in the tree. */
static void
match_in(struct matching *m, struct str folder, struct str done, struct str pattern,
	unsigned depth)
{
	struct eval *e = m->em->e;
	struct arena *a = e->arena;
	struct str rest, first = str_cut(pattern, '/', &rest);
	struct names names = {0};
	if (depth > 20 || m->found.n > LIMIT_FILES_IN_FOLDER)
		return;
	if (!pattern_is_special(first)) {
		struct str plain = unquoted(a, first);
		struct str next =
			folder.n ? str_fmt(a, "%.*s/%.*s", STR(folder), STR(plain))
				 : plain;
		struct str shown = str_cat(a, done, plain);
		struct session_path *p =
			session_path(e->session, session_normal_path(a, next));
		if (rest.p)
			match_in(m, p->path, str_cat(a, shown, S("/")), rest, depth + 1);
		else if (p->is_file || p->is_folder)
			vec_push(a, &m->found, shown);
		return;
	}
	if (session_list(e->session, a, folder, &names) != TREE_OK)
		return;
	const struct pattern *p = pattern_parse(a, value_text(a, first), false);
	for (size_t i = 0; i < names.n; i++) {
		struct str name = names.v[i];
		bool is_folder = str_ends(name, S("/"));
		name.n -= is_folder;
		bool hidden = name.n && name.p[0] == '.' && first.p[0] != '.' &&
			      !(m->em->s->options & OPTION_DOTGLOB);
		if (hidden || (rest.p && !is_folder) || !pattern_match_text(a, name, p))
			continue;
		struct str shown = str_cat(a, done, name);
		struct str next =
			folder.n ? str_fmt(a, "%.*s/%.*s", STR(folder), STR(name)) : name;
		if (rest.p)
			match_in(m, next, str_cat(a, shown, S("/")), rest, depth + 1);
		else
			vec_push(a, &m->found, shown);
	}
}

/* The part of the pattern before its first special component. */
static struct str
fixed_folder(struct arena *a, struct str pattern)
{
	size_t end = 0;
	for (size_t at = 0; at < pattern.n;) {
		size_t slash = str_find_byte(pattern, '/', at);
		if (pattern_is_special(str_slice(pattern, at, slash)))
			break;
		end = slash < pattern.n ? slash + 1 : slash;
		at = slash + 1;
	}
	return unquoted(a, str_slice(pattern, 0, end));
}

static void
push(struct emitter *em, const struct field *like, const struct value *v, bool loose)
{
	struct field f = *like;
	f.value = v;
	f.loose = loose;
	vec_push(em->e->arena, em->out, f);
}

static void
unknown_files(struct emitter *em, const struct field *f)
{
	struct arena *a = em->e->arena;
	struct str shown = value_shown(a, f->value);
	push(em, f,
		value_unknown(
			a, em->span, HOLE_LIST, str_fmt(a, "files %.*s", STR(shown))),
		true);
}

void
expand_path(struct emitter *em, const struct field *f, const struct value *pattern)
{
	struct eval *e = em->e;
	struct str text, tree;
	if (!value_known(pattern, &text)) {
		if (has_star(value_prefix(pattern)) || has_star(value_suffix(pattern)))
			unknown_files(em, f);
		else
			push(em, f, f->value, f->loose);
		return;
	}
	struct str fixed = fixed_folder(e->arena, text);
	const struct value *folder = fixed.n ? value_text(e->arena, fixed) : em->s->cwd;
	bool in_tree = file_in_tree(e, file_absolute(e, em->s, folder), &tree);
	struct matching m = {.em = em};
	if (in_tree) {
		size_t skip = 0; /* in the pattern, quoted as it is */
		for (size_t k = 0; k < fixed.n; k++, skip++)
			skip += text.p[skip] == '\\';
		match_in(&m, session_normal_path(e->arena, tree), fixed,
			str_slice(text, skip, text.n), 0);
	}
	struct session_path *p =
		in_tree ? session_path(e->session, session_normal_path(e->arena, tree))
			: NULL;
	bool may_grow = !p || !p->is_folder || p->is_empty || p->path.n == 0;
	for (size_t i = 0; i < m.found.n; i++)
		push(em, f, value_text(e->arena, m.found.v[i]), false);
	if (has_star(text) && may_grow && looks_like_path(text))
		unknown_files(em, f);
	else if (m.found.n == 0 && !(em->s->options & OPTION_NULLGLOB))
		push(em, f, f->value, f->loose);
}
