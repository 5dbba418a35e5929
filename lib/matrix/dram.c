/*
 * total-cpu-dram-gb of an agentic entry: the node's DRAM, capped, times the utilization,
 * times the share of the node's GPUs that one server process takes.
 */
#include "matrix/expand.h"

#include "base/arena.h"
#include "matrix/decimal.h"
#include "yaml/number.h"

#define BYTES_PER_MIB 1048576
#define BYTES_PER_GB 1000000000
#define MAX_DRAM_MIB 2861022 /* 3 TB in MiB */

/* A fact of the config's runner label. */
static bool
hardware_value(struct expansion *x, const char *field, struct pyval *ret)
{
	const struct runner_hardware *h = runners_hardware(
		x->runners, x->runner.kind == PY_STR ? x->runner.text : (struct str){0});
	const struct yaml_node *facts = NULL;
	if (h)
		facts = str_eqz(S("gpus-per-node"), field) ? h->gpus_node : h->dram_node;
	if (facts) {
		*ret = py_from(facts);
		return true;
	}
	struct str name = py_text(x->arena, x->runner);
	expand_fail(x, "runner-hardware", PY_VALUE_ERROR,
		"runner '%.*s' has no '%s' in the hardware of the runner file, which "
		"kv-offloading: dram needs",
		STR(name), field);
	x->error.runner = name;
	return false;
}

/* min(available, cap) as an integer */
static bool
available(struct expansion *x, int64_t *ret)
{
	struct pyval mib;
	int order;
	if (!hardware_value(x, "available-cpu-dram-mib", &mib))
		return false;
	if (mib.kind == PY_BIG) { /* above 0, so above the cap */
		*ret = MAX_DRAM_MIB;
		return true;
	}
	enum py_error e = py_compare(py_int(MAX_DRAM_MIB), mib, &order);
	if (e != PY_FINE)
		return expand_crash(
			x, e, "comparing available-cpu-dram-mib with the cap");
	if (order < 0)
		*ret = MAX_DRAM_MIB;
	else if (mib.kind == PY_FLOAT)
		*ret = (int64_t)mib.real; /* at most the cap, without a fraction */
	else
		*ret = mib.kind == PY_BOOL ? mib.boolean : mib.integer;
	return true;
}

/* The decimal of the shortest text of the value. */
static bool
utilization(struct expansion *x, struct decimal *ret)
{
	struct pyval v;
	if (!expand_required(x, x->scenario->node, "dram-utilization", &v))
		return false;
	if (v.kind == PY_BYTES || !decimal_parse(x->arena, py_text(x->arena, v), ret))
		return expand_crash(x, PY_INVALID_OPERATION,
			"a dram-utilization that is no decimal number");
	return true;
}

/* tp * pp * pcp-size */
static bool
gpus_of(struct expansion *x, const struct yaml_node *n, struct pyval *ret)
{
	struct pyval one = py_int(1);
	if (!yaml_is(n, YAML_MAP))
		return expand_crash(x, PY_TYPE_ERROR, "an empty worker");
	if (!expand_required(x, n, "tp", ret))
		return false;
	enum py_error e = py_multiply(x->arena, *ret, expand_get(n, "pp", one), ret);
	if (e == PY_FINE)
		e = py_multiply(x->arena, *ret, expand_get(n, "pcp-size", one), ret);
	return e == PY_FINE || expand_crash(x, e, "tp * pp * pcp-size");
}

/* Python's x % y == 0; false in *ret_ok when it raises. */
static enum py_error
is_multiple(struct pyval x, struct pyval y, bool *ret)
{
	if (py_equal_int(y, 0))
		return PY_ZERO_DIVISION;
	if (x.kind == PY_FLOAT || y.kind == PY_FLOAT) {
		double p = x.kind == PY_FLOAT ? x.real : (double)x.integer;
		double q = y.kind == PY_FLOAT ? y.real : (double)y.integer;
		double whole = p / q;
		/* Both are integers in value; beyond 2^53 the quotient could lie. */
		if (!(whole > -0x1p53 && whole < 0x1p53))
			return PY_UNSUPPORTED;
		*ret = (double)(int64_t)whole * q == p;
		return PY_FINE;
	}
	*ret = y.integer == -1 || x.integer % y.integer == 0;
	return PY_FINE;
}

static struct pyval
unbool(struct pyval v)
{
	return v.kind == PY_BOOL ? py_int(v.boolean) : v;
}

/* GPUs of a node that one replica of the worker takes. */
static bool
worker_gpus(struct expansion *x, struct pyval replica, struct pyval per_node, int order,
	struct pyval *ret)
{
	bool even = false;
	struct pyval r = unbool(replica), n = unbool(per_node);
	enum py_error e = order > 0 ? is_multiple(r, n, &even) : is_multiple(n, r, &even);
	if (e != PY_FINE)
		return expand_crash(x, e, "dividing GPUs of a worker by GPUs of a node");
	struct str have = py_text(x->arena, replica), node = py_text(x->arena, per_node);
	if (!even && order > 0)
		return expand_fail(x, "dram", PY_VALUE_ERROR,
			"a prefill replica of %.*s GPUs spans nodes, but is no multiple of the "
			"%.*s of a node",
			STR(have), STR(node));
	if (!even)
		return expand_fail(x, "dram", PY_VALUE_ERROR,
			"a prefill replica of %.*s GPUs does not divide the %.*s of a node",
			STR(have), STR(node));
	*ret = order > 0 ? per_node : replica;
	return true;
}

static bool
gpu_share(struct expansion *x, const struct yaml_node *bmk, struct pyval per_node,
	struct pyval *ret)
{
	const struct yaml_pair *prefill = yaml_get_pair(bmk, S("prefill"));
	struct pyval gpus;
	int order;
	if (!gpus_of(x, prefill ? prefill->value : bmk, &gpus))
		return false;
	enum py_error e = py_compare(gpus, per_node, &order);
	if (e != PY_FINE)
		return expand_crash(x, e, "comparing GPUs with gpus-per-node");
	if (prefill)
		return worker_gpus(x, gpus, per_node, order, ret);
	struct str have = py_text(x->arena, gpus), node = py_text(x->arena, per_node);
	if (order > 0)
		return expand_fail(x, "dram", PY_VALUE_ERROR,
			"tp * pp * pcp-size is %.*s GPUs, above the %.*s of a node",
			STR(have), STR(node));
	*ret = gpus;
	return true;
}

static bool
small_int(struct expansion *x, struct pyval v, int64_t *ret)
{
	v = unbool(v);
	if (v.kind != PY_INT)
		return expand_crash(
			x, PY_TYPE_ERROR, "multiplying a decimal with a float");
	*ret = v.integer;
	return (v.integer <= DECIMAL_MAX_INT && v.integer >= -DECIMAL_MAX_INT) ||
	       expand_crash(x, PY_UNSUPPORTED, "the number of GPUs");
}

bool
expand_dram(struct expansion *x, const struct yaml_node *bmk, int64_t *ret)
{
	struct pyval mode = expand_get(bmk, "kv-offloading", py_str(S("none")));
	struct pyval per_node, share;
	struct decimal bytes;
	int64_t mib = 0, gpus = 0, divisor = 1;
	*ret = 0;
	if (mode.kind != PY_STR || !str_eqz(mode.text, "dram"))
		return true;
	if (!available(x, &mib) || !utilization(x, &bytes) ||
		!hardware_value(x, "gpus-per-node", &per_node) ||
		!gpu_share(x, bmk, per_node, &share) || !small_int(x, share, &gpus) ||
		!small_int(x, per_node, &divisor))
		return false;
	bytes = decimal_multiply(x->arena, bytes, mib * BYTES_PER_MIB);
	bytes = decimal_multiply(x->arena, bytes, gpus);
	bytes = decimal_divide(x->arena, bytes, divisor);
	bytes = decimal_divide(x->arena, bytes, BYTES_PER_GB);
	return decimal_truncate(bytes, ret) ||
	       expand_crash(x, PY_UNSUPPORTED, "the DRAM budget");
}
