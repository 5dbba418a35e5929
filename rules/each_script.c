/* One script after the other, parsed. */
#include "each_script.h"

#include "model/scripts.h"

static void
release(void *scratch)
{
	arena_release(scratch);
}

static void
show(struct check *c, struct arena *scratch, struct str path,
	void (*call)(const struct script_text *))
{
	struct session_path *p = session_path(plans_session(c->plans), path);
	if (!p->source || !script_is_bash(p->source->bytes))
		return;
	struct script_text s = {.check = c, .source = p->source};
	s.tree = p->script ? p->script->tree : shell_parse(scratch, p->source);
	if (s.tree->errors.n == 0)
		call(&s);
}

void
each_script(struct check *c, void (*call)(const struct script_text *))
{
	struct arena *scratch = NEW(c->arena, struct arena);
	arena_init(scratch, c->arena->limit_bytes, c->arena->escape);
	arena_defer(c->arena, release, scratch);
	struct scripts all = scripts_list(c->arena, c->repo->tree);
	for (size_t i = 0; i < all.paths.n; i++) {
		if (!plans_follows(c->plans, all.paths.v[i]))
			continue;
		struct arena_mark mark = arena_mark(scratch);
		show(c, scratch, all.paths.v[i], call);
		arena_rewind(scratch, mark);
	}
}

bool
script_is_retired(const struct source *s)
{
	return str_contains(s->path, S("/deprecated/"));
}
