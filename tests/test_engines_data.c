/* Structured values: what TensorRT-LLM's generated files set, and JSON at its limits. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/engine_words.h"

#include "base/arena.h"
#include "base/limits.h"

#include <string.h>

/* Files: before = written as they are; ? in them is an unknown word. */
static const struct {
	const char *file, *argv, *expected;
} files[] = {
	{"cuda_graph_config:\n  enable_padding: true\n  max_batch_size: 32\n"
	 "kv_cache_config:\n  free_gpu_memory_fraction: 0.75\n"
	 "speculative_config:\n  decoding_type: MTP\n  num_nextn_predict_layers: 3\n",
		"t m --config c.yml",
		"model='m'; configuration file={...}; GPU memory fraction=0.75; "
		"largest graph=32; graph padding=true; speculative method='MTP'; "
		"draft tokens=3"},
	{"cuda_graph_config:\n  batch_sizes: [1, 2, 4]\nmax_batch_size: 8\n",
		"t m --max_batch_size=4 --extra_llm_api_options=/workspace/c.yml",
		"model='m'; (sequence cap=4); configuration file={...}; sequence cap=8; "
		"graph sizes=[1,2,4]"},
	{"moe_config:\n  backend: #\ncuda_graph_config:\n  batch_sizes: [1, ?]\n",
		"t m --config ./c.yml",
		"model='m'; configuration file={...}; graph sizes=?; MoE backend=?"},
	{"max_batch_size: %\n", "t m --config c.yml",
		"model='m'; configuration file={...}/{...}; sequence cap=4/8"},
	{"max_batch_size: 8\n?\n", "t m --config c.yml",
		"model='m'; configuration file='c.yml'"},
	{"max_batch_size: [\n", "t m --config c.yml",
		"model='m'; configuration file=!bad@18"},
	{"max_batch_size: 8\n", "t m --config d.yml",
		"model='m'; configuration file='d.yml'"},
};

static void
hide_roots(struct decoded *d, struct arena *a)
{
	struct data *dots = NEW(a, struct data);
	*dots = (struct data){.kind = DATA_MAP};
	for (size_t i = 0; i < d->options.n; i++) {
		struct option *o = d->options.v[i];
		struct readings *r = &o->readings;
		for (size_t k = 0; o->meaning == OPTION_CONFIG_FILE && k < r->n; k++)
			if (r->v[k].has & HAS_DATA) {
				assert_int_equal(r->v[k].data->kind, DATA_MAP);
				r->v[k].has = HAS_REAL | HAS_DATA;
				r->v[k].data = dots;
			}
	}
}

static void
test_files(void **state)
{
	struct arena a;
	size_t wrong = 0;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct plan_command *c =
			engine_command(&a, PLAN_SERVER, ENGINE_TRTLLM, files[i].argv);
		struct shell_launch l = *c->launch;
		bool loose = false;
		struct file_change change = {
			.path = value_text(&a, S("/workspace/c.yml")),
			.text = engine_value(&a, str_from(files[i].file), &loose)};
		l.files = &change;
		c->launch = &l;
		struct decoded *d = engines_decode(&a, c);
		hide_roots(d, &a);
		struct str got = engine_shown(&a, d), want = str_from(files[i].expected);
		struct buf b = buf_new(&a, 4096);
		for (size_t k = 0; k < want.n; k++)
			if (str_starts(str_slice(want, k, want.n), S("...")))
				k += 2;
			else
				buf_addc(&b, want.p[k]);
		if (str_eq(got, buf_str(&b)))
			continue;
		print_message("%s\n  expected %s\n  got      %.*s\n", files[i].argv,
			files[i].expected, STR(got));
		wrong++;
	}
	assert_int_equal(wrong, 0);
	arena_release(&a);
}

static void
test_json_depth(void **state)
{
	struct arena a;
	const struct data *d;
	struct data_fault fault;
	char text[2 * LIMIT_DATA_DEPTH + 8];
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t depth = LIMIT_DATA_DEPTH; depth <= LIMIT_DATA_DEPTH + 2; depth += 2) {
		memset(text, '[', depth);
		memset(text + depth, ']', depth);
		enum data_status s =
			data_read_json(&a, (struct str){text, 2 * depth}, &d, &fault);
		assert_int_equal(s, depth > LIMIT_DATA_DEPTH ? DATA_GIVEN_UP : DATA_OK);
	}
	assert_int_equal(data_read_json(&a, S(""), &d, &fault), DATA_MALFORMED);
	assert_int_equal(data_read_json(&a, S("1 2"), &d, &fault), DATA_MALFORMED);
	assert_int_equal(data_read_json(&a, S("{\"n\": 80g}"), &d, &fault), DATA_GIVEN_UP);
	assert_int_equal(data_read_json(&a, S("{\"a\":1,\"a\":2}"), &d, &fault), DATA_OK);
	int64_t n = 0;
	assert_true(data_int(data_get(d, S("a")), &n));
	assert_int_equal(n, 2);
	arena_release(&a);
}

/* Where reading fails, at the begin of what is wrong. */
static void
test_json_fault_place(void **state)
{
	static const struct {
		const char *text;
		size_t at;
	} t[] = {
		{"{\"a\": 1 \"a_name_longer_than_twenty_characters\": 2}", 8},
		{"{\"a\": 1 \"b\": 2}", 8},
		{"{\"a\": 1, 'b': 2}", 9},
		{"{\"a\": [1, 2}", 11},
		{"{\"a\": 1", 7},
		{"{\"a\": 1,}", 8},
	};
	struct arena a;
	const struct data *d;
	struct data_fault fault;
	(void)state;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct str text = str_from(t[i].text);
		assert_int_equal(data_read_json(&a, text, &d, &fault), DATA_MALFORMED);
		assert_int_equal(fault.at, t[i].at);
	}
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_json_depth),
		cmocka_unit_test(test_json_fault_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
