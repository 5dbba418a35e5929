/* Byte rules of the changelog. */
#include "model/changelog_bytes.h"

#include "base/arena.h"

#include <string.h>

static const struct str start_mark = S_INIT("- config-keys:");
static const struct str link_mark = S_INIT("  pr-link:");

/* Offset of the first line, from the one that begins at `from`, with this beginning; a
 * line begins at 0 or behind LF. s.n when there is none. */
static size_t
find_line(struct str s, struct str mark, size_t from)
{
	while (from < s.n) {
		if (str_starts(str_slice(s, from, s.n), mark))
			return from;
		from = str_find_byte(s, '\n', from);
		from += from < s.n;
	}
	return s.n;
}

void
changelog_starts(struct arena *a, struct str bytes, struct offsets *ret)
{
	for (size_t at = find_line(bytes, start_mark, 0); at < bytes.n;) {
		size_t end = str_find_byte(bytes, '\n', at);
		if (end == bytes.n)
			return;
		if (!memchr(bytes.p + at, '\r', end - at))
			vec_push(a, ret, (uint32_t)at);
		at = find_line(bytes, start_mark, end + 1);
	}
}

/* Length of the line break at i, or 0: LF VT FF CR FS GS RS, U+0085, U+2028, U+2029. */
static size_t
line_break(struct str s, size_t i)
{
	static const struct str wide[] = {
		S_INIT("\xc2\x85"), S_INIT("\xe2\x80\xa8"), S_INIT("\xe2\x80\xa9")};
	unsigned char c = (unsigned char)s.p[i];
	if (c < 0x80)
		return (c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E);
	for (size_t k = 0; k < sizeof wide / sizeof *wide; k++)
		if (str_starts(str_slice(s, i, s.n), wide[k]))
			return wide[k].n;
	return 0;
}

void
changelog_split_starts(struct arena *a, struct str bytes, struct offsets *ret)
{
	/* Each occurrence at the start of a line, whatever ends the line before. */
	for (size_t at = str_find(bytes, start_mark, 0); at < bytes.n;
		at = str_find(bytes, start_mark, at + 1)) {
		bool begins = at == 0;
		for (size_t back = 1; back <= 3 && back <= at; back++)
			begins |= line_break(bytes, at - back) == back;
		if (begins)
			vec_push(a, ret, (uint32_t)at);
	}
}

static bool
is_blank_byte(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Behind the last line of [begin, end) that is not blank. */
static size_t
content_end(struct str s, size_t begin, size_t end)
{
	size_t at = end;
	while (at > begin && is_blank_byte(s.p[at - 1]))
		at--;
	at = str_find_byte(s, '\n', at);
	return at < end ? at + 1 : end;
}

void
changelog_find_blocks(struct arena *a, struct str bytes, struct changelog_blocks *ret)
{
	struct offsets starts = {0};
	changelog_starts(a, bytes, &starts);
	for (size_t i = 0; i < starts.n; i++) {
		size_t begin = starts.v[i];
		size_t end = i + 1 < starts.n ? starts.v[i + 1] : bytes.n;
		struct changelog_block b = {
			.begin = (uint32_t)begin,
			.content_end = (uint32_t)content_end(bytes, begin, end),
			.end = (uint32_t)end,
		};
		vec_push(a, ret, b);
	}
}

bool
changelog_begins_entry(struct str line)
{
	return str_is_blank(line) || str_starts(line, S("- "));
}

bool
changelog_link_line(struct str text, size_t *ret_begin, size_t *ret_end)
{
	size_t begin = find_line(text, link_mark, 0);
	if (begin >= text.n)
		return false;
	size_t end = begin;
	while (end < text.n && text.p[end] != '\n' && text.p[end] != '\r')
		end++;
	*ret_begin = begin;
	*ret_end = end;
	return true;
}

bool
changelog_replace_link(
	struct arena *a, struct str block, struct str link, struct str *ret)
{
	size_t begin, end;
	if (!changelog_link_line(block, &begin, &end))
		return false;
	struct str head = str_slice(block, 0, begin),
		   tail = str_slice(block, end, block.n);
	struct str line = str_cat(a, S("  pr-link: "), link);
	*ret = str_cat(a, str_cat(a, head, line), tail);
	return true;
}
