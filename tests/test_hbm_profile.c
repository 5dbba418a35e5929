/* The HBM profile: which measurement counts, and why none does. */
#include "support/model.h"
#include "support/support.h"

#include "model/hbm_profile.h"

static struct bench b;

static int
setup(void **state)
{
	(void)state;
	bench_open(&b);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	bench_close(&b);
	return 0;
}

#define FIELDS ", date: 2026-08-18, method: hip}\n"

static const struct hbm_profile *
profile(const char *items)
{
	struct str text = str_fmt(&b.arena, "version: 1\nmeasurements:\n%s", items);
	struct str path = S(HBM_PROFILE_PATH);
	return hbm_profile_read(&b.arena, path, bench_doc(&b, path, text));
}

static void
expect(const struct hbm_profile *p, const char *gpu, const char *label, double free_gib)
{
	const struct hbm_measurement *m =
		hbm_measured(&b.arena, p, str_from(gpu), str_from(label));
	if (!m)
		fail_msg("%s: %.*s", label,
			STR(hbm_why_not(&b.arena, p, str_from(gpu), str_from(label))));
	assert_true(m->free_gib > free_gib - 1e-9 && m->free_gib < free_gib + 1e-9);
}

static void
expect_none(
	const struct hbm_profile *p, const char *gpu, const char *label, const char *why)
{
	assert_null(hbm_measured(&b.arena, p, str_from(gpu), str_from(label)));
	struct str got = hbm_why_not(&b.arena, p, str_from(gpu), str_from(label));
	assert_string_equal(str_z(&b.arena, got), why);
}

static void
test_label_before_gpu(void **state)
{
	(void)state;
	const struct hbm_profile *p = profile(
		"  - {gpu: mi355x, label: cluster:mi355x-a, total-gib: 287.984, free-gib: 281" FIELDS
		"  - {gpu: mi355x, total-gib: 287.984, free-gib: 272" FIELDS
		"  - {gpu: b200, label: b200, total-gib: 178.35, free-gib: 176" FIELDS);
	expect(p, "mi355x", "cluster:mi355x-a", 281);
	expect(p, "mi355x", "cluster:mi355x-b", 272);
	expect(p, "mi355x", "", 272);
	expect(p, "b200", "b200", 176);
	expect_none(p, "b200", "b200-other",
		"configs/hbm.yaml has no measurement of b200 for runner 'b200-other'");
	expect_none(NULL, "b200", "b200", "there is no HBM profile");
	assert_int_equal(p->measurements.v[0]->facts->total_gib, 287);
}

static void
test_newest_counts(void **state)
{
	(void)state;
	expect(profile("  - {gpu: mi355x, total-gib: 287.984, free-gib: 250, date: 2026-08-19, "
		       "method: hip}\n"
		       "  - {gpu: mi355x, total-gib: 287.984, free-gib: 260" FIELDS),
		"mi355x", "", 250);
	expect(profile("  - {gpu: mi355x, total-gib: 287.984, free-gib: 250" FIELDS
		       "  - {gpu: mi355x, total-gib: 287.984, free-gib: 260" FIELDS),
		"mi355x", "", 260);
}

/* A job may land on any node of the label. */
static void
test_least_of_the_nodes(void **state)
{
	(void)state;
	const struct hbm_profile *p = profile(
		"  - {gpu: mi355x, label: x, node: a, total-gib: 287.984, free-gib: 281" FIELDS
		"  - {gpu: mi355x, label: x, node: b, total-gib: 287.984, free-gib: 256" FIELDS
		"  - {gpu: mi355x, label: x, node: c, total-gib: 287.984, free-gib: 275" FIELDS
		"  - {gpu: mi355x, label: x, node: d, total-gib: 191, free-gib: 21" FIELDS
		"  - {gpu: mi355x, label: y, node: e, total-gib: 287.984, free-gib: 21, "
		"date: 2026-08-01, method: hip}\n"
		"  - {gpu: mi355x, label: y, node: e, total-gib: 287.984, free-gib: 275" FIELDS);
	expect(p, "mi355x", "x", 256);
	expect(p, "mi355x", "y", 275); /* measured again */
	assert_null(p->measurements.v[1]->duplicate_of);
	assert_ptr_equal(p->measurements.v[5]->duplicate_of, p->measurements.v[4]);
}

/* An unfit measurement of the label is not replaced by one that was taken elsewhere. */
static void
test_unfit(void **state)
{
	(void)state;
	static const struct {
		const char *fields, *why;
	} row[] = {
		{"total-gib: 287.984, free-gib: 288", "has more free than there is"},
		{"total-gib: 191.98, free-gib: 100",
			"has a total that this GPU does not have"},
		{"total-gib: 287.984, free-gib: 100, extra: 1", "has faults"},
		{"total-gib: 287.984, free-gib: x", "has faults"},
		{"total-gib: 143.99, free-gib: 100, compute-partition: DPX",
			"is of partitions and not of whole GPUs"},
		{"total-gib: 287.98, free-gib: 100, memory-partition: NPS2",
			"is of partitions and not of whole GPUs"},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const struct hbm_profile *p = profile(str_fmt(&b.arena,
			"  - {gpu: mi355x, total-gib: 287.984, free-gib: 272" FIELDS
			"  - {gpu: mi355x, label: x, %s" FIELDS,
			row[i].fields)
							      .p);
		expect(p, "mi355x", "", 272);
		expect_none(p, "mi355x", "x",
			str_fmt(&b.arena, "measurement 2 of configs/hbm.yaml %s",
				row[i].why)
				.p);
	}
	expect_none(
		profile("  - {gpu: mi355x, label: mi300x, total-gib: 287, free-gib: 9" FIELDS),
		"mi355x", "mi300x",
		"measurement 1 of configs/hbm.yaml has a label that names another GPU");
}

/* A fault of the file is one of all of it. */
static void
test_faults_of_the_file(void **state)
{
	(void)state;
	static const char *const text[] = {
		"version: 2\nmeasurements:\n"
		"  - {gpu: mi355x, total-gib: 287.984, free-gib: 272" FIELDS,
		"version: 1\nmeasurements:\n"
		"  - {gpu: mi355x, total-gib: 287.984, free-gib: 272" FIELDS "x: 1\n",
		"version: 1\nmeasurements:\n"
		"  - {gpu: mi355x, total-gib: 287.984, free-gib: 272" FIELDS "x: ]\n",
	};
	struct str path = S(HBM_PROFILE_PATH);
	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		expect_none(hbm_profile_read(&b.arena, path,
				    bench_doc(&b, path, str_from(text[i]))),
			"mi355x", "",
			"measurement 1 of configs/hbm.yaml stands in a file with faults");
}

static void
test_limit(void **state)
{
	(void)state;
	struct buf items = buf_new(&b.arena, 1 << 20);
	for (int i = 0; i < 1001; i++)
		buf_addf(&items,
			"  - {gpu: mi355x, label: l%d, total-gib: 287.984, "
			"free-gib: 272" FIELDS,
			i);
	struct str all = buf_str(&items);
	const struct hbm_profile *p = profile(str_z(&b.arena, all));
	assert_int_equal(p->measurements.n, 1000);
	assert_int_equal(p->faults.n, 1);
	expect_none(p, "mi355x", "l1",
		"measurement 2 of configs/hbm.yaml stands in a file with faults");
	all = str_slice(all, 0, str_find(all, S("  - {gpu: mi355x, label: l1000"), 0));
	expect(profile(str_z(&b.arena, all)), "mi355x", "l999", 272);
}

static void
test_days(void **state)
{
	(void)state;
	int64_t day, next;
	assert_true(hbm_day(S("2024-02-29"), &day));
	assert_true(hbm_day(S("2024-03-01"), &next));
	assert_int_equal(next - day, 1);
	assert_true(hbm_day(S("0001-01-01"), &day));
	assert_int_equal(day, 1);
	static const char *const wrong[] = {"", "2026-02-29", "2026-13-01", "2026-01-00",
		"2026-01-01 10:00:00", "20260101", "2026-01-01x"};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_false(hbm_day(str_from(wrong[i]), &day));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_label_before_gpu),
		cmocka_unit_test(test_newest_counts),
		cmocka_unit_test(test_least_of_the_nodes),
		cmocka_unit_test(test_unfit),
		cmocka_unit_test(test_faults_of_the_file),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_days),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
