/* Which rows are evaluated; trimming; fingerprints. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/sha256.h"
#include "support/sweep.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char runners[] =
	"labels:\n  x1: [x1_0]\n  y2: [y2_0]\n  'cluster:z': [z_0]\n"
	"hardware:\n  'cluster:z': {available-cpu-dram-mib: 2_900_000, gpus-per-node: 8}\n";

#define HEAD(key, runner, kind) \
	key ":\n  image: i\n  model: m\n  model-prefix: p\n  precision: fp8\n" \
	    "  framework: f\n  runner: '" runner "'\n  multinode: " kind "\n"
#define LENGTHS(isl) "    - isl: " isl "\n      osl: 1024\n      search-space:\n"
#define FIXED "  scenarios:\n    fixed-seq-len:\n"
#define AGENTIC "  scenarios:\n    agentic-coding:\n    - search-space:\n"
#define ARM(text) "      - {" text "}\n"
#define SINGLE(arms) HEAD("s", "x1", "false") FIXED LENGTHS("8192") arms
#define SHORT(arms) HEAD("s", "x1", "false") FIXED LENGTHS("1024") arms
#define MULTI(arms) HEAD("mu", "y2", "true") FIXED LENGTHS("8192") arms
#define SHORT_MULTI(arms) HEAD("mu", "y2", "true") FIXED LENGTHS("1024") arms
#define AGENT(arms) HEAD("a", "cluster:z", "false") AGENTIC arms
#define AGENTS(arms) HEAD("as", "cluster:z", "true") AGENTIC arms
#define W(n) "{num-worker: " #n ", tp: 8, ep: 1, dp-attn: false}"
#define PAIR(n, m) "prefill: " W(n) ", decode: " W(m)
#define NONE "kv-offloading: none, "

static void
default_marks(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		/* largest and upper median of the eligible ones */
		{SINGLE(ARM("tp: 2, conc-list: [30, 120, 480]")), "full-sweep",
			"conc run-eval", "30 false | 120 true | 480 true"},
		{SINGLE(ARM("tp: 2, conc-list: [8, 16, 32, 64]")), "full-sweep",
			"conc run-eval", "8 false | 16 false | 32 true | 64 true"},
		{SINGLE(ARM("tp: 2, conc-list: [15]")), "full-sweep", "conc run-eval",
			"15 false"},
		{SINGLE(ARM("tp: 2, conc-list: [16]")), "full-sweep", "conc run-eval",
			"16 true"},
		{SINGLE(ARM("tp: 2, conc-list: [60, 30, 60, 90, 20]")), "full-sweep",
			"conc run-eval",
			"60 true | 30 false | 60 true | 90 true | 20 false"},
		/* a group is over all tp; another spec-decoding or dp-attn is another
		   group */
		{SINGLE(ARM("tp: 2, conc-list: [20, 40]")
				 ARM("tp: 4, conc-list: [40, 80]")),
			"full-sweep", "tp conc run-eval",
			"2 20 false | 2 40 true | 4 40 true | 4 80 true"},
		{SINGLE(ARM("tp: 2, conc-list: [20]")
				 ARM("tp: 2, spec-decoding: mtp, conc-list: [30]")
					 ARM("tp: 2, dp-attn: true, conc-list: [40]")),
			"full-sweep", "conc run-eval", "20 true | 30 true | 40 true"},
		{SINGLE(ARM("tp: 2, dp-attn: true, conc-list: [20, 30]")
				 ARM("tp: 2, dp-attn: 1, conc-list: [90]")),
			"full-sweep", "conc run-eval", /* true and 1 are one group */
			"20 false | 30 true | 90 true"},
		/* other lengths never */
		{SHORT(ARM("tp: 2, conc-list: [512]")), "full-sweep", "run-eval",
			"false"},
		{SINGLE(ARM("tp: 2, conc-list: [32, 64, 128, 256, 512]")) "    - isl: 1024\n      osl: 1024\n      search-space:\n" ARM(
			 "tp: 2, conc-list: [64]"),
			"full-sweep", "conc run-eval",
			"32 false | 64 false | 128 true | 256 false | 512 true | 64 false"},
		/* 8192.0 is 8192, and 16.0 is 16 */
		{HEAD("s", "x1", "false") FIXED LENGTHS("8192.0")
				ARM("tp: 2, conc-list: [16.0]"),
			"full-sweep", "run-eval", "true"},
		{SINGLE(ARM("tp: 2, conc-list: ['16']")), "full-sweep", "conc",
			"!crash TypeError"},
		{SINGLE(ARM("tp: 2, conc-list: ['16']")), "full-sweep --no-evals",
			"conc run-eval", "\"16\" false"},
		{SINGLE(ARM("tp: 2, conc-list: [16]")), "full-sweep --no-evals",
			"run-eval", "false"},
		/* multi-node: of every topology the largest eligible */
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [1]")), "full-sweep",
			"run-eval eval-conc", "false -"},
		{MULTI(ARM(PAIR(1, 4) ", conc-list: [8, 16, 32]")
				 ARM(PAIR(2, 2) ", conc-list: [64, 16, 8]")),
			"full-sweep", "run-eval eval-conc", "true 32 | true 64"},
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [16, 32]")
				 ARM(PAIR(2, 1) ", conc-list: [16, 64]")
					 ARM(PAIR(1, 2) ", conc-list: [16, 128]")),
			"full-sweep", "run-eval eval-conc",
			"true 32 | true 64 | true 128"},
		{MULTI(ARM(PAIR(1, 2) ", conc-list: [2, 32]")
				 ARM(PAIR(1, 2) ", conc-list: [64, 256]")),
			"full-sweep", "conc run-eval eval-conc",
			"[2,32] false - | [64,256] true 256"},
		{MULTI(ARM(PAIR(1, 2) ", conc-list: [90]")
				 ARM(PAIR(1, 2) ", conc-list: [90]")),
			"full-sweep", "run-eval",
			"true | false"}, /* the first of equals */
		/* the order of a worker's fields does not make another topology */
		{MULTI(ARM(PAIR(1, 2) ", conc-list: [40]") ARM(
			 "decode: {dp-attn: false, ep: 1, tp: 8, num-worker: 2, pp: 1}, "
			 "prefill: {tp: 8, num-worker: 1, ep: 1, dp-attn: false}, "
			 "conc-list: [50]")),
			"full-sweep", "conc run-eval", "[40] false | [50] true"},
		{SHORT_MULTI(ARM(PAIR(1, 1) ", conc-list: [64]")), "full-sweep",
			"run-eval", "false"},
		/* agentic rows are told that they are not */
		{AGENT(ARM("tp: 8, " NONE "conc-list: [32, 64]")), "full-sweep",
			"conc run-eval", "32 false | 64 false"},
		{AGENTS(ARM(PAIR(1, 1) ", conc-list: [64]")), "full-sweep",
			"run-eval eval-conc", "false -"},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
evals_only(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{SINGLE(ARM("tp: 2, conc-list: [30, 120, 480]")),
			"full-sweep --evals-only", "conc run-eval eval-only",
			"120 true true | 480 true true"},
		{SHORT(ARM("tp: 2, conc-list: [30]")), "full-sweep --evals-only", "conc",
			""},
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [64, 8, 16]")),
			"full-sweep --evals-only", "conc run-eval eval-conc eval-only",
			"[64,8,16] true 64 true"},
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [1, 8]")), "full-sweep --evals-only",
			"conc", ""},
		/* agentic, single node: the largest of a group, no minimum */
		{AGENT(ARM("tp: 8, " NONE "conc-list: [2, 6]")
				 ARM("tp: 4, " NONE "conc-list: [4]")),
			"full-sweep --evals-only", "tp conc run-eval eval-only",
			"8 6 true true"},
		{AGENT(ARM("tp: 8, " NONE "conc-list: [6]")
				 ARM("tp: 4, " NONE "conc-list: [6]")),
			"full-sweep --evals-only", "tp", "8"},
		{AGENT(ARM("tp: 8, " NONE "conc-list: [6, '7']")),
			"full-sweep --evals-only", "tp", "!crash TypeError"},
		{AGENT(ARM("tp: 8, " NONE "conc-list: ['6', '50', '7']")),
			"full-sweep --evals-only", "conc", "\"7\""},
		/* agentic, multi-node: each topology its largest of at least 16 */
		{AGENTS(ARM(PAIR(1, 1) ", conc-list: [8, 16, 32]")),
			"full-sweep --evals-only",
			"conc exp-name run-eval eval-conc eval-only",
			"[32] \"p_p1x8_d1x8_conc32\" true 32 true"},
		{AGENTS(ARM(PAIR(1, 1) ", conc-list: [16, 32]")
				 ARM(PAIR(1, 2) ", conc-list: [64, 96]")),
			"full-sweep --evals-only", "conc eval-conc", "[32] 32 | [96] 96"},
		{AGENTS(ARM(PAIR(1, 1) ", conc-list: [15]")), "full-sweep --evals-only",
			"conc", ""},
	};
	sweep_check(row, COUNT(row), runners);
}

static void
all_evals(void **state)
{
	(void)state;
	static const struct sweep_row row[] = {
		{SINGLE(ARM("tp: 2, conc-list: [4, 8]")), "full-sweep --all-evals",
			"conc run-eval eval-only eval-conc",
			"4 true true - | 8 true true -"},
		{SINGLE(ARM("tp: 2, conc-list: [4, 8]")),
			"full-sweep --all-evals --evals-only", "conc run-eval eval-only",
			"4 true true | 8 true true"},
		{SHORT(ARM("tp: 2, conc-list: [4]")), "full-sweep --all-evals", "conc",
			""},
		/* rows of one topology become one */
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [1, 4, 8, 16]")
				 ARM(PAIR(1, 2) ", conc-list: [32]")),
			"full-sweep --all-evals",
			"conc run-eval eval-all-concs eval-conc eval-only",
			"[1,4,8,16] true true - true | [32] true true - true"},
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [16, 8, 4]")
				 ARM(PAIR(1, 1) ", conc-list: [32, 16]")),
			"full-sweep --all-evals", "conc eval-all-concs eval-conc",
			"[4,8,16,32] true -"},
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [8, 1]")),
			"test-config --config-keys mu --all-evals", "conc", "[1,8]"},
		{SHORT_MULTI(ARM(PAIR(1, 1) ", conc-list: [8]")),
			"full-sweep --all-evals", "conc", ""},
		/* agentic: single-node all, multi-node merged with the largest marked */
		{AGENT(ARM("tp: 8, " NONE "conc-list: [3, 64]")),
			"full-sweep --all-evals", "conc run-eval eval-conc",
			"3 true - | 64 true -"},
		{AGENTS(ARM(PAIR(1, 1) ", conc-list: [2, 40, 16]")),
			"full-sweep --all-evals",
			"conc run-eval eval-conc eval-all-concs exp-name",
			"[2,16,40] true 40 - \"p_p1x8_d1x8_conc2\""},
		{AGENTS(ARM(PAIR(1, 1) ", conc-list: [2]")), "full-sweep --all-evals",
			"conc eval-conc", "[2] 2"},
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [8, true, 1.0, 8.0]")),
			"full-sweep --all-evals", "conc",
			"[true,8]"}, /* the first of equals */
	};
	sweep_check(row, COUNT(row), runners);
}

/* The order of the fields that evaluation adds. */
static void
field_order(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	static const struct {
		const char *configs, *args, *tail;
	} row[] = {
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [64]")), "full-sweep",
			"\"disagg\": false, \"run-eval\": true, \"eval-conc\": 64}]"},
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [64]")), "full-sweep --all-evals",
			"\"run-eval\": true, \"eval-all-concs\": true, \"eval-only\": true}]"},
		{AGENTS(ARM(PAIR(1, 1) ", conc-list: [64]")), "full-sweep --evals-only",
			"\"scenario-type\": \"agentic-coding\", \"run-eval\": true, "
			"\"eval-conc\": 64, \"eval-only\": true}]"},
		{AGENT(ARM("tp: 8, " NONE "conc-list: [64]")), "full-sweep --evals-only",
			"\"scenario-type\": \"agentic-coding\", \"run-eval\": true, "
			"\"eval-only\": true}]"},
		{SINGLE(ARM("tp: 8, conc-list: [64], router: {name: r, version: v}")),
			"full-sweep --evals-only",
			"\"disagg\": false, \"run-eval\": true, \"router\": {\"name\": \"r\", "
			"\"version\": \"v\"}, \"eval-only\": true}]"},
	};
	for (size_t i = 0; i < COUNT(row); i++) {
		struct matrix *x = sweep_matrix(&b, row[i].configs, runners, row[i].args);
		struct buf out = buf_new(&b.arena, 100000);
		matrix_write(&out, &x->points, PYJSON_DEFAULT);
		if (!str_ends(buf_str(&out), str_from(row[i].tail)))
			fail_msg("%s: %.*s", row[i].args, STR(buf_str(&out)));
	}
	struct matrix *x = sweep_matrix(&b, row[0].configs, runners, row[0].args);
	assert_int_equal(x->points.v[0]->eval_conc, 64);
	assert_true(x->points.v[0]->run_eval);
	x = sweep_matrix(&b, row[1].configs, runners, row[1].args);
	assert_true(x->points.v[0]->eval_all_concs && x->points.v[0]->eval_only);
	bench_close(&b);
}

/*
 * What the workflow makes of the marks: rows without workers are benchmarked unless they
 * are for evaluation only, and evaluated when marked; rows with workers are never among
 * those.
 */
static void
splitting(void **state)
{
	(void)state;
	static const struct {
		const char *configs, *args;
		size_t single, multi, evals;
	} row[] = {
		{SINGLE(ARM("tp: 2, conc-list: [32, 64, 128]"))
				MULTI(ARM(PAIR(1, 1) ", conc-list: [64]")),
			"full-sweep", 3, 1, 2},
		{SINGLE(ARM("tp: 2, conc-list: [32, 64, 128]")), "full-sweep --no-evals",
			3, 0, 0},
		{SINGLE(ARM("tp: 2, conc-list: [32, 64, 128]")),
			"full-sweep --evals-only", 0, 0, 2},
		{SINGLE(ARM("tp: 2, conc-list: [4, 64]")), "full-sweep --all-evals", 0, 0,
			2},
		{SINGLE(ARM("tp: 2, conc-list: [64]") ARM("tp: 4, conc-list: [64]")),
			"full-sweep", 2, 0, 2},
		{"{}\n", "full-sweep", 0, 0, 0},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct matrix *x = sweep_matrix(&b, row[i].configs, runners, row[i].args);
		size_t single = 0, multi = 0, evals = 0;
		assert_true(x->ok);
		for (size_t k = 0; k < x->points.n; k++) {
			const struct point *p = x->points.v[k];
			single += !p->multinode && !p->eval_only;
			multi += p->multinode && !p->eval_only;
			evals += !p->multinode && p->run_eval;
		}
		assert_int_equal(single, row[i].single);
		assert_int_equal(multi, row[i].multi);
		assert_int_equal(evals, row[i].evals);
	}
	bench_close(&b);
}

static void
trimming(void **state)
{
	(void)state;
	static const struct {
		const char *configs, *fields, *want;
	} row[] = {
		{SINGLE(ARM("tp: 2, conc-list: [8, 4, 16]")
				 ARM("tp: 4, conc-list: [5, 3]")),
			"tp conc", "2 4 | 4 3"},
		{SINGLE(ARM("tp: 2, conc-list: [8, 4, 4]")), "conc", "4"},
		{SINGLE(ARM("tp: 2, conc-list: [8]") ARM("tp: 2, conc-list: [4]")),
			"conc", "4"},
		{SINGLE(ARM("tp: 2, conc-list: [8]") ARM("tp: 2.0, conc-list: [4]")),
			"tp conc", "2.0 4"},
		{MULTI(ARM(PAIR(1, 1) ", conc-list: [32, 8, 64]")
				 ARM(PAIR(1, 1) ", conc-list: [16]")),
			"conc", "[8] | [16]"},
		{AGENT(ARM("tp: 8, " NONE "conc-list: [3, 1, 2]")), "conc exp-name",
			"1 \"p_tp8_conc1_kvnone\""},
		{AGENTS(ARM(PAIR(1, 1) ", conc-list: [3, 1, 2]")), "conc",
			"[3] | [1] | [2]"},
		{SHORT(ARM("tp: 2, conc-list: [2, 1]")) "    - isl: 8192\n      osl: 1024\n      search-space:\n" ARM(
			 "tp: 2, conc-list: [2]"),
			"isl conc", "1024 1 | 8192 2"},
	};
	struct bench b;
	bench_open(&b);
	for (size_t i = 0; i < COUNT(row); i++) {
		struct matrix *x = sweep_matrix(
			&b, row[i].configs, runners, "full-sweep --no-evals");
		struct points kept = matrix_trim(&b.arena, &x->points);
		assert_string_equal(sweep_show(&b, &kept, row[i].fields), row[i].want);
	}
	/* What was trimmed is a copy. */
	struct matrix *x = sweep_matrix(&b, MULTI(ARM(PAIR(1, 1) ", conc-list: [32, 8]")),
		runners, "full-sweep --no-evals");
	struct points kept = matrix_trim(&b.arena, &x->points);
	assert_int_equal(kept.v[0]->conc, 8);
	assert_int_equal(x->points.v[0]->conc, 32);
	assert_string_equal(sweep_show(&b, &x->points, "conc"), "[32,8]");
	bench_close(&b);
}

static void
fingerprints(void **state)
{
	(void)state;
	struct bench b;
	bench_open(&b);
	struct matrix *x = sweep_matrix(&b,
		SINGLE(ARM("tp: 8, conc-list: [4, 9]") ARM("tp: 8.0, conc-list: [4]")),
		runners, "full-sweep --no-evals");
	struct str text =
		S("{\"dcp-size\":1,\"disagg\":false,\"dp-attn\":false,\"ep\":1,"
		  "\"framework\":\"f\",\"image\":\"i\",\"isl\":8192,"
		  "\"max-model-len\":9472,\"model\":\"m\",\"model-prefix\":\"p\","
		  "\"osl\":1024,\"pcp-size\":1,\"pp\":1,\"precision\":\"fp8\","
		  "\"run-eval\":false,\"runner\":\"x1\",\"spec-decoding\":\"none\","
		  "\"tp\":8}");
	struct str want = sha256_hex(&b.arena, text);
	struct str first = matrix_fingerprint(&b.arena, x->points.v[0]);
	assert_true(str_eq(first, want));
	assert_true(str_eq(matrix_fingerprint(&b.arena, x->points.v[1]), first));
	assert_false(
		str_eq(matrix_fingerprint(&b.arena, x->points.v[2]), first)); /* 8.0 */
	bench_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(default_marks),
		cmocka_unit_test(evals_only),
		cmocka_unit_test(all_evals),
		cmocka_unit_test(field_order),
		cmocka_unit_test(splitting),
		cmocka_unit_test(trimming),
		cmocka_unit_test(fingerprints),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
