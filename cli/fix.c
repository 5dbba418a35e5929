/* check --fix. */
#include "fix.h"

/* What is not as it could be, and how much was done; beside the report. */
static void
tell(const struct common *s, const struct fix_wish *w, const ixc_fixes *fixes)
{
	struct ixc_refused_fix r;
	size_t done = ixc_fixes_count(fixes), unsafe = ixc_fixes_unsafe_count(fixes);
	size_t left = ixc_report_count(ixc_fixes_report(fixes));
	for (size_t i = 0; ixc_fixes_refused_at(fixes, i, &r); i++)
		fprintf(stderr, "%s: %s:%u:%u: not fixed (%s): %s [%s]\n", program_name, r.path,
			r.line, r.column, r.title, r.why, ixc_rule_id(r.rule));
	if (s->quiet)
		return;
	fprintf(stderr, "%s: %s %zu of %zu finding%s", program_name,
		w->diff ? "would fix" : "fixed", done, done + left,
		done + left == 1 ? "" : "s");
	if (unsafe && !w->unsafe)
		fprintf(stderr, "; --unsafe-fix has fixes for %zu more", unsafe);
	fputc('\n', stderr);
}

static int
write_changes(const struct fix_wish *w, const ixc_fixes *fixes)
{
	struct ixc_error err;
	const ixc_change *change;
	for (size_t i = 0; (change = ixc_fixes_change_at(fixes, i)); i++) {
		ixc_status status = w->diff
			? ixc_write_diff(change, write_to_file, stdout, &err)
			: ixc_change_apply(change, &err);
		if (status != IXC_OK)
			return trouble("%s", err.message);
	}
	return EXIT_CLEAN;
}

static int
refuse_outputs(const struct common *s, const struct command *c)
{
	for (size_t i = 0; i < s->outputs.n; i++)
		if (!s->outputs.v[i].file)
			return usage(c, "--diff takes standard output: write the report into "
					"a file with --format FORMAT=FILE");
	return EXIT_CLEAN;
}

int
fix_and_print(struct common *s, const struct command *c, const struct fix_wish *w,
	const ixc_checker *checker)
{
	struct ixc_error err;
	ixc_fixes *fixes;
	if (w->diff && refuse_outputs(s, c) != EXIT_CLEAN)
		return EXIT_TROUBLE;
	ixc_status status = ixc_fix(checker, w->unsafe, &fixes, &err);
	common_end(s);
	if (status != IXC_OK)
		return trouble("%s", err.message);
	const ixc_report *report = ixc_fixes_report(fixes);
	int code = write_changes(w, fixes);
	if (code == EXIT_CLEAN && w->diff && !s->outputs.n)
		code = finish_output(common_verdict(s, report));
	else if (code == EXIT_CLEAN)
		code = common_write(s, report);
	if (code != EXIT_TROUBLE)
		tell(s, w, fixes);
	if (code == EXIT_CLEAN && w->diff && ixc_fixes_change_at(fixes, 0))
		code = EXIT_FINDINGS;
	ixc_fixes_free(fixes);
	return code;
}
