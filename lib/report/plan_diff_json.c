/* Differences of launches as JSON. */
#include "report/plan_diff.h"

#include "report/plan.h"

static void
add_text(struct maker *m, json_t *o, const char *key, struct str s)
{
	if (s.p)
		maker_string(m, o, key, s);
	else
		maker_null(m, o, key);
}

static void
add_pair(struct maker *m, json_t *parent, const char *key, struct str old, struct str new)
{
	json_t *o = maker_object(m, parent, key);
	add_text(m, o, "old", old);
	add_text(m, o, "new", new);
}

static void
add_texts(struct maker *m, json_t *o, const char *key, const struct text_changes *list)
{
	json_t *x = maker_list(m, o, key);
	for (size_t i = 0; i < list->n; i++)
		add_pair(m, x, NULL, list->v[i].old, list->v[i].new);
}

static void
add_lines(struct maker *m, json_t *o, const char *key, const struct diff_text *text,
	const struct diff *d, bool old)
{
	json_t *list = maker_list(m, o, key);
	for (size_t i = 0; i < d->hunks.n; i++) {
		const struct diff_hunk *h = &d->hunks.v[i];
		uint32_t end = old ? h->old_end : h->new_end;
		for (uint32_t k = old ? h->old_begin : h->new_begin; k < end; k++)
			maker_string(m, list, NULL, text->v[k]);
	}
}

static void
add_files(struct maker *m, json_t *o, const struct written_changes *files)
{
	json_t *list = maker_list(m, o, "files");
	for (size_t i = 0; i < files->n; i++) {
		const struct written_change *f = files->v[i];
		json_t *x = maker_object(m, list, NULL);
		maker_string(m, x, "path", f->path);
		add_lines(m, x, "removed", &f->lines.old, &f->lines, true);
		add_lines(m, x, "added", &f->lines.new, &f->lines, false);
	}
}

static void
add_words(struct maker *m, json_t *o, const struct printed_command *c)
{
	json_t *list = maker_list(m, o, "words");
	for (size_t i = 0; i < c->words.n; i++)
		maker_string(m, list, NULL, c->words.v[i]);
}

static void
add_place(struct maker *m, json_t *o, const char *key, const struct plan_diff_side *side,
	const struct printed_command *c)
{
	if (c)
		plan_json_place(m, maker_object(m, o, key), side->sources,
			c->command->launch->span);
	else
		maker_null(m, o, key);
}

static void
add_command(struct maker *m, json_t *list, const struct plan_diff_view *v,
	const struct command_change *x)
{
	const struct printed_command *any = x->head ? x->head : x->base;
	json_t *o = maker_object(m, list, NULL);
	maker_stringz(m, o, "change",
		!x->base  ? "added"
		: x->head ? "changed"
			  : "removed");
	maker_stringz(m, o, "kind", plan_kind_name(any->command->kind));
	if (any->command->engine == ENGINE_NONE)
		maker_null(m, o, "engine");
	else
		maker_stringz(m, o, "engine", plan_engine_name(any->command->engine));
	add_place(m, o, "base", &v->base, x->base);
	add_place(m, o, "head", &v->head, x->head);
	add_words(m, o, any);
	if (!x->base || !x->head)
		return;
	add_texts(m, o, "argv", &x->words);
	add_texts(m, o, "variables", &x->variables);
	add_files(m, o, &x->files);
	maker_bool(m, o, "background_differs", x->background);
	maker_bool(m, o, "condition_differs", x->maybe);
}

static struct str
image_of(const struct plan_diff_side *s)
{
	const struct config *c = s->of ? s->of->config : NULL;
	return c && c->image.set ? c->image.v : (struct str){0};
}

void
plan_diff_json(struct maker *m, json_t *o, const struct plan_diff_view *v)
{
	maker_stringz(m, o, "change",
		!v->base.of  ? "added"
		: v->head.of ? "changed"
			     : "removed");
	add_pair(m, o, "image", image_of(&v->base), image_of(&v->head));
	add_pair(m, o, "recipe", v->base.recipe, v->head.recipe);
	add_pair(m, o, "note", v->base.note, v->head.note);
	if (v->file.n)
		maker_string(m, o, "srt_recipe", v->file);
	json_t *list = maker_list(m, o, "commands");
	for (size_t i = 0; i < v->changes.n; i++)
		add_command(m, list, v, v->changes.v[i]);
}
