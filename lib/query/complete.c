/* What may stand at a place. */
#include "query/field.h"

#include "base/arena.h"
#include "base/buf.h"

enum { OFFERS_MOST = 5000 };

struct offering {
	const struct query *q;
	struct offers list;
	struct map seen;
};

static void
offer(struct offering *o, enum offer_kind kind, struct str text, struct str about)
{
	struct arena *a = o->q->a;
	if (!text.n || map_has(&o->seen, text) || o->list.n >= OFFERS_MOST)
		return;
	map_put(a, &o->seen, text, o);
	vec_push(
		a, &o->list, ((struct offer){kind, str_dup(a, text), str_dup(a, about)}));
}

static bool
is_there(const struct field_place *p, struct str name)
{
	for (size_t at = 0; (at = str_find(p->beside, name, at)) < p->beside.n;
		at += name.n) {
		size_t end = at + name.n;
		bool begins =
			!at || p->beside.p[at - 1] == ' ' || p->beside.p[at - 1] == ',';
		if (begins && end < p->beside.n && p->beside.p[end] == ':')
			return true;
	}
	return false;
}

static void
offer_fields(struct offering *o, const struct field_place *p, const struct field_table *t)
{
	for (size_t i = 0; i < t->schema->fields; i++) {
		const struct schema_field *f = &t->schema->field[i];
		if ((f->scope && !(f->scope & t->scope)) || is_there(p, f->name))
			continue;
		offer(o, OFFER_FIELD, f->name, str_from(f->about));
	}
}

static void
offer_labels(struct offering *o)
{
	const struct runner_labels *all = &o->q->kept->repo->runners->labels;
	for (size_t i = 0; i < all->n; i++)
		offer(o, OFFER_LABEL, all->v[i]->name,
			str_fmt(o->q->a, "%zu runners", all->v[i]->nodes.n));
}

static void
offer_keys(struct offering *o)
{
	const struct configs *all = &o->q->kept->repo->master->configs;
	for (size_t i = 0; i < all->n; i++)
		offer(o, OFFER_KEY, all->v[i]->key,
			str_fmt(o->q->a, "%.*s on %.*s", STR(all->v[i]->model.v),
				STR(all->v[i]->runner.v)));
}

/* Texts that no table lists: those that other configs have. */
static void
offer_used(struct offering *o, struct str field)
{
	const struct configs *all = &o->q->kept->repo->master->configs;
	for (size_t i = 0; i < all->n; i++) {
		const struct config *c = all->v[i];
		const struct text_field *f = str_eqz(field, "precision")   ? &c->precision
					     : str_eqz(field, "framework") ? &c->framework
					     : str_eqz(field, "model-prefix")
						     ? &c->model_prefix
						     : NULL;
		if (f && f->set)
			offer(o, OFFER_VALUE, f->v, S("other configs have it"));
	}
}

static void
offer_values(struct offering *o, const struct schema_field *f)
{
	for (size_t i = 0; i < SCHEMA_MAX_CHOICES && f->choice[i].n; i++)
		offer(o, OFFER_VALUE, f->choice[i], S(""));
	if (f->type == SCHEMA_BOOL || f->type == SCHEMA_TRUE)
		offer(o, OFFER_VALUE, S("true"), S(""));
	if (f->type == SCHEMA_BOOL || f->type == SCHEMA_FALSE)
		offer(o, OFFER_VALUE, S("false"), S(""));
	if (str_eqz(f->name, "runner") || str_eqz(f->name, "hardware"))
		offer_labels(o);
	offer_used(o, f->name);
}

struct offers
query_complete(const struct query *q, struct span *ret)
{
	struct offering o = {.q = q};
	if (!q->source || q->offset > q->source->bytes.n ||
		!(str_ends(q->path, S(".yaml")) || str_ends(q->path, S(".yml"))))
		return o.list;
	struct field_place p = field_place_at(q);
	struct field_table t = field_table_at(q, &p);
	bool in_log = q->source == q->kept->repo->changelog_file->source;
	*ret = p.word;
	if (in_log && p.path.n && str_eqz(p.path.v[p.path.n - 1], "config-keys"))
		offer_keys(&o);
	else if (t.field)
		offer_values(&o, t.field);
	else if (t.schema && !p.is_value)
		offer_fields(&o, &p, &t);
	return o.list;
}
