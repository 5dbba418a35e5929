/*
 * Shapes of the models in use, as engines' own tables have them. A version that
 * no row names is not known, even when its sibling is.
 */
#include "facts/model.h"

#define AITER "AITER's tuned fused-MoE tables"

/* Numbers are given once and printed from there. */
#define SHAPE(title, pattern, id, experts, hidden, topk, source) \
	{title, pattern, experts, hidden, topk, \
		{"model." id, \
			#experts " routed experts, hidden size " #hidden ", " #topk \
			" experts a token", \
			"all quantizations of the full model", source}}

static const struct model_facts row[] = {
	SHAPE("DeepSeek R1", "DeepSeek-R1", "deepseek-r1", 256, 7168, 8,
		AITER ", vLLM tests/configs"),
	SHAPE("DeepSeek V3", "DeepSeek-V3", "deepseek-v3", 256, 7168, 8,
		AITER ", vLLM tests/configs"),
	SHAPE("DeepSeek V4 Flash", "DeepSeek-V4-Flash", "deepseek-v4-flash", 256, 4096, 6,
		AITER),
	SHAPE("DeepSeek V4 Pro", "DeepSeek-V4-Pro", "deepseek-v4-pro", 384, 7168, 6,
		AITER ", ATOM models/deepseek_v4.py"),
	SHAPE("GLM 5", "GLM-5", "glm-5", 256, 6144, 8,
		AITER ", SGLang"),
	SHAPE("GLM 5.1", "GLM-5.1", "glm-5.1", 256, 6144, 8,
		AITER ", SGLang"),
	SHAPE("GLM 5.2", "GLM-5.2", "glm-5.2", 256, 6144, 8,
		AITER " (ROCm/aiter#5144: 256 and the shared one)"),
	SHAPE("gpt-oss 120b", "gpt-oss-120b", "gpt-oss-120b", 128, 2880, 4,
		AITER ", vLLM gpt_oss"),
	SHAPE("Kimi K2.5", "Kimi-K2.5", "kimi-k2.5", 384, 7168, 8,
		AITER),
	{"Kimi K2.6", "Kimi-K2.6", 384, 0, 0,
		{"model.kimi-k2.6", "384 routed experts",
			"all quantizations of the full model",
			"its model card (the architecture of K2.5)"}},
	SHAPE("Kimi K3", "Kimi-K3", "kimi-k3", 896, 3584, 16,
		AITER ", vLLM kimi_k3"),
	SHAPE("MiniMax M2.5", "MiniMax-M2.5", "minimax-m2.5", 256, 3072, 8,
		AITER),
	SHAPE("MiniMax M3", "MiniMax-M3", "minimax-m3", 128, 6144, 4,
		AITER ", vLLM minimax_m3"),
	SHAPE("Qwen3.5 397B", "Qwen3.5-397B-A17B", "qwen3.5-397b", 512, 4096, 10,
		AITER),
};

#define TUNED(hidden, topk, local) \
	{hidden, topk, local, 8, "mi355x", \
		{"aiter.mega-moe." #hidden "-" #topk "-" #local, \
			"tuned for hidden size " #hidden ", " #topk " experts a token, " #local \
			" local experts", \
			"EP 8 on gfx950; AITER e4048607 (2026-08-22), read by ATOM's " \
			"--moe-backend mega only", \
			"flydsl_gfx950_mi355x_IntraNode_ep8.json"}}

static const struct tuned_shape tuned[] = {
	TUNED(7168, 6, 48),
	TUNED(7168, 8, 32),
	TUNED(4096, 6, 32),
	TUNED(3584, 8, 32),
};

const struct model_facts *
model_facts_at(size_t i)
{
	return i < sizeof row / sizeof *row ? &row[i] : NULL;
}

const struct tuned_shape *
tuned_shape_at(size_t i)
{
	return i < sizeof tuned / sizeof *tuned ? &tuned[i] : NULL;
}

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
