/* GPU memory asked for and free, as JSON. */
#include "report/plan.h"

#include "plan/memory.h"

#include <math.h>

/* A tenth of a MiB is more than any of these numbers is good for. */
static void
add_gib(struct maker *m, json_t *o, const char *key, bool known, double gib)
{
	if (known)
		maker_real(m, o, key, round(gib * 1e4) / 1e4);
	else
		maker_null(m, o, key);
}

static void
add_measurement(struct maker *m, json_t *o, const struct plan_view *v,
	const struct hbm_measurement *h)
{
	if (h->label.n)
		maker_string(m, o, "label", h->label);
	if (h->node.n)
		maker_string(m, o, "node", h->node);
	maker_string(m, o, "date", h->date);
	maker_string(m, o, "method", h->method);
	maker_string(m, o, "profile", v->hbm->path);
}

static void
add_picture(struct maker *m, json_t *list, const struct plan_view *v,
	const struct memory_picture *p)
{
	json_t *o = maker_object(m, list, NULL);
	bool known = p->source != MEMORY_UNKNOWN;
	maker_stringz(m, o, "source", memory_source_name(p->source));
	add_gib(m, o, "total_gib", true, p->total_gib);
	add_gib(m, o, "free_gib", known, p->free_gib);
	add_gib(m, o, "asked_gib", p->asks, p->asked_gib);
	add_gib(m, o, "room_gib", p->asks && known, p->free_gib - p->asked_gib);
	if (p->fact)
		maker_stringz(m, o, "fact", p->fact->id);
	if (p->measured)
		add_measurement(m, o, v, p->measured);
}

void
plan_json_memory(struct maker *m, json_t *o, struct arena *a, const struct plan_view *v,
	const struct serve *s)
{
	if (!s) {
		maker_null(m, o, "memory");
		return;
	}
	json_t *x = maker_object(m, o, "memory"), *list;
	maker_stringz(m, x, "fraction_of", memory_basis_name(memory_basis(s->engine)));
	if (s->memory.known)
		maker_real(m, x, "fraction", s->memory.v);
	else
		maker_null(m, x, "fraction");
	if (s->memory.fact)
		maker_stringz(m, x, "default", s->memory.fact->id);
	list = maker_list(m, x, "per_gpu");
	struct memory_pictures all = plan_memory(a, v, s);
	for (size_t i = 0; i < all.n; i++)
		add_picture(m, list, v, &all.v[i]);
}
