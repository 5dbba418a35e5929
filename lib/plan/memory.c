/* GPU memory asked for and free. */
#include "plan/memory.h"

#include "base/arena.h"

enum memory_basis
memory_basis(enum plan_engine engine)
{
	switch (engine) {
	case ENGINE_VLLM:
	case ENGINE_ATOM:
		return MEMORY_OF_TOTAL;
	case ENGINE_SGLANG:
		return MEMORY_OF_FREE;
	case ENGINE_TRTLLM:
		return MEMORY_OF_REST;
	case ENGINE_NONE:
		break;
	}
	return MEMORY_OF_NOTHING;
}

const char *
memory_basis_name(enum memory_basis basis)
{
	static const char *const names[] = {
		[MEMORY_OF_NOTHING] = "none",
		[MEMORY_OF_TOTAL] = "total",
		[MEMORY_OF_FREE] = "free-before-weights",
		[MEMORY_OF_REST] = "free-after-weights",
	};
	return names[basis];
}

const char *
memory_source_name(enum memory_source source)
{
	static const char *const names[] = {
		[MEMORY_UNKNOWN] = "unknown",
		[MEMORY_MEASURED] = "measured",
		[MEMORY_REPORTED] = "reported",
		[MEMORY_HEALTHY] = "healthy",
	};
	return names[source];
}

static void
add(struct arena *a, struct memory_pictures *list, const struct serve *s,
	struct memory_picture p)
{
	p.asks = s->memory.known && memory_basis(s->engine) == MEMORY_OF_TOTAL;
	p.asked_gib = p.asks ? s->memory.v * p.total_gib : 0;
	vec_push(a, list, p);
}

static void
add_measured(struct arena *a, struct memory_pictures *list, const struct serve *s,
	const struct hbm_measurement *m)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->v[i].measured == m)
			return;
	add(a, list, s, (struct memory_picture){
		.source = MEMORY_MEASURED,
		.measured = m,
		.total_gib = m->total_gib,
		.free_gib = m->free_gib,
		.margin = gpu_margin(s->gpu->is_amd),
	});
}

/* As the rule hbm-over-free takes them. */
static struct memory_picture
by_facts(const struct gpu_facts *g)
{
	struct memory_picture p = {.total_gib = g->total_gib};
	if (g->reported_free_gib > 0) {
		p.source = MEMORY_REPORTED;
		p.free_gib = g->reported_free_gib;
		p.fact = &g->reported;
	} else if (g->healthy_free_gib > 0) {
		p.source = MEMORY_HEALTHY;
		p.free_gib = g->healthy_free_gib;
		p.fact = &g->free;
	}
	return p;
}

struct memory_pictures
memory_of(struct arena *a, const struct serve *s, const struct hbm_profile *profile,
	const struct names *labels)
{
	struct memory_pictures list = {0};
	bool all = labels->n > 0;
	if (!s->gpu)
		return list;
	for (size_t i = 0; i < labels->n; i++) {
		const struct hbm_measurement *m = hbm_measured(
			a, profile, str_from(s->gpu->name), labels->v[i]);
		if (m)
			add_measured(a, &list, s, m);
		all = all && m;
	}
	if (!all)
		add(a, &list, s, by_facts(s->gpu));
	return list;
}
