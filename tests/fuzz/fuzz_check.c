/*
 * Fuzz target: any bytes as files of a repository that is checked as a whole: the YAML
 * reader with the model, the launch plans and every rule behind it. Nothing may crash, and
 * each report can be read by those who read it, whatever the files hold.
 *
 * Files are given as "#@file PATH"; what is not given is that of fixtures/_recipes.
 */
#include "../support/fuzz_parts.h"

#include "base/arena.h"
#include "check/rule.h"
#include "check/run.h"
#include "report/report.h"

#include <jansson.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { REPORT_BYTES = 64 * 1024 * 1024 };

/* The one state that a target may have: what it reads once. */
static struct arena kept;
static struct tree *clean;

static struct tree *
clean_tree(void)
{
	const char *from = getenv("FIXTURES");
	char path[4096];
	if (clean)
		return clean;
	arena_init(&kept, 0, NULL);
	snprintf(path, sizeof path, "%s/_base", from ? from : "fixtures");
	struct tree *base = fuzz_tree(&kept, path);
	snprintf(path, sizeof path, "%s/_recipes", from ? from : "fixtures");
	clean = tree_overlay(&kept, fuzz_tree(&kept, path), base);
	return clean;
}

static bool
is_path(struct str path)
{
	return path.n && path.p[0] != '/' && !str_contains(path, S("//")) &&
		!str_contains(path, S("..")) && !str_ends(path, S("/"));
}

/* Where an input without a path goes, chosen by its bytes. */
static struct str
usual_path(uint32_t hash)
{
	static const char *const paths[] = {"configs/amd-master.yaml",
		"configs/nvidia-master.yaml", "configs/runners.yaml", "perf-changelog.yaml",
		"configs/hbm.yaml", "golden_al_distribution/dsr1.yaml",
		"benchmarks/multi_node/srt-slurm-recipes/vllm/dsr1/a.yaml",
		"runners/launch_mi355x-amds.sh"};
	return str_from(paths[hash % (sizeof paths / sizeof *paths)]);
}

static void
check_json(struct arena *a, void (*write)(struct buf *, const struct run *),
	const struct run *run)
{
	struct buf b = buf_new(a, REPORT_BYTES);
	json_error_t e;
	write(&b, run);
	json_t *doc = json_loadb(b.p, b.n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &e);
	fuzz_must(doc != NULL, "a report is JSON");
	json_decref(doc);
}

static void
check_reports(struct arena *a, const struct run *run, uint32_t hash)
{
	static void (*const other[])(struct buf *, const struct run *) = {report_jsonl,
		report_github, report_checkstyle, report_junit, report_markdown,
		report_statistics};
	struct report_style style = {
		.colour = false, .ascii = hash & 1, .gaps = true, .quiet = hash & 2};
	struct buf text = buf_new(a, REPORT_BYTES);
	report_text(&text, run, style);
	report_short(&text, run, style);
	fuzz_check_text(buf_str(&text));
	check_json(a, report_json, run);
	check_json(a, report_sarif, run);
	check_json(a, report_gitlab, run);
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		struct buf b = buf_new(a, REPORT_BYTES);
		other[i](&b, run);
		fuzz_must(!str_contains(buf_str(&b), S("\x1b")), "a report has no ESC");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a;
	struct str input = {(const char *)data, n}, base_changelog = {0};
	uint32_t hash = fuzz_hash(input);
	struct tree *lower = clean_tree();
	arena_init(&a, 0, NULL);
	struct tree *upper = tree_memory(&a);
	struct fuzz_parts parts = fuzz_parts(&a, input, usual_path(hash >> 8));
	for (size_t i = 0; i < parts.n; i++)
		if (is_path(parts.v[i].path))
			tree_memory_put(&a, upper, parts.v[i].path, parts.v[i].bytes);
	ixc_severity *severity = NEW_ARRAY(&a, ixc_severity, rules_count());
	for (size_t i = 0; i < rules_count(); i++)
		severity[i] = rules_at(i)->severity;
	struct check_options o = {.severity = severity, .all_entries = hash & 4};
	if (lower->read(lower, &a, S("perf-changelog.yaml"), &base_changelog) == TREE_OK)
		o.base_changelog = &base_changelog;
	o.pr = hash & 8 ? 17 : 0;
	if (hash & 16) {
		o.base_tree = lower;
		o.base_name = S("origin/main");
		o.only_new = hash & 32;
	}
	check_reports(&a, check_run(&a, tree_overlay(&a, upper, lower), &o), hash);
	arena_release(&a);
	return 0;
}
