/* Texts of recipes and their groups. */
#include "siblings.h"

#include "plan/recipes.h"

static bool
is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '-' || c == '_';
}

static void
read_flags(struct arena *a, struct map *ret, struct str line)
{
	for (size_t i = 0; i + 2 < line.n; i++) {
		bool begins = i == 0 || line.p[i - 1] == ' ' || line.p[i - 1] == '(';
		if (!begins || line.p[i] != '-' || line.p[i + 1] != '-')
			continue;
		size_t end = i + 2;
		while (end < line.n && is_name_byte(line.p[end]))
			end++;
		if (end > i + 3)
			map_put(a, ret, str_slice(line, i, end), ret);
		i = end;
	}
}

static bool
is_code(struct str line)
{
	line = str_trim(line);
	return line.n && line.p[0] != '#';
}

struct map
flags_of(struct arena *a, struct str text)
{
	struct map flags = {0};
	while (text.p && text.n) {
		struct str line = str_cut(text, '\n', &text);
		if (is_code(line))
			read_flags(a, &flags, line);
	}
	return flags;
}

/* `export NAME=value`, the value without quotes. */
static void
read_export(struct arena *a, struct recipe_text *r, struct str line, uint32_t begin)
{
	struct str s = str_trim(line), value;
	if (!str_starts(s, S("export ")))
		return;
	struct str name = str_cut(str_slice(s, 7, s.n), '=', &value);
	if (!value.p || !name.n)
		return;
	value = str_trim(value);
	if (value.n > 1 && value.p[0] == value.p[value.n - 1] &&
		(value.p[0] == '"' || value.p[0] == '\''))
		value = str_slice(value, 1, value.n - 1);
	struct export_text *e = NEW(a, struct export_text);
	bool plain = !str_contains(value, S("$")) && !str_contains(value, S(" "));
	e->value = plain ? value : (struct str){0};
	uint32_t at = begin + (uint32_t)(s.p - line.p);
	e->span = span_in(r->source, at, at + s.n);
	map_put(a, &r->exports, name, e);
}

static const struct recipe_text *
read_recipe(struct check *c, struct str path)
{
	const struct source *source =
		session_path(plans_session(c->plans), path)->source;
	if (!source)
		return NULL;
	struct recipe_text *r = NEW(c->arena, struct recipe_text);
	r->path = path;
	r->source = source;
	r->flags = flags_of(c->arena, source->bytes);
	for (uint32_t line = 1; line <= source->line.n; line++) {
		struct str s = source_line(source, line);
		if (is_code(s))
			read_export(c->arena, r, s, source_line_begin(source, line));
	}
	return r;
}

static struct str
file_name(struct str path)
{
	return str_slice(path, str_rfind_byte(path, '/') + 1, path.n);
}

static const char *
engine_of(const struct recipe_text *r)
{
	static const char *const words[][2] = {{"vllm serve", "vllm"}, {"sglang", "sglang"},
		{"trtllm-serve", "trtllm"}, {"atom.entrypoints", "atom"}};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_contains(r->source->bytes, str_from(words[i][0])))
			return words[i][1];
	return "";
}

const struct option_spec *
engine_option(const struct recipe_text *r, struct str flag)
{
	static const struct {
		const char *engine;
		const struct option_table *table;
	} row[] = {{"vllm", &options_vllm}, {"sglang", &options_sglang},
		{"trtllm", &options_trtllm}, {"atom", &options_atom}};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		if (!str_eqz(str_from(engine_of(r)), row[i].engine))
			continue;
		for (size_t k = 0; k < row[i].table->n; k++)
			for (size_t n = 0; n < OPTION_NAMES_MAX; n++)
				if (row[i].table->spec[k].name[n] &&
					str_eqz(flag, row[i].table->spec[k].name[n]))
					return &row[i].table->spec[k];
	}
	return NULL;
}

static bool
are_siblings(const struct recipe_text *x, const struct recipe_text *y)
{
	struct str rest;
	return !str_eq(x->path, y->path) && engine_of(x)[0] && engine_of(x) == engine_of(y) &&
		str_eq(str_cut(file_name(x->path), '_', &rest),
			str_cut(file_name(y->path), '_', &rest));
}

static struct recipe_texts
read_folder(struct check *c, const char *folder)
{
	struct recipe_texts list = {0};
	struct names files = {0};
	struct tree *t = c->repo->tree;
	if (t->list(t, c->arena, str_from(folder), &files) != TREE_OK)
		return list;
	for (size_t i = 0; i < files.n; i++) {
		if (!recipe_is_name(files.v[i]))
			continue;
		const struct recipe_text *r = read_recipe(
			c, str_fmt(c->arena, "%s/%.*s", folder, STR(files.v[i])));
		if (r)
			vec_push(c->arena, &list, r);
	}
	return list;
}

void
each_changed_recipe(struct check *c, struct trees *t,
	void (*call)(struct check *, struct trees *, const struct recipe_text *,
		const struct recipe_texts *siblings))
{
	for (size_t f = 0; recipe_folders[f]; f++) {
		struct recipe_texts all = {0};
		struct names files = {0};
		bool changed = false;
		t->head.repo->tree->list(
			t->head.repo->tree, c->arena, str_from(recipe_folders[f]), &files);
		for (size_t i = 0; i < files.n && !changed; i++)
			changed = recipe_is_name(files.v[i]) &&
				trees_file(t, str_fmt(c->arena, "%s/%.*s", recipe_folders[f],
						 STR(files.v[i])))
						->state != FILE_SAME;
		if (changed)
			all = read_folder(c, recipe_folders[f]);
		for (size_t i = 0; i < all.n; i++) {
			struct recipe_texts siblings = {0};
			if (trees_file(t, all.v[i]->path)->state == FILE_SAME)
				continue;
			for (size_t k = 0; k < all.n; k++)
				if (are_siblings(all.v[i], all.v[k]))
					vec_push(c->arena, &siblings, all.v[k]);
			if (siblings.n >= SIBLINGS_MIN)
				call(c, t, all.v[i], &siblings);
		}
	}
}

struct str
names_of(struct arena *a, const struct recipe_texts *list)
{
	enum { NAMED = 3 };
	struct buf b = buf_new(a, 2000);
	for (size_t i = 0; i < list->n && i < NAMED; i++)
		buf_addf(&b, "%s%.*s", i ? ", " : "", STR(file_name(list->v[i]->path)));
	if (list->n > NAMED)
		buf_addf(&b, " and %zu more", list->n - NAMED);
	return buf_str(&b);
}
