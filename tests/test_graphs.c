/* Captured graph sizes: worked examples, engine by engine. */
#include "support/support.h"

#include "plan/graph_sizes.h"

static struct arena arena;

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

enum { MANY = 64 };

struct row {
	const char *what;
	struct graph_ask ask;
	const char *list;    /* "4 8 12", "1-60", "4-128/4": sizes given */
	int64_t full_up_to;  /* all of 1 to this run full, the next does not */
	enum graph_run then; /* as what the next one runs; 0: the cap is reached */
};

static int64_t
number(const char **p)
{
	int64_t n = 0;
	while (**p >= '0' && **p <= '9')
		n = n * 10 + (*(*p)++ - '0');
	return n;
}

static void
add_list(struct graph_ask *ask, const char *p)
{
	ask->has_sizes = p != NULL;
	while (p && *p) {
		int64_t from = number(&p), to = from, step = 1;
		if (*p == '-') {
			p++;
			to = number(&p);
		}
		if (*p == '/') {
			p++;
			step = number(&p);
		}
		for (int64_t x = from; x <= to; x += step)
			vec_push(&arena, &ask->sizes, x);
		while (*p == ' ')
			p++;
	}
}

static struct graph_set
set_of(const struct row *r)
{
	struct graph_ask ask = r->ask;
	struct graph_set set;
	add_list(&ask, r->list);
	if (ask.engine == ENGINE_NONE)
		ask.engine = ENGINE_VLLM;
	if (ask.engine == ENGINE_VLLM && !ask.default_max)
		ask.default_max = 512;
	if (ask.mode == GRAPHS_NONE)
		ask.mode = ask.engine == ENGINE_VLLM ? GRAPHS_FULL_AND_PIECEWISE
						     : GRAPHS_FULL;
	assert_true(graph_set_make(&arena, &ask, &set));
	return set;
}

static void
check_rows(const struct row *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct graph_set set = set_of(&row[i]);
		int64_t up_to = 0, cap = row[i].ask.sequences;
		while (up_to < cap && graph_set_run(&set, up_to + 1) == RUNS_FULL)
			up_to++;
		if (up_to != row[i].full_up_to)
			print_error("%s\n", row[i].what);
		assert_int_equal(set.refusal, GRAPHS_FINE);
		assert_int_equal(up_to, row[i].full_up_to);
		if (row[i].then)
			assert_int_equal(graph_set_run(&set, up_to + 1), row[i].then);
		else
			assert_int_equal(up_to, cap);
	}
}

#define ROWS(a) a, sizeof a / sizeof *(a)
#define SEQ(s, d) .sequences = (s), .drafts = (d)

static void
test_vllm(void **state)
{
	static const struct row row[] = {
		{"32/3", {SEQ(32, 3)}, NULL, 32, 0},
		{"96/3", {SEQ(96, 3)}, NULL, 96, 0},
		{"128/3", {SEQ(128, 3)}, NULL, 128, 0},
		{"192/3", {SEQ(192, 3)}, NULL, 128, RUNS_EAGER},
		{"1024/2", {SEQ(1024, 2)}, NULL, 166, RUNS_EAGER},
		{"1024/7 new Blackwell", {SEQ(1024, 7), .default_max = 1024}, NULL, 128,
			RUNS_EAGER},
		{"13/3", {SEQ(13, 3)}, NULL, 12, RUNS_PIECEWISE},
		{"13/3 decode only", {SEQ(13, 3), .mode = GRAPHS_FULL_DECODE_ONLY}, NULL,
			12, RUNS_EAGER},
		{"100/0", {SEQ(100, 0)}, NULL, 96, RUNS_PIECEWISE},
		{"32/3 with 1 to 32", {SEQ(32, 3)}, "1-32", 8, RUNS_EAGER},
		{"32/3 with 4, 8 to 128", {SEQ(32, 3)}, "4-128/4", 32, 0},
		{"20/2 with 1 to 60", {SEQ(20, 2)}, "1-60", 20, 0},
		{"20/2 with 1 to 60, V2", {SEQ(20, 2), .new_runner = true}, "1-60", 20,
			0},
		{"20/2 with powers", {SEQ(20, 2)}, "1 2 4 8 16 32 64", 11, RUNS_EAGER},
		{"50/2 max 150", {SEQ(50, 2), .max = 150}, NULL, 48, RUNS_EAGER},
		{"30/3 max 120", {SEQ(30, 3), .max = 120}, NULL, 30, 0},
		{"33/4 max 165", {SEQ(33, 4), .max = 165}, NULL, 32, RUNS_EAGER},
		{"512/2 tokens 512", {SEQ(512, 2), .tokens = 512}, NULL, 166, RUNS_EAGER},
		{"70 dense to 128", {SEQ(140, 0)}, "1-128 256 512", 128, RUNS_PIECEWISE},
		{"dense start", {SEQ(13, 0), .dense_start = true}, NULL, 13, 0},
		{"unsorted list with doubles", {SEQ(4, 0)}, "4 2 2 1 3", 4, 0},
		{"sizes over the step", {SEQ(64, 3), .tokens = 64}, "4-256/4", 16,
			RUNS_EAGER},
	};
	(void)state;
	check_rows(ROWS(row));
}

/* The first batch that the default list does not hold, by drafts. */
static void
test_vllm_first_uncovered(void **state)
{
	static const struct {
		int64_t drafts, cap, first;
	} row[] = {{0, 512, 513}, {1, 512, 257}, {2, 512, 167}, {3, 512, 129},
		{4, 512, 101}, {5, 512, 84}, {7, 512, 65}, {3, 1024, 257},
		{7, 1024, 129}};
	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct row r = {"", {SEQ(1024, row[i].drafts), .default_max = row[i].cap},
			NULL, 0, RUNS_EAGER};
		struct graph_set set = set_of(&r);
		assert_int_equal(graph_set_run(&set, row[i].first - 1), RUNS_FULL);
		assert_int_equal(graph_set_run(&set, row[i].first), RUNS_EAGER);
	}
}

/* Sequence caps up to 64 that the default list holds to the last sequence. */
static void
test_vllm_exact_caps(void **state)
{
	static const int64_t q3[] = {1, 2, 3, 6, 8, 11, 14, 16, 19, 22, 24, 27, 30, 32,
		35, 38, 40, 43, 46, 48, 51, 54, 56, 59, 62, 64};
	size_t found = 0;
	(void)state;
	for (int64_t cap = 1; cap <= 64; cap++) {
		struct row r = {"", {SEQ(cap, 2)}, NULL, 0, RUNS_FULL};
		struct graph_set set = set_of(&r);
		bool exact = graph_set_run(&set, cap) == RUNS_FULL;
		if (exact)
			assert_int_equal(cap, q3[found]);
		found += exact;
		r.ask.drafts = 3;
		set = set_of(&r);
		assert_int_equal(
			graph_set_run(&set, cap) == RUNS_FULL, cap == 1 || cap % 2 == 0);
	}
	assert_int_equal(found, sizeof q3 / sizeof *q3);
}

/* How many of 1 to 64 the V2 runner leaves to graphs in pieces. */
static void
test_vllm_new_runner(void **state)
{
	static const struct {
		int64_t q;
		int pieces;
	} row[] = {{2, 0}, {3, 30}, {4, 0}, {5, 25}, {6, 20}, {8, 0}};
	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct row r = {"", {SEQ(1024, row[i].q - 1), .new_runner = true}, NULL,
			0, RUNS_FULL};
		struct graph_set set = set_of(&r);
		int pieces = 0;
		for (int64_t n = 1; n <= MANY; n++)
			pieces += graph_set_run(&set, n) == RUNS_PIECEWISE;
		assert_int_equal(pieces, row[i].pieces);
		r.ask.mode = GRAPHS_FULL_DECODE_ONLY;
		set = set_of(&r);
		for (int64_t n = 1; n <= MANY; n++)
			assert_int_equal(graph_set_run(&set, n), RUNS_FULL);
	}
}

static void
test_vllm_modes(void **state)
{
	(void)state;
	/* Pieces only: the list is not rounded. */
	struct row r = {"", {SEQ(1024, 2), .mode = GRAPHS_PIECEWISE}, NULL, 0, RUNS_FULL};
	struct graph_set set = set_of(&r);
	assert_int_equal(graph_set_top(&set), 512);
	assert_int_equal(graph_set_run(&set, 170), RUNS_PIECEWISE);
	assert_int_equal(graph_set_run(&set, 171), RUNS_EAGER);
	r.ask.mode = GRAPHS_FULL;
	set = set_of(&r);
	assert_int_equal(graph_set_run(&set, 166), RUNS_FULL);
	assert_int_equal(graph_set_run(&set, 167), RUNS_EAGER);

	struct graph_ask none = {.engine = ENGINE_VLLM, .mode = GRAPHS_NONE};
	assert_true(graph_set_make(&arena, &none, &set));
	assert_int_equal(graph_set_run(&set, 1), RUNS_EAGER);
}

static void
test_vllm_refuses(void **state)
{
	(void)state;
	struct row r = {"", {SEQ(8, 0), .max = 16}, "1 2 4", 0, RUNS_FULL};
	struct graph_set set = set_of(&r);
	assert_int_equal(set.refusal, GRAPHS_MAX_DIFFERS);
	r.ask.max = 4;
	set = set_of(&r);
	assert_int_equal(set.refusal, GRAPHS_FINE);
	/* Rounding drops the only size: one of 1 + drafts stands in, if the bound allows.
	 */
	r = (struct row){"", {SEQ(8, 3)}, "6", 0, RUNS_FULL};
	set = set_of(&r);
	assert_int_equal(set.refusal, GRAPHS_FINE);
	assert_int_equal(graph_set_top(&set), 4);
	r.list = "3";
	set = set_of(&r);
	assert_int_equal(set.refusal, GRAPHS_NONE_LEFT);
}

#define SGLANG .engine = ENGINE_SGLANG
#define ATOM .engine = ENGINE_ATOM, .drops_larger = true, .default_max = 512
#define TRTLLM .engine = ENGINE_TRTLLM, .default_max = 128

static void
test_sglang(void **state)
{
	static const struct row row[] = {
		{"on the grid", {SGLANG, SEQ(256, 3), .max = 128}, NULL, 128, RUNS_EAGER},
		{"drafts do not count", {SGLANG, SEQ(64, 7), .max = 64}, NULL, 64, 0},
		{"off the grid, new",
			{SGLANG, SEQ(256, 0), .max = 100, .appends_max = true}, NULL, 100,
			RUNS_EAGER},
		{"off the grid, old", {SGLANG, SEQ(256, 0), .max = 100}, NULL, 96,
			RUNS_EAGER},
		{"pool smaller", {SGLANG, SEQ(48, 3), .default_max = 512}, NULL, 48, 0},
		{"pool off the grid", {SGLANG, SEQ(13, 3), .max = 512}, NULL, 13, 0},
		{"a list", {SGLANG, SEQ(64, 0)}, "1 2 4 8 16", 16, RUNS_EAGER},
		{"a rank's share", {SGLANG, SEQ(320, 0), .max = 288}, NULL, 288,
			RUNS_EAGER},
	};
	(void)state;
	check_rows(ROWS(row));
}

static void
test_atom(void **state)
{
	static const struct row row[] = {
		{"96 not in the list", {ATOM, SEQ(96, 3), .tokens = 16384}, NULL, 64,
			RUNS_EAGER},
		{"64", {ATOM, SEQ(64, 3), .tokens = 16384}, NULL, 64, 0},
		{"128", {ATOM, SEQ(128, 3), .tokens = 16384}, NULL, 128, 0},
		{"tokens are tighter", {ATOM, SEQ(512, 3), .tokens = 1024}, NULL, 256,
			RUNS_EAGER},
		{"v0.1.2", {.engine = ENGINE_ATOM, .default_max = 256, SEQ(96, 3)}, NULL,
			96, 0},
		{"a list", {ATOM, SEQ(96, 3), .tokens = 16384}, "1-96", 96, 0},
	};
	(void)state;
	check_rows(ROWS(row));
	struct row r = {"", {ATOM, SEQ(4, 0), .tokens = 16384}, "8 16", 0, RUNS_FULL};
	struct graph_set set = set_of(&r);
	assert_int_equal(set.refusal, GRAPHS_NONE_LEFT);
}

static void
test_trtllm(void **state)
{
	static const struct row row[] = {
		{"padded", {TRTLLM, SEQ(256, 3), .max = 64}, NULL, 64, RUNS_EAGER},
		{"neither", {TRTLLM, SEQ(256, 3)}, NULL, 128, RUNS_EAGER},
		{"cut to the batch", {TRTLLM, SEQ(20, 3), .max = 128}, NULL, 20, 0},
		{"cut to the tokens", {TRTLLM, SEQ(128, 3), .tokens = 256, .max = 128},
			NULL, 64, RUNS_EAGER},
		{"exact to 32", {TRTLLM, SEQ(64, 0), .exact = true}, NULL, 32,
			RUNS_EAGER},
		{"exact list", {TRTLLM, SEQ(16, 0), .exact = true}, "1 2 4 8 16", 2,
			RUNS_EAGER},
	};
	(void)state;
	check_rows(ROWS(row));
	struct row r = {"", {TRTLLM, SEQ(256, 0), .exact = true}, NULL, 0, RUNS_FULL};
	struct graph_set set = set_of(&r);
	assert_int_equal(graph_set_run(&set, 64), RUNS_FULL);
	assert_int_equal(graph_set_run(&set, 128), RUNS_FULL);
	r = (struct row){"", {TRTLLM, SEQ(256, 0), .max = 64}, "1 2 4", 0, RUNS_FULL};
	set = set_of(&r);
	assert_int_equal(set.refusal, GRAPHS_MAX_DIFFERS);
}

static void
test_limits(void **state)
{
	struct graph_set set;
	struct graph_ask ask = {.engine = ENGINE_VLLM, .mode = GRAPHS_FULL};
	(void)state;
	ask.sequences = 8;
	assert_false(graph_set_make(&arena, &ask, &set)); /* nothing bounds the list */
	ask.max = INT64_MAX;
	assert_false(graph_set_make(&arena, &ask, &set));
	ask.max = 512;
	ask.drafts = -1;
	assert_false(graph_set_make(&arena, &ask, &set));
	ask.drafts = 0;
	assert_true(graph_set_make(&arena, &ask, &set));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vllm),
		cmocka_unit_test(test_vllm_first_uncovered),
		cmocka_unit_test(test_vllm_exact_caps),
		cmocka_unit_test(test_vllm_new_runner),
		cmocka_unit_test(test_vllm_modes),
		cmocka_unit_test(test_vllm_refuses),
		cmocka_unit_test(test_sglang),
		cmocka_unit_test(test_atom),
		cmocka_unit_test(test_trtllm),
		cmocka_unit_test(test_limits),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
