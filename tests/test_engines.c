/* Arguments of servers and helpers: spellings, values, what is unknown, what is refused.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/engine_words.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "facts/option.h"

#include <stdio.h>

static const struct {
	enum plan_engine engine;
	const char *argv, *expected;
} cases[] = {
	{ENGINE_VLLM, "v org/m --tensor-parallel-size 8 -dp=2 -pp 1",
		"model='org/m'; tensor-parallel size=8; data-parallel size=2; "
		"pipeline-parallel size=1"},
	{ENGINE_VLLM, "v --model org/m --gpu_memory_utilization .9 --max-model-len 16k",
		"model='org/m'; GPU memory fraction=0.9; context length=16000"},
	{ENGINE_VLLM, "v m --max-model-len=1M --max-num-batched-tokens 1.5k",
		"model='m'; context length=1048576; tokens per step=1500"},
	{ENGINE_VLLM, "v m --max-model-len auto --max-num-batched-tokens 1.5K",
		"model='m'; context length=-1; tokens per step=!bad"},
	{ENGINE_VLLM, "v m --enable-expert-parallel --no-enable-prefix-caching",
		"model='m'; expert parallelism=true; prefix caching=false"},
	{ENGINE_VLLM, "v m --enable-prefix-caching=true",
		"model='m'; prefix caching=!extra"},
	{ENGINE_VLLM, "v m --max-num-seqs 4 --max-num-seqs 1_6",
		"model='m'; (sequence cap=4); sequence cap=16"},
	{ENGINE_VLLM, "v m --max-num-seqs", "model='m'; sequence cap=!none"},
	{ENGINE_VLLM, "v m --max-num-seqs --port 1",
		"model='m'; sequence cap=!none; port=1"},
	{ENGINE_VLLM, "v m --max-num-seqs 4x --port 1_",
		"model='m'; sequence cap=!bad; port=!bad"},
	{ENGINE_VLLM, "v m --long-prefill-token-threshold -1",
		"model='m'; --long-prefill-token-threshold=-1"},
	{ENGINE_VLLM, "v m --gpu-memory-utilization 1:30",
		"model='m'; GPU memory fraction=!bad"},
	{ENGINE_VLLM, "v m --gpu-memory-util 0.5", "model='m'; ~GPU memory fraction=0.5"},
	{ENGINE_VLLM, "v m --max-num 5", "model='m'; unlisted --max-num='5'"},
	{ENGINE_VLLM, "v m --nonsense a b --port 1",
		"model='m'; unlisted --nonsense='a'; port=1"},
	{ENGINE_VLLM, "v m --cudagraph-capture-sizes 1 2 4 --port 1",
		"model='m'; graph sizes=[1,2,4]; port=1"},
	{ENGINE_VLLM, "v m --cudagraph-capture-sizes 1 # --port 1",
		"model='m'; graph sizes=?; port=1"},
	{ENGINE_VLLM, "v m extra -- --port 1", "model='m'; free 2; free 4; free 5"},
	/* unknown parts */
	{ENGINE_VLLM, "v ? --port ? -tp #", "model=?; port=?; tensor-parallel size=?"},
	{ENGINE_VLLM, "v m -tp % --port=1% --host a%",
		"model='m'; tensor-parallel size=4/8; port=14/18; host='a4'/'a8'"},
	{ENGINE_VLLM, "v m ? --port 1 @", "model='m'; port=1; blur 2; blur 5"},
	{ENGINE_VLLM, "v m --port & --host @ --max=?",
		"model='m'; port=?; host=?; unlisted --max=?; blur 5"},
	{ENGINE_VLLM, "v m --po? 1", "model='m'; free 3; blur 2"},
	{ENGINE_VLLM, "v m --port -?", "model='m'; port=?; blur 3"},
	{ENGINE_VLLM, "v m #", "model='m'; free 2"},
	/* JSON */
	{ENGINE_VLLM,
		"v m --speculative-config {\"method\":\"mtp\",~\"num_speculative_tokens\":2}",
		"model='m'; speculative configuration={method:'mtp',num_speculative_tokens:2}; "
		"speculative method='mtp'; draft tokens=2"},
	{ENGINE_VLLM, "v m --speculative-config {\"method\":\"mtp\"",
		"model='m'; speculative configuration=!bad@15"},
	{ENGINE_VLLM, "v m -cc {\"mode\":3,}",
		"model='m'; compilation configuration=!bad@10"},
	{ENGINE_VLLM, "v m -cc {\"mode\":tru}",
		"model='m'; compilation configuration=!bad@8"},
	{ENGINE_VLLM, "v m -cc {\"mode\":1e999}",
		"model='m'; compilation configuration='{\"mode\":1e999}'"},
	{ENGINE_VLLM, "v m -cc {\"mode\":NaN}",
		"model='m'; compilation configuration='{\"mode\":NaN}'"},
	{ENGINE_VLLM, "v m -sc {\"model\":\"/x/?\",\"num_speculative_tokens\":3}",
		"model='m'; speculative configuration={model:?,num_speculative_tokens:3}; "
		"draft tokens=3; draft model=?"},
	{ENGINE_VLLM, "v m -sc {\"num_speculative_tokens\":#}",
		"model='m'; speculative configuration={num_speculative_tokens:?}; draft tokens=?"},
	{ENGINE_VLLM, "v m -sc {\"num_speculative_tokens\":%}",
		"model='m'; speculative configuration={num_speculative_tokens:4}/"
		"{num_speculative_tokens:8}; draft tokens=4/8"},
	{ENGINE_VLLM, "v m -cc {\"cudagraph_capture_sizes\":[1,?]}",
		"model='m'; compilation configuration={cudagraph_capture_sizes:?}; graph sizes=?"},
	{ENGINE_VLLM, "v m -cc {?}", "model='m'; compilation configuration=?"},
	{ENGINE_VLLM, "v m -cc ?", "model='m'; compilation configuration=?"},
	{ENGINE_VLLM, "v m --compilation_config.cudagraph_mode FULL",
		"model='m'; graph mode='FULL'"},
	{ENGINE_VLLM, "v m --attention_config.use_x=True",
		"model='m'; --attention_config.use_x=true"},
	/* SGLang */
	{ENGINE_SGLANG,
		"s --model-path m --tp 4 --dp-size 2 --ep 4 --mem-fraction-static=0.8",
		"model='m'; tensor-parallel size=4; data-parallel size=2; "
		"expert parallelism=4; GPU memory fraction=0.8"},
	{ENGINE_SGLANG, "s --tp_size 4", "unlisted --tp_size='4'"},
	{ENGINE_SGLANG, "s --enable-dp-attention --cuda-graph-max-bs 8",
		"data-parallel attention=true; largest graph=8"},
	{ENGINE_SGLANG, "s --cuda-graph-bs 1 2 --speculative-algo NEXTN",
		"graph sizes=[1,2]; speculative method='NEXTN'"},
	{ENGINE_SGLANG, "s --no-enable-metrics", "unlisted --no-enable-metrics="},
	/* ATOM */
	{ENGINE_ATOM, "a --model m -tp 8 --kv_cache_dtype fp8 --server-port 1",
		"model='m'; tensor-parallel size=8; type of the KV cache='fp8'; port=1"},
	{ENGINE_ATOM,
		"a --cudagraph-capture-sizes [1,2] --method mtp --num-speculative-tokens 3",
		"graph sizes=[1,2]; speculative method='mtp'; draft tokens=3"},
	{ENGINE_ATOM, "a --no-enable_prefix_caching", "prefix caching=false"},
	/* TensorRT-LLM */
	{ENGINE_TRTLLM, "t serve m --tp_size=8 --ep_size 4 --max_batch_size 32",
		"model='m'; tensor-parallel size=8; expert parallelism=4; sequence cap=32"},
	{ENGINE_TRTLLM, "t m --tp-size 8", "model='m'; unlisted --tp-size='8'"},
	{ENGINE_TRTLLM, "t m --host --port 1", "model='m'; host='--port'; free 4"},
};

static void
test_cases(void **state)
{
	struct arena a;
	size_t wrong = 0;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct plan_command *c =
			engine_command(&a, PLAN_SERVER, cases[i].engine, cases[i].argv);
		struct str got = engine_shown(&a, engines_decode(&a, c));
		if (str_eqz(got, cases[i].expected))
			continue;
		print_message("%s\n  expected %s\n  got      %.*s\n", cases[i].argv,
			cases[i].expected, STR(got));
		wrong++;
	}
	assert_int_equal(wrong, 0);
	arena_release(&a);
}

/* Every spelling in every table leads to its own entry, with and without `=`. */
static void
check_spelling(struct arena *a, struct plan_command *c, const struct option_spec *s,
	const char *name)
{
	bool flag = s->type == TYPE_FLAG;
	for (size_t i = 0; i < (flag ? 1 : 2); i++) {
		char text[200];
		snprintf(text, sizeof text, "x %s%c7", name, i ? '=' : ' ');
		c->launch = engine_command(a, c->kind, c->engine, text)->launch;
		struct decoded *d = engines_decode(a, c);
		const struct option *o = d->options.n ? d->options.v[0] : NULL;
		if (!o || o->spec != s || o->readings.n != 1 || o->readings.v[0].fault)
			fail_msg("%s is not read", text);
		assert_int_equal(o->n_words, flag || i ? 1 : 2);
		assert_int_equal(o->attached, i == 1);
	}
}

static void
test_spellings(void **state)
{
	static const struct plan_command commands[] = {
		{.kind = PLAN_SERVER, .engine = ENGINE_VLLM, .options = 1},
		{.kind = PLAN_SERVER, .engine = ENGINE_SGLANG, .options = 1},
		{.kind = PLAN_SERVER, .engine = ENGINE_ATOM, .options = 1},
		{.kind = PLAN_SERVER, .engine = ENGINE_TRTLLM, .options = 1},
		{.kind = PLAN_ROUTER, .options = 1},
		{.kind = PLAN_LMCACHE, .options = 1},
		{.kind = PLAN_MOONCAKE, .options = 1},
	};
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		struct plan_command c = commands[i];
		const struct option_table *t = options_of(&c);
		for (size_t k = 0; k < t->n; k++)
			for (size_t n = 0; n < OPTION_NAMES_MAX && t->spec[k].name[n];
				n++)
				check_spelling(&a, &c, &t->spec[k], t->spec[k].name[n]);
	}
	arena_release(&a);
}

static const struct {
	enum plan_engine engine;
	const char *argv;
	enum option_meaning meaning;
	enum option_state state;
	int64_t value;
} states[] = {
	{ENGINE_VLLM, "v m -tp 8", OPTION_TENSOR_PARALLEL_SIZE, STATE_KNOWN, 8},
	{ENGINE_VLLM, "v m", OPTION_TENSOR_PARALLEL_SIZE, STATE_ABSENT, 0},
	{ENGINE_VLLM, "v m -tp ?", OPTION_TENSOR_PARALLEL_SIZE, STATE_UNKNOWN, 0},
	{ENGINE_VLLM, "v m -tp %", OPTION_TENSOR_PARALLEL_SIZE, STATE_CHOICE, 0},
	{ENGINE_VLLM, "v m -tp x", OPTION_TENSOR_PARALLEL_SIZE, STATE_UNKNOWN, 0},
	{ENGINE_VLLM, "v m @ -tp 8", OPTION_TENSOR_PARALLEL_SIZE, STATE_KNOWN, 8},
	{ENGINE_VLLM, "v m -tp 8 @", OPTION_TENSOR_PARALLEL_SIZE, STATE_UNKNOWN, 0},
	{ENGINE_VLLM, "v m @", OPTION_TENSOR_PARALLEL_SIZE, STATE_UNKNOWN, 0},
	{ENGINE_VLLM, "v m --config f.yaml", OPTION_TENSOR_PARALLEL_SIZE, STATE_UNKNOWN,
		0},
	{ENGINE_VLLM, "v m --config f.yaml -tp 2", OPTION_TENSOR_PARALLEL_SIZE,
		STATE_KNOWN, 2},
	{ENGINE_VLLM, "v m -sc ?", OPTION_DRAFT_TOKENS, STATE_UNKNOWN, 0},
	{ENGINE_VLLM, "v m -sc {\"a\":1}", OPTION_DRAFT_TOKENS, STATE_ABSENT, 0},
	{ENGINE_VLLM, "v m -sc {\"a\":1", OPTION_DRAFT_TOKENS, STATE_UNKNOWN, 0},
	{ENGINE_VLLM, "v m -sc {\"num_speculative_tokens\":1} -sc {}",
		OPTION_DRAFT_TOKENS, STATE_ABSENT, 0},
	{ENGINE_VLLM, "v m -cc {\"max_cudagraph_capture_size\":8} -cc.mode 3",
		OPTION_GRAPH_MAX, STATE_UNKNOWN, 0},
	{ENGINE_VLLM, "v m -cc.max_cudagraph_capture_size 8", OPTION_GRAPH_MAX,
		STATE_KNOWN, 8},
	{ENGINE_VLLM, "v m -cc.mode 3", OPTION_GRAPH_MAX, STATE_ABSENT, 0},
	{ENGINE_TRTLLM, "t m --tp_size 8", OPTION_TENSOR_PARALLEL_SIZE, STATE_KNOWN, 8},
	{ENGINE_TRTLLM, "t m --tp_size 8 --config x", OPTION_TENSOR_PARALLEL_SIZE,
		STATE_UNKNOWN, 0},
};

static void
test_states(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
		struct decoded *d =
			engines_decode(&a, engine_command(&a, PLAN_SERVER,
						   states[i].engine, states[i].argv));
		int64_t got = 0;
		enum option_state s = option_int_state(d, states[i].meaning, &got);
		if (s != states[i].state || got != states[i].value)
			fail_msg("%s: state %d, value %lld", states[i].argv, (int)s,
				(long long)got);
	}
	int64_t n;
	assert_int_equal(option_int_state(NULL, OPTION_PORT, &n), STATE_UNKNOWN);
	assert_false(option_int(NULL, OPTION_PORT, &n));
	assert_null(option_find(NULL, OPTION_PORT));
	assert_null(option_data(NULL, OPTION_PORT));
	assert_null(
		engines_decode(&a, engine_command(&a, PLAN_OTHER, ENGINE_NONE, "ls")));
	arena_release(&a);
}

static void
test_places(void **state)
{
	struct arena a;
	(void)state;
	arena_init(&a, 0, NULL);
	struct decoded *d =
		engines_decode(&a, engine_command(&a, PLAN_SERVER, ENGINE_VLLM,
					   "v m --port 1 -sc {\"method\":\"x\"}"));
	const struct option *o = option_find(d, OPTION_PORT);
	assert_int_equal(o->word, 2);
	assert_int_equal(o->n_words, 2);
	assert_int_equal(o->span.begin, 2);
	assert_int_equal(o->values.v[0].word, 3);
	assert_int_equal(o->values.v[0].span.begin, 3);
	o = option_find(d, OPTION_SPECULATIVE_METHOD);
	assert_true(o->within == option_find(d, OPTION_SPECULATIVE_CONFIG));
	assert_int_equal(o->span.begin, 5);
	assert_true(str_eqz(o->key, "method"));
	arena_release(&a);
}

/* No name twice in a table, and every range is of an option that its table has. */
static void
test_tables(void **state)
{
	static const struct {
		const char *engine;
		const struct option_table *t;
	} tables[] = {{"vllm", &options_vllm}, {"sglang", &options_sglang},
		{"atom", &options_atom}, {"trtllm", &options_trtllm}};
	struct arena a;
	struct map names = {0};
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
		const struct option_table *t = tables[k].t;
		for (size_t i = 0; i < t->n; i++)
			for (size_t n = 0; n < OPTION_NAMES_MAX && t->spec[i].name[n];
				n++) {
				struct str key = str_fmt(&a, "%s %s", tables[k].engine,
					t->spec[i].name[n]);
				if (map_has(&names, key))
					fail_msg("%.*s is there twice", STR(key));
				map_put(&a, &names, key, &names);
			}
	}
	const struct option_range *r;
	for (size_t i = 0; (r = option_range_at(i)); i++) {
		/* ATOM reads `_` as `-`, and its ranges tell the two apart. */
		struct buf b = buf_new(&a, 200);
		buf_addf(&b, "%s ", r->engine);
		for (const char *p = r->name; *p; p++)
			buf_addc(&b, *p == '_' ? '-' : *p);
		struct engine_version v;
		if (!map_has(&names, buf_str(&b)))
			fail_msg("no table has %s of %s", r->name, r->engine);
		assert_true(r->from || r->to);
		assert_true(!r->from || version_parse(str_from(r->from), &v));
		assert_true(!r->to || version_parse(str_from(r->to), &v));
	}
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_spellings),
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_tables),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
