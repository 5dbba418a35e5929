/* echo, and the escapes that it shares with printf. */
#include "shell/builtin.h"

#include "base/arena.h"

#include <string.h>

/* ---- escapes -------------------------------------------------------------------- */

static unsigned
digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	c |= 32;
	return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10) : 99;
}

static uint32_t
read_digits(struct str s, size_t *at, unsigned base, size_t max)
{
	uint32_t v = 0;
	for (size_t n = 0; n < max && *at < s.n && digit_of(s.p[*at]) < base; n++)
		v = v * base + digit_of(s.p[(*at)++]);
	return v;
}

static void
add_utf8(struct buf *b, uint32_t c)
{
	if (c < 0x80) {
		buf_addc(b, (char)c);
	} else if (c < 0x800) {
		buf_addc(b, (char)(0xC0 | c >> 6));
		buf_addc(b, (char)(0x80 | (c & 63)));
	} else if (c < 0x10000) {
		buf_addc(b, (char)(0xE0 | c >> 12));
		buf_addc(b, (char)(0x80 | (c >> 6 & 63)));
		buf_addc(b, (char)(0x80 | (c & 63)));
	} else {
		buf_addc(b, (char)(0xF0 | (c >> 18 & 7)));
		buf_addc(b, (char)(0x80 | (c >> 12 & 63)));
		buf_addc(b, (char)(0x80 | (c >> 6 & 63)));
		buf_addc(b, (char)(0x80 | (c & 63)));
	}
}

/* At the character behind the backslash. `zero`: octal numbers need a 0 first (echo -e,
 * %b). False: \c, which ends all output. */
bool
escape_add(struct buf *b, struct str s, size_t *at, bool zero)
{
	static const char from[] = "abefnrtv\\", to[] = "\a\b\033\f\n\r\t\v\\";
	char c = s.p[(*at)++];
	const char *known = strchr(from, c);
	if (c == 'c')
		return false;
	if (known && c)
		buf_addc(b, to[known - from]);
	else if (c == 'x' && *at < s.n && digit_of(s.p[*at]) < 16)
		buf_addc(b, (char)read_digits(s, at, 16, 2));
	else if (c == 'u' || c == 'U')
		add_utf8(b, read_digits(s, at, 16, c == 'u' ? 4 : 8));
	else if (zero && c == '0')
		buf_addc(b, (char)read_digits(s, at, 8, 3));
	else if (!zero && c >= '0' && c <= '7') {
		--*at;
		buf_addc(b, (char)read_digits(s, at, 8, 3));
	} else {
		buf_addc(b, '\\');
		buf_addc(b, c);
	}
	return true;
}

/* Text with its escapes; false when \c ended it. */
bool
escapes_expand(struct arena *a, struct str s, struct str *ret)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	bool go_on = true;
	for (size_t at = 0; at < s.n && go_on;) {
		if (s.p[at] != '\\' || at + 1 >= s.n) {
			buf_addc(&b, s.p[at++]);
			continue;
		}
		at++;
		go_on = escape_add(&b, s, &at, true);
	}
	*ret = buf_str(&b);
	return go_on;
}

/* ---- echo ----------------------------------------------------------------------- */

static bool
echo_option(const struct field *f, bool *newline, bool *escapes)
{
	struct str s;
	if (!word_known(f, &s) || s.n < 2 || s.p[0] != '-')
		return false;
	for (size_t i = 1; i < s.n; i++)
		if (!strchr("neE", s.p[i]))
			return false;
	for (size_t i = 1; i < s.n; i++) {
		*newline &= s.p[i] != 'n';
		*escapes = s.p[i] == 'e' || (*escapes && s.p[i] != 'E');
	}
	return true;
}

BUILTIN(builtin_echo)
{
	(void)more;
	bool newline = true, escapes = false, go_on = true;
	size_t i = 1, first;
	while (i < call->argv.n && echo_option(&call->argv.v[i], &newline, &escapes))
		i++;
	struct value_builder b = value_build(e->arena);
	for (first = i; i < call->argv.n && go_on; i++) {
		const struct value *v = call->argv.v[i].value;
		value_add_text(&b, i > first ? S(" ") : S(""));
		for (size_t k = 0; k < v->n && go_on; k++) {
			struct piece p = v->v[k];
			if (escapes && p.kind == PIECE_TEXT)
				go_on = escapes_expand(e->arena, p.text, &p.text);
			value_add_pieces(&b, &p, 1);
		}
	}
	if (newline && go_on)
		value_add_text(&b, S("\n"));
	io_emit(e, s, value_done(&b));
	eval_status(s, 0);
	return STAYS;
}
