/* Scripts, names and tree contents shared by evaluations. */
#include "shell/session.h"

#include "base/arena.h"
#include "shell/walk.h"

#include <string.h>

struct session *
session_new(struct arena *a, struct sources *sources, struct tree *files)
{
	struct session *s = NEW(a, struct session);
	s->arena = a;
	s->sources = sources;
	s->files = files;
	return s;
}

/* ---- names ---------------------------------------------------------------------- */

static symbol
add_name(struct session *s, struct str name)
{
	uintptr_t known = (uintptr_t)map_get(&s->by_name, name);
	if (known)
		return (symbol)(known - 1);
	name = str_dup(s->arena, name);
	vec_push(s->arena, &s->names, name);
	map_put(s->arena, &s->by_name, name, (void *)(uintptr_t)s->names.n);
	return (symbol)(s->names.n - 1);
}

/* A name in a tree is looked up again and again at the same address. What stood there
 * before may be gone, so the bytes are compared too. */
symbol
session_symbol(struct session *s, struct str name)
{
	uintptr_t at = (uintptr_t)name.p;
	uint32_t *slot = &s->recent[(at ^ (at >> 10) ^ (at >> 20)) % 1024];
	if (*slot && str_eq(s->names.v[*slot - 1], name))
		return *slot - 1;
	symbol id = add_name(s, name);
	*slot = id + 1;
	return id;
}

struct str
session_name(const struct session *s, symbol id)
{
	return s->names.v[id];
}

/* ---- the tree ------------------------------------------------------------------- */

struct str
session_normal_path(struct arena *a, struct str path)
{
	bool absolute = path.n && path.p[0] == '/';
	char *p = NEW_ARRAY(a, char, path.n + 1);
	size_t n = 0;
	struct str rest = path;
	while (rest.p) {
		struct str part = str_cut(rest, '/', &rest);
		if (part.n == 0 || str_eq(part, S(".")))
			continue;
		bool up = str_eq(part, S(".."));
		size_t slash = str_rfind_byte((struct str){p, n}, '/');
		struct str last =
			str_slice((struct str){p, n}, slash == n ? 0 : slash + 1, n);
		if (up && last.n && !str_eq(last, S(".."))) {
			n = slash == n ? 0 : slash;
			continue;
		}
		if (up && absolute)
			continue;
		if (n || absolute)
			p[n++] = '/';
		memcpy(p + n, part.p, part.n);
		n += part.n;
	}
	if (n == 0 && absolute)
		p[n++] = '/';
	return (struct str){p, n};
}

static void
look_up(struct session *s, struct session_path *p)
{
	struct str bytes;
	enum tree_status status = TREE_NOT_A_FILE;
	if (p->path.n)
		status = s->files->read(s->files, s->arena, p->path, &bytes);
	if (status == TREE_OK) {
		p->is_file = true;
		p->source = sources_add(s->arena, s->sources, p->path, bytes);
		return;
	}
	struct names names = {0};
	if (status == TREE_ABSENT || status == TREE_NOT_A_FILE) {
		p->is_folder =
			s->files->list(s->files, s->arena, p->path, &names) == TREE_OK;
		p->is_empty = names.n == 0;
		return;
	}
	p->unreadable = true;
}

static void
note_asked(struct session *s, struct session_path *p)
{
	if (!s->asked || p->asked_by == s->asked)
		return;
	p->asked_by = s->asked;
	vec_push(s->arena, s->asked, p);
}

struct session_path *
session_path(struct session *s, struct str path)
{
	struct session_path *p = map_get(&s->paths, path);
	if (!p) {
		p = NEW(s->arena, struct session_path);
		p->path = str_dup(s->arena, path);
		map_put(s->arena, &s->paths, p->path, p);
		look_up(s, p);
	}
	note_asked(s, p);
	return p;
}

void
session_replace(struct session *s, struct str path, struct str bytes)
{
	struct session_path *p = map_get(&s->paths, path);
	if (!p || !p->source)
		return; /* it is read when somebody asks for it */
	p->source = sources_replace(s->arena, s->sources, p->source->id, bytes);
	p->script = NULL;
}

enum tree_status
session_list(struct session *s, struct arena *a, struct str folder, struct names *ret)
{
	session_path(s, folder)->was_listed = true;
	return s->files->list(s->files, a, folder, ret);
}

/* ---- scripts -------------------------------------------------------------------- */

struct functions {
	struct arena *arena;
	struct shell_spans spans;
};

static void
note_function(struct walk *w, const struct shell_command *c)
{
	struct functions *f = w->user;
	if (c->kind == SHELL_FUNCTION)
		vec_push(f->arena, &f->spans, c->span);
}

static bool
name_start(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
name_char(char c)
{
	return name_start(c) || (c >= '0' && c <= '9');
}

/* `NAME=` gives the name a new value; everything else may read it. */
static bool
is_target(struct str text, size_t begin, size_t end)
{
	bool dollar = begin && (text.p[begin - 1] == '$' || text.p[begin - 1] == '{');
	return !dollar && end < text.n && text.p[end] == '=' &&
	       (end + 1 == text.n || text.p[end + 1] != '=');
}

static bool
within(const struct shell_spans *spans, size_t *next, uint32_t offset)
{
	while (*next < spans->n && spans->v[*next].end <= offset)
		++*next;
	return *next < spans->n && spans->v[*next].begin <= offset;
}

static void
mention(struct session *s, struct session_script *script, symbol id, uint32_t offset,
	bool in_function)
{
	while (script->mention.n <= id)
		vec_push(s->arena, &script->mention, (struct session_mention){0});
	struct session_mention *m = &script->mention.v[id];
	m->in_function |= in_function;
	if (!in_function)
		m->last = offset + 1;
}

/* By text and not by tree: a name in a trap, in `bash -c` or behind `${!x}` counts too.
 */
static void
find_mentions(struct session *s, struct session_script *script,
	const struct shell_spans *functions)
{
	struct str text = script->source->bytes;
	size_t comment = 0, function = 0;
	for (size_t i = 0; i < text.n;) {
		size_t end = i + 1;
		if (name_char(text.p[i]))
			while (end < text.n && name_char(text.p[end]))
				end++;
		if (name_start(text.p[i]) && !is_target(text, i, end) &&
			!within(&script->tree->comments, &comment, (uint32_t)i)) {
			bool inside = within(functions, &function, (uint32_t)i);
			mention(s, script, add_name(s, str_slice(text, i, end)),
				(uint32_t)i, inside);
		}
		i = end;
	}
}

struct session_script *
session_script(struct session *s, struct session_path *p)
{
	if (p->script || !p->source)
		return p->script;
	struct session_script *script = NEW(s->arena, struct session_script);
	script->source = p->source;
	script->tree = shell_parse(s->arena, p->source);
	struct functions f = {.arena = s->arena};
	struct walk w = {.command = note_function, .skip_functions = true, .user = &f};
	walk_list(&w, script->tree->list);
	find_mentions(s, script, &f.spans);
	p->script = script;
	return script;
}

bool
session_mentions(const struct session_script *script, symbol id, uint32_t after)
{
	if (id >= script->mention.n)
		return false;
	const struct session_mention *m = &script->mention.v[id];
	return m->in_function || m->last > after;
}
