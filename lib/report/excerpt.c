/* Source excerpts with marks. */
#include "report/excerpt.h"

#include "base/utf8.h"
#include "report/colour.h"

#include <stdlib.h>

enum { TAB = 4, SHOWN_COLUMNS = 140, CONTEXT_COLUMNS = 40, SHOWN_MARKS = 16 };

/* Appends one code point (or bad byte) as shown at column `col`; returns its width. */
static unsigned
show(struct buf *b, struct str s, size_t i, size_t n, uint32_t cp, unsigned col, bool ascii)
{
	size_t before = b->n;
	if (n == 1 && cp == '\t') {
		unsigned w = TAB - col % TAB;
		buf_fill(b, ' ', w);
		return w;
	}
	if (!n)
		buf_addf(b, "\\x%02x", (unsigned)(unsigned char)s.p[i]);
	else if (utf8_is_unsafe(cp) || (ascii && cp > 0x7E))
		buf_addf(b, cp < 0x100 ? "\\x%02x" : "\\u{%x}", (unsigned)cp);
	else {
		buf_add(b, str_slice(s, i, i + n));
		return utf8_width(cp);
	}
	return (unsigned)(b->n - before);
}

void
escape_text(struct buf *b, struct str s, bool ascii)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp = 0;
		size_t n = utf8_decode(s, i, &cp);
		if (n == 1 && cp == '\t')
			buf_addz(b, "\\t");
		else
			show(b, s, i, n, cp, 0, ascii);
		i += n ? n : 1;
	}
}

/* A line as shown: its text, and the column at which each byte offset of interest falls. */
struct shown {
	struct buf text;
	unsigned *column; /* of the byte, for 0..n */
	unsigned width;
};

static struct shown
show_line(struct arena *a, struct str line, bool ascii)
{
	struct shown v = {.text = buf_new(a, line.n * 8 + 64)};
	v.column = NEW_ARRAY(a, unsigned, line.n + 2);
	for (size_t i = 0; i < line.n;) {
		uint32_t cp = 0;
		size_t n = utf8_decode(line, i, &cp);
		size_t step = n ? n : 1;
		for (size_t k = 0; k < step; k++)
			v.column[i + k] = v.width;
		v.width += show(&v.text, line, i, n, cp, v.width, ascii);
		i += step;
	}
	v.column[line.n] = v.width;
	v.column[line.n + 1] = v.width + 1;
	return v;
}

static void
gutter_line(struct buf *b, unsigned gutter, struct excerpt_style st)
{
	buf_fill(b, ' ', gutter);
	colour_add(b, st.colour, COLOUR_GUTTER, S(" | "));
}

struct row_mark {
	const struct excerpt_mark *mark;
	unsigned from, to; /* columns, from < to */
};

/* One line below the source line for one mark: its underline and its label. */
static void
mark_line(struct buf *b, const struct row_mark *r, unsigned shift, unsigned last,
	unsigned gutter, struct excerpt_style st)
{
	unsigned from = r->from > shift ? r->from - shift : 0;
	unsigned to = r->to > shift ? r->to - shift : 1;
	if (to > last)
		to = last;
	if (from >= to)
		from = to ? to - 1 : 0;
	struct buf m = buf_new(b->arena, 4096);
	buf_fill(&m, r->mark->primary ? '^' : '-', to > from ? to - from : 1);
	if (r->mark->label.n) {
		buf_addc(&m, ' ');
		escape_text(&m, r->mark->label, st.ascii);
	}
	gutter_line(b, gutter, st);
	buf_fill(b, ' ', from);
	colour_add(b, st.colour, r->mark->primary ? COLOUR_PRIMARY : COLOUR_RELATED,
		buf_str(&m));
	buf_addc(b, '\n');
}

/* The byte in the shown text where a column begins; never inside a character. */
static size_t
byte_at_column(struct str shown, unsigned column)
{
	unsigned col = 0;
	size_t i = 0;
	while (i < shown.n && col < column) {
		uint32_t cp = 0;
		size_t n = utf8_decode(shown, i, &cp);
		col += n ? utf8_width(cp) : 1;
		i += n ? n : 1;
	}
	return i;
}

/* Cuts a long line around its first mark. Returns the column that is shown first. */
static unsigned
cut(struct buf *b, const struct shown *v, unsigned from, unsigned *ret_last)
{
	struct str text = buf_str(&v->text);
	unsigned shift = 0;
	*ret_last = v->width + 1;
	if (v->width > SHOWN_COLUMNS) {
		if (from > SHOWN_COLUMNS - CONTEXT_COLUMNS)
			shift = from - CONTEXT_COLUMNS;
		*ret_last = SHOWN_COLUMNS;
	}
	size_t begin = byte_at_column(text, shift);
	size_t end = byte_at_column(text, shift + *ret_last);
	struct str part = str_slice(text, begin, end);
	/* The dots take the place of as many columns, so the marks stay right. */
	if (shift && part.n > 3) {
		buf_addz(b, "...");
		part = str_slice(part, byte_at_column(part, 3), part.n);
	}
	buf_add(b, part);
	if (end < text.n)
		buf_addz(b, "...");
	return shift;
}

static int
by_begin(const void *x, const void *y)
{
	const struct excerpt_mark *a = *(const struct excerpt_mark *const *)x;
	const struct excerpt_mark *b = *(const struct excerpt_mark *const *)y;
	if (a->span.begin != b->span.begin)
		return a->span.begin < b->span.begin ? -1 : 1;
	return (int)b->primary - (int)a->primary;
}

static void
write_row(struct buf *b, const struct source *s, uint32_t line,
	const struct excerpt_mark *const *marks, size_t n, unsigned gutter,
	struct excerpt_style st)
{
	struct str text = source_line(s, line);
	uint32_t begin = source_line_begin(s, line);
	struct shown v = show_line(b->arena, text, st.ascii);
	struct row_mark row[SHOWN_MARKS];
	for (size_t i = 0; i < n; i++) {
		size_t from = marks[i]->span.begin - begin, to = marks[i]->span.end - begin;
		if (from > text.n)
			from = text.n;
		if (to > text.n)
			to = text.n;
		row[i] = (struct row_mark){marks[i], v.column[from], v.column[to]};
		if (row[i].to <= row[i].from)
			row[i].to = row[i].from + 1;
	}
	struct buf number = buf_new(b->arena, 64);
	buf_addf(&number, "%*u | ", (int)gutter, (unsigned)line);
	colour_add(b, st.colour, COLOUR_GUTTER, buf_str(&number));
	unsigned last, shift = cut(b, &v, row[0].from, &last);
	while (b->n && b->p[b->n - 1] == ' ')
		b->n--; /* no trailing blanks in our output */
	buf_addc(b, '\n');
	for (size_t i = 0; i < n; i++)
		mark_line(b, &row[i], shift, last, gutter, st);
}

void
excerpt_write(struct buf *b, const struct source *s, const struct excerpt_mark *marks,
	size_t n, unsigned gutter, struct excerpt_style st)
{
	const struct excerpt_mark *sorted[SHOWN_MARKS];
	if (n > SHOWN_MARKS)
		n = SHOWN_MARKS;
	for (size_t i = 0; i < n; i++)
		sorted[i] = &marks[i];
	if (n)
		qsort(sorted, n, sizeof *sorted, by_begin);
	buf_fill(b, ' ', gutter);
	colour_add(b, st.colour, COLOUR_GUTTER, S(" |"));
	buf_addc(b, '\n');
	uint32_t before = 0;
	for (size_t i = 0; i < n;) {
		uint32_t line = source_place(s, sorted[i]->span.begin).line;
		size_t k = i;
		while (k < n && source_place(s, sorted[k]->span.begin).line == line)
			k++;
		if (before && line > before + 1) {
			buf_fill(b, ' ', gutter);
			colour_add(b, st.colour, COLOUR_GUTTER, S(" ..."));
			buf_addc(b, '\n');
		}
		write_row(b, s, line, sorted + i, k - i, gutter, st);
		before = line;
		i = k;
	}
}
