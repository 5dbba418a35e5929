/* What commands that are launched leave in the file system: mkdir, touch, rm, cp, mv. */
#include "shell/eval.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

typedef void effect_fn(struct eval *e, struct state *s, const struct fields *words);

static bool
is_option(const struct field *f)
{
	struct str s;
	return value_known(f->value, &s) && s.n > 1 && s.p[0] == '-';
}

static void
make_folders(struct eval *e, struct state *s, const struct fields *words)
{
	for (size_t i = 0; i < words->n; i++) {
		file_return(e, s, words->v[i].value);
		file_assume(e, s, 'd', words->v[i].value, true);
		file_assume(e, s, 'e', words->v[i].value, true);
	}
}

static void
touch_files(struct eval *e, struct state *s, const struct fields *words)
{
	for (size_t i = 0; i < words->n; i++) {
		file_return(e, s, words->v[i].value);
		file_assume(e, s, 'f', words->v[i].value, true);
		file_assume(e, s, 'e', words->v[i].value, true);
	}
}

static void
remove_files(struct eval *e, struct state *s, const struct fields *words)
{
	for (size_t i = 0; i < words->n; i++)
		file_remove(e, s, words->v[i].value);
}

static void
copy_file(struct eval *e, struct state *s, const struct fields *words)
{
	if (words->n != 2)
		return;
	struct file_info to = file_look(e, s, words->v[1].value);
	struct file_info from = file_look(e, s, words->v[0].value);
	if (to.kind == FILE_FOLDER ||
		file_question(e, s, 'd', words->v[1].value) == TRI_YES)
		return;
	const struct value *text = from.text;
	if (!text)
		text = value_unknown(e->arena, words->v[0].span, 0,
			str_fmt(e->arena, "contents of %.*s",
				STR(value_shown(e->arena, words->v[0].value))));
	if (!value_has_flag(words->v[1].value, HOLE_LIST))
		file_write(e, s, words->v[1].value, text, false);
}

static void
move_file(struct eval *e, struct state *s, const struct fields *words)
{
	copy_file(e, s, words);
	if (words->n == 2)
		file_remove(e, s, words->v[0].value);
}

/* Sorted by bytes. */
static const struct {
	const char *name;
	effect_fn *apply;
} table[] = {
	{"cp", copy_file},
	{"ln", copy_file},
	{"mkdir", make_folders},
	{"mv", move_file},
	{"rm", remove_files},
	{"rmdir", remove_files},
	{"touch", touch_files},
};

static int
by_name(const void *key, const void *row)
{
	return str_cmpz(*(const struct str *)key, *(const char *const *)row);
}

/* True when the command is one of these. */
bool
effect_apply(struct eval *e, struct state *s, const struct invocation *call)
{
	struct str name;
	size_t first = value_is(call->argv.v[0].value, S("sudo")) && call->argv.n > 1;
	if (!value_known(call->argv.v[first].value, &name))
		return false;
	const void *row = bsearch(
		&name, table, sizeof table / sizeof *table, sizeof *table, by_name);
	if (!row)
		return false;
	struct fields words = {0};
	for (size_t i = first + 1; i < call->argv.n; i++)
		if (!is_option(&call->argv.v[i]) && !call->argv.v[i].loose)
			vec_push(e->arena, &words, call->argv.v[i]);
	size_t i = (size_t)((const char *)row - (const char *)table) / sizeof *table;
	table[i].apply(e, s, &words);
	return true;
}
