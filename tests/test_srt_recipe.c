/* Recipes of srt-slurm: where a setting leads, overrides, sizes of the engines. */
#include "support/support.h"

#include "model/srt_recipe.h"
#include "support/model.h"

#define FOLDER "benchmarks/multi_node/srt-slurm-recipes/"

static struct bench b;
static struct tree *tree;
static struct srt_recipes *recipes;

static int
setup(void **state)
{
	(void)state;
	bench_open(&b);
	tree = tree_memory(&b.arena);
	recipes = srt_recipes_new(&b.arena, &b.sources, tree);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	bench_close(&b);
	return 0;
}

static void
put(const char *path, const char *bytes)
{
	tree_memory_put(
		&b.arena, tree, str_fmt(&b.arena, FOLDER "%s", path), str_from(bytes));
}

static const struct srt_recipe *
get(const char *setting)
{
	return srt_recipe(recipes, str_from(setting));
}

static void
test_where_a_setting_leads(void **state)
{
	(void)state;
	static const struct {
		const char *setting;
		enum srt_state state;
	} row[] = {
		{"recipes/vllm/ling2/a.yaml", SRT_READ},
		{FOLDER "vllm/ling2/a.yaml", SRT_READ},
		{"recipes/vllm/ling2/a.yaml:base",
			SRT_READ}, /* no overrides in the file */
		{"recipes/vllm/ling2/b.yaml", SRT_MISSING},
		{FOLDER "vllm/ling2/b.yaml", SRT_MISSING},
		{"recipes/vllm/b.yaml",
			SRT_ELSEWHERE}, /* no recipes directly in the folder */
		{"recipes/vllm/ling3/a.yaml", SRT_ELSEWHERE},
		{"recipes/notes/b.yaml", SRT_ELSEWHERE},
		{"a.yaml", SRT_ELSEWHERE},
		{"/recipes/vllm/ling2/a.yaml", SRT_ELSEWHERE},
		{"recipes/vllm/../vllm/ling2/a.yaml", SRT_ELSEWHERE},
		{"recipes//vllm/ling2/a.yaml", SRT_ELSEWHERE},
		{"recipes/vllm/ling2/", SRT_ELSEWHERE},
		{"", SRT_ELSEWHERE},
		{"recipes/vllm/ling2/broken.yaml", SRT_NOT_READ},
		{"recipes/vllm/ling2/list.yaml", SRT_NOT_READ},
	};
	put("vllm/ling2/a.yaml", "model: {path: p, container: c}\n");
	put("vllm/ling2/broken.yaml", "model: [\nx: 1\n");
	put("vllm/ling2/list.yaml", "- 1\n");
	put("notes/README.md", "");
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const struct srt_recipe *r = get(row[i].setting);
		if (r->state != row[i].state)
			fail_msg("%s: %d", row[i].setting, (int)r->state);
		assert_int_equal(r->why.n == 0, r->state == SRT_READ);
	}
	assert_ptr_equal(
		get("recipes/vllm/ling2/a.yaml"), get("recipes/vllm/ling2/a.yaml"));
	assert_ptr_equal(get("recipes/vllm/ling2/a.yaml")->doc,
		get("recipes/vllm/ling2/a.yaml:base")->doc);
}

static const char overrides[] =
	"base:\n"
	"  name: n\n"
	"  model: {path: p, container: c}\n"
	"  resources: {prefill_workers: 1, decode_workers: 1}\n"
	"  backend:\n"
	"    type: sglang\n"
	"    sglang_config:\n"
	"      decode: {tensor-parallel-size: 4, data-parallel-size: 4, "
	"enable-dp-attention: true}\n"
	"  benchmark: {type: sa-bench, concurrencies: 1x2}\n"
	"override_big:\n"
	"  resources: {decode_workers: 3}\n"
	"  benchmark: {concurrencies: [4, 8]}\n"
	"zip_override_mix:\n"
	"  resources: {decode_workers: [2, 5], prefill_workers: [7]}\n"
	"  benchmark: {concurrencies: [[16], [32, 64]]}\n"
	"  backend: {sglang_config: {decode: {enable-dp-attention: null, "
	"tensor-parallel-size: 8}}}\n"
	"zip_override_uneven: {resources: {decode_workers: [1, 2], prefill_workers: [1, 2, 3]}}\n"
	"zip_override_none: {resources: {decode_workers: 1}}\n"
	"zip_override_empty: {resources: {decode_workers: []}}\n"
	"override_text: text\n";

/* "workers/tp of decode, prefill's workers, dp attention, concurrencies", or the state.
 */
static struct str
outline(const struct srt_recipe *r)
{
	struct buf out = buf_new(&b.arena, 4096);
	if (r->state != SRT_READ) {
		buf_addf(&out, "state %d", (int)r->state);
		return buf_str(&out);
	}
	const struct srt_role *d = &r->role[SRT_DECODE];
	buf_addf(&out, "%d/%d %d %s", (int)d->workers.v, (int)d->tp.v,
		(int)r->role[SRT_PREFILL].workers.v, d->dp_attn.v ? "dp" : "-");
	for (size_t i = 0; i < r->concs.n; i++)
		buf_addf(&out, " %d", (int)r->concs.v[i].v);
	return buf_str(&out);
}

static void
test_overrides(void **state)
{
	(void)state;
	static const char *const row[][2] = {
		{"base", "1/4 1 dp 1 2"},
		{"override_big", "3/4 1 dp 4 8"},
		{"zip_override_mix[0]", "2/8 7 - 16"},
		{"zip_override_mix[1]", "5/8 7 - 32 64"},
		{"zip_override_mix[2]", "state 4"},
		{"zip_override_mix[99999999999999999999]", "state 5"},
		{"zip_override_uneven[0]", "state 4"},
		{"zip_override_none[0]", "state 4"},
		{"zip_override_empty[0]", "state 4"},
		{"zip_override_gone[0]", "state 4"},
		{"override_gone", "state 4"},
		{"zip_override_mix", "state 5"}, /* all of them */
		{"zip_override_mix[]", "state 5"},
		{"zip_override_mix[1", "state 5"},
		{"override_*", "state 5"},
		{"override_text", "state 5"},
		{"big", "state 5"},
		{"", "state 5"},
	};
	put("s/x/a.yaml", overrides);
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct str setting =
			str_fmt(&b.arena, "recipes/s/x/a.yaml:%s", row[i][0]);
		struct str got = outline(srt_recipe(recipes, setting));
		if (!str_eqz(got, row[i][1]))
			fail_msg("%s: %.*s", row[i][0], STR(got));
	}
	assert_int_equal(get("recipes/s/x/a.yaml")->state, SRT_NOT_READ);
}

static void
test_merged_values_keep_their_places(void **state)
{
	(void)state;
	put("s/x/a.yaml", overrides);
	const struct srt_recipe *r = get("recipes/s/x/a.yaml:zip_override_mix[1]");
	const struct srt_int workers = r->role[SRT_DECODE].workers;
	assert_true(str_eqz(span_text(&b.sources, workers.node->span), "5"));
	assert_true(str_eqz(span_text(&b.sources, r->container.node->span), "c"));
	put("s/x/null.yaml", "base:\nzip_override_a: {x: [1]}\n");
	assert_int_equal(
		get("recipes/s/x/null.yaml:zip_override_a[0]")->state, SRT_NOT_READ);
}

struct sizes {
	const char *backend,
		*expected; /* "tp pp dp ep dcp cp dp-attn", `?` for not known */
};

static void
add_size(struct buf *out, struct srt_int i)
{
	buf_addf(out, i.known ? "%lld " : "? ", (long long)i.v);
}

static struct str
sizes_of(const struct srt_role *r)
{
	struct buf out = buf_new(&b.arena, 4096);
	add_size(&out, r->tp);
	add_size(&out, r->pp);
	add_size(&out, r->dp);
	add_size(&out, r->ep);
	add_size(&out, r->dcp);
	add_size(&out, r->cp);
	buf_addz(&out, !r->dp_attn.known ? "?" : r->dp_attn.v ? "yes" : "no");
	if (r->ep_may_be_tp)
		buf_addz(&out, " a2a");
	return buf_str(&out);
}

static void
test_sizes_of_the_engines(void **state)
{
	(void)state;
	static const struct sizes row[] = {
		{"type: sglang, sglang_config: {decode: {tensor-parallel-size: 8}}",
			"8 1 1 1 1 1 no"},
		{"sglang_config: {decode: {tp-size: 8, dp-size: 8, ep-size: 8, "
		 "enable-dp-attention: true, moe-a2a-backend: deepep}}",
			"8 1 8 8 1 1 yes a2a"},
		{"sglang_config: {decode: {tp_size: '8', enable_dp_attention: true, "
		 "moe-a2a-backend: none, attn-cp-size: 8}}",
			"8 1 1 1 1 8 no"},
		{"sglang_config: {decode: {data-parallel-size: many, enable-dp-attention: true}}",
			"? 1 ? 1 1 1 ?"},
		{"sglang_config: {decode: {tensor-parallel-size: 4, enable-dp-attention: 'on'}}",
			"4 1 1 1 1 1 ?"},
		{"type: sglang", "? ? ? ? ? ? ?"},
		{"type: sglang, sglang_config: {decode: [1]}", "? ? ? ? ? ? ?"},
		{"type: vllm, vllm_config: {decode: {tensor-parallel-size: 8}}",
			"8 1 1 1 1 1 no"},
		{"type: vllm, vllm_config: {decode: {data-parallel-size: 8, "
		 "enable-expert-parallel: true}}",
			"1 1 8 8 1 1 yes"},
		{"type: vllm, vllm_config: {decode: {tensor-parallel-size: 8, "
		 "data-parallel-size: 4, pipeline-parallel-size: 2, "
		 "decode-context-parallel-size: 8, prefill-context-parallel-size: 2, "
		 "enable_expert_parallel: true}}",
			"8 2 4 64 8 2 yes"},
		{"type: vllm, vllm_config: {decode: {tensor-parallel-size: x, "
		 "enable-expert-parallel: true}}",
			"? 1 1 ? 1 1 no"},
		{"type: vllm, vllm_config: {decode: {tensor-parallel-size: 4000000000, "
		 "data-parallel-size: 4000000000, enable-expert-parallel: true}}",
			"4000000000 1 4000000000 ? 1 1 yes"},
		{"type: trtllm, trtllm_config: {decode: {tensor_parallel_size: 8, "
		 "moe_expert_parallel_size: 8, enable_attention_dp: true}}",
			"8 1 1 8 1 1 yes"},
		{"type: trtllm, trtllm_config: {decode: {tensor_parallel_size: 8}}",
			"8 1 1 ? 1 1 no"},
		{"type: mocker", "? ? ? ? ? ? ?"},
		{"type: 5", "? ? ? ? ? ? ?"},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct str name = str_fmt(&b.arena, "s/x/%zu.yaml", i);
		struct str text = str_fmt(&b.arena,
			"resources: {decode_workers: 1}\nbackend: {%s}\n",
			row[i].backend);
		put(name.p, text.p);
		const struct srt_recipe *r =
			srt_recipe(recipes, str_fmt(&b.arena, "recipes/%.*s", STR(name)));
		assert_int_equal(r->state, SRT_READ);
		struct str got = sizes_of(&r->role[SRT_DECODE]);
		if (!str_eqz(got, row[i].expected))
			fail_msg("%s: %.*s", row[i].backend, STR(got));
		assert_false(r->role[SRT_PREFILL].set);
	}
}

static void
test_concurrencies(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool known;
		size_t n;
	} row[] = {
		{"4x8x16", true, 3},
		{"'4'", true, 1},
		{"4", true, 1},
		{"[4, 8]", true, 2},
		{"[4, x]", false, 2},
		{"4x", true, 1},
		{"x4", false, 2},
		{"'4,8'", false, 1},
		{"''", false, 0},
		{"[]", false, 0},
		{"{}", false, 1},
		{"", false, 1},
		{"99999999999999999999", false, 1},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct str name = str_fmt(&b.arena, "s/x/%zu.yaml", i);
		put(name.p,
			str_fmt(&b.arena, "benchmark: {concurrencies: %s}\n", row[i].text)
				.p);
		const struct srt_recipe *r =
			srt_recipe(recipes, str_fmt(&b.arena, "recipes/%.*s", STR(name)));
		if (r->concs_known != row[i].known ||
			(row[i].known && r->concs.n != row[i].n))
			fail_msg("%s: %d %zu", row[i].text, r->concs_known, r->concs.n);
	}
}

static void
test_the_last_setting_counts(void **state)
{
	(void)state;
	const struct master *m = bench_master(
		&b, S("k:\n  multinode: true\n  scenarios:\n    fixed-seq-len:\n"
		      "    - search-space:\n"
		      "      - prefill: {additional-settings: [A=1, A=2, B=3, C]}\n"
		      "        decode: {additional-settings: [B=4, 'D=5=6']}\n"));
	const struct arm *arm = m->configs.v[0]->scenarios.v[0]->arms.v[0];
	static const char *const row[][2] = {{"A", "2"}, {"B", "4"}, {"D", "5=6"}};
	struct str value;
	for (size_t i = 0; i < 3; i++) {
		assert_non_null(arm_setting(arm, str_from(row[i][0]), &value));
		assert_true(str_eqz(value, row[i][1]));
	}
	assert_null(arm_setting(arm, S("C"), &value));
	assert_null(arm_setting(arm, S("E"), &value));
	assert_int_equal(srt_recipe_of_arm(recipes, arm)->state, SRT_NOT_NAMED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_where_a_setting_leads, setup, teardown),
		cmocka_unit_test_setup_teardown(test_overrides, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_merged_values_keep_their_places, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_sizes_of_the_engines, setup, teardown),
		cmocka_unit_test_setup_teardown(test_concurrencies, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_the_last_setting_counts, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
