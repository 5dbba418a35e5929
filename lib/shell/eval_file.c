/*
 * Files: those of the checked tree, those that the script wrote before, and all others,
 * of which nothing is known.
 */
#include "shell/eval.h"

#include "base/arena.h"

/* The contents of what was removed and may be there again, as a file or a folder. */
static const struct value maybe_back;

static uint32_t
hash_of(const struct value *path)
{
	uint32_t h = (uint32_t)path->n;
	struct str s = value_prefix(path), end = value_suffix(path);
	for (size_t i = 0; i < s.n; i++)
		h = h * 31 + (unsigned char)s.p[i];
	return h * 31 + (uint32_t)end.n;
}

static const struct file_change *
newest(const struct file_change *c, const struct value *path, uint32_t hash)
{
	while (c && (c->hash != hash || !value_equal(c->path, path)))
		c = c->up;
	return c;
}

/* "/a//b", "/a/./b" */
static bool
is_roundabout(struct str path)
{
	for (size_t i = 0; i + 1 < path.n; i++)
		if (path.p[i] == '/' && (path.p[i + 1] == '/' || path.p[i + 1] == '.'))
			return true;
	return false;
}

const struct value *
file_absolute(struct eval *e, const struct state *s, const struct value *path)
{
	struct str text = value_prefix(path);
	if (text.n == 0 || text.p[0] != '/') {
		if (path->n && path->v[0].kind != PIECE_TEXT)
			return path; /* nobody knows whether it is relative */
		struct value_builder b = value_build(e->arena);
		value_add(&b, s->cwd);
		value_add_text(&b, S("/"));
		value_add(&b, path);
		path = value_done(&b);
	}
	if (value_known(path, &text) && is_roundabout(text))
		return value_text(e->arena, session_normal_path(e->arena, text));
	return path;
}

bool
file_in_tree(struct eval *e, const struct value *absolute, struct str *ret)
{
	struct str text;
	if (!value_known(absolute, &text))
		return false;
	for (size_t i = 0; i < e->input->roots.n; i++) {
		struct str root = e->input->roots.v[i];
		bool below = str_starts(text, root) &&
			     (text.n == root.n || text.p[root.n] == '/');
		if (below) {
			*ret = str_slice(text, root.n + 1, text.n);
			return true;
		}
	}
	return false;
}

/* The nearest folder above it that the tree has is a folder of the tree's own, with
 * contents: then what is not there is missing. At the root, and in folders that are not
 * in the tree, the script or the machine may have made it. */
static bool
is_missing(struct eval *e, struct str path)
{
	size_t slash = str_rfind_byte(path, '/');
	if (slash == path.n)
		return false;
	struct session_path *above = session_path(e->session, str_slice(path, 0, slash));
	if (above->is_folder)
		return !above->is_empty;
	return !above->is_file && !above->unreadable && is_missing(e, above->path);
}

static struct file_info
look_in_tree(struct eval *e, struct str path)
{
	struct session_path *p = session_path(e->session, path);
	struct file_info f = {.path = p};
	if (p->is_file)
		f.kind = FILE_REGULAR;
	else if (p->is_folder)
		f.kind = FILE_FOLDER;
	else if (!p->unreadable && is_missing(e, path))
		f.kind = FILE_ABSENT;
	if (p->source)
		f.text = value_text(e->arena, p->source->bytes);
	return f;
}

struct file_info
file_look(struct eval *e, const struct state *s, const struct value *path)
{
	struct str text;
	const struct value *absolute = file_absolute(e, s, path);
	if (value_is_empty(path) == TRI_YES)
		return (struct file_info){.kind = FILE_ABSENT};
	const struct file_change *c = newest(s->files, absolute, hash_of(absolute));
	if (c && c->text == &maybe_back)
		return (struct file_info){0};
	if (c)
		return (struct file_info){
			.kind = c->text ? FILE_REGULAR : FILE_ABSENT, .text = c->text};
	if (file_in_tree(e, absolute, &text))
		return look_in_tree(e, text);
	return (struct file_info){0};
}

static void
change(struct eval *e, struct state *s, const struct value *absolute,
	const struct value *text)
{
	struct file_change *c = NEW(e->arena, struct file_change);
	*c = (struct file_change){.up = s->files,
		.depth = s->files ? s->files->depth + 1 : 1,
		.hash = hash_of(absolute),
		.path = absolute,
		.text = text,
		.removes = !text || (s->files && s->files->removes)};
	s->files = c;
}

void
file_write(struct eval *e, struct state *s, const struct value *path,
	const struct value *text, bool append)
{
	const struct value *absolute = file_absolute(e, s, path);
	if (append) {
		struct file_info old = file_look(e, s, path);
		const struct value *before = old.text;
		if (!before && old.kind != FILE_ABSENT)
			before = value_unknown(e->arena, (struct span){0}, 0,
				S("what the file held before"));
		text = before ? value_concat(e->arena, before, text) : text;
	}
	change(e, s, absolute, text);
}

void
file_remove(struct eval *e, struct state *s, const struct value *path)
{
	change(e, s, file_absolute(e, s, path), NULL);
}

/* Whether some file that is gone ends as the path does: a quick look. */
static bool
may_be_gone(const struct file_change *c, const struct value *path)
{
	struct str end = value_suffix(path);
	for (; c && c->removes; c = c->up) {
		struct str other = value_suffix(c->path);
		if (!c->text && (!end.n || !other.n ||
					end.p[end.n - 1] == other.p[other.n - 1]))
			return true;
	}
	return false;
}

void
file_return(struct eval *e, struct state *s, const struct value *path)
{
	if (!may_be_gone(s->files, path))
		return;
	const struct value *absolute = file_absolute(e, s, path);
	const struct file_change *c = newest(s->files, absolute, hash_of(absolute));
	if (c && !c->text)
		change(e, s, absolute, &maybe_back);
}

/* ---- questions ------------------------------------------------------------------ */

static enum tri
answer(const struct file_info *f, char question)
{
	if (f->kind == FILE_UNKNOWN)
		return TRI_UNKNOWN;
	if (f->kind == FILE_ABSENT)
		return TRI_NO;
	bool folder = f->kind == FILE_FOLDER;
	switch (question) {
	case 'e':
	case 'a':
	case 'r':
		return TRI_YES;
	case 'f':
		return tri_of(!folder);
	case 'd':
		return tri_of(folder);
	case 's':
		return folder || !f->text ? TRI_UNKNOWN
					  : tri_not(value_is_empty(f->text));
	case 'x':
		return folder ? TRI_YES : TRI_UNKNOWN;
	case 'p':
	case 'S':
	case 'b':
	case 'c':
		return TRI_NO;
	default:
		return TRI_UNKNOWN;
	}
}

static void
note_question(struct eval *e, char question, struct str path, bool holds)
{
	struct shell_questions *q = &e->trace->questions;
	for (size_t i = 0; i < q->n; i++)
		if (q->v[i].question == question && str_eq(q->v[i].path, path))
			return;
	struct shell_question one = {question, path, holds};
	vec_push(e->arena, q, one);
}

enum tri
file_question(
	struct eval *e, const struct state *s, char question, const struct value *path)
{
	struct file_info f = file_look(e, s, path);
	enum tri t = answer(&f, question);
	if (t != TRI_UNKNOWN && f.path)
		note_question(e, question, f.path->path, t == TRI_YES);
	if (t != TRI_UNKNOWN)
		return t;
	const struct value *absolute = file_absolute(e, s, path);
	for (const struct file_fact *k = s->facts; k; k = k->up)
		if (k->question == question && value_equal(k->path, absolute))
			return tri_of(k->holds);
	return value_is(absolute, S("/tmp")) && question == 'd' ? TRI_YES : TRI_UNKNOWN;
}

void
file_assume(struct eval *e, struct state *s, char question, const struct value *path,
	bool holds)
{
	struct file_fact *k = NEW(e->arena, struct file_fact);
	*k = (struct file_fact){s->facts, question, file_absolute(e, s, path), holds};
	s->facts = k;
}

/* ---- joins ---------------------------------------------------------------------- */

static const struct file_change *
common(const struct file_change *x, const struct file_change *y)
{
	while (x != y) {
		if (!x || (y && y->depth > x->depth))
			y = y->up;
		else
			x = x->up;
	}
	return x;
}

static bool
is_known(const struct file_change *c)
{
	struct str text;
	return c && c->text && c->text != &maybe_back && value_known(c->text, &text);
}

static bool
same_change(const struct file_change *a, const struct file_change *b)
{
	return a == b || (a && b && !a->text == !b->text &&
				 (!a->text || value_equal(a->text, b->text)));
}

/* Contents of which neither side knows all are not worth two paths: most are logs. */
static bool
no_loss(const struct file_change *x, const struct file_change *y,
	const struct file_change *from, const struct file_change *end)
{
	for (const struct file_change *c = from; c != end; c = c->up) {
		const struct file_change *a = newest(x, c->path, c->hash);
		const struct file_change *b = newest(y, c->path, c->hash);
		if (!same_change(a, b) && (is_known(a) || is_known(b)))
			return false;
	}
	return true;
}

bool
files_mergeable(const struct file_change *x, const struct file_change *y)
{
	if (x == y)
		return true;
	const struct file_change *end = common(x, y);
	return no_loss(x, y, x, end) && no_loss(x, y, y, end);
}

/* A file that only one side changed may be as before, or be missing. */
static const struct value *
joined_text(struct eval *e, const struct file_change *a, const struct file_change *b)
{
	const struct value *x = a ? a->text : NULL, *y = b ? b->text : NULL;
	if (a && b && !x && !y)
		return NULL;
	if (x == &maybe_back || y == &maybe_back || (!x && !y))
		return &maybe_back; /* or one side removed what the other left alone */
	if (x && y)
		return value_either(e->arena, x, y);
	const struct value *other = value_unknown(
		e->arena, (struct span){0}, 0, S("what the file held before"));
	return x || y ? value_either(e->arena, x ? x : y, other) : other;
}

static void
join_side(struct eval *e, struct state *into, const struct file_change *x,
	const struct file_change *y, const struct file_change *end, bool only_y)
{
	for (const struct file_change *c = only_y ? y : x; c != end; c = c->up) {
		const struct file_change *a = newest(x, c->path, c->hash),
					 *b = newest(y, c->path, c->hash);
		bool is_newest = c == (only_y ? b : a);
		bool in_both = only_y && a != newest(end, c->path, c->hash);
		if (is_newest && !in_both && !same_change(a, b))
			change(e, into, c->path, joined_text(e, a, b));
	}
}

/* x, and on top of it what the two have in different ways. */
const struct file_change *
files_join(struct eval *e, const struct file_change *x, const struct file_change *y)
{
	const struct file_change *end = common(x, y);
	struct state into = {.files = x};
	join_side(e, &into, x, y, end, false);
	join_side(e, &into, x, y, end, true);
	return into.files;
}

const struct file_fact *
facts_common(const struct file_fact *x, const struct file_fact *y)
{
	for (; x; x = x->up)
		for (const struct file_fact *k = y; k; k = k->up)
			if (k == x)
				return x;
	return NULL;
}
