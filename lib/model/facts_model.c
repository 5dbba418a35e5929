/*
 * Routed experts of the models in use, as engines' own tables have them. A version that
 * no row names is not known, even when its sibling is.
 */
#include "model/facts_model.h"

#define AITER "AITER's tuned fused-MoE tables"

static const struct model_facts row[] = {
	{"DeepSeek R1", "DeepSeek-R1", 256, AITER ", vLLM tests/configs"},
	{"DeepSeek V3", "DeepSeek-V3", 256, AITER ", vLLM tests/configs"},
	{"DeepSeek V4 Flash", "DeepSeek-V4-Flash", 256, AITER},
	{"DeepSeek V4 Pro", "DeepSeek-V4-Pro", 384, AITER ", ATOM models/deepseek_v4.py"},
	{"GLM 5", "GLM-5", 256, AITER ", SGLang"},
	{"GLM 5.1", "GLM-5.1", 256, AITER ", SGLang"},
	{"GLM 5.2", "GLM-5.2", 256, AITER " (ROCm/aiter#5144: 256 and the shared one)"},
	{"gpt-oss 120b", "gpt-oss-120b", 128, AITER ", vLLM gpt_oss"},
	{"Kimi K2.5", "Kimi-K2.5", 384, AITER},
	{"Kimi K2.6", "Kimi-K2.6", 384, "its model card (the architecture of K2.5)"},
	{"Kimi K3", "Kimi-K3", 896, AITER ", vLLM kimi_k3"},
	{"MiniMax M2.5", "MiniMax-M2.5", 256, AITER},
	{"MiniMax M3", "MiniMax-M3", 128, AITER ", vLLM minimax_m3"},
	{"Qwen3.5 397B", "Qwen3.5-397B-A17B", 512, AITER},
};

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
starts_any_case(struct str s, struct str prefix)
{
	if (s.n < prefix.n)
		return false;
	for (size_t i = 0; i < prefix.n; i++)
		if (lower(s.p[i]) != lower(prefix.p[i]))
			return false;
	return true;
}

static bool
tells_of_another_shape(struct str suffix)
{
	static const char *const word[] = {"distill", "pruned", "reap"};
	while (suffix.p) {
		struct str part = str_cut(suffix, '-', &suffix);
		for (size_t i = 0; i < sizeof word / sizeof *word; i++)
			if (starts_any_case(part, str_from(word[i])))
				return true;
		bool size = part.n > 1 && lower(part.p[part.n - 1]) == 'b';
		if (size && str_all_digits(str_slice(part, 0, part.n - 1)))
			return true;
	}
	return false;
}

const struct model_facts *
model_facts(struct str model)
{
	size_t slash = str_rfind_byte(model, '/');
	struct str name = slash < model.n ? str_slice(model, slash + 1, model.n) : model;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct str pattern = str_from(row[i].pattern);
		struct str rest = str_slice(name, pattern.n, name.n);
		if (starts_any_case(name, pattern) && (!rest.n || rest.p[0] == '-'))
			return tells_of_another_shape(rest) ? NULL : &row[i];
	}
	return NULL;
}
