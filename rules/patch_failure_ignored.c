/* patch-failure-ignored: a patch that may fail while the script goes on. */
#include "patches.h"

enum { STATUS_LINES = 3 };

/* The lines behind it look at $?. */
static bool
is_asked_for(struct check *c, const struct shell_launch *l)
{
	const struct source *s = sources_get(c->repo->sources, l->span.file);
	if (!s)
		return true;
	uint32_t line = source_place(s, l->span.end).line;
	for (uint32_t i = 0; i < STATUS_LINES; i++)
		if (str_contains(source_line(s, line + i), S("$?")) ||
			str_contains(source_line(s, line + i), S("PIPESTATUS")))
			return true;
	return false;
}

static bool
goes_unseen(const struct shell_launch *l)
{
	if (l->watched)
		return false;
	if (!(l->options & OPTION_ERREXIT))
		return true;
	return l->piped && !(l->options & OPTION_PIPEFAIL);
}

static void
judge(struct check *c, const struct shell_launch *l, struct str what)
{
	struct ixc_finding *f = report_plan(c, l->span,
		"when %.*s fails the script goes on", STR(quote(c->arena, what)));
	if (f->notes.n)
		return;
	finding_subject(f, "%.*s", STR(what));
	if (l->options & OPTION_ERREXIT)
		finding_note(f, "set -e sees the last command of a pipeline only");
	else
		finding_note(f, "neither set -e nor a test of its status is in force");
	finding_note(f,
		"what the patch is for then runs without it, and is measured all the same");
	finding_help(f, "add `|| exit 1`, or `set -eo pipefail` at the beginning");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->launch->commands.n; i++) {
		const struct shell_launch *l = p->launch->commands.v[i]->launch;
		struct str what;
		if (goes_unseen(l) && applies_patch(c, l, &what) && !is_asked_for(c, l))
			judge(c, l, what);
	}
}

const struct ixc_rule rule_patch_failure_ignored = {
	.id = "patch-failure-ignored",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a patch is applied, and the script goes on when that fails",
	.help = "A patch that no longer applies, because the image changed, leaves the engine as\n"
		"it was. Without set -e or a test of its status the recipe starts the server all\n"
		"the same, and the result is published as one of the patched engine.\n"
		"\n"
		"Reported are `patch`, `git apply`, `git am` and scripts of the repository with\n"
		"'patch' in their name, as they are run in the evaluated recipes, unless set -e\n"
		"is on, or if, &&, ||, ! or $? looks at the status. In a pipeline set -e helps\n"
		"only with pipefail.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
