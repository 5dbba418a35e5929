/* Quotes, backquotes, tildes and extended patterns. */
#include "shell/grammar.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <string.h>

void
shell_read_single(struct shell_reader *r)
{
	size_t begin = r->in.pos, end = str_find_byte(r->in.text, '\'', begin + 1);
	if (end == r->in.text.n) {
		shell_fail_unclosed(r, "'", begin, begin + 1);
		return;
	}
	r->in.pos = end + 1;
	shell_note_string(r, begin);
	struct shell_part *part = shell_part_push(r, PART_SINGLE, begin, true);
	part->text = str_slice(r->in.text, begin + 1, end);
}

void
shell_read_double(struct shell_reader *r, size_t begin, enum shell_part_kind kind)
{
	static const struct shell_scan scan = {.quoting = QUOTING_DOUBLE, .stop = '"'};
	size_t inner = r->in.pos;
	struct shell_word *word = shell_read_word(r, &scan);
	if (r->in.stopped)
		return;
	if (shell_char(r) != '"') {
		shell_fail_unclosed(r, "\"", begin, inner);
		return;
	}
	r->in.pos++;
	shell_note_string(r, begin);
	shell_part_push(r, kind, begin, true)->parts = word->parts;
}

/* ---- $'...' ---- */

static unsigned
digit_value(int c)
{
	if (shell_is_digit(c))
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (unsigned)(c - 'A') + 10;
	return 16;
}

/* At most `most` digits at *i; *i is left where there is none. */
static uint32_t
take_digits(struct str s, size_t *i, unsigned base, unsigned most)
{
	uint32_t value = 0;
	for (; most && *i < s.n; most--, (*i)++) {
		unsigned digit = digit_value((unsigned char)s.p[*i]);
		if (digit >= base)
			break;
		value = value * base + digit;
	}
	return value;
}

static void
add_code(struct buf *out, uint32_t code, bool is_byte)
{
	if (is_byte || code < 0x80)
		buf_addc(out, (char)(unsigned char)code);
	else if (code <= 0x10FFFF)
		utf8_encode(out, code);
}

/* \xHH \x{H...} \uHHHH \UHHHHHHHH, i behind the letter. */
static bool
hexadecimal(struct buf *out, struct str s, size_t *i, char letter)
{
	bool has_brace = letter == 'x' && *i < s.n && s.p[*i] == '{';
	size_t begin = *i + has_brace, at = begin;
	unsigned most = letter == 'x' ? (has_brace ? 8 : 2) : letter == 'u' ? 4 : 8;
	uint32_t code = take_digits(s, &at, 16, most);
	if (at == begin)
		return false;
	if (has_brace && at < s.n && s.p[at] == '}')
		at++;
	add_code(out, letter == 'x' ? code & 0xFF : code, letter == 'x');
	*i = at;
	return true;
}

static const char simple_escapes[256] = {
	['a'] = '\a',
	['b'] = '\b',
	['e'] = 033,
	['E'] = 033,
	['f'] = '\f',
	['n'] = '\n',
	['r'] = '\r',
	['t'] = '\t',
	['v'] = '\v',
	['\\'] = '\\',
	['\''] = '\'',
	['"'] = '"',
	['?'] = '?',
};

/* The escape whose letter stands at *i. */
static void
escape(struct buf *out, struct str s, size_t *i)
{
	char c = s.p[(*i)++];
	char simple = simple_escapes[(unsigned char)c];
	if (simple) {
		buf_addc(out, simple);
	} else if (c >= '0' && c <= '7') {
		--*i;
		add_code(out, take_digits(s, i, 8, 3) & 0xFF, true);
	} else if (c == 'c' && *i < s.n) {
		buf_addc(out, (char)(s.p[(*i)++] & 0x1F));
	} else if ((c != 'x' && c != 'u' && c != 'U') || !hexadecimal(out, s, i, c)) {
		buf_addc(out, '\\');
		buf_addc(out, c);
	}
}

static struct str
decode_ansi_c(struct shell_reader *r, struct str s)
{
	if (!memchr(s.p, '\\', s.n))
		return s;
	struct buf out = buf_new(r->arena, s.n);
	for (size_t i = 0; i < s.n;) {
		char c = s.p[i++];
		if (c == '\\' && i < s.n)
			escape(&out, s, &i);
		else
			buf_addc(&out, c);
	}
	struct str text = buf_str(&out);
	return str_slice(text, 0, str_find_byte(text, '\0', 0)); /* as bash: a C string */
}

void
shell_read_ansi_c(struct shell_reader *r, size_t begin)
{
	struct str text = r->in.text;
	(void)shell_char(r); /* there may be a continuation before the quote */
	size_t inner = ++r->in.pos, end = inner;
	while (end < text.n && text.p[end] != '\'')
		end += text.p[end] == '\\' ? 2 : 1;
	if (end >= text.n) {
		shell_fail_unclosed(r, "$'", begin, inner);
		return;
	}
	r->in.pos = end + 1;
	struct str decoded = decode_ansi_c(r, str_slice(text, inner, end));
	shell_part_push(r, PART_ANSI_C, begin, true)->text = decoded;
}

/* ---- `...` ---- */

static bool
is_backquote_escape(char c, bool is_quoted)
{
	return c == '$' || c == '`' || c == '\\' || (c == '"' && is_quoted);
}

/* The command's text without the backslashes that belong to the backquotes. */
static struct shell_input
backquoted_input(struct shell_reader *r, size_t begin, size_t end, bool is_quoted)
{
	struct shell_input in = shell_input_slice(r, begin, end);
	in.is_late = true;
	struct str raw = in.text;
	if (!memchr(raw.p, '\\', raw.n))
		return in;
	char *p = NEW_ARRAY(r->arena, char, raw.n);
	uint32_t *map = NEW_ARRAY(r->arena, uint32_t, raw.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < raw.n; i++) {
		map[n] = shell_span(r, begin + i, begin + i).begin;
		if (raw.p[i] == '\\' && i + 1 < raw.n &&
			is_backquote_escape(raw.p[i + 1], is_quoted))
			i++;
		p[n++] = raw.p[i];
	}
	map[n] = shell_span(r, end, end).begin;
	in.text = (struct str){p, n};
	in.map = in.is_computed ? NULL : map;
	return in;
}

void
shell_read_backquoted(struct shell_reader *r, const struct shell_scan *scan)
{
	struct str text = r->in.text;
	size_t begin = r->in.pos, end = begin + 1;
	bool is_quoted = scan->quoting == QUOTING_DOUBLE;
	while (end < text.n && text.p[end] != '`')
		end += text.p[end] == '\\' ? 2 : 1;
	if (end >= text.n) {
		shell_fail_unclosed(r, "`", begin, begin + 1);
		return;
	}
	struct shell_outer outer;
	struct shell_list *list = NULL;
	if (!shell_deeper(r))
		return;
	shell_enter(r, &outer, backquoted_input(r, begin + 1, end, is_quoted));
	list = shell_read_all(r);
	shell_leave(r, &outer);
	shell_shallower(r);
	r->in.pos = end + 1;
	struct shell_part *part = shell_part_push(
		r, PART_COMMAND_SUB, begin, scan->quoting != QUOTING_NONE);
	part->backquoted = true;
	part->list = list;
}

/* ---- ~ ---- */

static bool
is_user_name(int c)
{
	return shell_is_name(c) || c == '+' || c == '-' || c == '.';
}

bool
shell_read_tilde(struct shell_reader *r, const struct shell_scan *scan, bool colon_ends,
	bool in_braces)
{
	size_t begin = r->in.pos, end = begin + 1;
	struct str text = r->in.text;
	while (end < text.n && is_user_name((unsigned char)text.p[end]))
		end++;
	int c = end < text.n ? (unsigned char)text.p[end] : SHELL_END;
	bool ends = c == '/' || c == scan->stop || c == SHELL_END ||
		    ((scan->flags & SCAN_META) && shell_is_meta(c)) ||
		    (c == ':' && colon_ends) || (in_braces && (c == ',' || c == '}')) ||
		    (scan->soft && c && strchr(scan->soft, c));
	if (!ends)
		return false;
	r->in.pos = end;
	struct shell_part *part = shell_part_push(r, PART_TILDE, begin, false);
	part->text = str_slice(text, begin, end);
	return true;
}

/* ---- ?( *( +( @( !( ---- */

bool
shell_read_extglob(struct shell_reader *r, bool is_first)
{
	static const struct shell_scan scan = {
		.soft = "|)", .open = '(', .close = ')', .stop = SHELL_END};
	size_t begin = r->in.pos;
	int op = shell_char(r);
	if (shell_char_after(r, 1) != '(')
		return false;
	if (is_first && shell_char_after(r, 2) == ')')
		return false; /* `f+()` defines a function */
	shell_eat(r, (char[]){(char)op, '(', 0});
	struct shell_extglob *glob = NEW(r->arena, struct shell_extglob);
	glob->op = (char)op;
	do {
		vec_push(r->arena, &glob->alternatives, shell_read_word(r, &scan));
	} while (shell_eat(r, "|"));
	if (r->in.stopped)
		return true;
	if (!shell_eat(r, ")"))
		shell_fail_unclosed(r, "(", begin + 1, begin + 2);
	else
		shell_part_push(r, PART_EXTGLOB, begin, false)->extglob = glob;
	return true;
}
