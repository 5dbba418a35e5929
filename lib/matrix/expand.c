/* Expansion: options, files, configs in order; the rows themselves are made elsewhere. */
#include "matrix/expand.h"

#include "base/arena.h"
#include "matrix/options.h"
#include "model/keys.h"

#include <string.h>

#define TYPICAL_ROW_BYTES 800

bool
expand_fail(struct expansion *x, const char *id, enum py_error raised, const char *format,
	...)
{
	va_list ap;
	va_start(ap, format);
	struct str text = str_vfmt(x->arena, format, ap);
	va_end(ap);
	x->error = (struct matrix_error){
		.id = id,
		.exit_status = 1,
		.raised = raised,
		.text = text,
		.config = x->config,
		.arm = x->arm,
	};
	if (x->arm)
		x->error.span = x->arm->span;
	else if (x->scenario)
		x->error.span = x->scenario->node->span;
	else if (x->config)
		x->error.span = x->config->key_node->span;
	return false;
}

bool
expand_crash(struct expansion *x, enum py_error raised, const char *what)
{
	if (raised == PY_UNSUPPORTED)
		return expand_fail(
			x, "limit", raised, "%s: beyond what can be computed", what);
	return expand_fail(x, "crash", raised, "the sweep generator dies of %s (%s)",
		what, py_error_name(raised));
}

bool
expand_required(struct expansion *x, const struct yaml_node *map, const char *name,
	struct pyval *ret)
{
	const struct yaml_pair *pair = yaml_get_pair(map, str_from(name));
	if (!pair)
		return expand_fail(x, "crash", PY_KEY_ERROR,
			"the sweep generator dies of a missing '%s' (KeyError)", name);
	*ret = py_from(pair->value);
	return true;
}

struct pyval
expand_get(const struct yaml_node *map, const char *name, struct pyval otherwise)
{
	const struct yaml_pair *pair = yaml_get_pair(map, str_from(name));
	return pair ? py_from(pair->value) : otherwise;
}

static bool
is_one_of(struct pyval v, struct matrix_words list)
{
	for (size_t i = 0; v.kind == PY_STR && i < list.n; i++)
		if (str_eq(v.text, list.v[i]))
			return true;
	return false;
}

/* The filters of full-sweep on the config as a whole. */
static bool
is_selected(const struct matrix_options *o, const struct config *c)
{
	bool prefix = o->model_prefix.n == 0;
	for (size_t i = 0; i < o->model_prefix.n; i++)
		prefix |= str_starts(c->key, o->model_prefix.v[i]);
	const struct {
		const char *name;
		struct matrix_words allowed;
	} filter[] = {
		{"precision", o->precision},
		{"framework", o->framework},
		{"runner", o->runner_type},
	};
	for (size_t i = 0; i < 3; i++) {
		struct pyval v = expand_get(c->node, filter[i].name, py_bool(false));
		if (filter[i].allowed.n && !is_one_of(v, filter[i].allowed))
			return false;
	}
	return prefix;
}

static void
add_runner(struct expansion *x, struct str name, bool once)
{
	if (!str_contains(name, x->o->runner_node_filter))
		return;
	for (size_t i = 0; once && i < x->run_on.n; i++)
		if (str_eq(x->run_on.v[i].text, name))
			return;
	vec_push(x->arena, &x->run_on, py_str(name));
}

/* The label itself, or the runners behind it whose name contains the filter. test-config
 * takes the label too when it contains it, and each runner once. */
static bool
choose_runners(struct expansion *x)
{
	bool test = x->o->command == MATRIX_TEST_CONFIG;
	x->run_on = (struct pylist){0};
	if (x->o->runner_node_filter.n == 0) {
		vec_push(x->arena, &x->run_on, x->runner);
		return true;
	}
	if (x->runner.kind != PY_STR)
		return !test ||
		       expand_crash(x, PY_TYPE_ERROR, "a runner that is no string");
	if (test)
		add_runner(x, x->runner.text, true);
	const struct runner_label *label = runners_label(x->runners, x->runner.text);
	for (size_t i = 0; label && i < label->nodes.n; i++)
		add_runner(x, label->nodes.v[i].name, test);
	return true;
}

static bool
read_config(struct expansion *x)
{
	const struct yaml_node *n = x->config->node;
	x->disagg = expand_get(n, "disagg", py_bool(false));
	return expand_required(x, n, "image", &x->image) &&
	       expand_required(x, n, "model", &x->model) &&
	       expand_required(x, n, "precision", &x->precision) &&
	       expand_required(x, n, "framework", &x->framework) &&
	       expand_required(x, n, "runner", &x->runner) &&
	       expand_required(x, n, "model-prefix", &x->model_prefix) &&
	       choose_runners(x);
}

/* A scenario that is written as null cannot be walked. */
static bool
check_scenario(struct expansion *x, const char *name)
{
	struct pyval none = py_list(x->arena, NULL, 0);
	struct pyval v =
		expand_get(yaml_get(x->config->node, S("scenarios")), name, none);
	if (v.kind == PY_NULL)
		return expand_fail(x, "crash", PY_TYPE_ERROR,
			"the sweep generator dies of an empty '%s' (TypeError)", name);
	return true;
}

static bool
seq_len_selected(const struct expansion *x, struct pyval isl, struct pyval osl)
{
	if (x->o->seq_lens.n == 0)
		return true;
	for (size_t i = 0; i < x->o->seq_lens.n; i++) {
		int64_t want_isl, want_osl;
		if (options_seq_len(x->o->seq_lens.v[i], &want_isl, &want_osl) &&
			py_equal_int(isl, want_isl) && py_equal_int(osl, want_osl))
			return true;
	}
	return false;
}

static bool
expand_scenario(struct expansion *x, const struct scenario *s)
{
	struct pyval isl = py_from(yaml_get(s->node, S("isl"))), space;
	struct pyval osl = py_from(yaml_get(s->node, S("osl")));
	x->scenario = s;
	x->arm = NULL;
	if (s->kind == SCENARIO_FIXED && !seq_len_selected(x, isl, osl))
		return true;
	if (!expand_required(x, s->node, "search-space", &space))
		return false;
	for (size_t i = 0; x->wanted && i < s->arms.n; i++) {
		x->arm = s->arms.v[i];
		bool ok = s->kind == SCENARIO_FIXED ? expand_fixed(x, isl, osl)
						    : expand_agentic(x);
		if (!ok)
			return false;
	}
	x->arm = NULL;
	return true;
}

static bool
expand_kind(struct expansion *x, enum scenario_kind kind, const char *name)
{
	if (!check_scenario(x, name))
		return false;
	for (size_t i = 0; i < x->config->scenarios.n; i++) {
		const struct scenario *s = x->config->scenarios.v[i];
		if (s->kind == kind && !expand_scenario(x, s))
			return false;
		x->scenario = NULL;
	}
	return true;
}

static bool
expand_config(struct expansion *x, const struct config *c)
{
	x->config = c;
	x->scenario = NULL;
	x->arm = NULL;
	if (x->o->command == MATRIX_FULL_SWEEP && !is_selected(x->o, c))
		return true;
	if (!read_config(x))
		return false;
	if (x->run_on.n == 0)
		return true;
	x->wanted = c->multinode ? x->want_multi : x->want_single;
	/* The reference walks the fixed lengths of an unwanted config, too. */
	if (x->want_fixed && !expand_kind(x, SCENARIO_FIXED, "fixed-seq-len"))
		return false;
	return !x->want_agentic || !x->wanted ||
	       expand_kind(x, SCENARIO_AGENTIC, "agentic-coding");
}

/* Keeps the error; with keep_going, forgets the rows since `mark`. */
static bool
settle(struct expansion *x, size_t mark)
{
	struct matrix *out = x->out;
	if (out->ok)
		out->error = x->error;
	out->ok = false;
	if (!x->o->keep_going)
		return false;
	vec_push(x->arena, &out->errors, x->error);
	x->points->n = mark;
	x->error = (struct matrix_error){0};
	return true;
}

static struct configs
selected_configs(struct expansion *x, const struct master *m)
{
	struct selection s = keys_selection(x->arena, m);
	if (x->o->command == MATRIX_FULL_SWEEP)
		return m->configs;
	for (size_t i = 0; i < x->o->config_keys.n; i++) {
		struct str key = x->o->config_keys.v[i];
		if (keys_of_command(x->arena, &s, key))
			continue;
		struct str nearest = keys_nearest(x->arena, m, key);
		expand_fail(x, "config-key", PY_VALUE_ERROR,
			"no config key matches '%.*s'%s%.*s", STR(key),
			nearest.n ? ": " : "", STR(nearest));
		if (!settle(x, 0))
			break;
	}
	return s.list;
}

static bool
check_runner_types(struct expansion *x)
{
	for (size_t i = 0; i < x->o->runner_type.n; i++) {
		struct str type = x->o->runner_type.v[i];
		if (runners_label(x->runners, type))
			continue;
		struct str nearest = runners_nearest(x->arena, x->runners, type);
		return expand_fail(x, "runner-type", PY_VALUE_ERROR,
			"'%.*s' is no label of the runner file%s%.*s", STR(type),
			nearest.n ? ": " : "", STR(nearest));
	}
	return true;
}

static void
expand_all(struct expansion *x, const struct master *m)
{
	if (x->o->command == MATRIX_FULL_SWEEP && !check_runner_types(x)) {
		settle(x, 0);
		return;
	}
	struct configs list = selected_configs(x, m);
	if (x->error.id)
		return;
	for (size_t i = 0; i < list.n; i++) {
		size_t mark = x->points->n;
		if (list.v[i]->verdict != SCHEMA_ACCEPTED)
			continue; /* only with keep_going; the files' errors tell of it */
		if (!expand_config(x, list.v[i]) && !settle(x, mark))
			return;
	}
	x->config = NULL;
	x->scenario = NULL;
	x->arm = NULL;
}

static void
expand_evals(struct expansion *x)
{
	const struct matrix_options *o = x->o;
	bool only = o->evals_only || o->all_evals;
	if (!o->no_evals && !evals_mark(x, x->points) && !settle(x, x->points->n))
		return;
	if (!o->no_evals && o->all_evals && !evals_mark_all(x, x->points) &&
		!settle(x, x->points->n))
		return;
	if (only)
		evals_keep_marked(x->points);
}

/* Printing comes last, and only what is left must be printable. */
static void
check_printable(struct expansion *x)
{
	for (size_t i = 0; i < x->points->n; i++) {
		struct point *p = x->points->v[i];
		if (pyjson_can(&p->row))
			continue;
		x->config = p->config;
		x->arm = p->arm;
		expand_crash(x, PY_TYPE_ERROR, "a value that JSON cannot hold");
		settle(x, x->points->n);
		return;
	}
}

struct matrix *
matrix_generate(struct arena *a, const struct master *m, const struct runners *r,
	const struct matrix_options *o)
{
	struct matrix *out = NEW(a, struct matrix);
	struct expansion x = {
		.arena = a,
		.o = o,
		.runners = r,
		.out = out,
		.points = &out->points,
		.step = o->step_size.set ? o->step_size.v : 2,
		.want_single = o->single_node || !o->multi_node,
		.want_multi = o->multi_node || !o->single_node,
	};
	out->ok = true;
	x.want_fixed = options_scenario(o, S("fixed-seq-len"));
	x.want_agentic = options_scenario(o, S("agentic-coding"));
	if (o->command == MATRIX_TEST_CONFIG)
		x.want_single = x.want_multi = true;
	if (!options_check(&x)) {
		settle(&x, 0);
		out->points.n = 0;
		return out;
	}
	if (!options_files(&x, m) && !settle(&x, 0))
		return out;
	expand_all(&x, m);
	if (out->ok || o->keep_going)
		expand_evals(&x);
	if (out->ok || o->keep_going)
		check_printable(&x);
	if (!out->ok && !o->keep_going)
		out->points.n = 0;
	return out;
}

void
matrix_write(struct buf *b, const struct points *points, enum pyjson_style style)
{
	buf_expect(b, points->n * TYPICAL_ROW_BYTES);
	buf_addc(b, '[');
	for (size_t i = 0; i < points->n; i++) {
		if (i)
			buf_addz(b, style == PYJSON_DEFAULT ? ", " : ",");
		pyjson_row(b, &points->v[i]->row, style, 0);
	}
	buf_addc(b, ']');
}
