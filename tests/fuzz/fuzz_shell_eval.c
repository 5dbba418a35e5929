/*
 * Fuzz target: any bytes as a recipe that is evaluated. Nothing may crash, the plan is
 * well formed, memory and steps stay within their limits, and a second evaluation in the
 * same session says the same.
 *
 * Lines of the input that begin with "#@" say more about the run:
 *	#@env NAME=VALUE	NAME=? set, not known; NAME? perhaps set
 *	#@file PATH		what follows is another file of the tree
 * An input without "#@env" gets common variables, of which its own bytes choose the
 *state.
 */
#include "../support/trace_check.h"

#include "base/arena.h"
#include "base/tree.h"
#include "plan/engines.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define RECIPE S("benchmarks/single_node/r.sh")

/* Half of what a run may have in all: a recipe must not be able to end the run. */
enum { MEMORY_MOST = 512 * 1024 * 1024 };

static const char library[] =
	"check_env_vars() { for v in \"$@\"; do [[ -z \"${!v}\" ]] && exit 1; done; }\n"
	"PORT=${PORT:-8888}\n"
	"wait_for_server_ready() {\n"
	"  local port='' log='' pid=''\n"
	"  while [[ $# -gt 0 ]]; do case $1 in --port) port=$2; shift 2;; --server-log)\n"
	"    log=$2; shift 2;; --server-pid) pid=$2; shift 2;; *) return 1;; esac; done\n"
	"  until curl -sf http://0.0.0.0:$port/health; do\n"
	"    kill -0 $pid 2>/dev/null || exit 1; sleep 5; done\n"
	"}\n"
	"run_benchmark_serving() { python3 benchmark_serving.py --base-url \"$PORT\" \"$@\"; }\n"
	"start_gpu_monitor() { nvidia-smi -l 1 > \"${1:-/tmp/m.csv}\" & MONITOR_PID=$!; }\n"
	"cleanup() { [[ -n $MONITOR_PID ]] && kill $MONITOR_PID; }\n";

static const struct {
	const char *name, *value;
} common[] = {
	{"MODEL", "example/Ling2-FP8"},
	{"TP", "8"},
	{"CONC", "64"},
	{"ISL", "8192"},
	{"OSL", "1024"},
	{"EP_SIZE", "1"},
	{"DP_ATTENTION", "false"},
	{"PORT", "8888"},
	{"RESULT_FILENAME", "out"},
	{"KV_OFFLOADING", "dram"},
	{"EVAL_ONLY", "true"},
	{"KV_OFFLOAD_BACKEND", "lmcache"},
	{"SLURM_JOB_ID", "17"},
	{"x", "a b"},
	{"IMAGE", "vllm/vllm-openai:v1"},
	{"TOTAL_CPU_DRAM_GB", "600"},
	{"HOME", "/root"},
};

struct input {
	struct arena *arena;
	struct tree *tree;
	struct shell_settings environment;
};

static void
must(const char *fault)
{
	if (!fault)
		return;
	fprintf(stderr, "%s\n", fault);
	abort();
}

static const struct value *
not_known(struct arena *a)
{
	return value_unknown(a, (struct span){0}, 0, S("something given"));
}

static void
set(struct input *in, struct str name, struct str value, enum tri is_set)
{
	struct shell_setting g = {.name = name, .set = is_set};
	for (size_t i = 0; i < in->environment.n; i++)
		if (str_eq(in->environment.v[i].name, name))
			return;
	g.value = value.p ? value_text(in->arena, value) : not_known(in->arena);
	if (name.n)
		vec_push(in->arena, &in->environment, g);
}

static void
read_setting(struct input *in, struct str text)
{
	struct str value, none = {0}, name = str_cut(text, '=', &value);
	if (!value.p && str_ends(name, S("?")))
		set(in, str_slice(name, 0, name.n - 1), none, TRI_UNKNOWN);
	else
		set(in, name, str_eqz(value, "?") ? none : value, TRI_YES);
}

static uint32_t
hash_of(struct str text)
{
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < text.n; i++)
		hash = (hash ^ (unsigned char)text.p[i]) * 16777619u;
	return hash;
}

/* The bytes choose, so that inputs that differ in nothing else differ in this. */
static void
set_common(struct input *in, uint32_t hash)
{
	for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
		unsigned choice = hash >> (i % 16) & 7;
		struct str value = str_from(common[i].value), none = {0};
		if (choice == 0)
			set(in, str_from(common[i].name), none, TRI_YES);
		else if (choice == 1)
			set(in, str_from(common[i].name), value, TRI_UNKNOWN);
		else if (choice != 2)
			set(in, str_from(common[i].name), value, TRI_YES);
	}
}

static struct input
read_input(struct arena *a, struct str text)
{
	struct input in = {.arena = a, .tree = tree_memory(a)};
	struct str path = RECIPE, all = text;
	size_t begin = 0, at = 0;
	tree_memory_put(a, in.tree, S("benchmarks/benchmark_lib.sh"), str_from(library));
	tree_memory_put(a, in.tree, S("benchmarks/bench_lib.sh"), str_from(library));
	while (at < all.n) {
		size_t end = str_find_byte(all, '\n', at);
		struct str line = str_slice(all, at, end);
		if (str_starts(line, S("#@env ")))
			read_setting(&in, str_slice(line, 6, line.n));
		if (str_starts(line, S("#@file ")) && line.n < 200) {
			tree_memory_put(a, in.tree, path, str_slice(all, begin, at));
			path = str_slice(line, 7, line.n);
			begin = end + 1;
		}
		at = end + 1;
	}
	tree_memory_put(a, in.tree, path, str_slice(all, begin, all.n));
	if (!in.environment.n)
		set_common(&in, hash_of(text));
	return in;
}

struct summary {
	size_t launches, exits, gaps, states;
	uint32_t steps, forks;
};

static struct summary
evaluate(struct session *session, const struct input *in)
{
	struct arena a;
	struct summary s = {0};
	arena_init(&a, MEMORY_MOST, NULL);
	struct shell_input run = plan_input(&a, RECIPE, &in->environment);
	struct launch_plan *p = plan_make(session, &a, &run);
	if (p) {
		must(trace_check(session->sources, p));
		for (size_t i = 0; i < p->commands.n; i++)
			(void)engines_decode(&a, p->commands.v[i]);
		s = (struct summary){p->trace->launches.n, p->trace->exits.n,
			p->trace->gaps.n, p->trace->ends.n, p->trace->steps,
			p->trace->forks};
	}
	arena_release(&a);
	return s;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a;
	struct sources sources = {0};
	struct str text = {(const char *)data, n};
	arena_init(&a, MEMORY_MOST, NULL);
	struct input in = read_input(&a, text);
	struct session *session = session_new(&a, &sources, in.tree);
	struct summary x = evaluate(session, &in), y = x;
	if (hash_of(text) % 4 == 0) /* it takes as long as the first */
		y = evaluate(session, &in);
	must(x.launches == y.launches && x.exits == y.exits && x.gaps == y.gaps &&
				x.states == y.states && x.steps == y.steps &&
				x.forks == y.forks
			? NULL
			: "a second evaluation differs");
	arena_release(&a);
	return 0;
}
