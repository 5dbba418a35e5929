/* Differences of launches as text. */
#include "report/plan_diff.h"

#include "base/arena.h"
#include "report/colour.h"
#include "report/excerpt.h"
#include "report/plan_show.h"

enum { TEXT_BYTES = 16384, LINES_SHOWN = 40 };

static void
add_line(struct buf *b, const struct report_style *st, char sign, struct str text)
{
	struct buf t = buf_new(b->arena, TEXT_BYTES * 8);
	buf_addf(&t, "  %c ", sign);
	escape_text(&t, text, st->ascii);
	colour_add(b, st->colour, sign == '-' ? COLOUR_ERROR : COLOUR_HELP, buf_str(&t));
	buf_addc(b, '\n');
}

static void
add_change(struct buf *b, const struct report_style *st, struct str old, struct str new)
{
	if (old.p)
		add_line(b, st, '-', old);
	if (new.p)
		add_line(b, st, '+', new);
}

/* "image X" on either side, where it differs. */
static void
add_field(struct buf *b, const struct report_style *st, const char *label, struct str old,
	struct str new)
{
	struct arena *a = b->arena;
	if (str_eq(old, new))
		return;
	struct str before = str_fmt(a, "%s %.*s", label, STR(old.n ? old : S("none")));
	struct str after = str_fmt(a, "%s %.*s", label, STR(new.n ? new : S("none")));
	add_change(b, st, before, after);
}

static struct str
image_of(const struct plan_diff_side *s)
{
	const struct config *c = s->of ? s->of->config : NULL;
	return c && c->image.set ? c->image.v : (struct str){0};
}

/* ---- commands ------------------------------------------------------------------- */

static struct str
words_of(struct arena *a, const struct printed_command *c)
{
	struct buf b = buf_new(a, TEXT_BYTES * 4);
	for (size_t i = 0; i < c->words.n; i++) {
		if (i)
			buf_addc(&b, ' ');
		buf_add(&b, c->words.v[i]);
	}
	return buf_str(&b);
}

static void
add_title(struct buf *b, const struct plan_diff_view *v, const struct command_change *x)
{
	const struct printed_command *p = x->head ? x->head : x->base;
	const struct plan_diff_side *side = x->head ? &v->head : &v->base;
	const struct plan_command *c = p->command;
	struct arena *a = b->arena;
	struct buf t = buf_new(a, TEXT_BYTES), shown = buf_new(a, TEXT_BYTES);
	if (c->kind == PLAN_OTHER)
		buf_add(&t, p->words.v[0]);
	else
		buf_addz(&t, plan_kind_name(c->kind));
	if (c->engine != ENGINE_NONE)
		buf_addf(&t, " (%s)", plan_engine_name(c->engine));
	buf_addf(&t, ", %.*s",
		STR(plan_show_place(a, side->sources, c->launch->span, side->recipe)));
	if (!x->head)
		buf_addf(&t, " of %.*s: no longer launched", STR(v->base_name));
	else if (!x->base)
		buf_addz(&t, ": launched as well");
	escape_text(&shown, buf_str(&t), v->style.ascii);
	buf_addc(b, '\n');
	colour_add(b, v->style.colour, COLOUR_BOLD, buf_str(&shown));
	buf_addc(b, '\n');
}

static void
add_hunks(struct buf *b, const struct plan_diff_view *v, const struct written_change *f)
{
	const struct diff *d = &f->lines;
	size_t n = 0;
	add_line(b, &v->style, f->is ? f->was ? '~' : '+' : '-',
		str_fmt(b->arena, "file %.*s", STR(f->path)));
	for (size_t i = 0; i < d->hunks.n; i++) {
		const struct diff_hunk *h = &d->hunks.v[i];
		for (uint32_t k = h->old_begin; k < h->old_end && n++ < LINES_SHOWN; k++)
			add_line(b, &v->style, '-',
				str_cat(b->arena, S("    "), str_trim(d->old.v[k])));
		for (uint32_t k = h->new_begin; k < h->new_end && n++ < LINES_SHOWN; k++)
			add_line(b, &v->style, '+',
				str_cat(b->arena, S("    "), str_trim(d->new.v[k])));
	}
	if (n > LINES_SHOWN)
		buf_addz(b, "        ...\n");
}

/* A variable changes for all commands behind it: it is told of once. */
static size_t
add_variables(struct buf *b, const struct plan_diff_view *v,
	const struct command_change *x, struct map *told)
{
	size_t n = 0;
	for (size_t i = 0; i < x->variables.n; i++) {
		const struct text_change *t = &x->variables.v[i];
		struct str key =
			str_fmt(b->arena, "%.*s\n%.*s", STR(t->old), STR(t->new));
		if (map_has(told, key))
			continue;
		map_put(b->arena, told, key, told);
		add_change(b, &v->style, t->old, t->new);
		n++;
	}
	return n;
}

static void
add_flags(struct buf *b, const struct plan_diff_view *v, const struct command_change *x)
{
	if (x->background)
		add_line(b, &v->style, '~',
			x->head->command->launch->job ? S("runs in the background now")
						      : S("runs in the foreground now"));
	if (x->maybe)
		add_line(b, &v->style, '~',
			x->head->maybe ? S("only under a condition that is not known now")
				       : S("in any case now"));
}

static void
add_command(struct buf *b, const struct plan_diff_view *v, const struct command_change *x,
	struct map *told)
{
	size_t before = b->n;
	add_title(b, v, x);
	size_t titled = b->n;
	if (!x->head) {
		add_line(b, &v->style, '-', words_of(b->arena, x->base));
		return;
	}
	if (!x->base) {
		add_line(b, &v->style, '+', words_of(b->arena, x->head));
		return;
	}
	for (size_t i = 0; i < x->words.n; i++)
		add_change(b, &v->style, x->words.v[i].old, x->words.v[i].new);
	add_variables(b, v, x, told);
	for (size_t i = 0; i < x->files.n; i++)
		add_hunks(b, v, x->files.v[i]);
	add_flags(b, v, x);
	if (b->n == titled)
		b->n = before; /* all of it was told of before */
}

/* ---- points --------------------------------------------------------------------- */

static struct str
runs_text(struct arena *a, const struct plan_diff_side *s, bool is_base)
{
	if (s->note.n)
		return s->recipe.n
			       ? str_fmt(a, "%.*s (%.*s)", STR(s->note), STR(s->recipe))
			       : s->note;
	const char *verb = is_base ? "ran" : "runs";
	return str_fmt(
		a, "%s %.*s", verb, STR(s->recipe.n ? s->recipe : S("nothing known")));
}

void
plan_diff_text(struct buf *b, const struct plan_diff_view *v)
{
	struct map told = {0};
	struct arena *a = b->arena;
	if (!v->base.of) {
		add_line(b, &v->style, '+',
			str_fmt(a, "a new point; it %.*s",
				STR(runs_text(a, &v->head, false))));
		return;
	}
	if (!v->head.of) {
		add_line(b, &v->style, '-',
			str_fmt(a, "no point any more; it %.*s",
				STR(runs_text(a, &v->base, true))));
		return;
	}
	add_field(b, &v->style, "image", image_of(&v->base), image_of(&v->head));
	if (str_eq(v->base.note, v->head.note))
		add_field(b, &v->style, "recipe", v->base.recipe, v->head.recipe);
	else
		add_change(b, &v->style, runs_text(a, &v->base, true),
			runs_text(a, &v->head, false));
	if (v->file.n)
		add_line(b, &v->style, '~',
			str_fmt(a,
				"%.*s differs: srt-slurm reads it, it is not evaluated",
				STR(v->file)));
	for (size_t i = 0; i < v->changes.n; i++)
		add_command(b, v, v->changes.v[i], &told);
}
