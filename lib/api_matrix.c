/* Public interface: the sweep matrix. */
#include "api.h"

#include "base/limits.h"
#include "base/tree.h"
#include "matrix/matrix.h"
#include "report/matrix.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct ixc_matrix {
	struct arena arena;
	struct sources sources;
	const struct matrix *matrix;
	const char *refusal;
	struct ixc_point *points; /* as they are handed out: texts end in NUL */
};

struct generate_call {
	const char *root;
	const struct ixc_matrix_options *options;
	struct ixc_matrix *m;
};

static struct matrix_words
words(struct arena *a, struct ixc_words w)
{
	struct str *v = NEW_ARRAY(a, struct str, w.n);
	for (size_t i = 0; i < w.n; i++)
		v[i] = str_from(w.v[i]);
	return (struct matrix_words){v, w.n};
}

static struct matrix_number
number(bool set, int64_t v)
{
	return (struct matrix_number){set, v};
}

static struct matrix_options
convert(struct arena *a, const struct ixc_matrix_options *o)
{
	struct matrix_options r = {
		.command = o->command == IXC_MATRIX_FULL_SWEEP ? MATRIX_FULL_SWEEP
							       : MATRIX_TEST_CONFIG,
		.seq_lens = words(a, o->seq_lens),
		.scenario_type = words(a, o->scenario_type),
		.runner_node_filter = str_from(o->runner_node_filter),
		.no_evals = o->no_evals,
		.evals_only = o->evals_only,
		.all_evals = o->all_evals,
		.model_prefix = words(a, o->model_prefix),
		.precision = words(a, o->precision),
		.framework = words(a, o->framework),
		.runner_type = words(a, o->runner_type),
		.step_size = number(o->has_step_size, o->step_size),
		.min_conc = number(o->has_min_conc, o->min_conc),
		.max_conc = number(o->has_max_conc, o->max_conc),
		.max_tp = number(o->has_max_tp, o->max_tp),
		.max_ep = number(o->has_max_ep, o->max_ep),
		.single_node = o->single_node,
		.multi_node = o->multi_node,
		.config_keys = words(a, o->config_keys),
	};
	for (size_t i = 0; i < o->conc_count; i++)
		vec_push(a, &r.conc, o->conc[i]);
	return r;
}

static const struct yaml_doc *
load(struct generate_call *q, struct tree *t, const char *path)
{
	struct arena *a = &q->m->arena;
	struct str bytes;
	if (t->read(t, a, str_from(path), &bytes) != TREE_OK)
		return NULL; /* the models take a missing file as the reference does */
	return yaml_load(a, sources_add(a, &q->m->sources, str_from(path), bytes));
}

static const char *
refusal(struct generate_call *q, const struct matrix *m)
{
	struct arena *a = &q->m->arena;
	const struct source *s = sources_get(&q->m->sources, m->error.span.file);
	if (m->ok)
		return NULL;
	if (!s)
		return str_z(a, m->error.text);
	struct place p = source_place(s, m->error.span.begin);
	return str_fmt(a, "%.*s:%u:%u: %.*s", STR(s->path), (unsigned)p.line,
		(unsigned)p.column, STR(m->error.text))
		.p;
}

static struct ixc_place
place_of(const struct source *s, struct span sp)
{
	struct place from = source_place(s, sp.begin), to = source_place(s, sp.end);
	return (struct ixc_place){
		.path = s->path.p,
		.begin = sp.begin,
		.end = sp.end,
		.line = from.line,
		.column = from.column,
		.end_line = to.line,
		.end_column = to.column,
		.utf16_column = source_utf16_column(s, sp.begin),
		.utf16_end_column = source_utf16_column(s, sp.end),
	};
}

static struct ixc_point
point_of(struct arena *a, const struct sources *t, const struct point *p)
{
	return (struct ixc_point){
		.config_key = str_z(a, p->config->key),
		.exp_name = str_z(a, p->exp_name),
		.runner = str_z(a, p->runner),
		.image = str_z(a, p->config->image.v),
		.framework = str_z(a, p->config->framework.v),
		.precision = str_z(a, p->config->precision.v),
		.spec_decoding = str_z(a, p->spec_decoding),
		.multinode = p->multinode,
		.agentic = p->kind == SCENARIO_AGENTIC,
		.dp_attn = p->dp_attn,
		.run_eval = p->run_eval,
		.eval_only = p->eval_only,
		.isl = p->isl,
		.osl = p->osl,
		.tp = p->tp,
		.pp = p->pp,
		.ep = p->ep,
		.conc = p->conc,
		.total_cpu_dram_gb = p->total_cpu_dram_gb,
		.place = place_of(sources_get(t, p->arm->span.file), p->arm->span),
	};
}

static void
hand_out(struct ixc_matrix *m)
{
	const struct points *p = &m->matrix->points;
	m->points = NEW_ARRAY(&m->arena, struct ixc_point, p->n);
	for (size_t i = 0; i < p->n; i++)
		m->points[i] = point_of(&m->arena, &m->sources, p->v[i]);
}

static ixc_status
generate(void *arg, struct ixc_error *err)
{
	static const char *const defaults[] = {
		"configs/amd-master.yaml", "configs/nvidia-master.yaml"};
	struct generate_call *q = arg;
	struct arena *a = &q->m->arena;
	struct ixc_words files = q->options->config_files;
	if (!files.n)
		files = (struct ixc_words){defaults, 2};
	struct tree *t = tree_folder(a, q->root);
	if (!t)
		return api_fail(err, IXC_EUSAGE, "cannot open the folder '%s': %s", q->root,
			strerror(errno));
	struct master_source *src = NEW_ARRAY(a, struct master_source, files.n);
	for (size_t i = 0; i < files.n; i++)
		src[i] = (struct master_source){str_from(files.v[i]), load(q, t, files.v[i])};
	const char *runner_path = q->options->runner_config;
	struct runners *runners =
		runners_read(a, load(q, t, runner_path ? runner_path : "configs/runners.yaml"));
	struct matrix_options o = convert(a, q->options);
	q->m->matrix = matrix_generate(a, master_read(a, src, files.n), runners, &o);
	q->m->refusal = refusal(q, q->m->matrix);
	hand_out(q->m);
	return api_all_read(t, err);
}

ixc_status
ixc_matrix_generate(const char *root, const struct ixc_matrix_options *options,
	ixc_matrix **ret, struct ixc_error *err)
{
	/* A caller built with an older header knows fewer fields; the rest is not given. */
	struct ixc_matrix_options known = {0};
	memcpy(&known, options,
		options->size < sizeof known ? options->size : sizeof known);
	struct generate_call q = {.root = root, .options = &known};
	q.m = calloc(1, sizeof *q.m);
	if (!q.m)
		return api_fail(err, IXC_ENOMEM, "out of memory");
	arena_init(&q.m->arena, LIMIT_RUN_BYTES, NULL);
	ixc_status status = api_guard(&q.m->arena, generate, &q, err);
	if (status == IXC_OK)
		*ret = q.m;
	else
		ixc_matrix_free(q.m);
	return status;
}

void
ixc_matrix_free(ixc_matrix *matrix)
{
	if (!matrix)
		return;
	arena_release(&matrix->arena);
	free(matrix);
}

const char *
ixc_matrix_refusal(const ixc_matrix *matrix, int *ret_exit_status)
{
	if (ret_exit_status)
		*ret_exit_status = matrix->refusal ? matrix->matrix->error.exit_status : 0;
	return matrix->refusal;
}

size_t
ixc_matrix_count(const ixc_matrix *matrix)
{
	return matrix->matrix->points.n;
}

struct ixc_point
ixc_matrix_at(const ixc_matrix *matrix, size_t i)
{
	if (i >= matrix->matrix->points.n)
		return (struct ixc_point){0};
	return matrix->points[i];
}

struct write_call {
	struct arena arena;
	const ixc_matrix *m;
	ixc_matrix_format format;
	ixc_write_fn *fn;
	void *user;
};

static ixc_status
write_matrix(void *arg, struct ixc_error *err)
{
	struct write_call *q = arg;
	struct buf b = buf_new(&q->arena, LIMIT_OUTPUT_BYTES);
	switch (q->format) {
	case IXC_MATRIX_JSON:
		matrix_write(&b, &q->m->matrix->points, PYJSON_DEFAULT);
		buf_addc(&b, '\n');
		break;
	case IXC_MATRIX_JSONL:
		report_matrix_lines(&b, &q->m->matrix->points);
		break;
	case IXC_MATRIX_TABLE:
		report_matrix_table(&b, &q->m->matrix->points);
		break;
	}
	struct str s = buf_str(&b);
	if (b.overflow)
		return api_fail(err, IXC_ENOMEM, "the matrix is too large to print");
	if (!q->fn(q->user, s.p, s.n))
		return api_fail(err, IXC_EIO, "the matrix could not be written");
	return IXC_OK;
}

ixc_status
ixc_write_matrix(const ixc_matrix *matrix, ixc_matrix_format format, ixc_write_fn *fn,
	void *user, struct ixc_error *err)
{
	struct write_call q = {.m = matrix, .format = format, .fn = fn, .user = user};
	arena_init(&q.arena, 0, NULL);
	ixc_status status = api_guard(&q.arena, write_matrix, &q, err);
	arena_release(&q.arena);
	return status;
}
