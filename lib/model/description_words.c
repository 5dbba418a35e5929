/* A text cut into words and marks. */
#include "model/description_words.h"

#include "base/utf8.h"

/* May stand inside of a word, between letters. */
static bool
connects(char c)
{
	return c == '-' || c == '.' || c == '/' || c == ':' || c == '#' || c == '@' ||
	       c == '+';
}

static bool
in_word(char c)
{
	return is_alnum(c) || c == '_';
}

static size_t
url_end(struct str s, size_t i)
{
	while (i < s.n && (unsigned char)s.p[i] > ' ' && (unsigned char)s.p[i] < 0x80 &&
		s.p[i] != '"' && s.p[i] != ')' && s.p[i] != '`')
		i++;
	return i;
}

static bool
is_flag_at(struct str s, size_t i)
{
	return i + 2 < s.n && s.p[i] == '-' && s.p[i + 1] == '-' &&
	       is_alnum(s.p[i + 2]) &&
	       (i == 0 || (!in_word(s.p[i - 1]) && s.p[i - 1] != '-'));
}

static size_t
word_end(struct str s, size_t i)
{
	bool flag = is_flag_at(s, i);
	i += flag ? 2 : 0;
	for (; i < s.n; i++) {
		char c = s.p[i];
		bool inside =
			in_word(c) || (connects(c) && i + 1 < s.n && in_word(s.p[i + 1]));
		if (!inside || (flag && (c == '/' || c == ':' || c == '#' || c == '@')))
			break;
	}
	return i;
}

static enum mark
ascii_mark(char c)
{
	switch (c) {
	case ',':
		return MARK_COMMA;
	case '&':
		return MARK_AND;
	case '.':
	case '!':
	case '?':
		return MARK_STOP;
	case ';':
		return MARK_SEMICOLON;
	case ':':
		return MARK_COLON;
	case '(':
		return MARK_OPEN;
	case ')':
		return MARK_CLOSE;
	case '[':
		return MARK_LIST_OPEN;
	case ']':
		return MARK_LIST_CLOSE;
	case '=':
		return MARK_EQUALS;
	case '<':
	case '>':
		return MARK_COMPARE;
	case '`':
	case '"':
	case '\'':
		return MARK_QUOTE;
	case '/':
		return MARK_SLASH;
	case '~':
		return MARK_RANGE;
	default:
		return MARK_OTHER;
	}
}

static enum mark
wide_mark(uint32_t cp)
{
	static const struct {
		uint32_t cp;
		enum mark mark;
	} marks[] = {{0xff0c, MARK_COMMA}, {0x3001, MARK_AND}, {0x3002, MARK_STOP},
		{0xff1b, MARK_SEMICOLON}, {0xff1a, MARK_COLON}, {0xff08, MARK_OPEN},
		{0xff09, MARK_CLOSE}, {0x2192, MARK_ARROW}, {0x2013, MARK_RANGE},
		{0x2014, MARK_DASH}, {0x2265, MARK_COMPARE}, {0x2264, MARK_COMPARE},
		{0x201c, MARK_QUOTE}, {0x201d, MARK_QUOTE}, {0x2018, MARK_QUOTE},
		{0x2019, MARK_QUOTE}, {0xff5e, MARK_RANGE}};
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (marks[i].cp == cp)
			return marks[i].mark;
	return MARK_OTHER;
}

static bool
is_han(uint32_t cp)
{
	return (cp >= 0x4e00 && cp <= 0x9fff) || (cp >= 0x3400 && cp <= 0x4dbf);
}

/* Marks of more than one character. */
static size_t
long_mark(struct str s, size_t i, enum mark *ret)
{
	struct str rest = str_slice(s, i, i + 2);
	bool blank_before = i == 0 || s.p[i - 1] == ' ',
	     blank_behind = i + 2 >= s.n || s.p[i + 2] == ' ';
	if (str_eqz(rest, "->") || str_eqz(rest, "=>"))
		*ret = MARK_ARROW;
	else if (str_eqz(rest, ">=") || str_eqz(rest, "<=") || str_eqz(rest, "==") ||
		 str_eqz(rest, "!="))
		*ret = MARK_COMPARE;
	else if (str_eqz(rest, "--") && blank_before && blank_behind)
		*ret = MARK_DASH;
	else
		return 0;
	return 2;
}

struct cutting {
	struct arena *a;
	struct str text;
	struct words *words;
	size_t last_end;
};

static void
add(struct cutting *c, size_t begin, size_t end, enum mark mark, bool han)
{
	struct word w = {.s = str_slice(c->text, begin, end),
		.begin = begin,
		.end = end,
		.mark = mark,
		.han = han,
		.glued = c->words->n && c->last_end == begin};
	c->last_end = end;
	vec_push(c->a, c->words, w);
}

/* Known words of a run of Chinese; what is between them is one word. */
static size_t
cut_han(struct cutting *c, size_t i)
{
	size_t from = i;
	uint32_t cp;
	for (size_t n; (n = utf8_decode(c->text, i, &cp)) && is_han(cp);) {
		enum sense sense;
		size_t known = sense_of_han(c->text, i, &sense);
		if (!known) {
			i += n;
			continue;
		}
		if (i > from)
			add(c, from, i, MARK_NONE, true);
		add(c, i, i + known, MARK_NONE, true);
		c->words->v[c->words->n - 1].sense = sense;
		from = i += known;
	}
	if (i > from)
		add(c, from, i, MARK_NONE, true);
	return i;
}

static size_t
cut_wide(struct cutting *c, size_t i)
{
	uint32_t cp;
	size_t n = utf8_decode(c->text, i, &cp);
	if (n && is_han(cp))
		return cut_han(c, i);
	n = n ? n : 1;
	add(c, i, i + n, n > 1 ? wide_mark(cp) : MARK_OTHER, false);
	return i + n;
}

static size_t
cut_one(struct cutting *c, size_t i)
{
	struct str s = c->text, rest = str_slice(s, i, s.n);
	enum mark mark;
	size_t n;
	if (str_starts(rest, S("http://")) || str_starts(rest, S("https://"))) {
		size_t end = url_end(s, i);
		add(c, i, end, MARK_OTHER, false);
		return end;
	}
	if (is_flag_at(s, i) || in_word(s.p[i])) {
		size_t end = word_end(s, i);
		add(c, i, end, MARK_NONE, false);
		return end;
	}
	if ((unsigned char)s.p[i] >= 0x80)
		return cut_wide(c, i);
	if ((n = long_mark(s, i, &mark))) {
		add(c, i, i + n, mark, false);
		return i + n;
	}
	mark = ascii_mark(s.p[i]);
	/* A full stop ends a sentence only before a blank. */
	if (mark == MARK_STOP && i + 1 < s.n && s.p[i + 1] > ' ')
		mark = MARK_OTHER;
	add(c, i, i + 1, mark, false);
	return i + 1;
}

struct words
prose_words(struct arena *a, struct str text)
{
	struct words w = {0};
	struct cutting c = {a, text, &w, 0};
	for (size_t i = 0; i < text.n;)
		if (text.p[i] > 0 && text.p[i] <= ' ')
			i++;
		else
			i = cut_one(&c, i);
	return w;
}
