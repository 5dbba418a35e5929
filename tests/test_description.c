/* What texts claim, in English and in Chinese. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "model/description.h"
#include "yaml/load.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *const moods[] = {"says", "sets", "drops", "was", "if", "aside"};

static void
show_claim(struct buf *b, const struct claim *c)
{
	buf_addf(b, "%s%s ", b->n ? "; " : "", moods[c->mood]);
	switch (c->kind) {
	case CLAIM_FLAG:
	case CLAIM_VARIABLE:
	case CLAIM_SETTING:
		buf_addf(b, "%.*s", STR(c->name));
		if (c->value.n)
			buf_addf(b, "=%.*s", STR(c->value));
		if (c->old.n)
			buf_addf(b, "<%.*s", STR(c->old));
		break;
	case CLAIM_IMAGE:
		buf_addf(b, "image %.*s", STR(c->name));
		break;
	case CLAIM_VERSION:
		buf_addf(b, "%s %.*s", c->of_image ? "tag" : "version", STR(c->name));
		break;
	case CLAIM_CONC:
		buf_addf(b, c->low == c->high ? "conc %lld" : "conc %lld-%lld",
			(long long)c->low, (long long)c->high);
		break;
	case CLAIM_FILE:
		buf_addf(b, "file %.*s", STR(c->name));
		break;
	case CLAIM_KEY:
		buf_addf(b, "%skey %.*s", c->leads ? "of " : "", STR(c->name));
		break;
	}
}

static struct str
shown(struct arena *a, struct str text)
{
	struct claims list = description_read(a, text);
	struct buf b = buf_new(a, 4000);
	for (size_t i = 0; i < list.n; i++)
		show_claim(&b, &list.v[i]);
	return buf_str(&b);
}

struct row {
	const char *text, *claims;
};

static void
compare(const struct row *row, size_t n)
{
	struct arena a;
	size_t wrong = 0;
	arena_init(&a, 0, NULL);
	for (size_t i = 0; i < n; i++) {
		struct str is = shown(&a, str_from(row[i].text));
		if (str_eqz(is, row[i].claims))
			continue;
		print_error("%s\n  gives   %.*s\n  instead %s\n", row[i].text, STR(is),
			row[i].claims);
		wrong++;
	}
	arena_release(&a);
	assert_int_equal(wrong, 0);
}

static void
settings(void **state)
{
	(void)state;
	static const struct row row[] = {
		{"", ""},
		{"Add --max-num-seqs 16", "sets --max-num-seqs=16"},
		{"Pass `--moe-backend triton_fp4` everywhere",
			"sets --moe-backend=triton_fp4"},
		{"Pass --kv-cache-dtype=fp8.", "sets --kv-cache-dtype=fp8"},
		{"Add a DEP8 arm, as validated: --interval 8, --max-tokens 16384",
			"sets --interval=8; sets --max-tokens=16384"},
		{"Pass --use-chat-template to the benchmark", "sets --use-chat-template"},
		{"Serve flags: --block-size 128 (sparse cache), --language-model-only",
			"sets --block-size=128; sets --language-model-only"},
		/* a word of the sentence is no value */
		{"--block-size is scaled with the batch", "says --block-size"},
		{"Add --backend marlin when the experts are whole", "sets --backend"},
		{"Set --graph-max-bs to 2x concurrency", "sets --graph-max-bs"},
		{"Set --max-num-seqs to 2*CONC", "sets --max-num-seqs"},
		{"Use --sizes 1,2,4 and --ladder 1-8", "sets --sizes; sets --ladder"},
		{"Raise --mem-fraction from 0.8 to 0.85", "sets --mem-fraction=0.85<0.8"},
		{"--mem-fraction drops from 0.85 to 0.83 here",
			"says --mem-fraction=0.83<0.85"},
		{"mem-fraction 0.85->0.9, add max-model-len 9280",
			"says mem-fraction=0.9<0.85; sets max-model-len=9280"},
		{"num-draft-tokens 4\xe2\x86\x92"
		 "6",
			"says num-draft-tokens=6<4"},
		{"Keep gpu-memory-utilization at 0.92",
			"sets gpu-memory-utilization=0.92"},
		{"Pin max-tokens to 8192 instead of the default of 16384",
			"sets max-tokens=8192"},
		{"A page size (max-tokens (16384))", "says max-tokens=16384"},
		{"with num_speculative_tokens=3 and method=mtp",
			"says num_speculative_tokens=3"},
		{"{\"method\":\"mtp\",\"num_speculative_tokens\":2}",
			"says num_speculative_tokens=2"},
		{"Export A_USE_B=1, C_KIND=INT4 and D_SIZE_KB=256",
			"sets A_USE_B=1; sets C_KIND=INT4; sets D_SIZE_KB=256"},
		{"Set STAGING_CHUNKS to 16 because", "sets STAGING_CHUNKS=16"},
		{"reduce CACHE_RATIO from 4 to 3", "sets CACHE_RATIO=3<4"},
		{"SERVED_NAME: Model-4B in the recipe", "says SERVED_NAME=Model-4B"},
		{"SERVED_NAME for the rest", ""},
		{"max-num-seqs 1,048,576 tokens", ""},
		{"--a-one/--b-two 3", "says --a-one; says --b-two=3"},
	};
	compare(row, COUNT(row));
}

static void
moods_of_settings(void **state)
{
	(void)state;
	static const struct row row[] = {
		{"Drop --enforce-eager and set A_B=0",
			"drops --enforce-eager; sets A_B=0"},
		{"Remove --a-flag, --b-flag and C_D=1; add --e-flag",
			"drops --a-flag; drops --b-flag; drops C_D=1; sets --e-flag"},
		{"Graphs (no --enforce-eager, A_B=0)",
			"drops --enforce-eager; says A_B=0"},
		{"Do not pass the --hf-overrides", "drops --hf-overrides"},
		{"--cumem-allocator dropped on one arm", "drops --cumem-allocator"},
		{"CUDA graphs instead of --enforce-eager", "was --enforce-eager"},
		{"--max-num-seqs 64 (was --max-num-seqs 32)",
			"says --max-num-seqs=64; was --max-num-seqs=32"},
		{"Replace A_OLD=0 with B_NEW=1", "was A_OLD=0; sets B_NEW=1"},
		{"--max-tokens 8192 when A_LEN=8192, B_LEN=1024",
			"says --max-tokens=8192; if A_LEN=8192; if B_LEN=1024"},
		{"conc 8: gpu-memory 0.9 (0.95 OOMs: no --eager 1)",
			"says conc 8; says gpu-memory=0.9; aside --eager=1"},
		{"The upstream block, max-num-seqs 32, killed it. Set --a-b 3",
			"aside max-num-seqs=32; sets --a-b=3"},
		{"Same mitigation as x_b.sh's A_B=900",
			"aside file x_b.sh; aside A_B=900"},
		{"A_B (7) must be a multiple of c-d (5)", "if A_B=7; says c-d=5"},
		{"Set e.g. --a-flag 3", "aside --a-flag=3"},
		{"Leave it, unlike the --moe-backend 3", "aside --moe-backend=3"},
	};
	compare(row, COUNT(row));
}

static void
concurrencies(void **state)
{
	(void)state;
	static const struct row row[] = {
		{"Sweep concurrency 1, 4, 16, and 64 for TP4",
			"sets conc 1; sets conc 4; sets conc 16; sets conc 64"},
		{"at conc [1,2,4] and DEP8 at conc-list [8, 16]",
			"says conc 1; says conc 2; says conc 4; says conc 8; says conc 16"},
		{"conc 4/8/16", "says conc 4; says conc 8; says conc 16"},
		{"conc 1-64 (dense)", "says conc 1-64"},
		{"Sweep TP4 from concurrency 1 through 64", "says conc 1-64"},
		{"conc 8\xe2\x80\x93"
		 "64",
			"says conc 8-64"},
		{"concurrency 1 through 16", "says conc 1-16"},
		{"Add conc=48", "sets conc 48"},
		{"a concurrency-4096 point", "says conc 4096"},
		{"TP4 C1/C5/C10 and TP2 c24",
			"says conc 1; says conc 5; says conc 10; says conc 24"},
		{"TP8 c2-c10, and c16", "says conc 2-10; says conc 16"},
		{"Extend the concurrency sweep from 64 to 128", "sets conc 128"},
		{"Replace concurrency list [1, 2] with [4, 8], dropping concurrency 2",
			"was conc 1; was conc 2; sets conc 4; sets conc 8; drops conc 2"},
		{"Remove concurrency 512 and 1024", "drops conc 512; drops conc 1024"},
		{"at conc <= 16", ""},
		{"conc>=64 only", ""},
		{"at concurrency 8 and below", "if conc 8"},
		{"below conc 8", "if conc 8"},
		{"at c256+", ""},
		{"concurrency 4, 8 GPUs", "says conc 4"},
		{"DEP arm runs conc-list [48] only (was [48, 64])", "says conc 48"},
		{"At concurrency 16 it delivered 261 tok/s", "aside conc 16"},
		{"per-concurrency cache flushing", ""},
	};
	compare(row, COUNT(row));
}

static void
references(void **state)
{
	(void)state;
	static const struct row row[] = {
		{"Image: reg/eng:v0.5.1-cu130", "says image reg/eng:v0.5.1-cu130"},
		{"Bump image from reg/eng:v1 to reg.io/a/eng:v2.",
			"was image reg/eng:v1; sets image reg.io/a/eng:v2"},
		{"reg/eng:v1 -> reg/eng:v2",
			"was image reg/eng:v1; says image reg/eng:v2"},
		{"Pin reg/eng:v1@sha256:00ff00 (from reg/old:v0)",
			"sets image reg/eng:v1@sha256:00ff00; was image reg/old:v0"},
		{"Bump the engine's image to v0.5.16", "sets tag v0.5.16"},
		{"Update the nightly image to nightly-5e35a6f4f9bb",
			"sets tag nightly-5e35a6f4f9bb"},
		{"Image reg/eng:v1 with Other installed (version 1.3.0)",
			"says image reg/eng:v1; says version 1.3.0"},
		{"Use Engine v0.5.16", "sets version v0.5.16"},
		{"routed to benchmarks/single_node/x_fp4.sh.",
			"sets file benchmarks/single_node/x_fp4.sh"},
		{"see `utils/x.py:12` and engine.py",
			"says file utils/x.py; says file engine.py"},
		{"$DIR/x.sh, /abs/x.sh, apply_*_x.sh, https://h/x.sh", ""},
		{"Mirrors a-fp4-b-vllm. Bump the a-fp8-b-vllm image",
			"says key a-fp4-b-vllm; sets of key a-fp8-b-vllm"},
		{"a-fp4-b-vllm: new (a-fp8-b-vllm); `b-fp4-b-vllm` too",
			"says of key a-fp4-b-vllm; says key a-fp8-b-vllm; "
			"says of key b-fp4-b-vllm"},
	};
	compare(row, COUNT(row));
}

static void
chinese(void **state)
{
	(void)state;
	static const struct row row[] = {
		{"设置 --max-num-batched-tokens 8192 配合 --interval 8 与 --threshold 16384",
			"sets --max-num-batched-tokens=8192; sets --interval=8; "
			"sets --threshold=16384"},
		{"并将 --gpu-memory-utilization 从 0.8 提高到 0.9，新增 --a-b",
			"sets --gpu-memory-utilization=0.9<0.8; sets --a-b"},
		{"mem-fraction-static 参数为 0.80", "says mem-fraction-static=0.80"},
		{"将 A_OLD=0 移除", "drops A_OLD=0"},
		{"移除 --enforce-eager，启用 A_B=1。",
			"drops --enforce-eager; sets A_B=1"},
		{"不再传入 --hf-overrides", "drops --hf-overrides"},
		{"将 --a-old 替换为 --b-new", "was --a-old; sets --b-new"},
		{"使用 CUDA graph 而非 --enforce-eager", "was --enforce-eager"},
		{"若 A_LEN=8192 则启用 --a-b", "if A_LEN=8192; sets --a-b"},
		{"上游配方使用 --max-num-seqs 32", "aside --max-num-seqs=32"},
		{"例如 --max-num-seqs 32", "aside --max-num-seqs=32"},
		{"新增并发 1、2、4 和 6",
			"sets conc 1; sets conc 2; sets conc 4; sets conc 6"},
		{"对比 FP8/FP4，以及并发 16/32。", "says conc 16; says conc 32"},
		{"并发 8 及以下使用小批次", "if conc 8"},
		{"将并发扫描扩展至 c512，并移除 c40", "sets conc 512; drops conc 40"},
		{"移除并发 512 和 1024", "drops conc 512; drops conc 1024"},
		{"并发 16 失败", "aside conc 16"},
		{"将 a-fp4-b-vllm 切换至新镜像，与 a-fp8-b-vllm 相同",
			"sets of key a-fp4-b-vllm; sets key a-fp8-b-vllm"},
		{"镜像从 reg/eng:v1 升级至 reg/eng:v2",
			"was image reg/eng:v1; sets image reg/eng:v2"},
		{"镜像升级至v0.5.16，TP4P", "sets tag v0.5.16"},
		{"（原为 conc 64）", "was conc 64"},
		{"使用 benchmarks/x.sh（EVAL_ONLY 除外）", "sets file benchmarks/x.sh"},
	};
	compare(row, COUNT(row));
}

static void
values(void **state)
{
	(void)state;
	static const struct {
		const char *claimed, *actual;
		bool same;
	} row[] = {
		{"16", "16", true},
		{"0.90", "0.9", true},
		{"0.9", "0.91", false},
		{"32K", "32768", true},
		{"32k", "32000", true},
		{"32K", "32001", false},
		{"1M", "1048576", true},
		{"1M", "1000000", true},
		{"16384", "16k", true},
		{"true", "1", true},
		{"1", "True", true},
		{"0", "false", true},
		{"fp8", "fp8", true},
		{"fp8", "FP8", false},
		{"fp8", "8", false},
		{"", "", true},
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		struct claim c = {.value = str_from(row[i].claimed)};
		if (claim_value_is(&c, str_from(row[i].actual)) != row[i].same)
			fail_msg("%s and %s", row[i].claimed, row[i].actual);
	}
}

/* The text of the first claim's place. */
static void
places(void **state)
{
	(void)state;
	static const struct {
		const char *yaml, *place;
	} row[] = {
		{"Set --a-b 3", "--a-b 3"},
		{"'It''s --a-b 3'", "--a-b 3"},
		{"\"Set \\\"--a-b 3\\\" now\"", "--a-b 3"},
		{"\"Set\\n--a-b 3\"", "--a-b 3"},
		{">-\n  Set\n  --a-b\n  3\n", "--a-b\n  3"},
		{"|\n  Set --a-b 3\n", "--a-b 3"},
		/* escapes move everything */
		{"\"\\u8bbe --a-b 3\"", "\"\\u8bbe --a-b 3\""},
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		struct arena a;
		struct sources sources = {0};
		arena_init(&a, 0, NULL);
		const struct source *s =
			sources_add(&a, &sources, S("x.yaml"), str_from(row[i].yaml));
		const struct yaml_doc *doc = yaml_load(&a, s);
		struct prose p = prose_of_node(&a, s, doc->root);
		struct claims list = description_read(&a, p.text);
		assert_int_equal(list.n, 1);
		struct span sp = prose_span(&p, list.v[0].begin, list.v[0].end);
		struct str is = span_text(&sources, sp);
		if (!str_eqz(is, row[i].place))
			fail_msg("%s: %.*s", row[i].yaml, STR(is));
		arena_release(&a);
	}
}

/* Lines of a comment are one text, paragraphs and list items are not. */
static void
comments(void **state)
{
	(void)state;
	static const char script[] = "x\n"
				     "  # Drop the flag\n"
				     "  # --a-b 3\n"
				     "  #\n"
				     "  # --c-d 4, but not\n"
				     "  # - --e-f 5\n";
	struct arena a;
	struct sources sources = {0};
	arena_init(&a, 0, NULL);
	const struct source *s = sources_add(&a, &sources, S("x.sh"), str_from(script));
	struct prose p = prose_of_comment(&a, s, 2, 6);
	assert_true(
		str_eqz(shown(&a, p.text), "drops --a-b=3; says --c-d=4; says --e-f=5"));
	struct claims list = description_read(&a, p.text);
	struct span sp = prose_span(&p, list.v[0].begin, list.v[0].end);
	assert_true(str_eqz(span_text(&sources, sp), "--a-b 3"));
	arena_release(&a);
}

/* Too long a text claims nothing, and says so. */
static void
limits(void **state)
{
	(void)state;
	struct arena a;
	struct sources sources = {0};
	arena_init(&a, 0, NULL);
	struct buf b = buf_new(&a, 1 << 20);
	for (int i = 0; i < 20000; i++)
		buf_addz(&b, "((--a-b 3 ");
	const struct source *s = sources_add(&a, &sources, S("x.yaml"), buf_str(&b));
	struct prose p = prose_of_node(&a, s, yaml_load(&a, s)->root);
	assert_true(p.cut);
	assert_int_equal(description_read(&a, buf_str(&b)).n, 0);
	struct str part = str_slice(buf_str(&b), 0, 60000);
	assert_int_equal(description_read(&a, part).n, 6000);
	arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settings),
		cmocka_unit_test(moods_of_settings),
		cmocka_unit_test(concurrencies),
		cmocka_unit_test(references),
		cmocka_unit_test(chinese),
		cmocka_unit_test(values),
		cmocka_unit_test(places),
		cmocka_unit_test(comments),
		cmocka_unit_test(limits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
