/* What a server's options mean, in a few lines. */
#include "report/plan_show.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "plan/graphs.h"
#include "plan/layout.h"

enum { SIZES_SHOWN = 12, TEXT_BYTES = 4096 };

/* ---- values --------------------------------------------------------------------- */

static void
add_list(struct buf *b, const struct data *d)
{
	size_t n = data_count(d);
	for (size_t i = 0; i < n; i++) {
		int64_t size;
		if (n > SIZES_SHOWN && i == SIZES_SHOWN - 3) {
			buf_addz(b, " ...");
			i = n - 2;
		}
		if (data_int(data_item(d, i), &size))
			buf_addf(b, "%s%lld", i ? " " : "", (long long)size);
		else
			buf_addz(b, " ?");
	}
}

static void
add_reading(struct buf *b, const struct reading *r)
{
	if (r->has & HAS_DATA && r->data && r->data->kind == DATA_LIST)
		add_list(b, r->data);
	else if (r->has & HAS_BOOL)
		buf_addz(b, r->boolean ? "yes" : "no");
	else if (r->has & HAS_TEXT)
		buf_add(b, r->text);
	else if (r->has & HAS_INT)
		buf_addi(b, r->integer);
	else if (r->has & HAS_REAL)
		buf_addf(b, "%g", r->real);
	else
		buf_addz(b, "?");
}

struct str
plan_show_option(struct arena *a, const struct decoded *d, enum option_meaning m)
{
	struct buf b = buf_new(a, TEXT_BYTES);
	const struct option *o = option_find(d, m);
	switch (option_state(d, m)) {
	case STATE_ABSENT:
		break;
	case STATE_UNKNOWN:
		buf_addz(&b, "unknown");
		if (o && o->values.n) {
			buf_addz(&b, " (");
			value_show(&b, o->values.v[0].value);
			buf_addc(&b, ')');
		}
		break;
	case STATE_CHOICE:
		buf_addz(&b, "one of ");
		for (size_t i = 0; i < o->readings.n; i++) {
			buf_addz(&b, i ? ", " : "");
			add_reading(&b, &o->readings.v[i]);
		}
		break;
	case STATE_KNOWN:
		add_reading(&b, &o->readings.v[0]);
		break;
	}
	return buf_str(&b);
}

/* "before VALUE after", with a comma where something stands before; nothing when absent.
 */
static void
add_option(struct buf *b, const struct decoded *d, enum option_meaning m,
	const char *before, const char *after)
{
	struct str s = plan_show_option(b->arena, d, m);
	if (!s.n)
		return;
	buf_addf(b, "%s%s%.*s%s", b->n ? ", " : "", before, STR(s), after);
}

/* ---- layout --------------------------------------------------------------------- */

static void
add_size(struct buf *b, const char *label, struct layout_size s)
{
	if (s.known)
		buf_addf(b, "%s%lld", label, (long long)s.v);
	else
		buf_addf(b, "%s?", label);
}

static void
add_dimension(struct buf *b, const char *label, struct layout_size s)
{
	if (s.known && s.v == 1)
		return;
	buf_addz(b, " x ");
	add_size(b, label, s);
}

static const char *
dp_text(const struct layout *l, enum plan_engine engine)
{
	switch (l->dp_kind) {
	case LAYOUT_DP_NONE:
	case LAYOUT_DP_UNKNOWN:
		break;
	case LAYOUT_DP_ATTENTION:
		return engine == ENGINE_VLLM ? " (DP engines)" : " (DP attention)";
	case LAYOUT_DP_REPLICAS:
		return " (DP replicas of the whole model)";
	}
	return "";
}

static void
add_experts(struct buf *b, const struct layout *l)
{
	if (l->ep.known && l->ep.v == 1) {
		buf_addz(b, "; no EP");
		if (!l->moe_tp.known || l->moe_tp.v > 1)
			add_size(b, ": experts are split, TP ", l->moe_tp);
		return;
	}
	buf_addz(b, "; experts ");
	add_size(b, "EP ", l->ep);
	if (!l->moe_tp.known || l->moe_tp.v > 1) {
		buf_addz(b, " x ");
		add_size(b, "TP ", l->moe_tp);
	}
}

static void
show_layout(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	struct buf text = buf_new(b->arena, TEXT_BYTES);
	struct layout l;
	if (!layout_of(s, &l))
		return;
	add_size(&text, "", l.gpus);
	buf_addz(&text, l.gpus.known && l.gpus.v == 1 ? " GPU: " : " GPUs: ");
	add_size(&text, "TP ", l.tp);
	add_dimension(&text, "PP ", l.pp);
	add_dimension(&text, "PCP ", l.pcp);
	add_dimension(&text, "DP ", l.dp);
	buf_addz(&text, dp_text(&l, s->engine));
	if (!l.dcp.known || l.dcp.v > 1)
		add_size(&text, ", DCP ", l.dcp);
	add_experts(&text, &l);
	plan_show_line(b, &v->style, "parallel", buf_str(&text));
}

/* ---- the rest ------------------------------------------------------------------- */

static const char *
sequences_scope(enum plan_engine engine)
{
	static const char *const texts[] = {
		[ENGINE_NONE] = "",
		[ENGINE_VLLM] = " sequences at once per engine",
		[ENGINE_SGLANG] = " requests at once over all ranks",
		[ENGINE_ATOM] = " sequences at once per DP rank",
		[ENGINE_TRTLLM] = " requests in a batch",
	};
	return texts[engine];
}

static void
show_requests(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	const struct decoded *d = s->options;
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	add_option(&t, d, OPTION_MAX_SEQUENCES, "", sequences_scope(s->engine));
	add_option(&t, d, OPTION_MAX_BATCHED_TOKENS, "", " tokens per step");
	add_option(&t, d, OPTION_CHUNKED_PREFILL_SIZE, "prefill chunk ", "");
	add_option(&t, d, OPTION_MAX_MODEL_LEN, "context ", "");
	add_option(&t, d, OPTION_MAX_TOTAL_TOKENS, "KV cache of ", " tokens");
	if (t.n)
		plan_show_line(b, &v->style, "requests", buf_str(&t));
}

/* vLLM counts tokens, the others requests. */
static const char *
graph_unit(enum plan_engine engine)
{
	return engine == ENGINE_VLLM ? " tokens" : " requests";
}

/* What the options say, where what follows from them is not known. */
static struct str
graph_options(struct arena *a, const struct serve *s)
{
	const struct decoded *d = s->options;
	const char *unit = graph_unit(s->engine);
	struct buf t = buf_new(a, TEXT_BYTES);
	add_option(&t, d, OPTION_GRAPH_MODE, "", "");
	add_option(&t, d, OPTION_GRAPH_SIZES, "captured for ", unit);
	add_option(&t, d, OPTION_GRAPH_MAX, "up to ", unit);
	add_option(&t, d, OPTION_GRAPH_PADDING, "padding: ", "");
	bool has_sizes = option_find(d, OPTION_GRAPH_SIZES) ||
			 option_find(d, OPTION_GRAPH_MAX) || d->blurs.n;
	if (!has_sizes)
		buf_addf(&t, "%ssizes by the engine's default", t.n ? ", " : "");
	return buf_str(&t);
}

static void
show_graphs(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	struct arena *a = b->arena;
	const struct config *config =
		v->group->cases.n ? v->group->cases.v[0].config : NULL;
	struct str model = config ? config->model.v : (struct str){0};
	const struct graphs *g = graphs_of(a, v->plan, model, s);
	plan_show_line(b, &v->style, "graphs",
		g->unknown ? graph_options(a, s) : graphs_text(a, g, s));
}

static void
show_speculation(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	const struct decoded *d = s->options;
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	add_option(&t, d, OPTION_SPECULATIVE_METHOD, "", "");
	add_option(&t, d, OPTION_DRAFT_TOKENS, "", " draft tokens");
	add_option(&t, d, OPTION_DRAFT_STEPS, "", " draft steps");
	add_option(&t, d, OPTION_DRAFT_TOPK, "", " branches");
	add_option(&t, d, OPTION_VERIFY_TOKENS, "", " tokens verified at once");
	add_option(&t, d, OPTION_DRAFT_MODEL, "draft model ", "");
	add_option(&t, d, OPTION_ACCEPTANCE_METHOD, "acceptance ", "");
	add_option(&t, d, OPTION_ACCEPTANCE_LENGTH, "acceptance length ", "");
	add_option(&t, d, OPTION_ACCEPTANCE_RATE, "acceptance rate ", "");
	if (t.n)
		plan_show_line(b, &v->style, "speculation", buf_str(&t));
}

static void
show_cache(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	const struct decoded *d = s->options;
	struct buf t = buf_new(b->arena, TEXT_BYTES);
	add_option(&t, d, OPTION_KV_CACHE_DTYPE, "", "");
	add_option(&t, d, OPTION_KV_CONNECTOR, "connector ", "");
	add_option(&t, d, OPTION_KV_OFFLOAD, "offloading ", "");
	add_option(&t, d, OPTION_KV_OFFLOAD_SIZE, "offloading of size ", "");
	add_option(&t, d, OPTION_KV_OFFLOAD_RATIO, "host pool ", " times the GPU's");
	add_option(&t, d, OPTION_CPU_OFFLOAD_SIZE, "weights on the host: ", "");
	if (t.n)
		plan_show_line(b, &v->style, "KV cache", buf_str(&t));
}

const struct serve *
plan_serve(struct arena *a, const struct plan_view *v, const struct plan_command *c)
{
	if (c->kind != PLAN_SERVER)
		return NULL;
	const struct serve *s = serve_of(a, c, &v->version, v->gpu);
	return s->options ? s : NULL;
}

void
plan_show_facts(struct buf *b, const struct plan_view *v, const struct serve *s)
{
	show_layout(b, v, s);
	plan_show_memory(b, v, s);
	show_requests(b, v, s);
	show_graphs(b, v, s);
	show_speculation(b, v, s);
	show_cache(b, v, s);
}
