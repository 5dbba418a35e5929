/*
 * GPU memory that a server asks for. The same fraction means different things: vLLM and
 * ATOM count the whole card, SGLang what is free before the weights, TensorRT-LLM what is
 * free after them. So a bar of the card is drawn for the first two only.
 */
#include "report/plan_show.h"

#include "base/arena.h"
#include "plan/memory.h"

enum { TEXT_BYTES = 4096, BAR_COLUMNS = 48 };

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

/* ---- the bar -------------------------------------------------------------------- */

struct glyphs {
	const char *asked, *over, *room, *taken, *unknown;
};

static const struct glyphs plain = {"#", "!", ".", "-", "?"};
static const struct glyphs blocks = {
	"\xe2\x96\x88", "!", "\xc2\xb7", "\xe2\x96\x92", "?"};

static unsigned
columns(double gib, const struct memory_picture *p)
{
	double n = gib / p->total_gib * BAR_COLUMNS + 0.5;
	return n <= 0 ? 0 : n >= BAR_COLUMNS ? BAR_COLUMNS : (unsigned)n;
}

/* What is over or left takes a column, however little it is. */
static unsigned
asked_columns(const struct memory_picture *p, unsigned free)
{
	unsigned asked = columns(p->asked_gib, p);
	if (p->source == MEMORY_UNKNOWN || asked != free)
		return asked;
	if (p->asked_gib > p->free_gib)
		return asked + 1;
	return p->asked_gib < p->free_gib && asked ? asked - 1 : asked;
}

static void
show_bar(struct buf *b, const struct plan_view *v, const struct memory_picture *p,
	const struct glyphs *g)
{
	bool known = p->source != MEMORY_UNKNOWN;
	unsigned free = columns(p->free_gib, p), asked = asked_columns(p, free);
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	for (unsigned i = 0; i < BAR_COLUMNS; i++)
		buf_addz(&t, i < asked ? known && i >= free ? g->over : g->asked
			     : !known  ? g->unknown
			     : i < free ? g->room
					: g->taken);
	plan_show_line(b, &v->style, "per GPU", buf_str(&t));
}

/* What the engine does when it can't have what it asks for. */
static const char *
verdict(const struct memory_picture *p, enum plan_engine engine)
{
	if (engine == ENGINE_ATOM)
		return ": ATOM takes what is free";
	return p->source == MEMORY_MEASURED ? ": vLLM will not start"
					    : ": vLLM would not start there";
}

static void
add_measured(struct buf *t, const struct plan_view *v, const struct hbm_measurement *m)
{
	buf_addf(t, "%.2f of %.2f GiB free", m->free_gib, m->total_gib);
	if (m->label.n)
		buf_addf(t, " at %.*s", STR(m->label));
	if (m->node.n)
		buf_addf(t, ", node %.*s", STR(m->node));
	buf_addf(t, " (%.*s, %.*s, %.*s)", STR(m->date), STR(m->method),
		STR(v->hbm->path));
}

static void
show_source(struct buf *b, const struct plan_view *v, const struct memory_picture *p)
{
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	switch (p->source) {
	case MEMORY_UNKNOWN:
		buf_addz(&t, "nobody has reported what is free");
		break;
	case MEMORY_MEASURED:
		add_measured(&t, v, p->measured);
		break;
	case MEMORY_REPORTED:
		buf_addf(&t, "%.2f GiB is the least that was reported free [%s]",
			p->free_gib, p->fact->id);
		break;
	case MEMORY_HEALTHY:
		buf_addf(&t,
			"%.2f GiB was reported free with nothing else on the card [%s]",
			p->free_gib, p->fact->id);
		break;
	}
	plan_show_line(b, &v->style,
		p->source == MEMORY_MEASURED ? "measured" : "not measured", buf_str(&t));
}

/* The amounts, each behind its sign in the bar. */
static void
show_amounts(struct buf *b, const struct plan_view *v, const struct serve *s,
	const struct memory_picture *p, const struct glyphs *g)
{
	double room = p->free_gib - p->asked_gib;
	bool known = p->source != MEMORY_UNKNOWN;
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	buf_addf(&t, "%.2f GiB total, %s %.2f asked", p->total_gib, g->asked,
		p->asked_gib);
	if (known && room >= 0)
		buf_addf(&t, ", %s %.2f left", g->room, room);
	else if (known)
		buf_addf(&t, " (%s %.2f more than is free)", g->over, -room);
	if (known && p->total_gib > p->free_gib)
		buf_addf(&t, ", %s %.2f not free", g->taken, p->total_gib - p->free_gib);
	if (known && room >= 0 && p->margin && room < p->margin->gib)
		buf_addf(&t, "; communicators may take up to %.4g of it first [%s]",
			p->margin->gib, p->margin->fact.id);
	if (known && room < 0)
		buf_addz(&t, verdict(p, s->engine));
	plan_show_line(b, &v->style, "", buf_str(&t));
}

/* ---- all of it ------------------------------------------------------------------ */

struct memory_pictures
plan_memory(struct arena *a, const struct plan_view *v, const struct serve *s)
{
	const struct launch_cases *cases = &v->group->cases;
	struct names labels = {0};
	for (size_t i = 0; i < cases->n; i++)
		if (cases->v[i].point)
			vec_push(a, &labels, cases->v[i].point->runner);
	return memory_of(a, s, v->hbm, &labels);
}

void
plan_show_memory(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	const struct glyphs *g = v->style.ascii ? &plain : &blocks;
	struct memory_pictures list = plan_memory(b->arena, v, s);
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	struct str bytes = plan_show_option(b->arena, s->options, OPTION_KV_CACHE_BYTES);
	add_fraction(&t, s);
	if (bytes.n)
		buf_addf(&t, "; KV cache of %.*s bytes", STR(bytes));
	plan_show_line(b, &v->style, "memory", buf_str(&t));
	for (size_t i = 0; i < list.n; i++) {
		const struct memory_picture *p = &list.v[i];
		if (p->asks) {
			show_bar(b, v, p, g);
			show_amounts(b, v, s, p, g);
		}
		if (p->asks || p->source == MEMORY_MEASURED)
			show_source(b, v, p);
	}
}
