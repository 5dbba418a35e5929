/* The sweep matrix as lines and as a table. */
#include "report/matrix.h"

#include "base/arena.h"
#include "base/utf8.h"
#include "report/excerpt.h"

void
report_matrix_lines(struct buf *b, const struct points *points)
{
	for (size_t i = 0; i < points->n; i++) {
		struct points one = {.v = points->v + i, .n = 1};
		struct buf line = buf_new(b->arena, b->max_bytes);
		matrix_write(&line, &one, PYJSON_COMPACT);
		struct str array = buf_str(&line); /* an array of one */
		buf_add(b, str_slice(array, 1, array.n - 1));
		buf_addc(b, '\n');
	}
}

enum { COLUMNS = 9 };

static const char *const titles[COLUMNS] = {
	"config key", "runner", "image", "tp", "pp", "ep", "dp-attn", "conc", "evals"};

struct line {
	struct str cell[COLUMNS];
};

VEC(lines, struct line);

/* Points of one search-space item on one runner stand next to each other. */
static size_t
same_arm(const struct points *p, size_t from)
{
	size_t i = from;
	while (i < p->n && p->v[i]->arm == p->v[from]->arm &&
		str_eq(p->v[i]->runner, p->v[from]->runner))
		i++;
	return i;
}

static struct str
number(struct arena *a, int64_t n)
{
	return str_fmt(a, "%lld", (long long)n);
}

/* "1x4+3x8": prefill workers of tensor-parallel size 4, decode workers of 8. */
static struct str
worker_pair(struct arena *a, const struct arm *arm, struct int_field (*field)(const struct worker *))
{
	return str_fmt(a, "%lldx%lld+%lldx%lld", (long long)int_or(arm->prefill->num_worker, 0),
		(long long)int_or(field(arm->prefill), 1),
		(long long)int_or(arm->decode->num_worker, 0),
		(long long)int_or(field(arm->decode), 1));
}

static struct int_field
worker_tp(const struct worker *w)
{
	return w->tp;
}

static struct int_field
worker_pp(const struct worker *w)
{
	return w->pp;
}

static struct int_field
worker_ep(const struct worker *w)
{
	return w->ep;
}

static struct str
concurrencies(struct arena *a, const struct points *p, size_t from, size_t to, bool evals)
{
	struct buf b = buf_new(a, 1 << 20);
	int64_t last = -1;
	for (size_t i = from; i < to; i++) {
		const struct point *x = p->v[i];
		if (evals && !x->run_eval)
			continue;
		for (size_t k = 0; k < x->concs.n; k++) {
			int64_t c = x->concs.v[k];
			if (c == last || (evals && x->eval_conc && c != x->eval_conc))
				continue;
			buf_addf(&b, b.n ? " %lld" : "%lld", (long long)c);
			last = c;
		}
	}
	return b.n ? buf_str(&b) : S("-");
}

static struct line
line_of(struct arena *a, const struct points *p, size_t from, size_t to)
{
	const struct point *x = p->v[from];
	const struct arm *arm = x->arm;
	bool pair = x->multinode && arm->prefill->set;
	bool prefill_dp = pair && arm->prefill->dp_attn.v, decode_dp = pair && arm->decode->dp_attn.v;
	return (struct line){{
		x->config->key,
		x->runner,
		x->config->image.v,
		pair ? worker_pair(a, arm, worker_tp) : number(a, x->tp),
		pair ? worker_pair(a, arm, worker_pp) : number(a, x->pp),
		pair ? worker_pair(a, arm, worker_ep) : number(a, x->ep),
		!pair ? (x->dp_attn ? S("yes") : S("no"))
		      : prefill_dp ? (decode_dp ? S("yes") : S("prefill"))
				   : (decode_dp ? S("decode") : S("no")),
		concurrencies(a, p, from, to, false),
		concurrencies(a, p, from, to, true),
	}};
}

void
report_matrix_table(struct buf *b, const struct points *points)
{
	struct arena *a = b->arena;
	struct lines rows = {0};
	struct line head = {0};
	for (size_t k = 0; k < COLUMNS; k++)
		head.cell[k] = str_from(titles[k]);
	vec_push(a, &rows, head);
	for (size_t i = 0; i < points->n;) {
		size_t end = same_arm(points, i);
		vec_push(a, &rows, line_of(a, points, i, end));
		i = end;
	}
	size_t width[COLUMNS] = {0};
	for (size_t i = 0; i < rows.n; i++) {
		for (size_t k = 0; k < COLUMNS; k++) {
			struct buf cell = buf_new(a, 1 << 20);
			escape_text(&cell, rows.v[i].cell[k], false);
			rows.v[i].cell[k] = buf_str(&cell);
			size_t n = utf8_length(rows.v[i].cell[k]);
			width[k] = n > width[k] ? n : width[k];
		}
	}
	for (size_t i = 0; i < rows.n; i++) {
		for (size_t k = 0; k < COLUMNS; k++) {
			struct str cell = rows.v[i].cell[k];
			buf_add(b, cell);
			if (k + 1 < COLUMNS)
				buf_fill(b, ' ', width[k] - utf8_length(cell) + 2);
		}
		buf_addc(b, '\n');
	}
}
