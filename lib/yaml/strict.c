/* Characters and white space: what PyYAML refuses and libyaml takes. */
#include "yaml/strict.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"

#include <string.h>

/* Characters of the private use area, tried as stand-ins: U+E000 and the 63 after it. */
enum { STAND_INS = 64, STAND_IN_BYTES = 3 };

struct character_scan {
	bool used[STAND_INS];
	bool has_bom_inside;
	bool line_reported;
	size_t bad;
};

size_t
strict_break(struct str s, size_t i)
{
	if (i >= s.n)
		return 0;
	const char *p = s.p + i;
	if (*p == '\n')
		return 1;
	if (*p == '\r')
		return s.n - i > 1 && p[1] == '\n' ? 2 : 1;
	if (s.n - i >= 2 && memcmp(p, "\xc2\x85", 2) == 0)
		return 2;
	if (s.n - i >= 3 && memcmp(p, "\xe2\x80", 2) == 0 &&
		(p[2] == '\xa8' || p[2] == '\xa9'))
		return 3;
	return 0;
}

static size_t
line_end(struct str s, size_t i)
{
	while (i < s.n && !strict_break(s, i))
		i++;
	return i;
}

static bool
is_printable(uint32_t c)
{
	return c == 0x09 || c == 0x0a || c == 0x0d || (c >= 0x20 && c <= 0x7e) ||
	       c == 0x85 || (c >= 0xa0 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) ||
	       c >= 0x10000;
}

static bool
give_up_as_binary(struct loader *l, size_t at)
{
	loader_problem(l, YAML_PROBLEM_LIMIT, loader_span(l, at, at + 1), REFUSE_NONE,
		str_fmt(l->a,
			"more than %d characters that no text has: the rest is not read",
			(int)LIMIT_YAML_BAD_CHARACTERS));
	return false;
}

/* Reports the first bad character of a line and replaces each, so that one of them does
 * not hide the rest of the file. */
static bool
bad_character(
	struct loader *l, struct character_scan *scan, size_t at, size_t n, uint32_t c)
{
	struct span span = loader_span(l, at, at + (n ? n : 1));
	if (++scan->bad > LIMIT_YAML_BAD_CHARACTERS)
		return give_up_as_binary(l, at);
	feed_fix(l->a, &l->feed, span.begin, span.end, S("\xef\xbf\xbd"));
	if (scan->line_reported)
		return true;
	scan->line_reported = true;
	if (n == 0)
		loader_problem(l, YAML_PROBLEM_ENCODING, span, CRASH,
			str_fmt(l->a, "byte 0x%02x is not valid UTF-8",
				(unsigned)(unsigned char)l->feed.bytes.p[at]));
	else
		loader_problem(l, YAML_PROBLEM_CHARACTER, span, REFUSE_BOTH,
			str_fmt(l->a,
				"character U+%04X can't stand in YAML, not even in a comment",
				(unsigned)c));
	return true;
}

static bool
scan_character(struct loader *l, struct character_scan *scan, size_t *i)
{
	uint32_t c = 0;
	size_t n = utf8_decode(l->feed.bytes, *i, &c);
	if (n == 0 || !is_printable(c)) {
		if (!bad_character(l, scan, *i, n, c))
			return false;
	} else if (c == 0xfeff) {
		scan->has_bom_inside = true;
	} else if (c >= 0xe000 && c < 0xe000 + STAND_INS) {
		scan->used[c - 0xe000] = true;
	}
	*i += n ? n : 1;
	return true;
}

static struct str
pick_stand_in(struct loader *l, const struct character_scan *scan)
{
	for (unsigned i = 0; i < STAND_INS; i++) {
		if (scan->used[i])
			continue;
		char bytes[STAND_IN_BYTES] = {'\xee', '\x80', (char)(0x80 + i)};
		return str_dup(l->a, (struct str){bytes, STAND_IN_BYTES});
	}
	return (struct str){0};
}

bool
strict_starts_line(const struct loader *l, size_t i)
{
	if (i == 0 || i == l->feed.text_begin)
		return true;
	for (size_t back = 1; back <= 3 && back <= i; back++)
		if (strict_break(l->feed.bytes, i - back) == back)
			return true;
	return false;
}

bool
strict_same_line(const struct loader *l, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++)
		if (strict_break(l->feed.bytes, i))
			return false;
	return true;
}

/* libyaml skips a byte order mark at the start of any line; for PyYAML it is a character
 * like others everywhere but at the very start. */
static bool
replace_inner_boms(struct loader *l, struct character_scan *scan)
{
	struct str s = l->feed.bytes;
	for (size_t i = str_find(s, S("\xef\xbb\xbf"), l->feed.text_begin); i < s.n;
		i = str_find(s, S("\xef\xbb\xbf"), i + 3)) {
		if (!strict_starts_line(l, i))
			continue;
		if (l->bom_stand_in.n == 0 || ++scan->bad > LIMIT_YAML_BAD_CHARACTERS)
			return give_up_as_binary(l, i);
		feed_fix(l->a, &l->feed, i, i + 3, l->bom_stand_in);
	}
	return true;
}

static bool
is_utf16(struct str s)
{
	return s.n >= 2 &&
	       (memcmp(s.p, "\xff\xfe", 2) == 0 || memcmp(s.p, "\xfe\xff", 2) == 0);
}

bool
strict_characters(struct loader *l)
{
	struct str s = l->feed.bytes;
	struct character_scan scan = {0};
	if (is_utf16(s)) {
		loader_problem(l, YAML_PROBLEM_ENCODING, loader_span(l, 0, 2), CRASH,
			S("the file starts like UTF-16, but has to be UTF-8"));
		return false;
	}
	l->feed.text_begin = str_starts(s, S("\xef\xbb\xbf")) ? 3 : 0;
	l->feed.ascii = l->feed.text_begin == 0;
	for (size_t i = l->feed.text_begin; i < s.n;) {
		unsigned char c = (unsigned char)s.p[i];
		if (c == '\n')
			scan.line_reported = false;
		if ((c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t' || c == '\r') {
			i++;
			continue;
		}
		l->feed.ascii = l->feed.ascii && c < 0x80;
		if (!scan_character(l, &scan, &i))
			return false;
	}
	l->bom_stand_in = pick_stand_in(l, &scan);
	return !scan.has_bom_inside || replace_inner_boms(l, &scan);
}

struct str
strict_restore(struct loader *l, struct str text)
{
	if (l->bom_stand_in.n == 0 || !str_contains(text, l->bom_stand_in))
		return str_dup(l->a, text);
	struct buf b = buf_new(l->a, text.n + 1);
	for (size_t i = 0; i < text.n;) {
		struct str here = str_slice(text, i, i + STAND_IN_BYTES);
		bool bom = str_eq(here, l->bom_stand_in);
		buf_add(&b, bom ? S("\xef\xbb\xbf") : str_slice(here, 0, 1));
		i += bom ? STAND_IN_BYTES : 1;
	}
	return buf_str(&b);
}

/* The first tab of each line, reported with what it does there. */
static void
report_tab(struct loader *l, size_t at, const char *use)
{
	if (at < l->tab_line_end)
		return;
	l->tab_line_end = line_end(l->feed.bytes, at);
	loader_problem(l, YAML_PROBLEM_TAB, loader_span(l, at, at + 1), REFUSE_BOTH,
		str_fmt(l->a, "tab used %s: only spaces can stand here", use));
}

static const char *
use_of_tab(struct str s, size_t at)
{
	while (at > 0 && (s.p[at - 1] == ' ' || s.p[at - 1] == '\t'))
		at--;
	return at == 0 || s.p[at - 1] == '\n' || s.p[at - 1] == '\r'
		       ? "for indentation"
		       : "to separate tokens";
}

static size_t
skip_digits(struct str s, size_t i)
{
	while (i < s.n && s.p[i] >= '0' && s.p[i] <= '9')
		i++;
	return i;
}

static bool
is_directive(struct str line, struct str name)
{
	return str_starts(line, name) &&
	       (line.n == name.n || line.p[name.n] == ' ' || line.p[name.n] == '\t');
}

/* `%YAML` and `%TAG` lines are like others; of an unknown directive nothing is looked at.
 */
static size_t
check_directive(struct loader *l, size_t at)
{
	struct str s = l->feed.bytes, line = str_slice(s, at, line_end(s, at));
	if (is_directive(line, S("%TAG")))
		return at + 1;
	if (!is_directive(line, S("%YAML")))
		return at + line.n;
	size_t i = 5;
	while (i < line.n && line.p[i] == ' ')
		i++;
	i = skip_digits(line, skip_digits(line, i) + 1);
	if (i < line.n && line.p[i] == '#')
		loader_problem(l, YAML_PROBLEM_SYNTAX, loader_span(l, at + i, at + i + 1),
			REFUSE_BOTH,
			S("'#' directly behind the version: put a space before the comment"));
	return at + 1;
}

void
strict_gap(struct loader *l, size_t end)
{
	struct str s = l->feed.bytes;
	l->behind = l->checked;
	size_t i = l->checked;
	while (i < end) {
		size_t n = s.p[i] == ' ' ? 1 : strict_break(s, i);
		if (n) {
			i += n;
		} else if (s.p[i] == '#') {
			i = line_end(s, i);
		} else if (s.p[i] == '\t') {
			report_tab(l, i, use_of_tab(s, i));
			i++;
		} else if (s.p[i] == '%' && !l->in_document && strict_starts_line(l, i)) {
			i = check_directive(l, i);
		} else {
			l->behind = ++i;
		}
	}
	if (i > l->checked)
		l->checked = i;
}

/* `|`, indicators, then blanks and a comment; the comment needs a space before it. */
static void
check_block_header(struct loader *l, size_t begin)
{
	struct str s = l->feed.bytes;
	size_t i = begin + 1;
	while (i < s.n && (s.p[i] == '+' || s.p[i] == '-' || skip_digits(s, i) > i))
		i++;
	if (i < s.n && s.p[i] == '#')
		loader_problem(l, YAML_PROBLEM_SYNTAX, loader_span(l, i, i + 1),
			REFUSE_BOTH,
			str_fmt(l->a,
				"'#' directly behind '%.*s': put a space before the comment",
				STR(str_slice(s, begin, i))));
	while (i < s.n && s.p[i] == ' ')
		i++;
	if (i < s.n && s.p[i] == '\t')
		report_tab(l, i, "behind the start of a block text");
}

/* An escape that names half of a surrogate pair has been replaced. */
static void
check_surrogate(struct loader *l, struct span span)
{
	size_t i = l->feed.mark_fix;
	if (i == 0 || l->feed.fixes.v[i - 1].begin < span.begin ||
		!str_ends(l->feed.fixes.v[i - 1].text, S("fffd")))
		return;
	const struct fix *fix = &l->feed.fixes.v[i - 1];
	loader_problem(l, YAML_PROBLEM_VALUE, loader_span(l, fix->begin - 2, fix->end),
		REFUSE_NONE,
		S("this escape is half of a surrogate pair and stands for no character"));
}

void
strict_scalar(struct loader *l, const struct yaml_node *n)
{
	const struct frame *top = loader_top(l);
	bool in_flow = top && top->node->style == YAML_FLOW;
	struct str s = str_slice(l->feed.bytes, n->span.begin, n->span.end);
	size_t at;
	switch (n->style) {
	case YAML_PLAIN:
		at = str_find_byte(s, '\t', 0);
		if (at < s.n)
			report_tab(l, n->span.begin + at, "inside a plain value");
		at = in_flow ? str_find_byte(s, '?', 0) : s.n;
		if (at < s.n)
			loader_problem(l, YAML_PROBLEM_SYNTAX,
				loader_span(
					l, n->span.begin + at, n->span.begin + at + 1),
				REFUSE_BOTH,
				S("'?' in a plain value between brackets: put the value in quotes"));
		break;
	case YAML_LITERAL:
	case YAML_FOLDED:
		check_block_header(l, n->span.begin);
		break;
	case YAML_DOUBLE_QUOTED:
		check_surrogate(l, n->span);
		break;
	case YAML_SINGLE_QUOTED:
	case YAML_BLOCK:
	case YAML_FLOW:
		break;
	}
}
