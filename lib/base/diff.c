/* Line differences. */
#include "base/diff.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"

#include <string.h>

enum { CONTEXT = 3 };

static void
split(struct arena *a, struct str s, struct diff_text *ret)
{
	for (size_t at = 0; at < s.n;) {
		size_t end = str_find_byte(s, '\n', at);
		end += end < s.n;
		vec_push(a, ret, str_slice(s, at, end));
		at = end;
	}
}

/* The part between the common first and last lines. */
struct middle {
	const struct str *old, *new;
	int32_t old_n, new_n;
	uint32_t skipped; /* lines before it, on both sides */
};

/* ---- Myers' greedy algorithm ----
 *
 * On diagonal k = x - y, far[k] is how far down one gets with d edits. The row of every d
 * is kept (d + 1 values, for k = -d, -d + 2 ... d) to walk the way back. */

static bool
is_down(const int32_t *row, int32_t d, int32_t k)
{
	/* row has the values of d - 1: diagonals 1 - d ... d - 1 */
	if (k == -d)
		return true;
	if (k == d)
		return false;
	int32_t at = (k + d) / 2; /* k - 1 is at index at - 1, k + 1 at index at */
	return row[at - 1] < row[at];
}

static int32_t
enter(const int32_t *row, int32_t d, int32_t k)
{
	int32_t at = (k + d) / 2;
	return is_down(row, d, k) ? row[at] : row[at - 1] + 1;
}

static int32_t
slide(const struct middle *m, int32_t x, int32_t k)
{
	while (x < m->old_n && x - k < m->new_n && str_eq(m->old[x], m->new[x - k]))
		x++;
	return x;
}

/* Number of edits, or -1 when more than the limit. */
static int32_t
search(struct arena *a, const struct middle *m, int32_t **rows)
{
	for (int32_t d = 0; d <= LIMIT_DIFF_EDITS; d++) {
		int32_t *row = NEW_ARRAY(a, int32_t, (size_t)d + 1);
		rows[d] = row;
		for (int32_t k = -d; k <= d; k += 2) {
			int32_t x = slide(m, d ? enter(rows[d - 1], d, k) : 0, k);
			row[(k + d) / 2] = x;
			if (x >= m->old_n && x - k >= m->new_n)
				return d;
		}
	}
	return -1;
}

/* Marks the deleted and inserted lines, from the end to the start. */
static void
walk_back(const struct middle *m, int32_t *const *rows, int32_t d, bool *deleted,
	bool *inserted)
{
	int32_t k = m->old_n - m->new_n;
	for (; d > 0; d--) {
		int32_t x = enter(rows[d - 1], d, k);
		if (is_down(rows[d - 1], d, k)) {
			inserted[x - k - 1] = true;
			k++;
		} else {
			deleted[x - 1] = true;
			k--;
		}
	}
}

static void
collect(struct arena *a, const struct middle *m, const bool *deleted,
	const bool *inserted, struct diff_hunks *ret)
{
	int32_t x = 0, y = 0;
	while (x < m->old_n || y < m->new_n) {
		int32_t x0 = x, y0 = y;
		while (x < m->old_n && deleted[x])
			x++;
		while (y < m->new_n && inserted[y])
			y++;
		if (x == x0 && y == y0) {
			x++;
			y++;
			continue;
		}
		struct diff_hunk h = {m->skipped + (uint32_t)x0, m->skipped + (uint32_t)x,
			m->skipped + (uint32_t)y0, m->skipped + (uint32_t)y};
		vec_push(a, ret, h);
	}
}

static void
find_hunks(struct arena *a, const struct middle *m, struct diff *ret)
{
	if (m->old_n == 0 && m->new_n == 0)
		return;
	bool *deleted = NEW_ARRAY(a, bool, (size_t)m->old_n);
	bool *inserted = NEW_ARRAY(a, bool, (size_t)m->new_n);
	int32_t **rows = NEW_ARRAY(a, int32_t *, LIMIT_DIFF_EDITS + 1);
	int32_t d = search(a, m, rows);
	if (d >= 0) {
		walk_back(m, rows, d, deleted, inserted);
	} else {
		ret->coarse = true;
		memset(deleted, true, (size_t)m->old_n);
		memset(inserted, true, (size_t)m->new_n);
	}
	collect(a, m, deleted, inserted, &ret->hunks);
}

/* ---- placing ---- */

/* Takes what a replacement has over on one side off as an insertion or deletion of its
 * own, which can then be placed; join() puts it back when it does not move. */
static void
split_replacements(struct arena *a, struct diff_hunks *hunks)
{
	struct diff_hunks all = {0};
	for (size_t i = 0; i < hunks->n; i++) {
		struct diff_hunk h = hunks->v[i], rest = h;
		uint32_t old = h.old_end - h.old_begin, new = h.new_end - h.new_begin;
		uint32_t both = old < new ? old : new;
		h.old_end = rest.old_begin = h.old_begin + both;
		h.new_end = rest.new_begin = h.new_begin + both;
		if (both)
			vec_push(a, &all, h);
		if (old != new)
			vec_push(a, &all, rest);
	}
	*hunks = all;
}

/* A pure insertion or deletion may stand one line later when its first line is the one
 * that follows it, and earlier when its last line is the one before. */
static bool
can_move(const struct diff_text *t, uint32_t begin, uint32_t end, uint32_t limit,
	bool later)
{
	if (later)
		return end < limit && str_eq(t->v[begin], t->v[end]);
	return begin > limit && str_eq(t->v[begin - 1], t->v[end - 1]);
}

static void
place(struct diff *d, size_t i)
{
	struct diff_hunk *h = &d->hunks.v[i];
	bool is_insertion = h->old_begin == h->old_end;
	if (!is_insertion && h->new_begin != h->new_end)
		return;
	const struct diff_text *t = is_insertion ? &d->new : &d->old;
	uint32_t *begin = is_insertion ? &h->new_begin : &h->old_begin;
	uint32_t *end = is_insertion ? &h->new_end : &h->old_end;
	uint32_t low = 0, high = (uint32_t)t->n;
	if (i > 0)
		low = is_insertion ? d->hunks.v[i - 1].new_end
				   : d->hunks.v[i - 1].old_end;
	if (i + 1 < d->hunks.n)
		high = is_insertion ? d->hunks.v[i + 1].new_begin
				    : d->hunks.v[i + 1].old_begin;
	if (can_move(t, *begin, *end, low, false) ||
		can_move(t, *begin, *end, high, true))
		d->ambiguous = true;
	while (can_move(t, *begin, *end, high, true)) {
		h->old_begin++;
		h->old_end++;
		h->new_begin++;
		h->new_end++;
	}
}

void
diff_align(struct diff *d, bool (*begins)(struct str line))
{
	for (size_t i = 0; i < d->hunks.n; i++) {
		struct diff_hunk h = d->hunks.v[i];
		bool is_insertion = h.old_begin == h.old_end;
		if (!is_insertion && h.new_begin != h.new_end)
			continue;
		const struct diff_text *t = is_insertion ? &d->new : &d->old;
		uint32_t begin = is_insertion ? h.new_begin : h.old_begin;
		uint32_t end = is_insertion ? h.new_end : h.old_end;
		uint32_t low = 0, back = 0;
		if (i > 0)
			low = is_insertion ? d->hunks.v[i - 1].new_end
					   : d->hunks.v[i - 1].old_end;
		while (!begins(t->v[begin - back]) &&
			can_move(t, begin - back, end - back, low, false))
			back++;
		if (!begins(t->v[begin - back]))
			continue;
		d->hunks.v[i] = (struct diff_hunk){h.old_begin - back, h.old_end - back,
			h.new_begin - back, h.new_end - back};
	}
}

/* Hunks that came to touch the next one are one hunk. */
static void
join(struct diff_hunks *hunks)
{
	size_t n = 0;
	for (size_t i = 0; i < hunks->n; i++) {
		struct diff_hunk h = hunks->v[i];
		struct diff_hunk *last = n ? &hunks->v[n - 1] : NULL;
		if (last && last->old_end == h.old_begin &&
			last->new_end == h.new_begin) {
			last->old_end = h.old_end;
			last->new_end = h.new_end;
		} else {
			hunks->v[n++] = h;
		}
	}
	hunks->n = n;
}

void
diff_lines(struct arena *a, struct str old, struct str new, struct diff *ret)
{
	*ret = (struct diff){0};
	split(a, old, &ret->old);
	split(a, new, &ret->new);
	size_t o = ret->old.n, n = ret->new.n, first = 0;
	while (first < o && first < n && str_eq(ret->old.v[first], ret->new.v[first]))
		first++;
	while (o > first && n > first && str_eq(ret->old.v[o - 1], ret->new.v[n - 1])) {
		o--;
		n--;
	}
	struct middle m = {
		.old = first ? ret->old.v + first : ret->old.v,
		.new = first ? ret->new.v + first : ret->new.v,
		.old_n = (int32_t)(o - first),
		.new_n = (int32_t)(n - first),
		.skipped = (uint32_t)first,
	};
	find_hunks(a, &m, ret);
	split_replacements(a, &ret->hunks);
	for (size_t i = ret->hunks.n; i-- > 0;)
		place(ret, i);
	join(&ret->hunks);
}

/* ---- text ---- */

static void
add_lines(struct buf *b, char mark, const struct diff_text *t, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		buf_addc(b, mark);
		buf_add(b, t->v[i]);
		if (!str_ends(t->v[i], S("\n")))
			buf_addz(b, "\n\\ No newline at end of file\n");
	}
}

static void
add_range(struct buf *b, char mark, uint32_t begin, uint32_t end)
{
	/* An empty range is named by the line before it. */
	buf_addf(b, "%c%u", mark, end > begin ? begin + 1 : begin);
	if (end - begin != 1)
		buf_addf(b, ",%u", end - begin);
}

/* The hunks [i, end), whose contexts touch, as one block. */
static void
add_block(struct buf *b, const struct diff *d, size_t i, size_t end)
{
	const struct diff_hunk *h = d->hunks.v;
	uint32_t before = h[i].old_begin < CONTEXT ? h[i].old_begin : CONTEXT;
	uint32_t left = (uint32_t)d->old.n - h[end - 1].old_end;
	uint32_t after = left < CONTEXT ? left : CONTEXT;
	uint32_t at = h[i].old_begin - before;
	buf_addz(b, "@@ ");
	add_range(b, '-', at, h[end - 1].old_end + after);
	buf_addc(b, ' ');
	add_range(b, '+', h[i].new_begin - before, h[end - 1].new_end + after);
	buf_addz(b, " @@\n");
	for (; i < end; i++) {
		add_lines(b, ' ', &d->old, at, h[i].old_begin);
		add_lines(b, '-', &d->old, h[i].old_begin, h[i].old_end);
		add_lines(b, '+', &d->new, h[i].new_begin, h[i].new_end);
		at = h[i].old_end;
	}
	add_lines(b, ' ', &d->old, at, at + after);
}

struct str
diff_unified(
	struct arena *a, const struct diff *d, struct str old_name, struct str new_name)
{
	struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
	if (d->hunks.n)
		buf_addf(&b, "--- %.*s\n+++ %.*s\n", STR(old_name), STR(new_name));
	for (size_t i = 0, end; i < d->hunks.n; i = end) {
		const struct diff_hunk *h = d->hunks.v;
		end = i + 1;
		while (end < d->hunks.n &&
			h[end].old_begin - h[end - 1].old_end <= 2 * CONTEXT)
			end++;
		add_block(&b, d, i, end);
	}
	return buf_str(&b);
}
