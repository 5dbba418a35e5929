/* Measurements into HBM profiles: what changes, what stays, what is refused. */
#include "support/support.h"
#include "support/temp.h"

#include <infxcheck.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static const struct ixc_hbm_measurement new = {
	.size = sizeof new,
	.gpu = "mi355x",
	.label = "cluster:mi355x-amds",
	.node = "n1",
	.total_gib = 309220868096.0 / (1 << 30),
	.free_gib = 256.0,
	.engine_free_gib = 248.5,
	.devices = 8,
	.samples = 5,
	.date = "2026-08-20",
	.method = "hip",
	.driver = "6.14.14",
	.runtime = "7.0.51831",
	.compute_partition = "SPX",
	.memory_partition = "NPS1",
};

#define NEW_ITEM \
	"  - gpu: mi355x\n" \
	"    label: cluster:mi355x-amds\n" \
	"    node: n1\n" \
	"    total-gib: 287.984\n" \
	"    free-gib: 256.000\n" \
	"    engine-free-gib: 248.500\n" \
	"    devices: 8\n" \
	"    samples: 5\n" \
	"    date: 2026-08-20\n" \
	"    method: hip\n" \
	"    driver: \"6.14.14\"\n" \
	"    runtime: \"7.0.51831\"\n" \
	"    compute-partition: SPX\n" \
	"    memory-partition: NPS1\n"

#define OTHER_ITEM \
	"  - gpu: mi355x          # by hand\n" \
	"    label: cluster:mi355x-amds\n" \
	"    node: n2\n" \
	"    total-gib: 287.98\n" \
	"    free-gib: 281.20456\n" \
	"    date: 2026-08-01\n" \
	"    method: sysfs\n"

#define HEAD "version: 1\nmeasurements:\n"

static struct str
merged(struct str old, const struct ixc_hbm_measurement *m, size_t n)
{
	struct ixc_error err;
	ixc_change *change;
	const char *folder = temp_folder(&arena);
	temp_put(&arena, folder, "hbm.yaml", old);
	const char *path = temp_path(&arena, folder, "hbm.yaml");
	if (ixc_hbm_merge(path, m, n, &change, &err) != IXC_OK)
		fail_msg("%s", err.message);
	if (ixc_change_refused(change))
		fail_msg("refused: %.*s", STR(old));
	if (ixc_change_apply(change, &err) != IXC_OK)
		fail_msg("%s", err.message);
	struct ixc_bytes b = ixc_change_bytes(change);
	struct str got, said = str_dup(&arena, (struct str){b.p, b.n});
	assert_true(temp_get(&arena, folder, "hbm.yaml", &got));
	assert_true(str_eq(got, said));
	ixc_change_free(change);
	return got;
}

static void
expect(const char *old, const char *want)
{
	struct str got = merged(str_from(old), &new, 1);
	assert_string_equal(str_z(&arena, got), want);
	/* A second time changes nothing. */
	assert_string_equal(str_z(&arena, merged(got, &new, 1)), want);
}

static void
test_new_file(void **state)
{
	(void)state;
	struct ixc_error err;
	ixc_change *change;
	const char *folder = temp_folder(&arena);
	const char *path = temp_path(&arena, folder, "hbm.yaml");
	assert_int_equal(ixc_hbm_merge(path, &new, 1, &change, &err), IXC_OK);
	assert_false(ixc_change_refused(change));
	assert_true(ixc_change_differs(change));
	assert_int_equal(ixc_change_apply(change, &err), IXC_OK);
	struct str got;
	assert_true(temp_get(&arena, folder, "hbm.yaml", &got));
	assert_true(got.p[0] == '#');
	assert_true(str_ends(got, S(HEAD NEW_ITEM)));
	/* Somebody else was quicker. */
	assert_int_equal(ixc_change_apply(change, &err), IXC_ECHANGED);
	assert_true(str_contains(str_from(err.message), S("changed meanwhile")));
	ixc_change_free(change);
	assert_int_equal(ixc_hbm_merge(NULL, &new, 1, &change, &err), IXC_OK);
	struct ixc_bytes b = ixc_change_bytes(change);
	assert_true(str_eq((struct str){b.p, b.n}, got));
	assert_int_equal(ixc_change_apply(change, &err), IXC_EUSAGE);
	ixc_change_free(change);
}

static void
test_others_stay(void **state)
{
	(void)state;
	expect(HEAD OTHER_ITEM, HEAD OTHER_ITEM NEW_ITEM);
	expect("# ours\n\n" HEAD "# one\n" OTHER_ITEM "\n# last\n",
		"# ours\n\n" HEAD "# one\n" OTHER_ITEM NEW_ITEM "\n# last\n");
	/* In its place, between others; its label alone is not the same. */
	expect(HEAD OTHER_ITEM
		"  # n1\n"
		"  - {gpu: mi355x, label: cluster:mi355x-amds, node: n1, total-gib: 288,\n"
		"     free-gib: 1, date: 2026-08-01, method: hip} # wrong\n"
		"  - {gpu: mi355x, label: cluster:mi355x-amds, total-gib: 288,\n"
		"     free-gib: 2, date: 2026-08-01, method: hip}\n",
		HEAD OTHER_ITEM
		"  # n1\n" NEW_ITEM
		"  - {gpu: mi355x, label: cluster:mi355x-amds, total-gib: 288,\n"
		"     free-gib: 2, date: 2026-08-01, method: hip}\n");
	/* No newline at the end; the list comes first; two of the same. */
	struct str cut = S(HEAD OTHER_ITEM);
	cut.n--;
	expect(str_z(&arena, cut), HEAD OTHER_ITEM NEW_ITEM);
	expect("measurements:\n" OTHER_ITEM "version: 1\n",
		"measurements:\n" OTHER_ITEM NEW_ITEM "version: 1\n");
	expect(HEAD NEW_ITEM OTHER_ITEM NEW_ITEM, HEAD NEW_ITEM OTHER_ITEM);
}

/* The form of the list does not let lines be exchanged: all of it is written anew. */
static void
test_other_forms(void **state)
{
	(void)state;
	expect("# ours\nversion: 1\nmeasurements: []\n", "# ours\n" HEAD NEW_ITEM);
	expect("{version: 1, measurements: [{gpu: b200, total-gib: 178.35, free-gib: 176,\n"
	       "  date: 2026-08-01, method: nvml, node: \"1\", driver: \"a\\\"\\\\\"}]}\n",
		HEAD "  - gpu: b200\n"
		     "    node: \"1\"\n"
		     "    total-gib: 178.350\n"
		     "    free-gib: 176.000\n"
		     "    date: 2026-08-01\n"
		     "    method: nvml\n"
		     "    driver: \"a\\\"\\\\\"\n" NEW_ITEM);
	/* What is replaced holds an anchor that another item needs. */
	expect(HEAD "  - gpu: mi355x\n"
		    "    label: cluster:mi355x-amds\n"
		    "    node: n1\n"
		    "    total-gib: &all 287.984\n"
		    "    free-gib: 3\n"
		    "    date: 2026-08-01\n"
		    "    method: hip\n"
		    "  - {gpu: mi350x, total-gib: *all, free-gib: 3, date: 2026-08-01,\n"
		    "     method: hip}\n",
		HEAD NEW_ITEM "  - gpu: mi350x\n"
			      "    total-gib: 287.984\n"
			      "    free-gib: 3.000\n"
			      "    date: 2026-08-01\n"
			      "    method: hip\n");
}

static void
test_free_is_never_rounded_up(void **state)
{
	(void)state;
	struct ixc_hbm_measurement m = new;
	m.free_gib = 255.9999;
	assert_true(str_contains(merged(S("version: 1\nmeasurements: []\n"), &m, 1),
		S("    free-gib: 255.999\n")));
}

static void
test_faulty_files_are_refused(void **state)
{
	(void)state;
	static const char *const text[] = {"", "version: 2\nmeasurements: []\n",
		"version: 1\nmeasurements: [\n", HEAD "  - {gpu: mi355x}\n", "\tx\n"};
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		struct ixc_error err;
		ixc_change *change;
		const char *folder = temp_folder(&arena);
		temp_put(&arena, folder, "hbm.yaml", str_from(text[i]));
		const char *path = temp_path(&arena, folder, "hbm.yaml");
		assert_int_equal(ixc_hbm_merge(path, &new, 1, &change, &err), IXC_OK);
		assert_true(ixc_change_refused(change));
		assert_true(ixc_report_count(ixc_change_report(change)) > 0);
		const ixc_finding *f = ixc_report_at(ixc_change_report(change), 0);
		assert_string_equal(ixc_finding_place(f).path, path);
		assert_int_equal(ixc_change_apply(change, &err), IXC_EUSAGE);
		ixc_change_free(change);
	}
}

/* The old or the new bytes, whoever else writes. */
static void
test_concurrent_change(void **state)
{
	(void)state;
	struct ixc_error err;
	ixc_change *change;
	const char *folder = temp_folder(&arena);
	temp_put(&arena, folder, "real.yaml", S(HEAD OTHER_ITEM));
	assert_int_equal(symlink("real.yaml", temp_path(&arena, folder, "hbm.yaml")), 0);
	const char *path = temp_path(&arena, folder, "hbm.yaml");
	assert_int_equal(ixc_hbm_merge(path, &new, 1, &change, &err), IXC_OK);
	temp_put(&arena, folder, "real.yaml", S("version: 1\nmeasurements: []\n"));
	assert_int_equal(ixc_change_apply(change, &err), IXC_ECHANGED);
	struct str got;
	assert_true(temp_get(&arena, folder, "real.yaml", &got));
	assert_true(str_eqz(got, "version: 1\nmeasurements: []\n"));
	temp_put(&arena, folder, "real.yaml", S(HEAD OTHER_ITEM));
	assert_int_equal(ixc_change_apply(change, &err), IXC_OK);
	assert_true(temp_get(&arena, folder, "real.yaml", &got));
	assert_true(str_eqz(got, HEAD OTHER_ITEM NEW_ITEM));
	struct stat st; /* the link is still one */
	assert_int_equal(lstat(path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	ixc_change_free(change);
}

static void
test_misuse(void **state)
{
	(void)state;
	struct ixc_error err;
	ixc_change *change;
	struct ixc_hbm_measurement m = new;
	m.date = "today";
	assert_int_equal(ixc_hbm_merge(NULL, &m, 1, &change, &err), IXC_EUSAGE);
	m = new;
	m.free_gib = 300;
	assert_int_equal(ixc_hbm_merge(NULL, &m, 1, &change, &err), IXC_EUSAGE);
	m = new;
	m.method = "guess";
	assert_int_equal(ixc_hbm_merge(NULL, &m, 1, &change, &err), IXC_EUSAGE);
	assert_int_equal(
		ixc_hbm_merge("/none/hbm.yaml", &new, 1, &change, &err), IXC_EIO);
	assert_int_equal(ixc_hbm_merge("/", &new, 1, &change, &err), IXC_EIO);
}

static void
test_identify(void **state)
{
	(void)state;
	static const struct {
		const char *product;
		unsigned id;
		double gib;
		const char *gpu; /* NULL: none */
	} row[] = {
		{"AMD Instinct MI355X", 0, 287.984, "mi355x"},
		{"AMD Instinct MI355X OAM", 0x75a3, 287.984, "mi355x"},
		{"AMD Radeon Graphics", 0x75a3, 287.984, "mi355x"},
		{"", 0x75b3, 36.0, "mi355x"}, /* a virtual function in CPX */
		{"AMD Instinct MI355X", 0, 191.984, NULL},
		{"AMD Instinct MI308X", 0x74a2, 191.984, NULL},
		{"AMD Radeon Graphics", 0, 287.984, NULL},
		{"AMD Instinct MI300X", 0, 191.69, "mi300x"},
		{"AMD Instinct MI325X", 0, 255.984, "mi325x"},
		{"NVIDIA B200", 0, 179.06, "b200"},
		{"NVIDIA GB200", 0, 184.31, "gb200"},
		{"NVIDIA H100 80GB HBM3", 0, 79.65, "h100"},
		{"NVIDIA H100 NVL", 0, 93.1, NULL},
		{"NVIDIA RTX PRO 6000 Blackwell Server Edition", 0, 95.59, "rtx6000pro"},
		{"NVIDIA B300 SXM6 AC", 0, 268.59, "b300"},
		{"XB200", 0, 179.06, NULL},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		ixc_gpu g = {0};
		bool found = ixc_gpu_identify(row[i].product, row[i].id, row[i].gib, &g);
		if (found != (row[i].gpu != NULL) ||
			(found && strcmp(g.name, row[i].gpu) != 0))
			fail_msg("%s: %s", row[i].product, found ? g.name : "not known");
	}
	ixc_fact f;
	assert_true(ixc_gpu_margin(true, &f) > 7);
	assert_string_equal(f.id, "hbm.margin.rccl");
	assert_true(ixc_gpu_margin(false, &f) < 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_new_file, setup, teardown),
		cmocka_unit_test_setup_teardown(test_others_stay, setup, teardown),
		cmocka_unit_test_setup_teardown(test_other_forms, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_free_is_never_rounded_up, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_faulty_files_are_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_concurrent_change, setup, teardown),
		cmocka_unit_test_setup_teardown(test_misuse, setup, teardown),
		cmocka_unit_test_setup_teardown(test_identify, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
