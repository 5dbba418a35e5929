/* Which models' facts are known, and which names only look like them. */
#include "support/support.h"

#include "facts/model.h"

static void
test_names(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		int experts; /* 0: not known */
	} row[] = {
		{"deepseek-ai/DeepSeek-R1-0528", 256},
		{"amd/DeepSeek-R1-0528-MXFP4-Preview", 256},
		{"deepseek-r1-fp4", 256},
		{"deepseek-ai/DeepSeek-R1-Distill-Llama-70B", 0},
		{"deepseek-ai/DeepSeek-V3.2", 0},
		{"deepseek-ai/DeepSeek-V4-Pro", 384},
		{"deepseek-ai/DeepSeek-V4-Pro-NVFP4", 384},
		{"deepseek-ai/DeepSeek-V4-Flash", 256},
		{"deepseek-ai/DeepSeek-V4", 0},
		{"zai-org/GLM-5-FP8", 256},
		{"zai-org/GLM-5.2-FP8", 256},
		{"someone/GLM-5.2-504B", 0},
		{"someone/GLM-5.2-REAP-NVFP4", 0},
		{"zai-org/GLM-5.3", 0},
		{"moonshotai/Kimi-K2-Instruct", 0},
		{"nvidia/Kimi-K2.6-NVFP4", 384},
		{"moonshotai/Kimi-K3", 896},
		{"MiniMaxAI/MiniMax-M3-MXFP8", 128},
		{"Qwen/Qwen3.5-397B-A17B-FP8", 512},
		{"Qwen/Qwen3.5-35B-A3B", 0},
		{"openai/gpt-oss-120b", 128},
		{"openai/gpt-oss-20b", 0},
		{"example/Ling2-FP8", 0},
		{"", 0},
		{"/", 0},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const struct model_facts *m = model_facts(str_from(row[i].name));
		int got = m ? (int)m->routed_experts : 0;
		if (got != row[i].experts)
			fail_msg("%s: %d", row[i].name, got);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
