/* A plan for people: what serves, what else runs, and how it ends. */
#include "report/plan.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "plan/surroundings.h"
#include "report/colour.h"
#include "report/excerpt.h"
#include "report/plan_show.h"

enum {
	TEXT_BYTES = 16384,
	WRAP_COLUMNS = 90,
	LABEL_COLUMNS = 13,
	PROGRAMS_SHOWN = 6,
	COMMANDS_SHOWN = 12,
	FILE_LINES_SHOWN = 60
};

/* ---- lines ---------------------------------------------------------------------- */

static void
add_wrapped(struct buf *b, struct str text, unsigned indent)
{
	unsigned column = indent;
	for (struct str rest = text; rest.p;) {
		struct str word = str_cut(rest, ' ', &rest);
		unsigned width = (unsigned)utf8_length(word);
		if (column > indent && column + 1 + width > WRAP_COLUMNS) {
			buf_addc(b, '\n');
			buf_fill(b, ' ', indent);
			column = indent;
		} else if (column > indent) {
			buf_addc(b, ' ');
			column++;
		}
		buf_add(b, word);
		column += width;
	}
	buf_addc(b, '\n');
}

void
plan_show_line(
	struct buf *b, const struct report_style *st, const char *label, struct str text)
{
	struct buf shown = buf_new(b->arena, TEXT_BYTES * 4);
	escape_text(&shown, text, st->ascii);
	buf_addz(b, "  ");
	colour_add(b, st->colour, COLOUR_GUTTER, str_from(label));
	size_t n = str_from(label).n;
	buf_fill(b, ' ', n < LABEL_COLUMNS ? LABEL_COLUMNS - n : 1);
	add_wrapped(b, buf_str(&shown), LABEL_COLUMNS + 2);
}

void
plan_show_title(struct buf *b, const struct plan_view *v, struct str text)
{
	struct buf shown = buf_new(b->arena, TEXT_BYTES * 4);
	escape_text(&shown, text, v->style.ascii);
	colour_add(b, v->style.colour, COLOUR_BOLD, buf_str(&shown));
	buf_addc(b, '\n');
}

/* ---- commands ------------------------------------------------------------------- */

static void
add_place_of(struct buf *t, const struct plan_view *v, const struct plan_command *c)
{
	const struct shell_launch *l = c->launch;
	if (l->job)
		buf_addz(t, ", in the background");
	if (c->pid_variable.n)
		buf_addf(t, " (%.*s)", STR(c->pid_variable));
	buf_addf(t, ", %.*s",
		STR(plan_show_place(t->arena, v->sources, l->span, v->plan->recipe)));
}

static void
show_guards(struct buf *b, const struct plan_view *v, const struct plan_command *c)
{
	for (const struct condition *g = c->launch->assumed; g; g = g->up) {
		struct buf t = buf_new(b->arena, TEXT_BYTES);
		struct str what = plan_show_condition(b->arena, v->sources, g);
		struct str at =
			plan_show_place(b->arena, v->sources, g->span, v->plan->recipe);
		if (g->pattern.file)
			buf_addf(&t, "%.*s is %s%.*s", STR(what), g->holds ? "" : "not ",
				STR(span_text(v->sources, g->pattern)));
		else
			buf_addf(&t, "`%.*s` %s", STR(what),
				g->holds ? "holds" : "does not hold");
		buf_addf(&t, " (%.*s), which is not known", STR(at));
		plan_show_line(b, &v->style, "only if", buf_str(&t));
	}
}

/* Contents of a file, as far as they are known, below each other. */
static void
show_file(struct buf *b, const struct plan_view *v, const struct command_file *f)
{
	struct str rest = value_shown(b->arena, f->text);
	size_t lines = 0;
	plan_show_line(b, &v->style, "file", value_shown(b->arena, f->path));
	while (rest.n && lines++ < FILE_LINES_SHOWN) {
		struct buf shown = buf_new(b->arena, TEXT_BYTES);
		escape_text(&shown, str_cut(rest, '\n', &rest), v->style.ascii);
		buf_fill(b, ' ', LABEL_COLUMNS + 4);
		buf_add(b, buf_str(&shown));
		buf_addc(b, '\n');
	}
	if (rest.n)
		buf_addf(b, "%*s...\n", LABEL_COLUMNS + 4, "");
}

static void
show_files(struct buf *b, const struct plan_view *v, const struct plan_command *c)
{
	struct command_files list = command_files(b->arena, v->plan, c);
	for (size_t i = 0; i < list.n; i++)
		show_file(b, v, &list.v[i]);
}

static void
show_service(struct buf *b, const struct plan_view *v, const struct plan_command *c)
{
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	buf_addz(&t, plan_kind_name(c->kind));
	if (c->engine != ENGINE_NONE)
		buf_addf(&t, " (%s)", plan_engine_name(c->engine));
	add_place_of(&t, v, c);
	buf_addc(b, '\n');
	plan_show_title(b, v, buf_str(&t));
	show_guards(b, v, c);
	buf_addc(b, '\n');
	plan_show_command(b, v, c, 4);
	buf_addc(b, '\n');
	const struct serve *s = plan_serve(b->arena, v, c);
	if (s)
		plan_show_facts(b, v, s);
	if (c->launch->out_path)
		plan_show_line(b, &v->style, "output",
			value_shown(b->arena, c->launch->out_path));
	plan_show_stop(b, v, c);
	show_files(b, v, c);
}

static struct str
program_of(struct arena *a, const struct plan_command *c)
{
	struct str s = value_shown(a, c->launch->argv.v[0].value);
	size_t slash = str_rfind_byte(s, '/');
	return slash < s.n ? str_slice(s, slash + 1, s.n) : s;
}

static void
show_others(struct buf *b, const struct plan_view *v)
{
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	struct map seen = {0};
	size_t n = 0;
	for (size_t i = 0; i < v->plan->commands.n; i++) {
		const struct plan_command *c = v->plan->commands.v[i];
		struct str name = program_of(b->arena, c);
		if (c->kind < PLAN_CLIENT)
			continue;
		n++;
		if (map_has(&seen, name))
			continue;
		map_put(b->arena, &seen, name, b);
		if (seen.n <= PROGRAMS_SHOWN)
			buf_addf(&t, "%s%.*s", seen.n > 1 ? ", " : "", STR(name));
	}
	if (!n)
		return;
	buf_addf(&t, "%s: %zu commands, which --format json lists",
		seen.n > PROGRAMS_SHOWN ? " ..." : "", n);
	buf_addc(b, '\n');
	plan_show_line(b, &v->style, "also runs", buf_str(&t));
}

/* Then what it does run is all that there is to see. */
static void
show_no_server(struct buf *b, const struct plan_view *v)
{
	const struct launch_case *c = &v->group->cases.v[0];
	bool multinode = c->config && c->point->multinode;
	buf_addc(b, '\n');
	plan_show_line(b, &v->style, "NO SERVER",
		multinode
			? S("a multi-node recipe: what it runs starts the servers on the "
			    "nodes, which is not evaluated")
			: S("the recipe starts none that is known"));
	if (v->plan->commands.n)
		buf_addc(b, '\n');
	for (size_t i = 0; i < v->plan->commands.n && i < COMMANDS_SHOWN; i++)
		if (v->plan->commands.v[i]->kind >= PLAN_CLIENT)
			plan_show_command(b, v, v->plan->commands.v[i], 4);
	if (v->plan->commands.n > COMMANDS_SHOWN)
		buf_addf(b, "    ... and %zu more, which --format json lists\n",
			v->plan->commands.n - COMMANDS_SHOWN);
	if (v->plan->commands.n)
		buf_addc(b, '\n');
}

static void
show_gaps(struct buf *b, const struct plan_view *v)
{
	const struct shell_gaps *gaps = &v->plan->trace->gaps;
	for (size_t i = 0; i < gaps->n; i++)
		plan_show_line(b, &v->style, "not known",
			str_fmt(b->arena, "%.*s (%.*s)", STR(gaps->v[i].reason),
				STR(plan_show_place(b->arena, v->sources, gaps->v[i].span,
					v->plan->recipe))));
}

static void
show_commands(struct buf *b, const struct plan_view *v)
{
	size_t servers = 0;
	for (size_t i = 0; i < v->plan->commands.n; i++) {
		const struct plan_command *c = v->plan->commands.v[i];
		servers += c->kind == PLAN_SERVER;
		if (c->kind < PLAN_CLIENT)
			show_service(b, v, c);
	}
	if (servers)
		show_others(b, v);
	else
		show_no_server(b, v);
	plan_show_exits(b, v);
	show_gaps(b, v);
}

void
plan_text_cases(struct buf *b, const struct plan_view *v)
{
	plan_show_cases(b, v);
	if (!v->plan)
		plan_show_reason(b, v);
	else if (v->group->cases.v[0].config)
		plan_show_line(b, &v->style, "recipe", v->plan->recipe);
	else
		plan_show_title(b, v, v->plan->recipe);
}

void
plan_text(struct buf *b, const struct plan_view *v)
{
	plan_text_cases(b, v);
	if (v->plan)
		show_commands(b, v);
}
