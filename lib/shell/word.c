/* Runs of word parts: where literals end, what starts at each special character. */
#include "shell/scan.h"

#include "base/utf8.h"

#include <string.h>

/* One run being read. */
struct run {
	struct shell_reader *r;
	const struct shell_scan *scan;
	size_t begin;      /* of the run */
	size_t text;       /* of the literal that has not been pushed yet */
	size_t unit;       /* of the last part */
	size_t nest;       /* pairs of open and close */
	size_t opened_at;  /* the outermost of them */
	size_t questions;  /* of ?: not answered by a colon */
	size_t first_mark; /* braces of this run */
};

enum { SPECIAL_BARE = 1, SPECIAL_QUOTED = 2, SPECIAL_META = 4 };

/* Characters that need a look; all others go into the literal at once. */
static const unsigned char special[256] = {
	['\\'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['\''] = SPECIAL_BARE | SPECIAL_QUOTED,
	['"'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['$'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['`'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['*'] = SPECIAL_BARE,
	['?'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['['] = SPECIAL_BARE | SPECIAL_QUOTED,
	[']'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['+'] = SPECIAL_BARE,
	['@'] = SPECIAL_BARE,
	['!'] = SPECIAL_BARE,
	['{'] = SPECIAL_BARE,
	[','] = SPECIAL_BARE,
	['}'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['~'] = SPECIAL_BARE,
	[':'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['/'] = SPECIAL_BARE | SPECIAL_QUOTED,
	[' '] = SPECIAL_META,
	['\t'] = SPECIAL_META,
	['\n'] = SPECIAL_META,
	[';'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['&'] = SPECIAL_META,
	['|'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['('] = SPECIAL_BARE | SPECIAL_QUOTED,
	[')'] = SPECIAL_BARE | SPECIAL_QUOTED,
	['<'] = SPECIAL_META,
	['>'] = SPECIAL_META,
};

static void
flush(struct run *w)
{
	shell_push_literal(w->r, w->scan, w->text);
	w->text = w->r->in.pos;
}

/* The character ends the run here, or counts as half of a pair. */
static bool
ends(struct run *w, int c)
{
	const struct shell_scan *s = w->scan;
	if (s->open && c == s->open) {
		if (w->nest++ == 0)
			w->opened_at = w->r->in.pos;
		return false;
	}
	if (w->nest) {
		w->nest -= c == s->close;
		return false;
	}
	if (s->flags & SCAN_COLON_ENDS) {
		if (c == ':' && !w->questions)
			return true;
		w->questions += c == '?';
		w->questions -= c == ':';
	}
	return s->soft && strchr(s->soft, c);
}

static bool
is_process_sub(struct shell_reader *r, int c)
{
	return (c == '<' || c == '>') && shell_char_after(r, 1) == '(';
}

static void
escaped(struct run *w)
{
	struct shell_reader *r = w->r;
	size_t begin = r->in.pos;
	uint32_t code;
	if (begin + 1 == r->in.text.n) { /* stands for itself */
		r->in.pos++;
		return;
	}
	flush(w);
	size_t n = utf8_decode(r->in.text, begin + 1, &code);
	r->in.pos += 1 + (n ? n : 1);
	struct shell_part *part = shell_part_push(r, PART_ESCAPED, begin, true);
	part->text = str_slice(r->in.text, begin + 1, r->in.pos);
	w->text = r->in.pos;
}

static bool
glob(struct run *w, int c)
{
	struct shell_reader *r = w->r;
	if (w->scan->flags & SCAN_REGEX)
		return false;
	flush(w);
	if (c != '[' && shell_read_extglob(r, w->scan->flags & SCAN_FIRST)) {
		w->text = r->in.pos;
		return true;
	}
	if (c != '*' && c != '?' && c != '[')
		return false;
	size_t begin = r->in.pos++;
	struct shell_part *part = shell_part_push(r, PART_GLOB, begin, false);
	part->text = str_slice(r->in.text, begin, begin + 1);
	w->text = r->in.pos;
	return true;
}

/* After the = or a colon of what looks like an assignment, in a word that is none. */
static bool
is_assigned_here(struct run *w)
{
	struct shell_reader *r = w->r;
	struct str before = str_slice(r->in.text, w->begin, r->in.pos);
	size_t n = 0;
	while (n < before.n && shell_is_name((unsigned char)before.p[n]))
		n++;
	if (n == 0 || n == before.n || shell_is_digit(before.p[0]) || before.p[n] != '=')
		return false;
	return n + 1 == before.n || before.p[before.n - 1] == ':';
}

static bool
is_item_start(const struct run *w)
{
	const struct shell_brace_marks *marks = &w->r->marks;
	if (marks->n == w->first_mark)
		return w->r->in.pos == w->begin;
	const struct shell_brace_mark *mark = &marks->v[marks->n - 1];
	return mark->is_at_start && mark->item == w->r->in.pos;
}

static bool
tilde(struct run *w)
{
	struct shell_reader *r = w->r;
	unsigned flags = w->scan->flags;
	size_t pos = r->in.pos;
	bool is_start = (flags & SCAN_TILDE) && is_item_start(w);
	bool is_assigned = (flags & SCAN_TILDE_COLON) && pos > w->begin &&
			   r->in.text.p[pos - 1] == ':';
	if (!is_start && !is_assigned && (flags & SCAN_TILDE_ASSIGN))
		is_assigned = is_assigned_here(w);
	if (!is_start && !is_assigned)
		return false;
	flush(w);
	bool colon_ends = is_assigned || (flags & SCAN_TILDE_COLON);
	if (!shell_read_tilde(r, w->scan, colon_ends, r->marks.n > w->first_mark))
		return false;
	w->text = r->in.pos;
	return true;
}

static bool
brace(struct run *w, int c)
{
	struct shell_reader *r = w->r;
	bool has_mark = r->marks.n > w->first_mark;
	if (!(w->scan->flags & SCAN_BRACES) || (c != '{' && !has_mark))
		return false;
	flush(w);
	if (c == '{')
		shell_brace_open(r, w->first_mark, w->begin);
	else if (c == ',')
		shell_brace_comma(r);
	else
		shell_brace_close(r, w->first_mark);
	w->text = r->in.pos;
	return true;
}

/* '...' of which the quotes stay: only its end matters. */
static void
paired(struct run *w)
{
	struct shell_reader *r = w->r;
	size_t begin = r->in.pos, end = str_find_byte(r->in.text, '\'', begin + 1);
	if (end == r->in.text.n)
		shell_fail_unclosed(r, "'", begin, begin + 1);
	else
		r->in.pos = end + 1;
}

static bool
expansion(struct run *w, int c)
{
	struct shell_reader *r = w->r;
	if (c != '$' && c != '`')
		return false;
	flush(w);
	if (c == '`')
		shell_read_backquoted(r, w->scan);
	else if (!shell_read_dollar(r, w->scan))
		return false;
	w->text = r->in.pos;
	return true;
}

static bool
quoted_special(struct run *w, int c)
{
	struct shell_reader *r = w->r;
	const struct shell_scan *s = w->scan;
	size_t begin = r->in.pos;
	switch (c) {
	case '\\': /* decoded when the literal is pushed */
		r->in.pos += begin + 1 < r->in.text.n ? 2 : 1;
		return true;
	case '\'':
		if (s->flags & SCAN_SINGLE) {
			flush(w);
			shell_read_single(r);
			break;
		}
		if (s->flags & SCAN_PAIRED)
			paired(w);
		return s->flags & SCAN_PAIRED;
	case '"':
		if (s->quoting == QUOTING_HEREDOC)
			return false;
		flush(w);
		r->in.pos++;
		shell_read_double(r, begin, PART_DOUBLE);
		break;
	default:
		return expansion(w, c);
	}
	w->text = r->in.pos;
	return true;
}

static bool
bare_special(struct run *w, int c)
{
	struct shell_reader *r = w->r;
	size_t begin = r->in.pos;
	switch (c) {
	case '\\':
		escaped(w);
		return true;
	case '\'':
		flush(w);
		shell_read_single(r);
		break;
	case '"':
		flush(w);
		r->in.pos++;
		shell_read_double(r, begin, PART_DOUBLE);
		break;
	case '<':
	case '>':
		flush(w);
		shell_read_process_sub(r);
		break;
	case '*':
	case '?':
	case '[':
	case '+':
	case '@':
	case '!':
		return glob(w, c);
	case '{':
	case ',':
	case '}':
		return brace(w, c);
	case '~':
		return tilde(w);
	default:
		return expansion(w, c);
	}
	w->text = r->in.pos;
	return true;
}

/* nest: of pairs before the character. */
static bool
is_meta_end(const struct run *w, size_t nest, int c)
{
	unsigned flags = w->scan->flags;
	bool in_pair = nest || w->nest;
	if (!(flags & SCAN_META) || (in_pair && !(flags & SCAN_ARGUMENT)))
		return false;
	return shell_is_meta(c) && !(c == '|' && (flags & SCAN_REGEX));
}

/* False at the end of the run. */
static bool
step(struct run *w, int c)
{
	struct shell_reader *r = w->r;
	bool is_bare = w->scan->quoting == QUOTING_NONE;
	w->unit = r->in.pos;
	if (!is_process_sub(r, c) || !(w->scan->flags & SCAN_META)) {
		size_t nest = w->nest;
		if (ends(w, c) || is_meta_end(w, nest, c))
			return false;
	}
	bool is_special = is_bare ? bare_special(w, c) : quoted_special(w, c);
	if (r->in.stopped)
		return false;
	r->in.pos += !is_special;
	return true;
}

static void
read_run(struct run *w)
{
	struct shell_reader *r = w->r;
	const struct shell_scan *s = w->scan;
	unsigned mask = s->quoting == QUOTING_NONE ? SPECIAL_BARE : SPECIAL_QUOTED;
	if (s->flags & SCAN_META)
		mask |= SPECIAL_META;
	int c = shell_char(r);
	while (c != SHELL_END && c != s->stop) {
		if (!(special[c] & mask))
			r->in.pos++;
		else if (!step(w, c))
			break;
		c = shell_char(r);
	}
	if (!r->in.stopped)
		flush(w);
	if (c == SHELL_END && w->nest && (s->flags & SCAN_META) &&
		!(s->flags & SCAN_ARGUMENT)) {
		char open[2] = {s->open, 0};
		shell_fail_unclosed(r, open, w->opened_at, w->opened_at + 1);
	}
}

struct shell_word *
shell_read_word(struct shell_reader *r, const struct shell_scan *scan)
{
	(void)shell_char(r);
	size_t first = r->parts.n;
	struct run w = {
		.r = r,
		.scan = scan,
		.begin = r->in.pos,
		.text = r->in.pos,
		.unit = r->in.pos,
		.first_mark = r->marks.n,
	};
	if (shell_deeper(r)) {
		read_run(&w);
		shell_shallower(r);
	}
	shell_brace_forget(r, w.first_mark);
	if (r->in.stopped && (scan->flags & SCAN_RECOVER) && w.unit < r->in.pos) {
		struct shell_part *part = shell_part_push(r, PART_UNKNOWN, w.unit, true);
		part->text = str_slice(r->in.text, w.unit, r->in.pos);
	}
	return shell_word_finish(r, first, w.begin, r->in.pos);
}

struct shell_word *
shell_read_plain_word(struct shell_reader *r, unsigned more_flags)
{
	bool has_pairs = more_flags & SCAN_BRACKETS;
	const struct shell_scan scan = {
		.flags = SCAN_META | SCAN_TILDE | more_flags,
		.open = has_pairs ? '[' : 0,
		.close = has_pairs ? ']' : 0,
		.stop = SHELL_END,
	};
	int c = shell_char(r);
	if (shell_is_meta(c) && !is_process_sub(r, c))
		return NULL;
	struct shell_word *word = shell_read_word(r, &scan);
	return r->in.stopped ? NULL : word;
}
