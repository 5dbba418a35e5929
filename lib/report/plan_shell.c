/* Commands as a shell would read them. */
#include "report/plan_show.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "plan/surroundings.h"
#include "report/colour.h"
#include "report/excerpt.h"

#include <string.h>

enum { LINE_COLUMNS = 88, WHY_BYTES = 120 };

/* ---- words ---------------------------------------------------------------------- */

static bool
is_plain(struct str s)
{
	static const char safe[] = "_@%+=:,./-";
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool letter =
			((c | 32) >= 'a' && (c | 32) <= 'z') || (c >= '0' && c <= '9');
		if (!letter && (!c || !strchr(safe, c)))
			return false;
	}
	return s.n > 0;
}

/* Whether a terminal shows all of it as it is. */
static bool
is_printable(struct str s, bool ascii)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp = 0;
		size_t n = utf8_decode(s, i, &cp);
		if (!n || (utf8_is_unsafe(cp) && cp != '\n') || (ascii && cp > 0x7E))
			return false;
		i += n;
	}
	return true;
}

/* $'...': for bytes that must not reach a terminal. */
static void
add_escaped(struct buf *b, struct str s)
{
	buf_addz(b, "$'");
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if (c == '\'' || c == '\\')
			buf_addf(b, "\\%c", c);
		else if (c < 0x20 || c > 0x7E)
			buf_addf(b, "\\%03o", (unsigned)c);
		else
			buf_addc(b, (char)c);
	}
	buf_addc(b, '\'');
}

static void
add_quoted(struct buf *b, struct str s)
{
	buf_addc(b, '\'');
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\'')
			buf_addz(b, "'\\''");
		else
			buf_addc(b, s.p[i]);
	}
	buf_addc(b, '\'');
}

static void
add_text(struct buf *b, struct str s, bool ascii)
{
	if (is_plain(s))
		buf_add(b, s);
	else if (is_printable(s, ascii))
		add_quoted(b, s);
	else
		add_escaped(b, s);
}

/* Within "${x:?...}" these would mean something. */
static void
add_why(struct buf *b, struct str why)
{
	for (size_t i = 0; i < why.n; i++) {
		char c = why.p[i];
		if (c && strchr("'\"`$\\}", c))
			buf_addc(b, '\\');
		buf_addc(b, (unsigned char)c < 0x20 || c == 0x7F ? ' ' : c);
	}
}

static struct str
reason_of(struct arena *a, const struct piece *p)
{
	struct buf b = buf_new(a, 4096);
	if (p->kind == PIECE_HOLE)
		return p->hole->why;
	buf_addz(&b, "one of ");
	for (size_t i = 0; i < p->choice.n; i++) {
		buf_addz(&b, i ? ", " : "");
		buf_add(&b, str_slice(value_shown(a, p->choice.v[i]), 0, WHY_BYTES));
	}
	return buf_str(&b);
}

static void
add_unknown(struct buf *b, const struct piece *p, bool loose, bool ascii)
{
	struct buf why = buf_new(b->arena, 16384), shown = buf_new(b->arena, 16384);
	escape_text(&why, reason_of(b->arena, p), ascii);
	add_why(&shown, buf_str(&why));
	buf_addz(b, loose ? "${UNKNOWN:?" : "\"${UNKNOWN:?");
	buf_add(b, buf_str(&shown));
	buf_addz(b, loose ? "}" : "}\"");
}

void
plan_show_word(struct buf *b, const struct value *value, bool loose, bool ascii)
{
	if (!value->n && !loose)
		buf_addz(b, "''");
	for (size_t i = 0; i < value->n; i++) {
		if (value->v[i].kind == PIECE_TEXT)
			add_text(b, value->v[i].text, ascii);
		else
			add_unknown(b, &value->v[i], loose, ascii);
	}
}

/* ---- commands ------------------------------------------------------------------- */

static void
next_line(struct buf *b, unsigned indent)
{
	buf_addz(b, " \\\n");
	buf_fill(b, ' ', indent);
}

static void
add_coloured(struct buf *b, const struct plan_view *v, bool unknown, struct str word)
{
	colour_add(b, v->style.colour && unknown, COLOUR_WARNING, word);
}

static struct str
shown_word(const struct plan_view *v, struct arena *a, const struct field *f)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES * 4);
	plan_show_word(&b, f->value, f->loose, v->style.ascii);
	return buf_str(&b);
}

static bool
is_unknown(const struct field *f)
{
	struct str s;
	return f->loose || !value_known(f->value, &s);
}

static void
add_variables(struct buf *b, const struct plan_view *v, const struct plan_command *c,
	unsigned indent)
{
	struct shell_settings list = command_environment(b->arena, v->plan, c);
	for (size_t i = 0; i < list.n; i++) {
		struct str known;
		struct buf word = buf_new(b->arena, LIMIT_SHELL_STRING_BYTES * 4);
		escape_text(&word, list.v[i].name, v->style.ascii);
		buf_addc(&word, '=');
		if (list.v[i].value->n)
			plan_show_word(&word, list.v[i].value, false, v->style.ascii);
		add_coloured(b, v, !value_known(list.v[i].value, &known), buf_str(&word));
		next_line(b, indent);
	}
}

/* A new line before each option, and before each word that makes the line too long; but
 * the first word behind an option stays with it. */
void
plan_show_command(struct buf *b, const struct plan_view *v, const struct plan_command *c,
	unsigned indent)
{
	const struct fields *argv = &c->launch->argv;
	unsigned column = indent;
	bool behind_option = false;
	buf_fill(b, ' ', indent);
	add_variables(b, v, c, indent);
	for (size_t i = 0; i < argv->n; i++) {
		struct str word = shown_word(v, b->arena, &argv->v[i]);
		unsigned width = (unsigned)(word.n < 10000 ? utf8_length(word) : word.n);
		bool is_option = c->kind != PLAN_OTHER && i >= c->options &&
				 str_starts(word, S("-"));
		bool too_long = column + width + 3 > LINE_COLUMNS && !behind_option;
		behind_option = is_option;
		if (i && (is_option || too_long)) {
			next_line(b, indent + 4);
			column = indent + 4;
		} else if (i) {
			buf_addc(b, ' ');
			column++;
		}
		add_coloured(b, v, is_unknown(&argv->v[i]), word);
		column += width;
	}
	buf_addc(b, '\n');
}
