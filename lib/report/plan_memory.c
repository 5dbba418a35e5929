/*
 * GPU memory that a server asks for. The same fraction means different things: vLLM and
 * ATOM count the whole card, SGLang what is free before the weights, TensorRT-LLM what is
 * free after them.
 */
#include "report/plan_show.h"

#include "base/arena.h"

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

void
plan_show_memory(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	struct buf t = buf_new(b->arena, 4096);
	struct str bytes = plan_show_option(b->arena, s->options, OPTION_KV_CACHE_BYTES);
	add_fraction(&t, s);
	if (bytes.n)
		buf_addf(&t, "; KV cache of %.*s bytes", STR(bytes));
	plan_show_line(b, &v->style, "memory", buf_str(&t));
}
