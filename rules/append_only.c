/* Append-only entries. */
#include "append_only.h"

bool
is_append_only(const struct changelog_entry *e)
{
	return e->is_new && yaml_truthy(yaml_get(e->node, S("append-only")));
}

struct span
append_only_place(const struct changelog_entry *e)
{
	const struct yaml_pair *p = yaml_get_pair(e->node, S("append-only"));
	return p ? span_join(p->key->span, p->value->span) : e->span;
}
