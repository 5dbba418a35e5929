/* The table of GPUs. */
#include "facts/gpu.h"

#define LOGS "public vLLM start-up logs (\"Free memory on device\")"
#define TORCH "as the CUDA runtime reports it; depends on the driver within 0.5 %"
#define START "at an engine's start, communicators set up, nothing else on the card"

#define TOTAL(gpu, gib, holds, source) \
	{"hbm." gpu ".total", gib, holds, source}
#define FREE(gpu, gib) {"hbm." gpu ".free", gib, START, LOGS}

static const struct gpu_facts row[] = {
	{"mi300x", "AMD Instinct MI300X", true, 191.984, 0, 191.46, 0,
		TOTAL("mi300x", "191.98 GiB (206,141,652,992 bytes)", "SPX mode",
			"rocm-smi, sysfs and KFD in public logs; 191.69 with one other stack"),
		FREE("mi300x", "191.46 GiB (one GPU)"), {0}},
	{"mi325x", "AMD Instinct MI325X", true, 255.984, 0, 0, 0,
		TOTAL("mi325x", "255.98 GiB (256 GiB less 16 MiB)", "SPX mode", LOGS), {0}, {0}},
	{"mi350x", "AMD Instinct MI350X", true, 287.984, 0, 0, 0,
		TOTAL("mi350x", "287.98 GiB (309,220,868,096 bytes)", "SPX mode",
			"device properties in public logs"),
		{0}, {0}},
	{"mi355x", "AMD Instinct MI355X", true, 287.984, 0, 281.2, 256.0,
		TOTAL("mi355x", "287.98 GiB (309,220,868,096 bytes)", "SPX mode",
			"rocm-smi and sysfs in public logs"),
		FREE("mi355x", "281.2 GiB (eight ranks)"),
		{"hbm.mi355x.reported-free",
			"281, 275, 272, 262 and 256 GiB on nodes of one fleet",
			"at start-up on nodes that served; what else was on the cards is not "
			"known, so only a measurement settles it",
			"InferenceX commits 3fbb546e2, 462f8ed73, 4bfe42a33 (2026-07-28 to "
			"2026-08-03)"}},
	{"h100", "NVIDIA H100 80GB", false, 79.19, 79.65, 78.66, 0,
		TOTAL("h100", "79.19 GiB", TORCH, LOGS), FREE("h100", "78.66 GiB"), {0}},
	{"h200", "NVIDIA H200", false, 139.80, 140.40, 137.64, 0,
		TOTAL("h200", "139.80 GiB", TORCH, LOGS), FREE("h200", "137.64 GiB"), {0}},
	{"b200", "NVIDIA B200", false, 178.35, 179.06, 0, 0,
		TOTAL("b200", "178.35 GiB", TORCH, LOGS), {0}, {0}},
	{"b300", "NVIDIA B300", false, 267.69, 268.59, 0, 0,
		TOTAL("b300", "267.69 GiB", TORCH, LOGS), {0}, {0}},
	{"gb200", "NVIDIA GB200", false, 184.31, 185.03, 181.84, 0,
		TOTAL("gb200", "184.31 GiB", TORCH, LOGS), FREE("gb200", "181.84 GiB"), {0}},
	{"gb300", "NVIDIA GB300", false, 276.50, 277.55, 0, 0,
		TOTAL("gb300", "276.50 GiB", TORCH, LOGS), {0}, {0}},
	{"rtx6000pro", "NVIDIA RTX PRO 6000 Blackwell", false, 94.97, 95.59, 94.06, 0,
		TOTAL("rtx6000pro", "94.97 GiB", TORCH, LOGS), FREE("rtx6000pro", "94.06 GiB"),
		{0}},
};

static const struct gpu_margin margin[] = {
	{2.5,
		{"hbm.margin.nccl", "2.5 GiB",
			"NVIDIA: context and NCCL of one rank before the engine looks",
			"total less free in public vLLM logs: 0.5 (one GPU) to 2.5 GiB"}},
	{7.5,
		{"hbm.margin.rccl", "7.5 GiB",
			"AMD: context and RCCL of one of eight ranks before the engine looks",
			"total less free in public vLLM logs: 0.5 (one GPU) to 6.8 GiB"}},
};

static bool
is_word_end(struct str s, size_t i)
{
	return i >= s.n || s.p[i] == '-' || s.p[i] == '_' || s.p[i] == ':' ||
	       s.p[i] == '.' || s.p[i] == '/';
}

static bool
has_word(struct str s, struct str word)
{
	for (size_t i = 0; i + word.n <= s.n; i++)
		if ((i == 0 || is_word_end(s, i - 1)) && is_word_end(s, i + word.n) &&
			str_eq(str_slice(s, i, i + word.n), word))
			return true;
	return false;
}

const struct gpu_facts *
gpu_facts(struct str name)
{
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (has_word(name, str_from(row[i].name)))
			return &row[i];
	return NULL;
}

const struct gpu_facts *
gpu_facts_at(size_t i)
{
	return i < sizeof row / sizeof *row ? &row[i] : NULL;
}

const struct gpu_margin *
gpu_margin(bool is_amd)
{
	return &margin[is_amd];
}
