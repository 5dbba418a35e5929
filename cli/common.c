/* What several commands share: the root, the output options, the threshold. */
#include "common.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int
set_kind(struct common *s, const struct command *c, ixc_head kind)
{
	if (s->has_kind && s->kind != kind)
		return usage(c, "give one of --head-ref, --worktree and --staged");
	s->has_kind = true;
	s->kind = kind;
	return EXIT_CLEAN;
}

static int
set_show(struct common *s, const struct command *c, const char *argument)
{
	static const struct {
		const char *name;
		unsigned show;
	} row[] = {{"new", IXC_SHOW_NEW}, {"fixed", IXC_SHOW_FIXED},
		{"unchanged", IXC_SHOW_UNCHANGED},
		{"all", IXC_SHOW_NEW | IXC_SHOW_FIXED | IXC_SHOW_UNCHANGED}};
	s->show = 0;
	for (const char *p = argument;;) {
		size_t n = strcspn(p, ","), i = 0;
		while (i < sizeof row / sizeof *row &&
			(strlen(row[i].name) != n || strncmp(row[i].name, p, n) != 0))
			i++;
		if (i == sizeof row / sizeof *row)
			return usage(c, "'%s' is not one of new, fixed, unchanged, all",
				argument);
		s->show |= row[i].show;
		if (!p[n])
			return EXIT_CLEAN;
		p += n + 1;
	}
}

/* The library has no clock. */
static int
set_today(const struct common *s, const struct command *c, ixc_checker *checker)
{
	time_t now = time(NULL);
	struct tm tm;
	char text[sizeof "YYYY-MM-DD"];
	struct ixc_error err;
	const char *day = s->today;
	if (!day && localtime_r(&now, &tm) && strftime(text, sizeof text, "%Y-%m-%d", &tm))
		day = text;
	return !day || ixc_checker_set_today(checker, day, &err) == IXC_OK
		? EXIT_CLEAN
		: usage(c, "%s", err.message);
}

int
common_configure(const struct common *s, const struct command *c, ixc_checker *checker)
{
	struct ixc_error err;
	if ((s->base && ixc_checker_set_base(checker, s->base, &err) != IXC_OK) ||
		ixc_checker_set_head(checker, s->kind, s->head, &err) != IXC_OK)
		return usage(c, "%s", err.message);
	if (s->config && s->no_config)
		return usage(c, "give one of --config and --no-config");
	if ((s->config || s->no_config) &&
		ixc_checker_set_project_file(checker, s->config, &err) != IXC_OK)
		return trouble("%s", err.message);
	if (s->baseline &&
		ixc_checker_set_baseline(checker, s->baseline, &err) != IXC_OK)
		return trouble("%s", err.message);
	if (s->has_fail_on && s->has_max_warnings)
		return usage(c, "give one of --fail-on and --max-warnings");
	if (s->has_fail_on || s->has_max_warnings)
		ixc_checker_set_fail_on(
			checker, s->has_fail_on ? s->fail_on : IXC_WARNING);
	if (s->show && !s->base)
		return usage(c, "--show needs --base-ref");
	ixc_checker_set_show(
		checker, s->show | (s->show_suppressed ? IXC_SHOW_SUPPRESSED : 0u));
	ixc_checker_set_suppressions(checker, !s->no_suppressions);
	ixc_checker_set_pr(checker, s->pr);
	return set_today(s, c, checker);
}

static int
set_max_warnings(struct common *s, const struct command *c, const char *argument)
{
	char *end;
	unsigned long long n = strtoull(argument, &end, 10);
	if (*argument < '0' || *argument > '9' || *end || n > UINT32_MAX)
		return usage(c, "'%s' is not a number of warnings", argument);
	s->max_warnings = n;
	return EXIT_CLEAN;
}

int
common_option(struct common *s, const struct command *c, enum common_kind kind,
	const char *argument)
{
	switch (kind) {
	case COMMON_ROOT:
		s->root_given = argument;
		break;
	case COMMON_FORMAT:
		return outputs_add(&s->outputs, c, argument);
	case COMMON_FAIL_ON:
		s->has_fail_on = true;
		if (strcmp(argument, "never") == 0)
			s->fail_on = IXC_OFF;
		else if (!ixc_severity_from_name(argument, &s->fail_on) ||
			s->fail_on == IXC_OFF)
			return usage(c, "'%s' is not a severity (error, warning, note, never)",
				argument);
		break;
	case COMMON_MAX_WARNINGS:
		s->has_max_warnings = true;
		return set_max_warnings(s, c, argument);
	case COMMON_COVERAGE:
		s->coverage = true;
		break;
	case COMMON_COLOUR:
		if (strcmp(argument, "auto") != 0 && strcmp(argument, "always") != 0 &&
			strcmp(argument, "never") != 0)
			return usage(c, "'%s' is not one of auto, always, never", argument);
		s->colour = argument;
		break;
	case COMMON_BASE:
		s->base = argument;
		break;
	case COMMON_HEAD:
		s->head = argument;
		return set_kind(s, c, IXC_HEAD_REVISION);
	case COMMON_WORKTREE:
		return set_kind(s, c, IXC_HEAD_WORKTREE);
	case COMMON_STAGED:
		return set_kind(s, c, IXC_HEAD_STAGED);
	case COMMON_SHOW:
		return set_show(s, c, argument);
	case COMMON_PR:
		if (strcmp(argument, "none") == 0) {
			s->pr = IXC_PR_NONE;
			break;
		}
		return common_pr(c, argument, &s->pr);
	case COMMON_CONFIG:
		s->config = argument;
		break;
	case COMMON_NO_CONFIG:
		s->no_config = true;
		break;
	case COMMON_BASELINE:
		s->baseline = argument;
		break;
	case COMMON_NO_SUPPRESSIONS:
		s->no_suppressions = true;
		break;
	case COMMON_SHOW_SUPPRESSED:
		s->show_suppressed = true;
		break;
	case COMMON_TODAY:
		s->today = argument;
		break;
	case COMMON_QUIET:
	case COMMON_VERBOSE:
		s->quiet = s->quiet || kind == COMMON_QUIET;
		s->verbose = s->verbose || kind == COMMON_VERBOSE;
		if (s->quiet && s->verbose)
			return usage(c, "give one of --quiet and --verbose");
		break;
	case COMMON_STATISTICS:
		s->statistics = true;
		break;
	case COMMON_TIMINGS:
		s->timings = true;
		break;
	case COMMON_END:
		break;
	}
	return EXIT_CLEAN;
}

int
common_pr(const struct command *c, const char *text, uint64_t *ret)
{
	char *end;
	unsigned long long n = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || n == 0 || n > UINT32_MAX)
		return usage(c, "'%s' is not a pull request number", text);
	*ret = n;
	return EXIT_CLEAN;
}

static int
copy_path(char *from, char *to, size_t size)
{
	bool fits = strlen(from) < size;
	if (fits)
		memcpy(to, from, strlen(from) + 1);
	free(from);
	return fits ? EXIT_CLEAN : trouble("the path of the root is too long");
}

int
common_find_root(struct common *s, const char *hint)
{
	struct ixc_error err;
	if (s->root_given) {
		char *real = realpath(s->root_given, NULL);
		return real ? copy_path(real, s->root, sizeof s->root)
			    : trouble("cannot open the folder '%s'", s->root_given);
	}
	if (ixc_find_root(NULL, s->root, sizeof s->root, &err) == IXC_OK)
		return EXIT_CLEAN;
	char *real = hint ? realpath(hint, NULL) : NULL;
	if (hint && !real)
		return trouble("'%s' does not exist, and '.' is in no repository: give it with "
			       "--root", hint);
	ixc_status status =
		real ? ixc_find_root(real, s->root, sizeof s->root, NULL) : IXC_EUSAGE;
	free(real);
	return status == IXC_OK ? EXIT_CLEAN : trouble("%s", err.message);
}

int
common_verdict(const struct common *s, const ixc_report *report)
{
	ixc_severity on = ixc_report_fail_on(report);
	uint64_t allowed = s->has_max_warnings ? s->max_warnings : 0;
	for (size_t i = 0; on != IXC_OFF && i < ixc_report_count(report); i++) {
		const ixc_finding *f = ixc_report_at(report, i);
		ixc_severity is = ixc_finding_severity(f);
		if (is < on || ixc_finding_state_of(f) == IXC_FINDING_UNCHANGED)
			continue;
		if (is != IXC_WARNING || !allowed)
			return EXIT_FINDINGS;
		allowed--;
	}
	return EXIT_CLEAN;
}

int
common_print(const struct common *s, const ixc_report *report, FILE *f)
{
	struct ixc_error err;
	if (ixc_write(report, IXC_FORMAT_TEXT, terminal_flags(f, s->colour), write_to_file, f,
		    &err) != IXC_OK)
		return trouble("%s", err.message);
	return common_verdict(s, report);
}

static void
announce(const struct common *s)
{
	static const char *const kind[] = {[IXC_HEAD_WORKTREE] = "the files on disk",
		[IXC_HEAD_STAGED] = "what is staged", [IXC_HEAD_REVISION] = "revision "};
	if (!s->verbose)
		return;
	fprintf(stderr, "%s %s: %zu rules on %s%s of %s", program_name, ixc_version(),
		ixc_rule_count(), kind[s->kind], s->head ? s->head : "", s->root);
	if (s->base)
		fprintf(stderr, ", against %s", s->base);
	fputc('\n', stderr);
}

void
common_begin(struct common *s, ixc_checker *checker)
{
	announce(s);
	progress_begin(&s->progress, "runs of recipes", s->quiet);
	ixc_checker_set_progress(checker, progress_step, &s->progress);
}

void
common_end(struct common *s)
{
	progress_end(&s->progress);
}

static double
seconds(void)
{
	struct timespec t = {0};
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
print_timings(const ixc_report *report, double writing)
{
	struct ixc_stage stage;
	double total = writing;
	fputs("timings:\n", stderr);
	for (size_t i = 0; ixc_report_stage(report, i, &stage); i++) {
		fprintf(stderr, "%9.3f s  %s\n", stage.seconds, stage.name);
		total += stage.seconds;
	}
	fprintf(stderr, "%9.3f s  write\n%9.3f s  total\n", writing, total);
}

int
common_write(const struct common *s, const ixc_report *report)
{
	struct outputs_options o = {
		.colour = s->colour,
		.flags = (s->coverage || s->verbose ? IXC_WRITE_GAPS : 0u) |
			(s->quiet ? IXC_WRITE_QUIET : 0u),
		.statistics = s->statistics,
		.verbose = s->verbose,
	};
	double begin = seconds();
	int code = outputs_write(&s->outputs, report, &o);
	if (code == EXIT_CLEAN)
		code = finish_output(common_verdict(s, report));
	if (s->timings)
		print_timings(report, seconds() - begin);
	return code;
}
