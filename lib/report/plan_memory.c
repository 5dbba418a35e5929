/*
 * GPU memory that a server asks for. The same fraction means different things: vLLM and
 * ATOM count the whole card, SGLang what is free before the weights, TensorRT-LLM what is
 * free after them.
 */
#include "report/plan_show.h"

#include "base/arena.h"
#include "base/map.h"

static const char *const of_what[] = {
	[ENGINE_NONE] = "",
	[ENGINE_VLLM] =
		"of each GPU's total memory; vLLM refuses to start where less is free",
	[ENGINE_SGLANG] = "of what is free before the weights, for them and the KV cache",
	[ENGINE_ATOM] = "of each GPU's total memory, less where less is free",
	[ENGINE_TRTLLM] =
		"of the memory that weights and activations leave, for the KV cache",
};

static void
add_fraction(struct buf *t, const struct serve *s)
{
	struct str asked = plan_show_option(t->arena, s->options, OPTION_MEMORY_FRACTION);
	if (asked.n)
		buf_addf(t, "%.*s %s", STR(asked), of_what[s->engine]);
	else if (s->memory.known)
		buf_addf(t, "not given, by default %g %s", s->memory.v,
			of_what[s->engine]);
	else
		buf_addf(t, "not given: a fraction, chosen by the engine, %s",
			of_what[s->engine]);
}

/* What was measured behind one runner label, and whether that is enough. */
static void
show_measured(struct buf *b, const struct plan_view *v, const struct serve *s,
	const struct hbm_measurement *m)
{
	struct buf t = buf_new(b->arena, 4096);
	double asked = s->memory.v * m->total_gib;
	buf_addf(&t, "%.2f of %.2f GiB free", m->free_gib, m->total_gib);
	if (m->label.n)
		buf_addf(&t, " at %.*s", STR(m->label));
	if (m->node.n)
		buf_addf(&t, ", node %.*s", STR(m->node));
	buf_addf(&t, " (%.*s, %.*s, %.*s)", STR(m->date), STR(m->method),
		STR(v->hbm->path));
	if (s->engine == ENGINE_VLLM && s->memory.known && asked > m->free_gib)
		buf_addf(&t, ": %.2f GiB are asked for, it will not start", asked);
	else if (s->engine == ENGINE_VLLM && s->memory.known)
		buf_addf(&t, ": %.2f GiB are asked for", asked);
	plan_show_line(b, &v->style, "measured", buf_str(&t));
}

static void
show_all_measured(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	const struct launch_cases *cases = &v->group->cases;
	struct map seen = {0};
	for (size_t i = 0; v->hbm && v->gpu && i < cases->n; i++) {
		if (!cases->v[i].point || map_has(&seen, cases->v[i].point->runner))
			continue;
		struct str label = cases->v[i].point->runner;
		const struct hbm_measurement *m =
			hbm_measured(b->arena, v->hbm, str_from(v->gpu->name), label);
		map_put(b->arena, &seen, label, &seen);
		if (m)
			show_measured(b, v, s, m);
	}
}

void
plan_show_memory(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	struct buf t = buf_new(b->arena, 4096);
	struct str bytes = plan_show_option(b->arena, s->options, OPTION_KV_CACHE_BYTES);
	add_fraction(&t, s);
	if (bytes.n)
		buf_addf(&t, "; KV cache of %.*s bytes", STR(bytes));
	plan_show_line(b, &v->style, "memory", buf_str(&t));
	show_all_measured(b, v, s);
}
