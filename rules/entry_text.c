/* Changelog entries as text. */
#include "entry_text.h"

struct saids
entry_claims(struct check *c, const struct changelog_entry *e)
{
	struct saids list = {0};
	for (size_t i = 0; i < e->lines.n; i++) {
		struct prose p = prose_of_node(c->arena, e->owner->source, e->lines.v[i]);
		if (p.cut)
			not_judged(c, str_fmt(c->arena, "entry %zu", e->index),
				"an item of its description is too long");
		struct claims claims = description_read(c->arena, p.text);
		for (size_t k = 0; k < claims.n; k++) {
			struct claim x = claims.v[k];
			struct said s = {x, prose_span(&p, x.begin, x.end), i};
			vec_push(c->arena, &list, s);
		}
	}
	return list;
}

bool
said_plainly(const struct claim *c)
{
	return c->mood == MOOD_STATES || c->mood == MOOD_SETS;
}

struct configs
entry_configs(struct check *c, const struct changelog_entry *e, bool *ret_whole)
{
	struct selection s = keys_selection(c->arena, c->repo->master);
	*ret_whole = e->keys.n > 0 && repo_masters_complete(c->repo);
	for (size_t i = 0; i < e->keys.n; i++)
		if (!keys_of_entry(c->arena, &s, e->keys.v[i]->text))
			*ret_whole = false;
	return s.list;
}

bool
entry_is_outdated_for(const struct changelog_entry *e, const struct configs *configs)
{
	for (size_t i = 0; i < configs->n; i++)
		if (changelog_names_later(e, configs->v[i]->key))
			return true;
	return false;
}
