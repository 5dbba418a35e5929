/* Words for the token that should not be where it is. */
#include "shell/reader.h"

#include <string.h>

enum { TOKEN_SHOWN = 40 };

/* Words that only make sense inside of something, and what opens it. */
static const struct {
	char word[5];
	const char *opener;   /* as said in the message */
	const char *names[5]; /* of the constructs that are open */
} partners[] = {
	{"then", "if", {"if"}},
	{"elif", "if", {"if"}},
	{"else", "if", {"if"}},
	{"fi", "if", {"if"}},
	{"do", "while`, `until` or `for", {"while", "until", "for", "select"}},
	{"done", "do", {"while", "until", "for", "select"}},
	{"esac", "case", {"case"}},
	{";;", "case", {"case"}},
	{";&", "case", {"case"}},
	{";;&", "case", {"case"}},
	{"}", "{", {"{"}},
	{"]]", "[[", {"[["}},
	{")", "(", {"(", "$(", "<(", ">(", "case"}},
};

enum { PARTNERS = sizeof partners / sizeof partners[0] };

/* The operator or word here. */
static struct str
token(struct shell_reader *r)
{
	static const char *const operators[] = {";;&", "&>>", "<<<", "<<-", ";;", ";&",
		"&&", "||", "|&", "&>", ">>", "<<", ">&", "<&", ">|", "<>"};
	size_t begin = r->in.pos, end = begin, n;
	for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
		if (shell_at(r, operators[i], &n))
			return str_slice(r->in.text, begin, begin + n);
	if (shell_is_meta(shell_char(r)))
		return str_slice(r->in.text, begin, begin + 1);
	while (end < r->in.text.n && end - begin < TOKEN_SHOWN &&
		!shell_is_meta((unsigned char)r->in.text.p[end]))
		end++;
	return str_slice(r->in.text, begin, end);
}

static bool
is_open(const struct shell_reader *r, const char *const names[5])
{
	for (const struct shell_open *open = r->open; open; open = open->outer)
		for (size_t i = 0; i < 5 && names[i]; i++)
			if (strcmp(open->what, names[i]) == 0)
				return true;
	return false;
}

static void
fail_at_end(struct shell_reader *r)
{
	const struct shell_open *open = r->open;
	size_t n = r->in.text.n;
	if (!open)
		shell_fail(r, shell_span(r, n, n), S("unexpected end of the text"));
	else if (open->want)
		shell_fail_unclosed(r, open->what, open->begin, open->end);
	else
		shell_fail(r, shell_span(r, open->begin, open->end),
			str_fmt(r->arena, "nothing after `%s`", open->what));
}

static void
fail_within(struct shell_reader *r, struct span at, struct str text)
{
	const struct shell_open *open = r->open;
	if (open)
		shell_fail_about(r, at, text, shell_span(r, open->begin, open->end),
			"within what is opened here");
	else
		shell_fail(r, at, text);
}

/* A closing word: is it stray, too early, or in the place of another one? */
static bool
fail_at_partner(struct shell_reader *r, struct str word, struct span at)
{
	const struct shell_open *open = r->open;
	size_t i = 0;
	while (i < PARTNERS && !str_eqz(word, partners[i].word))
		i++;
	if (i == PARTNERS)
		return false;
	struct arena *a = r->arena;
	if (!is_open(r, partners[i].names))
		fail_within(r, at,
			str_fmt(a, "`%.*s` without `%s`", STR(word), partners[i].opener));
	else if (!open->want || str_eqz(word, open->want))
		shell_fail_about(r, at, str_fmt(a, "no command before `%.*s`", STR(word)),
			shell_span(r, open->begin, open->end), "opened here");
	else
		shell_fail_about(r, at,
			str_fmt(a, "`%.*s` where `%s` is expected", STR(word),
				open->want),
			shell_span(r, open->begin, open->end), "opened here");
	return true;
}

static void
fail_here(struct shell_reader *r, const char *instead_of)
{
	if (r->in.stopped)
		return;
	int c = shell_char(r);
	if (c == SHELL_END) {
		fail_at_end(r);
		return;
	}
	struct str word = token(r);
	struct span at = shell_span(r, r->in.pos, r->in.pos + word.n);
	if (c != '\n' && fail_at_partner(r, word, at))
		return;
	struct str what =
		c == '\n' ? S("end of the line") : str_fmt(r->arena, "`%.*s`", STR(word));
	if (instead_of)
		fail_within(r, at,
			str_fmt(r->arena, "%.*s where `%s` is expected", STR(what),
				instead_of));
	else
		shell_fail(r, at, str_fmt(r->arena, "unexpected %.*s", STR(what)));
}

void
shell_fail_unexpected(struct shell_reader *r)
{
	fail_here(r, NULL);
}

void
shell_fail_instead(struct shell_reader *r, const char *wanted)
{
	fail_here(r, wanted);
}

void
shell_fail_expected(struct shell_reader *r)
{
	fail_here(r, r->open ? r->open->want : NULL);
}
