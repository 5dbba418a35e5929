/* Objects out of `git cat-file --batch`: commits, files, folders. */
#include "base/git.h"

#include "base/arena.h"
#include "base/git_internal.h"
#include "base/limits.h"

#include <string.h>

/* An answer's first line repeats the name asked for, in the worst case. */
enum { HEADER_BYTES = LIMIT_PATH_BYTES + 256 };

/* ---- the pipe ---- */

static bool
fill(struct git *g)
{
	ssize_t n = proc_receive(&g->batch, g->read, sizeof g->read, g->deadline_ms);
	g->read_at = 0;
	g->read_end = n > 0 ? (size_t)n : 0;
	g->has_ended = n == 0;
	return n > 0;
}

/* A line without its LF; false at the end, at the deadline, or when it is too long. */
static bool
read_line(struct git *g, char *to, size_t cap, size_t *ret_n)
{
	for (size_t n = 0; n < cap;) {
		if (g->read_at == g->read_end && !fill(g))
			return false;
		char c = g->read[g->read_at++];
		if (c == '\n') {
			*ret_n = n;
			return true;
		}
		to[n++] = c;
	}
	return false;
}

static bool
read_bytes(struct git *g, char *to, size_t n)
{
	while (n) {
		if (g->read_at == g->read_end && !fill(g))
			return false;
		size_t have = g->read_end - g->read_at;
		size_t take = have < n ? have : n;
		memcpy(to, g->read + g->read_at, take);
		g->read_at += take;
		to += take;
		n -= take;
	}
	return true;
}

static bool
is_oid(struct str s)
{
	if (s.n != 40 && s.n != 64)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!strchr("0123456789abcdef", s.p[i]) || !s.p[i])
			return false;
	return true;
}

static bool
to_size(struct str s, size_t *ret)
{
	int64_t n;
	if (!str_to_int64(s, &n) || n < 0)
		return false;
	*ret = (size_t)n;
	return true;
}

/* `WORD SIZE`, LF, SIZE bytes, LF: what became of a symbolic link. */
static const struct {
	const char *word;
	enum object_answer answer;
} link_answers[] = {
	{"dangling", OBJECT_LINK_BROKEN},
	{"loop", OBJECT_LINK_BROKEN},
	{"notdir", OBJECT_MISSING},
	{"symlink", OBJECT_LINK_OUT},
};

static enum object_answer
read_body(struct git *g, struct arena *a, size_t size, struct str *ret)
{
	if (size > LIMIT_FILE_BYTES)
		return OBJECT_TOO_LARGE;
	char *p = NEW_ARRAY(a, char, size + 1);
	char lf;
	if (!read_bytes(g, p, size) || !read_bytes(g, &lf, 1) || lf != '\n')
		return OBJECT_NO_ANSWER;
	*ret = (struct str){p, size};
	return OBJECT_FOUND;
}

static enum object_answer
read_answer(struct git *g, struct arena *a, struct object *o)
{
	char line[HEADER_BYTES];
	size_t n, size;
	if (!read_line(g, line, sizeof line, &n))
		return OBJECT_NO_ANSWER;
	struct str header = {line, n}, rest;
	struct str first = str_cut(header, ' ', &rest);
	for (size_t i = 0; i < sizeof link_answers / sizeof *link_answers; i++) {
		if (!str_eqz(first, link_answers[i].word) || !to_size(rest, &size))
			continue;
		enum object_answer got = read_body(g, a, size, &o->bytes);
		return got == OBJECT_FOUND ? link_answers[i].answer : got;
	}
	struct str type = str_cut(rest, ' ', &rest);
	if (is_oid(first) && rest.p && to_size(rest, &size)) {
		o->oid = str_dup(a, first);
		o->type = str_dup(a, type);
		return read_body(g, a, size, &o->bytes);
	}
	if (str_ends(header, S(" ambiguous")))
		return OBJECT_AMBIGUOUS;
	/* "missing", and of later versions "excluded" and "submodule" */
	return OBJECT_MISSING;
}

static bool
can_be_asked(struct str name)
{
	return name.n > 0 && name.n <= LIMIT_PATH_BYTES &&
		!memchr(name.p, '\n', name.n) && !memchr(name.p, 0, name.n) &&
		name.p[name.n - 1] != '\r';
}

struct object
git_ask(struct git *g, struct arena *a, struct str name)
{
	struct object o = {.answer = OBJECT_UNNAMEABLE};
	if (!can_be_asked(name))
		return o;
	struct str line = str_cat(a, name, S("\n"));
	if (g->is_busy)
		proc_stop(&g->batch);
	g->is_busy = false;
	o.answer = OBJECT_NO_ANSWER;
	if (!g->batch.pid) {
		g->read_at = g->read_end = 0;
		g->has_ended = false;
		if (git_start_batch(g, a) != PROC_OK)
			return o;
	}
	g->is_busy = true;
	if (proc_send(&g->batch, line, g->deadline_ms))
		o.answer = read_answer(g, a, &o);
	if (o.answer == OBJECT_NO_ANSWER && g->has_ended)
		o.answer = OBJECT_ENDED;
	/* What is left of an answer that was not read can't be skipped in bounded time.
	 */
	g->is_busy = o.answer == OBJECT_NO_ANSWER || o.answer == OBJECT_ENDED ||
		o.answer == OBJECT_TOO_LARGE;
	return o;
}

/* ---- commits ---- */

static struct str
shallow_hint(struct arena *a, struct str revision)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789/._-";
	for (size_t i = 0; i < revision.n; i++)
		if (!memchr(plain, revision.p[i], sizeof plain - 1))
			return S("git fetch --unshallow");
	struct str branch = revision, remote = str_cut(branch, '/', &branch);
	if (str_eq(remote, S("origin")) && branch.n)
		return str_fmt(a,
			"git fetch --depth=1 origin "
			"+refs/heads/%.*s:refs/remotes/origin/%.*s",
			STR(branch), STR(branch));
	return str_fmt(a, "git fetch --depth=1 origin %.*s", STR(revision));
}

static bool
fail_revision(struct git *g, struct arena *a, struct git_error *e, const struct object *o,
	struct str revision)
{
	switch (o->answer) {
	case OBJECT_FOUND:
		return git_fail(e, GIT_BAD_REF,
			str_fmt(a, "'%.*s' is a %.*s and not a commit", STR(revision),
				STR(o->type)),
			S(""));
	case OBJECT_AMBIGUOUS:
		return git_fail(e, GIT_BAD_REF,
			str_fmt(a, "'%.*s' is short for more than one object",
				STR(revision)),
			S(""));
	case OBJECT_UNNAMEABLE:
		return git_fail(e, GIT_BAD_REF,
			S("a revision may not be empty, too long or have a line break"),
			S(""));
	case OBJECT_MISSING:
		if (g->shallow)
			return git_fail(e, GIT_SHALLOW,
				str_fmt(a,
					"'%.*s' is not in this clone, which is shallow",
					STR(revision)),
				shallow_hint(a, revision));
		return git_fail(e, GIT_BAD_REF,
			str_fmt(a, "there is no commit '%.*s'", STR(revision)), S(""));
	case OBJECT_TOO_LARGE:
	case OBJECT_LINK_OUT:
	case OBJECT_LINK_BROKEN:
		return git_fail(e, GIT_BAD_REF,
			str_fmt(a, "'%.*s' is not a commit", STR(revision)), S(""));
	case OBJECT_ENDED:
	case OBJECT_NO_ANSWER:
		break;
	}
	return git_fail(e, GIT_FAILED,
		str_fmt(a, "git cat-file gave no answer for '%.*s'", STR(revision)),
		S(""));
}

/* The header lines of a commit object: tree, parents, author. Read from the object
 * itself, so that the cut of a shallow clone does not make a commit look like the first
 * one. */
static struct str
first_parent(struct str commit)
{
	while (commit.n && commit.p[0] != '\n') {
		struct str line = str_cut(commit, '\n', &commit);
		if (str_starts(line, S("parent ")))
			return str_slice(line, 7, line.n);
	}
	return S("");
}

bool
git_resolve(struct git *g, struct arena *a, struct str revision, struct git_commit *ret,
	struct git_error *e)
{
	struct object o = git_ask(g, a, revision);
	if (o.answer == OBJECT_FOUND && str_eq(o.type, S("tag")))
		o = git_ask(g, a, str_cat(a, o.oid, S("^{commit}")));
	if (o.answer != OBJECT_FOUND || !str_eq(o.type, S("commit")))
		return fail_revision(g, a, e, &o, revision);
	*ret = (struct git_commit){o.oid, first_parent(o.bytes)};
	return true;
}

/* ---- folders ---- */

static bool
to_mode(struct str s, unsigned *ret)
{
	unsigned mode = 0;
	if (s.n == 0 || s.n > 6)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '7')
			return false;
		mode = mode * 8 + (unsigned)(s.p[i] - '0');
	}
	*ret = mode;
	return true;
}

static struct str
hex(struct arena *a, const char *p, size_t n)
{
	char *to = NEW_ARRAY(a, char, 2 * n + 1);
	for (size_t i = 0; i < n; i++) {
		to[2 * i] = "0123456789abcdef"[(unsigned char)p[i] >> 4];
		to[2 * i + 1] = "0123456789abcdef"[(unsigned char)p[i] & 15];
	}
	return (struct str){to, 2 * n};
}

bool
git_parse_tree(struct arena *a, const struct object *o, struct tree_items *ret)
{
	size_t oid_bytes = o->oid.n / 2;
	struct str rest = o->bytes;
	while (rest.n) {
		struct tree_item item;
		struct str mode = str_cut(rest, ' ', &rest);
		size_t end = rest.p ? str_find_byte(rest, 0, 0) : 0;
		if (!to_mode(mode, &item.mode) || end == 0 ||
			rest.n - end < oid_bytes + 1)
			return false;
		item.name = str_slice(rest, 0, end);
		item.oid = hex(a, rest.p + end + 1, oid_bytes);
		vec_push(a, ret, item);
		rest = str_slice(rest, end + 1 + oid_bytes, rest.n);
	}
	return true;
}

static const struct tree_item *
find_item(const struct tree_items *items, struct str name)
{
	for (size_t i = 0; i < items->n; i++)
		if (str_eq(items->v[i].name, name))
			return &items->v[i];
	return NULL;
}

static bool
is_lost(enum object_answer answer)
{
	return answer == OBJECT_MISSING || answer == OBJECT_ENDED;
}

/* Whether the path's objects are named by the commit but not present (partial clone). */
static bool
is_left_out(struct git *g, struct arena *a, struct str commit, struct str path)
{
	struct str at = str_cat(a, commit, S("^{tree}")), rest = path;
	while (rest.p) {
		struct str name = str_cut(rest, '/', &rest);
		struct object o = git_ask(g, a, at);
		struct tree_items items = {0};
		if (is_lost(o.answer))
			return true;
		if (o.answer != OBJECT_FOUND || !str_eq(o.type, S("tree")) ||
			!git_parse_tree(a, &o, &items))
			return false;
		const struct tree_item *item = find_item(&items, name);
		if (!item || item->mode == GIT_MODE_LINK ||
			item->mode == GIT_MODE_SUBMODULE)
			return false;
		at = item->oid;
	}
	return is_lost(git_ask(g, a, at).answer);
}

/* ---- files ---- */

bool
git_path_is_plain(struct str path)
{
	struct str rest = path;
	if (path.n == 0 || path.n > LIMIT_PATH_BYTES || memchr(path.p, 0, path.n))
		return false;
	while (rest.p) {
		struct str part = str_cut(rest, '/', &rest);
		if (part.n == 0 || str_eq(part, S(".")) || str_eq(part, S("..")))
			return false;
	}
	return true;
}

bool
git_check_path(struct arena *a, struct str path, struct git_error *e)
{
	if (git_path_is_plain(path))
		return true;
	return git_fail(e, GIT_OUTSIDE,
		str_fmt(a, "'%.*s' is not a path inside the repository", STR(path)),
		S(""));
}

bool
git_fail_object(struct arena *a, struct git_error *e, const struct object *o,
	struct str path, struct str where)
{
	static const struct {
		enum git_status status;
		const char *text;
	} table[] = {
		[OBJECT_FOUND] = {GIT_NOT_A_FILE, "is not a file"},
		[OBJECT_MISSING] = {GIT_ABSENT, "does not exist"},
		[OBJECT_AMBIGUOUS] = {GIT_ABSENT, "does not exist"},
		[OBJECT_LINK_OUT] = {GIT_OUTSIDE,
			"is a symbolic link out of the repository"},
		[OBJECT_LINK_BROKEN] = {GIT_ABSENT, "is a symbolic link to nothing"},
		[OBJECT_TOO_LARGE] = {GIT_TOO_LARGE, "is larger than 16 MiB"},
		[OBJECT_UNNAMEABLE] = {GIT_FAILED, "has a line break in its name"},
		[OBJECT_ENDED] = {GIT_FAILED, "could not be read: git cat-file ended"},
		[OBJECT_NO_ANSWER] = {GIT_FAILED,
			"could not be read: git cat-file gave no answer"},
	};
	return git_fail(e, table[o->answer].status,
		str_fmt(a, "'%.*s' %s at %.*s", STR(path), table[o->answer].text,
			STR(where)),
		S(""));
}

bool
git_file(struct git *g, struct arena *a, const struct git_commit *at, struct str path,
	struct str *ret, struct git_error *e)
{
	struct str where = str_slice(at->oid, 0, 12);
	if (!git_check_path(a, path, e))
		return false;
	struct object o = git_ask(g, a, str_fmt(a, "%.*s:%.*s", STR(at->oid), STR(path)));
	if (o.answer == OBJECT_FOUND && str_eq(o.type, S("blob"))) {
		*ret = o.bytes;
		return true;
	}
	if (is_lost(o.answer) && is_left_out(g, a, at->oid, path))
		return git_fail(e, GIT_NOT_FETCHED,
			str_fmt(a,
				"the object of '%.*s' at %.*s is missing from this clone",
				STR(path), STR(where)),
			str_fmt(a, "git cat-file -e %.*s:%.*s", STR(where), STR(path)));
	return git_fail_object(a, e, &o, path, where);
}

bool
git_blob(struct git *g, struct arena *a, struct str oid, struct str *ret,
	struct git_error *e)
{
	struct object o = git_ask(g, a, oid);
	if (o.answer != OBJECT_FOUND || !str_eq(o.type, S("blob")))
		return git_fail_object(a, e, &o, oid, S("the object store"));
	*ret = o.bytes;
	return true;
}
