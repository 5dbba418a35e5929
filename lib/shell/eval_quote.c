/* Quoting of text so that bash reads it back: printf %q and ${x@Q}. */
#include "shell/expand.h"

#include "base/limits.h"

#include <string.h>

static bool
has_control(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < 32 || s.p[i] == 127)
			return true;
	return false;
}

static void
ansi_c_char(struct buf *b, unsigned char c)
{
	static const char letters[] = "abtnvfr";
	if (c >= 7 && c <= 13)
		buf_addf(b, "\\%c", letters[c - 7]);
	else if (c == 27)
		buf_addz(b, "\\E");
	else if (c < 32 || c == 127)
		buf_addf(b, "\\%03o", c);
	else if (c == '\'' || c == '\\')
		buf_addf(b, "\\%c", c);
	else
		buf_addc(b, (char)c);
}

static struct str
ansi_c(struct arena *a, struct str s)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	buf_addz(&b, "$'");
	for (size_t i = 0; i < s.n; i++)
		ansi_c_char(&b, (unsigned char)s.p[i]);
	buf_addz(&b, "'");
	return buf_str(&b);
}

struct str
quote_for_shell(struct arena *a, struct str s)
{
	if (s.n == 0)
		return S("''");
	if (has_control(s))
		return ansi_c(a, s);
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool tilde =
			c == '~' && (i == 0 || s.p[i - 1] == ':' || s.p[i - 1] == '=');
		bool hash = c == '#' && i == 0;
		if (strchr(" !\"$&'()*,;<>?[\\]^`{|}", c) || tilde || hash)
			buf_addc(&b, '\\');
		buf_addc(&b, c);
	}
	return buf_str(&b);
}

struct str
quote_with_apostrophes(struct arena *a, struct str s)
{
	if (has_control(s))
		return ansi_c(a, s);
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	buf_addc(&b, '\'');
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\'')
			buf_addz(&b, "'\\''");
		else
			buf_addc(&b, s.p[i]);
	}
	buf_addc(&b, '\'');
	return buf_str(&b);
}
