/* Which variables of a recipe are used: by its text, and by what a case assigns. */
#include "variables.h"

#include "plan/environment.h"
#include "shell/walk.h"

enum { UNUSED_MAX = 50 };

/* ---- assignments of the text ---------------------------------------------------- */

/* All assignments to one name. */
struct target {
	VEC(, const struct shell_assign *) v; /* in the order of the text */
	size_t next;   /* the first that does not end before the use looked at */
	bool prefix;   /* NAME=x command */
	bool pid;      /* $! : who stops it is another question */
	bool exported; /* by `export`, `declare -x` */
	bool used, printed;
};

struct targets {
	struct check *c;
	struct map by_name;  /* to struct target */
	struct map by_place; /* offset of the name, as bytes, to its assignment */
	VEC(, struct str) names;
};

static struct target *
note_target(struct targets *t, const struct shell_assign *a)
{
	struct arena *arena = t->c->arena;
	struct target *target = map_get(&t->by_name, a->name);
	if (!target) {
		target = NEW(arena, struct target);
		struct str name = str_dup(arena, a->name);
		map_put(arena, &t->by_name, name, target);
		vec_push(arena, &t->names, name);
	}
	vec_push(arena, &target->v, a);
	target->pid |= str_contains(span_text(t->c->repo->sources, a->span), S("$!"));
	struct str key = {(const char *)&a->name_span.begin, sizeof a->name_span.begin};
	map_put(arena, &t->by_place, key, (void *)(uintptr_t)a);
	return target;
}

/* `export`, or an option of another declaration that exports. */
static bool
exports(const struct shell_simple *s)
{
	if (s->words.n && str_eqz(s->words.v[0]->value, "export"))
		return true;
	for (size_t i = 0; i < s->declared.n; i++) {
		const struct shell_word *w = s->declared.v[i].word;
		if (w && w->value.n > 1 && w->value.p[0] == '-' &&
			str_find_byte(w->value, 'x', 0) < w->value.n)
			return true;
	}
	return false;
}

static void
note_targets(struct walk *w, const struct shell_command *c)
{
	struct targets *t = w->user;
	if (c->kind != SHELL_SIMPLE && c->kind != SHELL_DECLARE)
		return;
	const struct shell_simple *s = &c->simple;
	for (size_t i = 0; i < s->assigns.n; i++)
		note_target(t, s->assigns.v[i])->prefix |= s->words.n != 0;
	for (size_t i = 0; i < s->declared.n; i++)
		if (s->declared.v[i].assign)
			note_target(t, s->declared.v[i].assign)->exported |= exports(s);
}

/* ---- uses of the text ----------------------------------------------------------- */

static bool
is_name(char ch, bool first)
{
	return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' ||
	       (!first && ch >= '0' && ch <= '9');
}

/* In an assignment to the same name it serves nobody. */
static bool
is_own(struct target *t, uint32_t offset)
{
	while (t->next < t->v.n && t->v.v[t->next]->span.end <= offset)
		t->next++;
	return t->next < t->v.n && t->v.v[t->next]->span.begin <= offset;
}

/* `echo "X: $X"` on a line of its own, which goes to the log. */
static bool
is_printed(struct str text, size_t at)
{
	size_t begin = str_rfind_byte(str_slice(text, 0, at), '\n');
	begin = begin < at ? begin + 1 : 0;
	struct str line = str_slice(text, begin, str_find_byte(text, '\n', at));
	struct str rest = str_trim(line);
	return (str_starts(rest, S("echo ")) || str_starts(rest, S("printf "))) &&
	       str_find_byte(line, '>', 0) == line.n &&
	       str_find_byte(line, '|', 0) == line.n;
}

static void
note_use(struct targets *t, struct str text, struct str name, uint32_t offset)
{
	struct str key = {(const char *)&offset, sizeof offset};
	struct target *target = map_get(&t->by_name, name);
	if (!target || target->used || map_has(&t->by_place, key) ||
		is_own(target, offset))
		return;
	if (is_printed(text, offset))
		target->printed = true;
	else
		target->used = true;
}

/* By text and not by tree: `eval`, quoted programs and ${!x} use names, too. */
static void
note_uses(struct targets *t, const struct session_script *script)
{
	struct str text = script->source->bytes;
	const struct shell_spans *comments = &script->tree->comments;
	size_t comment = 0;
	for (size_t i = 0; i < text.n;) {
		size_t end = i + 1;
		while (comment < comments->n && comments->v[comment].end <= i)
			comment++;
		if (is_name(text.p[i], false))
			while (end < text.n && is_name(text.p[end], false))
				end++;
		bool commented = comment < comments->n && comments->v[comment].begin <= i;
		if (is_name(text.p[i], true) && !commented)
			note_use(t, text, str_slice(text, i, end), (uint32_t)i);
		i = end;
	}
}

/* The shell or every program reads them; an image may have exported them. */
static bool
is_common(struct str name)
{
	static const char *const names[] = {"PATH", "HOME", "IFS", "PS1", "PS2", "PS3",
		"PS4", "LANG", "TERM", "TMPDIR", "TZ", "OPTIND", "OPTERR", "OPTARG",
		"SECONDS", "REPLY", "TIMEFORMAT", "GLOBIGNORE", "USER", "SHELL", "PWD",
		"PYTHONPATH"};
	static const char *const prefixes[] = {"_", "LC_", "LD_", "BASH_", "XDG_"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eqz(name, names[i]))
			return true;
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (str_starts(name, str_from(prefixes[i])))
			return true;
	return false;
}

static bool
take_option(struct unused *u, const struct shell_word *w)
{
	if (!w || !str_starts(w->value, S("-")) || w->value.n < 3)
		return false;
	size_t end = 0;
	while (end < w->value.n && w->value.p[end] != ' ' && w->value.p[end] != '=')
		end++;
	u->option = w->span;
	u->option_text = str_slice(w->value, 0, end);
	return true;
}

static void
find_option(struct unused *u, const struct target *x)
{
	for (size_t i = 0; i < x->v.n; i++) {
		const struct shell_assign *a = x->v.v[i];
		if (take_option(u, a->word))
			return;
		for (size_t k = 0; k < a->elements.n; k++)
			if (take_option(u, a->elements.v[k]->word))
				return;
	}
}

/* ---- of a recipe, of a case ----------------------------------------------------- */

static struct unused_list *
unused_by_text(struct check *c, const struct shell_trace *t)
{
	const struct session_script *own = t->scripts.v[0];
	struct targets targets = {.c = c};
	struct walk w = {.command = note_targets, .user = &targets};
	struct unused_list *list = NEW(c->arena, struct unused_list);
	walk_list(&w, own->tree->list);
	note_uses(&targets, own);
	for (size_t i = 0; i < targets.names.n; i++) {
		struct target *x = map_get(&targets.by_name, targets.names.v[i]);
		struct unused u = {.name = targets.names.v[i],
			.place = x->v.v[0]->span,
			.last = x->v.v[x->v.n - 1]->span,
			.exported = x->exported,
			.printed = x->printed};
		u.id = session_symbol(t->session, u.name);
		find_option(&u, x);
		bool fine = x->used || x->prefix || x->pid;
		if (fine || is_common(u.name))
			continue;
		if (list->n < UNUSED_MAX)
			vec_push(c->arena, list, u);
		else
			not_judged(c, own->source->path, "more unused variables than %d",
				UNUSED_MAX);
	}
	return list;
}

static bool
is_assigned(const struct shell_trace *t, symbol id)
{
	for (size_t i = 0; i < t->assignments.n; i++)
		if (t->assignments.v[i]->name == id)
			return true;
	return false;
}

/* Commands get it, or a script that was sourced speaks of it. */
static bool
is_handed_on(const struct case_plan *p, const struct unused *u)
{
	const struct shell_trace *t = p->launch->trace;
	for (size_t i = 1; i < t->scripts.n; i++)
		if (session_mentions(t->scripts.v[i], u->id, 0))
			return true;
	for (size_t i = 0; i < t->ends.n; i++) {
		const struct variable *v = state_variable(t->ends.v[i], u->id);
		if (v && v->exported != TRI_NO)
			return true;
	}
	return environment_find(&p->of->environment, u->name) < p->of->environment.n;
}

struct unused_list
unused_variables(struct check *c, const struct case_plan *p, struct map *kept)
{
	const struct shell_trace *t = p->launch->trace;
	const struct unused_list *all = map_get(kept, p->of->recipe);
	struct unused_list list = {0};
	if (!all && t->scripts.n) {
		all = unused_by_text(c, t);
		map_put(c->arena, kept, p->of->recipe, (void *)(uintptr_t)all);
	}
	for (size_t i = 0; all && i < all->n; i++)
		if (is_assigned(t, all->v[i].id) && !is_handed_on(p, &all->v[i]))
			vec_push(c->arena, &list, all->v[i]);
	return list;
}
