/*
 * Fuzz target: any bytes as .infxcheck.yaml, and behind "#@file baseline" as a baseline.
 * Nothing may crash; what the settings say of a rule lies in the file; its own faults are
 * findings, and a check under it gives a report that can be read.
 */
#include "../support/fuzz_parts.h"

#include "base/arena.h"
#include "check/project.h"
#include "check/rule.h"
#include "check/run.h"
#include "report/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static const char changelog[] =
	"- config-keys:\n  - no-such-key\n  description:\n  - Raise the batch size \n"
	"  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/XXX\n\n\n";

static const char *const paths[] = {"perf-changelog.yaml", ".infxcheck.yaml",
	"configs/amd-master.yaml", "benchmarks/single_node/agentic/a_fp8_mi355x_vllm.sh", ""};

static void
check_span(const struct source *s, struct span span)
{
	fuzz_must(!span.file || (span.file == s->id && span.begin <= span.end &&
					span.end <= s->bytes.n),
		"a setting lies in its file");
}

static void
check_settings(const struct project *p)
{
	for (size_t i = 0; i < p->faults.n; i++) {
		check_span(p->source, p->faults.v[i].span);
		fuzz_must(p->faults.v[i].text.n > 0, "a fault has a text");
	}
	fuzz_must(!p->repository.value.n || project_is_slug(p->repository.value),
		"the repository is OWNER/NAME");
	for (size_t i = 0; i < rules_count(); i++) {
		ixc_severity most = project_most(p, i, rules_at(i)->severity);
		for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
			struct rule_setting set = project_of(
				p, i, str_from(paths[k]), rules_at(i)->severity);
			check_span(p->source, set.span);
			fuzz_must(set.severity <= most, "no path has more than the most");
		}
	}
}

static void
check_under(struct arena *a, const struct project *p, const struct fuzz_parts *parts)
{
	ixc_severity *severity = NEW_ARRAY(a, ixc_severity, rules_count());
	ixc_severity *most = NEW_ARRAY(a, ixc_severity, rules_count());
	for (size_t i = 0; i < rules_count(); i++) {
		severity[i] = rules_at(i)->severity;
		most[i] = project_most(p, i, severity[i]);
	}
	bool *given = NEW_ARRAY(a, bool, rules_count());
	struct check_options o = {.severity = most, .otherwise = severity, .given = given,
		.project = p, .today = 20000};
	const struct fuzz_part *baseline = fuzz_part(parts, "baseline");
	if (baseline) {
		o.baseline = &baseline->bytes;
		o.baseline_path = S("baseline.yaml");
	}
	struct tree *t = tree_memory(a);
	tree_memory_put(a, t, S("perf-changelog.yaml"), str_from(changelog));
	tree_memory_put(a, t, S(PROJECT_PATH), p->source->bytes);
	struct run *run = check_run(a, t, &o);
	struct buf b = buf_new(a, 1 << 24);
	report_text(&b, run, (struct report_style){.gaps = true});
	report_short(&b, run, (struct report_style){0});
	fuzz_check_text(buf_str(&b));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a;
	struct sources sources = {0};
	arena_init(&a, 0, NULL);
	struct fuzz_parts parts =
		fuzz_parts(&a, (struct str){(const char *)data, n}, S(PROJECT_PATH));
	const struct fuzz_part *config = fuzz_part(&parts, PROJECT_PATH);
	const struct source *s = sources_add(
		&a, &sources, S(PROJECT_PATH), config ? config->bytes : S(""));
	const struct project *p = project_read(&a, yaml_load(&a, s));
	check_settings(p);
	check_under(&a, p, &parts);
	arena_release(&a);
	return 0;
}
