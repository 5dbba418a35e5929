/* infxcheck-hbm as a process, with libraries and a /sys of ours in place of a GPU. */
#include "support/support.h"
#include "support/temp.h"

#include <dlfcn.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
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

static const char *
place(const char *variable, const char *otherwise)
{
	const char *v = getenv(variable);
	return v ? v : otherwise;
}

/* Runs the probe with a stand-in of this folder, environment and words split at blanks.
 */
static struct outcome
probe(const char *standin, const char *settings, const char *words)
{
	const char *argv[40] = {place("INFXCHECK_HBM", "build/release/infxcheck-hbm")};
	const char *env[16] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"};
	size_t n = 1, m = 2;
	struct str rest = str_from(words);
	while (rest.n) {
		struct str w = str_cut(rest, ' ', &rest);
		if (w.n)
			argv[n++] = str_z(&arena, w);
	}
	for (rest = str_from(settings); rest.n;)
		env[m++] = str_z(&arena, str_cut(rest, '|', &rest));
	if (standin)
		env[m++] = str_fmt(&arena, "LD_LIBRARY_PATH=%s/%s",
			place("STANDIN", "build/release/tests/standin"), standin)
				   .p;
	return run_program(&arena, NULL, argv, env, S(""));
}

struct row {
	const char *standin, *settings, *words;
	int code;
	const char *out, *err; /* must occur, when not NULL */
};

static void
run_rows(const struct row *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct outcome o = probe(row[i].standin, row[i].settings, row[i].words);
		bool good = o.code == row[i].code &&
			    (!row[i].out || str_contains(o.out, str_from(row[i].out))) &&
			    (!row[i].err || str_contains(o.err, str_from(row[i].err)));
		if (!good)
			fail_msg("'%s' %s: code %d\n%.*s%.*s", row[i].words,
				row[i].settings, o.code, STR(o.out), STR(o.err));
	}
}

#define ROWS(rows) run_rows(rows, sizeof rows / sizeof *rows)

/* A /sys with that many idle MI355X, and KFD's view of them. */
static const char *
fake_sysfs(int cards)
{
	const char *root = temp_folder(&arena);
	temp_put(&arena, root, "module/amdgpu/version", S("6.14.14\n"));
	temp_put(&arena, root, "class/drm/card0/device/vendor",
		S("0x1a03\n")); /* no GPU */
	temp_put(&arena, root, "class/drm/card1-DP-1/status", S("disconnected\n"));
	temp_put(&arena, root, "class/kfd/kfd/topology/nodes/0/properties",
		S("cpu_cores_count 128\nsimd_count 0\ngfx_target_version 0\n"));
	for (int i = 0; i < cards; i++) {
		struct str device = str_fmt(&arena, "class/drm/card%d/device", i + 1);
		const struct {
			const char *name;
			struct str bytes;
		} file[] = {
			{"vendor", S("0x1002\n")},
			{"device", S("0x75a3\n")},
			{"uevent",
				str_fmt(&arena,
					"DRIVER=amdgpu\nPCI_SLOT_NAME=0000:%02x:00.0\n",
					0x05 + 0x10 * i)},
			{"mem_info_vram_total", S("309220868096\n")},
			{"mem_info_vram_used", S("298119168\n")},
			{"current_compute_partition", S("SPX\n")},
			{"current_memory_partition", S("NPS1\n")},
		};
		for (size_t k = 0; k < sizeof file / sizeof *file; k++)
			temp_put(&arena, root,
				str_fmt(&arena, "%.*s/%s", STR(device), file[k].name).p,
				file[k].bytes);
		temp_put(&arena, root,
			str_fmt(&arena, "class/kfd/kfd/topology/nodes/%d/properties",
				i + 1)
				.p,
			str_fmt(&arena,
				"simd_count 1024\ngfx_target_version 90500\n"
				"location_id %d\ndomain 0\n",
				(0x05 + 0x10 * i) << 8));
	}
	return root;
}

static json_t *
probe_json(const char *standin, const char *settings, const char *words)
{
	json_error_t e;
	struct outcome o =
		probe(standin, settings, str_fmt(&arena, "%s --format json", words).p);
	json_t *j = json_loadb(o.out.p, o.out.n, JSON_REJECT_DUPLICATES, &e);
	if (o.code != 0 || !j)
		fail_msg("%s: code %d %s\n%.*s%.*s", words, o.code, j ? "" : e.text,
			STR(o.out), STR(o.err));
	return j;
}

static json_t *
device(json_t *o, size_t i)
{
	return json_array_get(json_object_get(o, "devices"), i);
}

static void
assert_text(json_t *o, const char *key, const char *want)
{
	const char *got = json_string_value(json_object_get(o, key));
	assert_string_equal(got ? got : "null", want);
}

static void
assert_int(json_t *o, const char *key, long long want)
{
	assert_true(json_is_integer(json_object_get(o, key)));
	assert_int_equal(json_integer_value(json_object_get(o, key)), want);
}

static void
test_usage(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{NULL, "", "--help", 0, "--assert-fraction", NULL},
		{NULL, "", "--version", 0, "infxcheck-hbm 0.", NULL},
		{NULL, "", "--vai hip", 2, NULL, "did you mean '--via'?"},
		{NULL, "", "--via rocm", 2, NULL, "--via can't be 'rocm'"},
		{NULL, "", "--format xml", 2, NULL, "--format can't be 'xml'"},
		{NULL, "", "--samples 0", 2, NULL, "--samples is a number from 1"},
		{NULL, "", "--samples x", 2, NULL, "--samples is a number"},
		{NULL, "", "--interval -1", 2, NULL, "--interval is a number"},
		{NULL, "", "--assert-fraction 90", 2, NULL, "from 0.001 to 1"},
		{NULL, "", "--assert-fraction nan", 2, NULL, "from 0.001 to 1"},
		{NULL, "", "--gpu mi355", 2, NULL, "did you mean 'mi355x'?"},
		{NULL, "", "--label \x01", 2, NULL, "--label can't be"},
		{NULL, "", "here", 2, NULL, "takes no operand 'here'"},
		{NULL, "", "--library x.so", 2, NULL, "--library needs --via"},
	};
	ROWS(rows);
}

static void
test_sonames(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{"hip7", "", "--via hip", 0,
			"library libamdhip64.so.7, runtime 7.0.51831", NULL},
		{"hip6", "", "--via hip", 0,
			"library libamdhip64.so.6, runtime 6.0.51831", NULL},
		{"hip5", "", "--via hip", 0,
			"library libamdhip64.so.5, runtime 5.0.51831", NULL},
		{"lacks", "", "--via hip", 2, NULL,
			"libamdhip64.so.7 lacks hipMemGetInfo"},
		{NULL, "", "--via hip --library /none.so", 2, NULL,
			"HIP library can't be loaded: /none.so"},
		{NULL, "", "--via hip --library /etc/passwd", 2, NULL, "can't be loaded"},
	};
	ROWS(rows);
	const char *standin = place("STANDIN", "build/release/tests/standin");
	/* The newest wins; "auto" begins with HIP. */
	const char *all = str_fmt(&arena, "hip5:%s/hip7:%s/nvml", standin, standin).p;
	struct outcome o = probe(all, "", "");
	assert_true(str_contains(o.out, S("library libamdhip64.so.7")));
	if (dlopen("libamdhip64.so.5", RTLD_LAZY)) {
		print_message(
			"skipped: HIP is installed, and comes before the unversioned "
			"stand-in\n");
		return;
	}
	o = probe("hip", "", "--via hip");
	assert_true(str_contains(o.out, S("library libamdhip64.so, runtime 8.0")));
	o = probe(NULL, "", "--via hip");
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("no HIP library: tried libamdhip64.so.7, ")));
}

static void
test_devices(void **state)
{
	(void)state;
	const char *sysfs = fake_sysfs(8);
	json_t *o = probe_json("hip7", "STANDIN_FREE=287.2,256,287.2",
		str_fmt(&arena,
			"--via hip --node n1 --label cluster:mi355x-amds "
			"--sysfs-root %s",
			sysfs)
			.p);
	assert_text(o, "method", "hip");
	assert_text(o, "node", "n1");
	assert_text(o, "label", "cluster:mi355x-amds");
	assert_text(o, "runtime", "7.0.51831");
	assert_text(o, "driver", "6.14.14");
	assert_int_equal(json_array_size(json_object_get(o, "devices")), 8);
	json_t *d = device(o, 1);
	assert_text(d, "name", "AMD Instinct MI355X");
	assert_text(d, "gpu", "mi355x");
	assert_text(d, "arch", "gfx950");
	assert_text(d, "pci", "0000:15:00.0");
	assert_text(d, "compute_partition", "SPX");
	assert_text(d, "memory_partition", "NPS1");
	assert_int(d, "total_bytes", 309220868096);
	assert_int(d, "free_bytes", 256LL << 30);
	assert_int(d, "driver_free_bytes", 309220868096 - 298119168);
	assert_text(d, "margin_fact", "hbm.margin.rccl");
	assert_true(json_real_value(json_object_get(d, "engine_free_gib")) == 248.5);
	assert_true(json_real_value(json_object_get(d, "largest_fraction")) == 0.86);
	json_decref(o);
	/* Without /sys the rest is still there. */
	o = probe_json("hip7", "", "--via hip --sysfs-root /none");
	d = device(o, 7);
	assert_text(d, "arch", "gfx95?");
	assert_text(d, "gpu", "mi355x");
	assert_true(json_is_null(json_object_get(d, "driver_free_bytes")));
	json_decref(o);
}

static void
test_table(void **state)
{
	(void)state;
	struct outcome o = probe("hip7", "STANDIN_DEVICES=2|STANDIN_FREE=281.2,256",
		str_fmt(&arena, "--node n1 --sysfs-root %s", fake_sysfs(2)).p);
	assert_int_equal(o.code, 0);
	assert_string_equal(str_z(&arena, o.err), "");
	static const char *const lines[] = {
		"2 devices by hip on n1, ",
		"library libamdhip64.so.7, runtime 7.0.51831, driver 6.14.14\n",
		"  0  0000:05:00.0  AMD Instinct MI355X  gfx950    SPX/NPS1    287.98   287.71   "
		"281.20   273.70    0.95\n",
		"  1  0000:15:00.0  AMD Instinct MI355X  gfx950    SPX/NPS1    287.98   287.71   "
		"256.00   248.50    0.86\n",
		"engine: free less 7.50 GiB",
		"[hbm.margin.rccl: 7.5 GiB; ",
		"device 1, 256.00 of 287.98 GiB. vLLM with a fraction above 0.88 will not start",
		"note: 31.98 GiB of device 1 are in use",
	};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (!str_contains(o.out, str_from(lines[i])))
			fail_msg("'%s' is not in\n%.*s", lines[i], STR(o.out));
}

static void
test_samples(void **state)
{
	(void)state;
	const char *settings = "STANDIN_DEVICES=2|STANDIN_FREE=281,281/280,255/279,281";
	struct outcome o = probe("hip7", settings, "-n 4 --interval 0.01");
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.err, S("sample 1 of 4, at least 281.00 GiB free\n")));
	assert_true(str_contains(o.err, S("sample 4 of 4, at least 255.00 GiB free\n")));
	json_t *j = probe_json("hip7", settings, "-n 4 --interval 0");
	assert_int(j, "samples", 4);
	assert_int(device(j, 0), "free_bytes", 279LL << 30);
	assert_int(device(j, 1), "free_bytes", 255LL << 30);
	json_decref(j);
}

static void
test_assertions(void **state)
{
	(void)state;
	/* 281.2 less 7.5 are 273.7; 0.95 of 287.98 are 273.58. */
	static const struct row rows[] = {
		{"hip7", "", "--assert-free 273.6", 0, NULL, NULL},
		{"hip7", "", "--assert-free 273.8", 1, "Least free",
			"device 7 (0000:75:00.0) leaves an engine 273.70 GiB, and 273.80 GiB"},
		{"hip7", "", "--assert-fraction 0.95", 0, NULL, NULL},
		{"hip7", "", "--assert-fraction 0.951", 1, NULL, "(0.951 of 287.98 GiB)"},
		{"hip7", "", "--assert-fraction 0.97 --margin 0", 0, "[--margin]", NULL},
		{"hip7", "STANDIN_FREE=281.2,281.2,250", "--assert-fraction 0.9", 1, NULL,
			"device 2 "},
		{"hip7", "STANDIN_FREE=3", "--assert-free 1", 1, NULL,
			"an engine 0.00 GiB"},
	};
	ROWS(rows);
}

static void
test_trouble(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{"hip7", "STANDIN_DEVICES=0", "--via hip --dev-root /none", 2, NULL,
			"no HIP device: hipGetDeviceCount says 'no ROCm-capable device is "
			"detected' (100)"},
		{"hip7", "STANDIN_DEVICES=0", "--via hip --dev-root /none", 2, NULL,
			"there is no /none/kfd: amdgpu is not loaded"},
		{"hip7", "STANDIN_FAIL=hipInit:35", "--via hip", 2, NULL,
			"is older than libamdhip64.so.7 wants"},
		{"hip7", "STANDIN_FAIL=hipInit:3", "--via hip", 2, NULL, "hipInit says"},
		{"hip7", "STANDIN_FAIL=hipDeviceGet:101", "", 2, NULL,
			"hipDeviceGet says"},
		{"hip7", "STANDIN_FAIL=hipMemGetInfo:2", "", 2, NULL,
			"device 0 (0000:05:00.0) was lost in sample 1 of 1: hipMemGetInfo says"},
		{"hip7", "STANDIN_LOSE=3:2", "-n 3 --interval 0", 2, NULL,
			"device 3 (0000:35:00.0) was lost in sample 2 of 3: hipSetDevice says "
			"'invalid device ordinal' (101)"},
		{"hip7", "STANDIN_FREE=300", "", 2, NULL, "bytes are free"},
		/* What is not needed may fail. */
		{"hip7", "STANDIN_FAIL=hipRuntimeGetVersion:1", "", 0, NULL, NULL},
		{"hip7", "STANDIN_FAIL=hipDeviceGetPCIBusId:1", "", 0, NULL, NULL},
		{"hip7", "STANDIN_FAIL=hipDeviceGetAttribute:1", "--sysfs-root /none", 0,
			NULL, NULL},
	};
	ROWS(rows);
	/* A device that is lost is not reported as measured. */
	struct outcome o =
		probe("hip7", "STANDIN_LOSE=3:2", "-n 3 --interval 0 --format yaml");
	assert_string_equal(str_z(&arena, o.out), "");
}

static void
test_visibility(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{"hip7", "ROCR_VISIBLE_DEVICES=4,5,6,7|HIP_VISIBLE_DEVICES=4,5,6,7",
			"--via hip", 2, NULL,
			"ROCR_VISIBLE_DEVICES=4,5,6,7 leaves 4 devices, numbered from 0 again, "
			"and HIP_VISIBLE_DEVICES=4,5,6,7 asks for number 7 of them"},
		{"hip7", "ROCR_VISIBLE_DEVICES=GPU-12ab|CUDA_VISIBLE_DEVICES=1",
			"--via hip", 2, NULL, "leaves 1 device, "},
		{"hip7", "ROCR_VISIBLE_DEVICES=0,1|HIP_VISIBLE_DEVICES=0,1", "", 0, NULL,
			NULL},
		{"hip7", "ROCR_VISIBLE_DEVICES=4,5,6,7", "", 0, NULL, NULL},
		{"hip7", "STANDIN_DEVICES=0|ROCR_VISIBLE_DEVICES=-1", "--via hip", 2,
			NULL, "ROCR_VISIBLE_DEVICES=-1 hides every device"},
		{"hip7", "STANDIN_DEVICES=0|HIP_VISIBLE_DEVICES=none", "--via hip", 2,
			NULL, "HIP_VISIBLE_DEVICES=none hides every device"},
		{"hip7", "STANDIN_DEVICES=0|ROCR_VISIBLE_DEVICES=", "--via hip", 2, NULL,
			"ROCR_VISIBLE_DEVICES= hides every device"},
		/* What comes from outside can't drive a terminal. */
		{"hip7", "STANDIN_DEVICES=0|ROCR_VISIBLE_DEVICES=\033[2J", "--via hip", 2,
			NULL, "ROCR_VISIBLE_DEVICES=?[2J hides"},
	};
	ROWS(rows);
}

/* Device nodes that another group may open. */
static void
test_permission(void **state)
{
	(void)state;
	const char *dev = temp_folder(&arena);
	temp_put(&arena, dev, "kfd", S(""));
	temp_put(&arena, dev, "dri/renderD128", S(""));
	assert_int_equal(chmod(temp_path(&arena, dev, "dri/renderD128"), 0660), 0);
	assert_int_equal(chmod(temp_path(&arena, dev, "kfd"), 0666), 0);
	const char *words = str_fmt(&arena, "--via hip --dev-root %s", dev).p;
	struct outcome o = probe("hip7", "STANDIN_DEVICES=0", words);
	assert_int_equal(o.code, 2);
	assert_false(str_contains(o.err, S("can be opened by group")));
	if (geteuid() != 0) {
		print_message("skipped: only root can give a file to another group\n");
		return;
	}
	/* The same as a user who may not. */
	const char *standin = place("STANDIN", "build/release/tests/standin");
	char *program =
		realpath(place("INFXCHECK_HBM", "build/release/infxcheck-hbm"), NULL);
	assert_non_null(program);
	assert_int_equal(chmod(dev, 0755), 0);
	assert_int_equal(chown(temp_path(&arena, dev, "dri/renderD128"), 0, 44), 0);
	const char *argv[] = {"setpriv", "--reuid=65534", "--regid=65534",
		"--clear-groups", program, "--via", "hip", "--dev-root", dev, NULL};
	const char *library = str_fmt(&arena, "LD_LIBRARY_PATH=%s/hip7", standin).p;
	const char *env[] = {"PATH=/usr/bin:/bin", "STANDIN_DEVICES=0", library, NULL};
	o = run_program(&arena, NULL, argv, env, S(""));
	if (o.code == 126 || o.code == 127)
		print_message("skipped: another user can't run the program here\n");
	else if (!str_contains(
			 o.err, S("renderD128 can be opened by group 'video': usermod "
				  "-aG video nobody")))
		fail_msg("code %d\n%.*s", o.code, STR(o.err));
	free(program);
}

static void
test_sysfs(void **state)
{
	(void)state;
	const char *sysfs = fake_sysfs(2);
	const char *words = str_fmt(&arena, "--via sysfs --sysfs-root %s", sysfs).p;
	json_t *o = probe_json(NULL, "", words), *d = device(o, 1);
	assert_text(o, "method", "sysfs");
	assert_text(d, "gpu", "mi355x"); /* by its PCI id: there is no name */
	assert_text(d, "arch", "gfx950");
	assert_int(d, "free_bytes", 309220868096 - 298119168);
	assert_true(str_contains(str_from(json_string_value(
					 json_array_get(json_object_get(o, "notes"), 0))),
		S("an upper bound")));
	json_decref(o);
	/* Partitions: one's share. A card without memory of its own is left out. */
	temp_put(&arena, sysfs, "class/drm/card1/device/current_compute_partition",
		S("DPX\n"));
	assert_int_equal(unlink(temp_path(&arena, sysfs,
				 "class/drm/card2/device/mem_info_vram_total")),
		0);
	o = probe_json(NULL, "", words);
	assert_int_equal(json_array_size(json_object_get(o, "devices")), 1);
	d = device(o, 0);
	assert_text(d, "compute_partition", "DPX");
	assert_int(d, "total_bytes", 309220868096 / 2);
	assert_int(d, "free_bytes", 309220868096 / 2);
	json_decref(o);
	temp_put(&arena, sysfs, "class/drm/card1/device/mem_info_vram_used", S("x\n"));
	struct outcome e = probe(NULL, "", words);
	assert_int_equal(e.code, 2);
	assert_true(str_contains(e.err, S("lacks mem_info_vram_total or _used")));
	e = probe(NULL, "", "--via sysfs --sysfs-root /none");
	assert_int_equal(e.code, 2);
	assert_true(str_contains(e.err, S("no AMD GPU with memory of its own in /none")));
}

static void
test_nvml(void **state)
{
	(void)state;
	json_t *o = probe_json("nvml", "", "--via nvml"), *d = device(o, 0);
	assert_text(o, "driver", "580.95.05");
	assert_text(o, "runtime", "CUDA 13.0");
	assert_text(d, "gpu", "b200");
	assert_text(d, "pci", "0000:1b:00.0");
	assert_text(d, "margin_fact", "hbm.margin.nccl");
	assert_int(d, "driver_total_bytes", 192265846784);
	double gib =
		(double)json_integer_value(json_object_get(d, "total_bytes")) / (1 << 30);
	assert_true(gib > 178.34 && gib < 178.36); /* what the runtime says of a B200 */
	json_decref(o);
	static const struct row rows[] = {
		{"nvml", "STANDIN_FAIL=nvmlDeviceGetMemoryInfo:15", "--via nvml", 2, NULL,
			"was lost in sample 1 of 1: nvmlDeviceGetMemoryInfo says 'GPU is lost'"},
		{"nvml", "STANDIN_FAIL=nvmlInit:4", "--via nvml", 2, NULL,
			"/dev/nvidia* must be readable"},
		{"nvml", "STANDIN_FAIL=nvmlInit:9", "--via nvml", 2, NULL,
			"kernel module is not loaded"},
		{"nvml", "STANDIN_DEVICES=0", "--via nvml", 2, NULL,
			"NVML has no device"},
		{"nvml", "CUDA_VISIBLE_DEVICES=0", "--via nvml", 0,
			"note: CUDA_VISIBLE_DEVICES does not apply", NULL},
		{"nvml", "STANDIN_NAME=NVIDIA Z9000", "--via nvml", 0, "NVIDIA Z9000",
			NULL},
		{"nvml", "STANDIN_NAME=NVIDIA Z9000", "--via nvml --format yaml", 2, NULL,
			"name it with --gpu (mi300x, "},
	};
	ROWS(rows);
}

/* Where HIP has no device the others are asked; where nobody has one, all say why. */
static void
test_auto(void **state)
{
	(void)state;
	const char *standin = place("STANDIN", "build/release/tests/standin");
	const char *both = str_fmt(&arena, "hip7:%s/nvml", standin).p;
	struct outcome o = probe(both, "STANDIN_DEVICES=1", "--dev-root /none");
	assert_true(str_contains(o.out, S("1 device by hip")));
	o = probe(both, "STANDIN_FAIL=hipGetDeviceCount:100", "--dev-root /none");
	assert_true(str_contains(o.out, S("8 devices by nvml")));
	const char *words =
		str_fmt(&arena, "--dev-root /none --sysfs-root %s", fake_sysfs(1)).p;
	o = probe("hip7", "STANDIN_DEVICES=0", words);
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.out, S("1 device by sysfs")));
	assert_true(str_contains(o.out, S("by sysfs, since HIP can't be used here")));
	o = probe("hip7", "STANDIN_DEVICES=0", "--dev-root /none --sysfs-root /none");
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("hip: no HIP device")));
	assert_true(str_contains(o.err, S("nvml: ")));
	assert_true(str_contains(o.err, S("sysfs: no AMD GPU")));
}

static const char *
today(void)
{
	time_t now = time(NULL);
	struct tm tm;
	char text[16];
	assert_non_null(localtime_r(&now, &tm));
	assert_true(strftime(text, sizeof text, "%Y-%m-%d", &tm) > 0);
	return str_z(&arena, str_from(text));
}

static struct str
item(const char *node, const char *free_gib, const char *engine)
{
	return str_fmt(&arena,
		"  - gpu: mi355x\n"
		"    label: cluster:mi355x-amds\n"
		"    node: %s\n"
		"    total-gib: 287.984\n"
		"    free-gib: %s\n"
		"    engine-free-gib: %s\n"
		"    devices: 8\n"
		"    samples: 2\n"
		"    date: %s\n"
		"    method: hip\n"
		"    driver: \"6.14.14\"\n"
		"    runtime: \"7.0.51831\"\n"
		"    compute-partition: SPX\n"
		"    memory-partition: NPS1\n",
		node, free_gib, engine, today());
}

static void
test_profile_and_merge(void **state)
{
	(void)state;
	const char *folder = temp_folder(&arena), *sysfs = fake_sysfs(8);
	const char *file = temp_path(&arena, folder, "hbm.yaml");
	struct str head = S("version: 1\nmeasurements:\n"), got;
#define WORDS "-n 2 --interval 0 --label cluster:mi355x-amds --sysfs-root %s --node %s "
	struct outcome o = probe("hip7", "STANDIN_FREE=281.2,256",
		str_fmt(&arena, WORDS "--format yaml", sysfs, "n1").p);
	assert_int_equal(o.code, 0);
	struct str first = item("n1", "256.000", "248.500");
	assert_true(str_ends(o.out, str_cat(&arena, head, first)));
	/* Two nodes, then the first again. */
	o = probe("hip7", "STANDIN_FREE=281.2,256",
		str_fmt(&arena, WORDS "--merge %s", sysfs, "n1", file).p);
	assert_int_equal(o.code, 0);
	assert_true(str_contains(o.err, S("wrote 1 measurement into '")));
	o = probe("hip7", "STANDIN_FREE=275",
		str_fmt(&arena, WORDS "--merge %s", sysfs, "n2", file).p);
	assert_int_equal(o.code, 0);
	struct str second = item("n2", "275.000", "267.500");
	assert_true(temp_get(&arena, folder, "hbm.yaml", &got));
	assert_true(str_ends(got, str_cat(&arena, first, second)));
	o = probe("hip7", "STANDIN_FREE=281",
		str_fmt(&arena, WORDS "--merge %s", sysfs, "n1", file).p);
	assert_true(temp_get(&arena, folder, "hbm.yaml", &got));
	first = item("n1", "281.000", "273.500");
	assert_true(str_ends(got, str_cat(&arena, first, second)));
	/* A device that fails, or a file that is no profile: nothing is written. */
	o = probe("hip7", "STANDIN_LOSE=7:2",
		str_fmt(&arena, WORDS "--merge %s", sysfs, "n1", file).p);
	assert_int_equal(o.code, 2);
	struct str after;
	assert_true(temp_get(&arena, folder, "hbm.yaml", &after));
	assert_true(str_eq(got, after));
	temp_put(&arena, folder, "hbm.yaml", S("version: 3\n"));
	o = probe("hip7", "", str_fmt(&arena, WORDS "--merge %s", sysfs, "n1", file).p);
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("hbm.yaml:1:10: error")));
	assert_true(str_contains(o.err, S("has faults and is unchanged")));
	assert_true(temp_get(&arena, folder, "hbm.yaml", &after));
	assert_true(str_eqz(after, "version: 3\n"));
	o = probe("hip7", "", "--merge /none/hbm.yaml");
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("cannot open the folder '/none'")));
}

/* The finding of hbm-over-free that a check of the demo gives with this profile, or NULL.
 */
static json_t *
check_demo(const char *file, json_t **ret_report)
{
	const char *argv[] = {place("INFXCHECK", "build/release/infxcheck"), "check",
		"--root", str_fmt(&arena, "%s/demo", fixtures_folder()).p, "--format",
		"json", "--hbm-profile", file, NULL};
	const char *env[] = {"PATH=/usr/bin:/bin", NULL};
	json_error_t e;
	struct outcome o = run_program(&arena, NULL, argv, env, S(""));
	*ret_report = json_loadb(o.out.p, o.out.n, 0, &e);
	if (o.code != 1 || !*ret_report)
		fail_msg("code %d %s\n%.*s", o.code, e.text, STR(o.err));
	size_t i;
	json_t *f;
	json_array_foreach(json_object_get(*ret_report, "findings"), i, f)
	{
		if (strcmp(json_string_value(json_object_get(f, "rule")),
			    "hbm-over-free") == 0)
			return f;
	}
	return NULL;
}

/* What `infxcheck plan` says of the demo's memory, on one line. */
static struct str
plan_demo(const char *file)
{
	const char *argv[] = {place("INFXCHECK", "build/release/infxcheck"), "plan",
		"--root", str_fmt(&arena, "%s/demo", fixtures_folder()).p, "--config-key",
		"ling2-fp4-mi355x-vllm-agentic-mtp", "--conc", "4", "--hbm-profile", file,
		NULL};
	const char *env[] = {"PATH=/usr/bin:/bin", NULL};
	struct outcome o = run_program(&arena, NULL, argv, env, S(""));
	assert_int_equal(o.code, 0);
	struct buf b = buf_new(&arena, 1 << 20);
	for (size_t i = 0; i < o.out.n; i++) {
		bool blank = o.out.p[i] == ' ' || o.out.p[i] == '\n';
		if (!blank || (b.n && b.p[b.n - 1] != ' '))
			buf_addc(&b, blank ? ' ' : o.out.p[i]);
	}
	return buf_str(&b);
}

/* From the node to the verdict: with 256 GiB free the demo's 0.90 is an error, and the
 * measurement its source; with 281 GiB there is nothing to say. */
static void
test_round_trip(void **state)
{
	(void)state;
	const char *file = temp_path(&arena, temp_folder(&arena), "hbm.yaml");
	const char *words = str_fmt(&arena,
		"--label cluster:mi355x-amds --node n1 --sysfs-root "
		"%s --merge %s",
		fake_sysfs(8), file)
				    .p;
	json_t *report, *f;
	assert_int_equal(probe("hip7", "STANDIN_FREE=256", words).code, 0);
	f = check_demo(file, &report);
	assert_non_null(f);
	assert_text(f, "severity", "error");
	assert_true(
		str_contains(str_from(json_string_value(json_object_get(f, "message"))),
			S("where 256.00 GiB were measured free")));
	json_t *related = json_array_get(json_object_get(f, "related"), 0);
	assert_text(related, "path", file);
	assert_text(related, "label", "the measurement");
	size_t begin = (size_t)json_integer_value(json_object_get(related, "begin"));
	size_t end = (size_t)json_integer_value(json_object_get(related, "end"));
	assert_true(str_eqz(str_slice(read_file(&arena, file), begin, end), "256.000"));
	json_decref(report);
	struct str plan = plan_demo(file);
	assert_true(str_contains(plan, S("measured 256.00 of 287.98 GiB free at "
					 "cluster:mi355x-amds, node n1 (")));
	assert_true(str_contains(plan, S("259.19 asked")));
	assert_true(str_contains(plan, S("3.19 more than is free")));
	assert_true(str_contains(plan, S("vLLM will not start")));
	assert_int_equal(probe("hip7", "STANDIN_FREE=281", words).code, 0);
	assert_null(check_demo(file, &report));
	json_decref(report);
	plan = plan_demo(file);
	assert_true(str_contains(plan, S("measured 281.00 of 287.98 GiB free")));
	assert_false(str_contains(plan, S("will not start")));
}

static void
test_models(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{"hip7", "STANDIN_NAME=AMD Radeon Graphics",
			"--sysfs-root /none --format yaml", 2, NULL,
			"which GPU device 0 is can't be told: 'AMD Radeon Graphics', 287.98"},
		{"hip7", "STANDIN_NAME=AMD Radeon Graphics",
			"--sysfs-root /none --format yaml --gpu mi355x", 0,
			"- gpu: mi355x\n", NULL},
		{"hip7", "", "--gpu mi325x", 2, NULL, "which is mi355x and not mi325x"},
		{"hip7", "STANDIN_NAME=", "--sysfs-root /none --gpu mi325x", 2, NULL,
			"device 0 has 287.98 GiB, and mi325x has 255.98 GiB"},
		{"hip7", "STANDIN_NAME=AMD \033[2J\"\\", "--format json", 0,
			"\"AMD ?[2J\\\"\\\\\"", NULL},
	};
	ROWS(rows);
	/* The name is silent, the PCI id in /sys is not. */
	struct outcome o = probe("hip7", "STANDIN_NAME=AMD Radeon Graphics",
		str_fmt(&arena, "--format yaml --sysfs-root %s", fake_sysfs(8)).p);
	assert_true(str_contains(o.out, S("- gpu: mi355x\n")));
	/* Two modes on one node are two measurements of one thing. */
	const char *sysfs = fake_sysfs(2);
	temp_put(&arena, sysfs, "class/drm/card1/device/current_memory_partition",
		S("NPS4\n"));
	o = probe(NULL, "",
		str_fmt(&arena, "--via sysfs --sysfs-root %s --format yaml", sysfs).p);
	assert_int_equal(o.code, 2);
	assert_true(str_contains(
		o.err, S("different partition modes (SPX/NPS4 and SPX/NPS1)")));
}

/* Debian's own library: without a GPU it must be an error and no crash. */
static void
test_real_library(void **state)
{
	(void)state;
	if (!dlopen("libamdhip64.so.5", RTLD_LAZY)) {
		print_message("skipped: HIP is not installed (libamdhip64-5)\n");
		return;
	}
	if (file_exists("/dev/kfd")) {
		print_message("skipped: this machine may have an AMD GPU\n");
		return;
	}
	struct outcome o = probe(NULL, "", "--via hip");
	if (o.code != 2 || !str_contains(o.err, S("no HIP device: ")) ||
		!str_contains(o.err, S("there is no /dev/kfd")))
		fail_msg("code %d\n%.*s%.*s", o.code, STR(o.out), STR(o.err));
}

static void
test_full_disk(void **state)
{
	(void)state;
	if (!file_exists("/dev/full")) {
		print_message("skipped: no /dev/full\n");
		return;
	}
	const char *standin = place("STANDIN", "build/release/tests/standin");
	const char *argv[] = {"bash", "-c", "exec \"$0\" > /dev/full",
		place("INFXCHECK_HBM", "build/release/infxcheck-hbm"), NULL};
	const char *library = str_fmt(&arena, "LD_LIBRARY_PATH=%s/hip7", standin).p;
	const char *env[] = {"PATH=/usr/bin:/bin", library, NULL};
	struct outcome o = run_program(&arena, NULL, argv, env, S(""));
	assert_int_equal(o.code, 2);
	assert_true(str_contains(o.err, S("could not be written")));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_usage),
		TEST(test_sonames),
		TEST(test_devices),
		TEST(test_table),
		TEST(test_samples),
		TEST(test_assertions),
		TEST(test_trouble),
		TEST(test_visibility),
		TEST(test_permission),
		TEST(test_sysfs),
		TEST(test_nvml),
		TEST(test_auto),
		TEST(test_profile_and_merge),
		TEST(test_round_trip),
		TEST(test_models),
		TEST(test_real_library),
		TEST(test_full_disk),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
