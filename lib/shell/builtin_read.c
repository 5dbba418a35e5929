/* read and mapfile: input that is known line by line. */
#include "shell/builtin.h"

#include "base/arena.h"

struct reading {
	bool raw, array, exact;
	struct str array_name;
	char delimiter;
	bool ends_at_nul;
	struct symbols names;
	bool from_elsewhere; /* -u */
};

static bool
takes_word(char letter)
{
	return letter == 'd' || letter == 'n' || letter == 'N' || letter == 'p' ||
	       letter == 't' || letter == 'u' || letter == 'i' || letter == 'a';
}

static void
read_option(struct reading *r, struct words_left *w, struct str option)
{
	for (size_t i = 1; i < option.n; i++) {
		char c = option.p[i];
		struct str value = str_slice(option, i + 1, option.n);
		r->raw |= c == 'r';
		if (!takes_word(c))
			continue;
		if (value.n == 0 && w->at < w->n && !word_known(&w->v[w->at++], &value))
			value = S("");
		if (c == 'a') {
			r->array = true;
			r->array_name = value;
		} else if (c == 'd') {
			r->delimiter = value.n ? value.p[0] : 0;
		} else if (c == 'n' || c == 'N') {
			r->exact = true;
		} else if (c == 'u') {
			r->from_elsewhere = true;
		}
		return;
	}
}

static struct reading
reading_of(struct eval *e, const struct invocation *call)
{
	struct reading r = {.delimiter = '\n'};
	struct words_left w = words_of(call);
	struct str option, name;
	while (next_option(&w, &option))
		read_option(&r, &w, option);
	for (; w.at < w.n; w.at++)
		if (word_known(&w.v[w.at], &name) && name.n)
			vec_push(e->arena, &r.names, session_symbol(e->session, name));
	return r;
}

/* ---- one line ------------------------------------------------------------------- */

enum line { LINE_UNKNOWN, LINE_NONE, LINE_UNENDED, LINE_WHOLE };

/* A hole may hold a newline, unless it says that it does not. */
static enum line
take_line(struct eval *e, const struct value *in, char delimiter,
	const struct value **line, const struct value **rest)
{
	struct value_builder b = value_build(e->arena);
	if (in->n == 0)
		return LINE_NONE;
	for (size_t i = 0; i < in->n; i++) {
		const struct piece *p = &in->v[i];
		if (p->kind != PIECE_TEXT) {
			bool one = p->kind == PIECE_HOLE && delimiter == '\n' &&
				   p->hole->flags & HOLE_NO_LINES;
			if (!one)
				return LINE_UNKNOWN;
			value_add_pieces(&b, p, 1);
			continue;
		}
		size_t end = str_find_byte(p->text, delimiter, 0);
		value_add_text(&b, str_slice(p->text, 0, end));
		if (end == p->text.n)
			continue;
		struct value_builder left = value_build(e->arena);
		value_add_text(&left, str_slice(p->text, end + 1, p->text.n));
		value_add_pieces(&left, p + 1, in->n - i - 1);
		*line = value_done(&b);
		*rest = value_done(&left);
		return LINE_WHOLE;
	}
	*line = value_done(&b);
	*rest = &value_empty;
	return LINE_UNENDED;
}

/* ---- splitting it --------------------------------------------------------------- */

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

static struct str
ifs_of(struct eval *e, struct state *s)
{
	const struct variable *v = state_variable(s, e->names.ifs);
	struct str ifs;
	if (!v || v->set != TRI_YES || !value_known(variable_scalar(v), &ifs))
		return S(" \t\n");
	return ifs;
}

static bool
in(struct str set, char c)
{
	return str_find_byte(set, c, 0) < set.n;
}

static struct str
trim(struct str s, struct str ifs)
{
	size_t begin = 0, end = s.n;
	while (begin < end && in(ifs, s.p[begin]) && is_blank(s.p[begin]))
		begin++;
	while (end > begin && in(ifs, s.p[end - 1]) && is_blank(s.p[end - 1]))
		end--;
	return str_slice(s, begin, end);
}

/* The first word, and what follows its separator. */
static struct str
first_word(struct str s, struct str ifs, struct str *rest)
{
	size_t end = 0;
	while (end < s.n && !in(ifs, s.p[end]))
		end++;
	size_t next = end;
	bool hard = false;
	while (next < s.n && in(ifs, s.p[next]) && (is_blank(s.p[next]) || !hard))
		hard |= !is_blank(s.p[next++]);
	*rest = str_slice(s, next, s.n);
	return str_slice(s, 0, end);
}

/* The last name takes all that is left; without its separator when that ends it. */
static struct str
last_words(struct str s, struct str ifs)
{
	struct str rest;
	struct str word = first_word(s, ifs, &rest);
	return rest.n == 0 ? word : s;
}

static const struct value *
unescaped(struct eval *e, struct str s, bool raw)
{
	if (raw || str_find_byte(s, '\\', 0) == s.n)
		return value_text(e->arena, s);
	char *p = NEW_ARRAY(e->arena, char, s.n);
	size_t n = 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\\' && i + 1 < s.n)
			i++;
		p[n++] = s.p[i];
	}
	return value_text(e->arena, (struct str){p, n});
}

static void
set_name(struct eval *e, struct state *s, symbol id, const struct value *v,
	struct span span)
{
	eval_set(e, s, id, v, span, (struct origins){0});
}

/* Words of a line known in part: those before its first hole are known, the name that the
 * hole falls to takes the rest of the line, and the names behind it are unknown. */
static void
split_partly(struct eval *e, struct state *s, const struct reading *r,
	const struct value *line, struct str ifs, struct span span)
{
	size_t i = 0;
	while (i + 1 < r->names.n) {
		struct str known = value_prefix(line), rest;
		struct str word = first_word(known, ifs, &rest);
		if (word.n == known.n)
			break;
		set_name(e, s, r->names.v[i++], value_text(e->arena, word), span);
		line = value_drop(e->arena, line, known.n - rest.n, 0);
	}
	bool last = i + 1 == r->names.n;
	if (last)
		set_name(e, s, r->names.v[i], line, span);
	for (; i < r->names.n && !last; i++)
		set_name(e, s, r->names.v[i],
			value_unknown(
				e->arena, span, HOLE_NO_LINES, S("a word that was read")),
			span);
}

static void
split_line(struct eval *e, struct state *s, const struct reading *r,
	const struct value *line, struct span span)
{
	struct str ifs = ifs_of(e, s), text;
	if (!value_known(line, &text)) {
		split_partly(e, s, r, line, ifs, span);
		return;
	}
	text = trim(text, ifs);
	for (size_t i = 0; i < r->names.n; i++) {
		struct str word;
		if (i + 1 == r->names.n)
			word = last_words(text, ifs);
		else
			word = first_word(text, ifs, &text);
		set_name(e, s, r->names.v[i], unescaped(e, word, r->raw), span);
	}
}

static void
split_array(struct eval *e, struct state *s, const struct reading *r,
	const struct value *line, struct span span)
{
	struct str ifs = ifs_of(e, s), text;
	struct elements list = {0};
	bool known = value_known(line, &text);
	text = known ? trim(text, ifs) : text;
	for (int64_t i = 0; known && text.n; i++) {
		struct str word = first_word(text, ifs, &text);
		struct element item = {.index = i, .span = span};
		item.value = unescaped(e, word, r->raw);
		list = elements_add(e->arena, &list, &item);
	}
	if (!known) {
		struct element item = {.span = span};
		item.value = value_unknown(
			e->arena, span, HOLE_LIST, S("words that were read"));
		list = elements_add(e->arena, &list, &item);
	}
	eval_set_array(e, s, session_symbol(e->session, r->array_name), VARIABLE_INDEXED,
		list, span, (struct origins){0});
}

static void
read_unknown(struct eval *e, struct state *s, const struct reading *r, struct span span)
{
	for (size_t i = 0; i < r->names.n; i++)
		eval_havoc(e, s, r->names.v[i], span, S("read"));
	if (r->array)
		eval_havoc(
			e, s, session_symbol(e->session, r->array_name), span, S("read"));
	eval_status(s, STATUS_UNKNOWN);
}

BUILTIN(builtin_read)
{
	(void)more;
	struct reading r = reading_of(e, call);
	const struct value *in = io_input(e, s), *line = &value_empty, *rest = in;
	bool reply = r.names.n == 0 && !r.array;
	if (reply)
		vec_push(e->arena, &r.names, e->names.reply);
	enum line kind = LINE_UNKNOWN;
	if (in && !r.from_elsewhere && !r.exact)
		kind = take_line(e, in, r.delimiter, &line, &rest);
	if (kind == LINE_UNKNOWN) {
		if (in && !r.from_elsewhere)
			io_consume(e, s, NULL);
		read_unknown(e, s, &r, call->span);
		return STAYS;
	}
	io_consume(e, s, rest);
	if (r.array)
		split_array(e, s, &r, line, call->span);
	else if (reply)
		set_name(e, s, e->names.reply, line, call->span);
	else
		split_line(e, s, &r, line, call->span);
	eval_status(s, kind != LINE_WHOLE);
	return STAYS;
}

/* ---- mapfile -------------------------------------------------------------------- */

BUILTIN(builtin_mapfile)
{
	(void)more;
	struct words_left w = words_of(call);
	struct str option, name = S("MAPFILE");
	bool cut = false, plain = true;
	while (next_option(&w, &option)) {
		cut |= str_eq(option, S("-t"));
		plain &= str_eq(option, S("-t"));
	}
	if (w.at < w.n)
		word_known(&w.v[w.n - 1], &name);
	const struct value *in = io_input(e, s), *line = NULL, *rest = NULL;
	struct elements list = {0};
	enum line kind = LINE_UNKNOWN;
	for (int64_t i = 0; in && plain; i++) {
		kind = take_line(e, in, '\n', &line, &rest);
		if (kind == LINE_UNKNOWN || kind == LINE_NONE)
			break;
		struct element item = {.index = i, .value = line, .span = call->span};
		if (kind == LINE_WHOLE && !cut)
			item.value = value_concat(
				e->arena, line, value_text(e->arena, S("\n")));
		list = elements_add(e->arena, &list, &item);
		in = rest;
	}
	symbol id = session_symbol(e->session, name);
	if (kind == LINE_UNKNOWN) {
		struct element item = {.span = call->span};
		item.value = value_unknown(
			e->arena, call->span, HOLE_LIST, S("lines that were read"));
		list = elements_add(e->arena, &(struct elements){0}, &item);
	}
	if (io_input(e, s))
		io_consume(e, s, kind == LINE_UNKNOWN ? NULL : &value_empty);
	eval_set_array(e, s, id, VARIABLE_INDEXED, list, call->span, (struct origins){0});
	eval_status(s, 0);
	return STAYS;
}
