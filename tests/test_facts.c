/* Facts: ids, versions out of image tags, defaults by version. */
#include "support/support.h"

#include "facts/engine.h"
#include "facts/gpu.h"

#include <string.h>

static void
test_ids(void **state)
{
	const struct fact *f, *g;
	(void)state;
	for (size_t i = 0; (f = facts_at(i)); i++) {
		assert_true(f->id && f->value && f->holds && f->source);
		assert_ptr_equal(facts_find(str_from(f->id)), f);
		for (size_t k = 0; k < i && (g = facts_at(k)); k++)
			assert_string_not_equal(f->id, g->id);
	}
	assert_null(facts_find(S("hbm.none")));
}

static void
test_versions(void **state)
{
	static const struct {
		const char *image;
		int major, minor, patch; /* -1: no release */
		int date;
	} row[] = {
		{"vllm/vllm-openai:v0.25.1", 0, 25, 1, 0},
		{"vllm/vllm-openai:v0.21.0-ubuntu2404", 0, 21, 0, 0},
		{"vllm/vllm-openai:vllm-x86_64-cu13-0.25.1-7a33ba9", -1, 0, 0, 0},
		{"vllm/vllm-openai-rocm:nightly-09663abde0f50944a8d5ea30120666024b503faa", -1, 0,
			0, 0},
		{"vllm/vllm-openai:nightly-dev-arm64-cu13.0.1-426e59f", -1, 0, 0, 0},
		{"vllm/vllm-openai:kimi-k3", -1, 0, 0, 0},
		{"lmsysorg/sglang:v0.5.12.post1", 0, 5, 12, 0},
		{"lmsysorg/sglang-rocm:v0.5.16-rocm720-mi35x-20260730", 0, 5, 16, 20260730},
		{"lmsysorg/sglang:nightly-dev-cu13-20260805-211ee642", -1, 0, 0, 20260805},
		{"rocm/sgl-dev:sglang-0.5.9-rocm720-mi35x-mori-0227-2", 0, 5, 9, 0},
		{"rocm/atom:rocm7.2.4_ubuntu24.04_py3.12_pytorch_release_2.10.0_atom0.1.3", 0, 1,
			3, 0},
		{"rocm/atom-dev:nightly_202608201032", -1, 0, 0, 20260820},
		{"rocm/atom:rocm7.2.3_pytorch_release_2.10.0_atom20260511", -1, 0, 0, 20260511},
		{"vllm/vllm-openai:nightly-20260820ab00f50944a8d5ea3", -1, 0, 0, 0},
		{"nvcr.io#nvidia/tensorrt-llm/release:1.3.0rc18", 1, 3, 0, 0},
		{"lmsysorg/sglang:v0.5.14-cu130@sha256:5027e95bf6ec5368", 0, 5, 14, 0},
		{"localhost:5000/vllm", -1, 0, 0, 0},
		{"", -1, 0, 0, 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct engine_version v = version_of_image(str_from(row[i].image));
		bool known = row[i].major >= 0;
		if (v.known != known || v.date != row[i].date)
			print_error("%s\n", row[i].image);
		assert_int_equal(v.known, known);
		assert_int_equal(v.date, row[i].date);
		if (!known)
			continue;
		assert_int_equal(v.part[0], row[i].major);
		assert_int_equal(v.part[1], row[i].minor);
		assert_int_equal(v.part[2], row[i].patch);
	}
}

static void
test_ranges(void **state)
{
	(void)state;
	struct engine_version v = {true, {0, 9, 2}, 0}, unknown = {0};
	assert_true(version_within(&v, NULL, "0.10"));
	assert_false(version_within(&v, "0.10", NULL));
	assert_true(version_outside(&v, "0.10", NULL));
	assert_false(version_within(&unknown, NULL, NULL));
	assert_false(version_outside(&unknown, "0.1", NULL));

	const struct engine_fact *f = engine_fact("vllm", "gpu-memory-utilization", &v);
	assert_non_null(f);
	assert_true(f->number > 0.89 && f->number < 0.91);
	v.part[1] = 25;
	f = engine_fact("vllm", "gpu-memory-utilization", &v);
	assert_true(f->number > 0.91);
	/* The rows differ, and which holds is not known. */
	assert_null(engine_fact("vllm", "gpu-memory-utilization", &unknown));
	assert_non_null(engine_fact("vllm", "max-num-seqs", &unknown));
	/* Between the rows nothing is known. */
	v.part[1] = 27;
	assert_null(engine_fact("vllm", "graph-cap-blackwell", &v));
}

static void
test_gpus(void **state)
{
	(void)state;
	assert_string_equal(gpu_facts(S("cluster:mi355x-amds"))->name, "mi355x");
	assert_string_equal(gpu_facts(S("gb200-nv"))->name, "gb200");
	assert_string_equal(gpu_facts(S("b200"))->name, "b200");
	assert_null(gpu_facts(S("b2000")));
	assert_null(gpu_facts(S("")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ids),
		cmocka_unit_test(test_versions),
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_gpus),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
