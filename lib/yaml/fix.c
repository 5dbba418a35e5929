/* Where libyaml stops and PyYAML reads on: replacements that let libyaml read the same.
 */
#include "yaml/strict.h"

#include "base/arena.h"

#include <string.h>

static bool
is_digit(struct str s, size_t i)
{
	return i < s.n && s.p[i] >= '0' && s.p[i] <= '9';
}

/* `{a:[1]}`, `[a:]`: for PyYAML the colon ends the plain key. */
static bool
fix_colon(struct loader *l, size_t at)
{
	struct str s = l->feed.bytes;
	if (at + 1 >= s.n || s.p[at] != ':' || !strchr(",[]{}", s.p[at + 1]))
		return false;
	return feed_fix(l->a, &l->feed, at + 1, at + 1, S(" "));
}

static size_t
column_of(const struct loader *l, size_t at)
{
	size_t column = 0;
	for (; at > 0 && !strict_starts_line(l, at); at--)
		column += ((unsigned char)l->feed.bytes.p[at - 1] & 0xc0) != 0x80;
	return column;
}

/* A block text whose first line starts with a tab behind its indentation: libyaml takes
 * the tab when the indentation is given as a number. */
static bool
fix_block_tab(struct loader *l, size_t at, size_t header)
{
	struct str s = l->feed.bytes;
	size_t i = header + 1, wanted = column_of(l, at), parent = 0, line = 0;
	if (l->depth) {
		parent = column_of(l, l->frame[l->depth - 1].begin);
		if (wanted < parent + 1)
			return false;
	}
	for (; i < at && !strict_break(s, i) && s.p[i] != ' '; i++)
		if (is_digit(s, i))
			return false;
	while (i < at && !strict_break(s, i))
		i++;
	for (size_t n; i < at; i += n ? n : 1) {
		n = strict_break(s, i);
		line = n ? 0 : line + 1;
		if (line > wanted || (line && s.p[i] != ' '))
			return false;
	}
	if (wanted - parent < 1 || wanted - parent > 9)
		return false;
	return feed_fix(l->a, &l->feed, header + 1, header + 1,
		str_fmt(l->a, "%zu", wanted - parent));
}

/* An unknown directive becomes a tag handle that nothing uses. */
static bool
fix_directive(struct loader *l, size_t at)
{
	struct str s = l->feed.bytes;
	size_t end = at;
	while (end < s.n && !strict_break(s, end) && s.p[end] != ' ')
		if (s.p[end++] == '\t')
			return false;
	while (end < s.n && !strict_break(s, end))
		end++;
	return feed_fix(l->a, &l->feed, at, end, str_fmt(l->a, "%%TAG !%zu! x", at));
}

/* Any 1.x is taken as 1.1. */
static bool
fix_version(struct loader *l, size_t at)
{
	struct str s = l->feed.bytes;
	if (!str_starts(str_slice(s, at, s.n), S("%YAML")))
		return false;
	size_t begin = at + 5;
	while (begin < s.n && s.p[begin] == ' ')
		begin++;
	size_t major = begin, end;
	while (major < s.n && s.p[major] == '0')
		major++;
	if (major >= s.n || s.p[major] != '1' || major + 1 >= s.n ||
		s.p[major + 1] != '.')
		return false;
	for (end = major + 2; is_digit(s, end); end++)
		;
	return end > major + 2 && feed_fix(l->a, &l->feed, begin, end, S("1.1"));
}

/* "\ud800": Python has strings with half a surrogate pair, UTF-8 has none. */
static bool
fix_surrogate(struct loader *l, size_t at)
{
	struct str s = l->feed.bytes;
	struct str digits = str_slice(s, at, at + 4);
	struct str stand_in = S("fffd");
	if (at < 2 || at >= s.n)
		return false;
	if (s.p[at - 1] == 'U') {
		if (!str_eqz(digits, "0000"))
			return false;
		digits = str_slice(s, at + 4, at + 8);
		stand_in = S("0000fffd");
	}
	if (digits.n < 4 || (digits.p[0] | 0x20) != 'd')
		return false;
	return feed_fix(l->a, &l->feed, at, at + stand_in.n, stand_in);
}

bool
strict_fix(struct loader *l, const char *problem, size_t at, size_t context_at)
{
	if (strcmp(problem, "found unexpected ':'") == 0)
		return fix_colon(l, at);
	if (strcmp(problem,
		    "found a tab character where an indentation space is expected") == 0)
		return fix_block_tab(l, at, context_at);
	if (strcmp(problem, "found unknown directive name") == 0)
		return fix_directive(l, context_at);
	if (strcmp(problem, "found incompatible YAML document") == 0)
		return fix_version(l, at);
	if (strcmp(problem, "found extremely long version number") == 0)
		return fix_version(l, context_at);
	if (strcmp(problem, "found invalid Unicode character escape code") == 0)
		return fix_surrogate(l, at);
	return false;
}

bool
strict_fix_empty_key(struct loader *l, size_t question_mark)
{
	return feed_fix(
		l->a, &l->feed, question_mark + 1, question_mark + 1, S(" \"\" "));
}
