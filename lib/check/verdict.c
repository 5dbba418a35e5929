/* Refusals of changelog edits as findings. */
#include "check/verdict.h"

#include "check/rule.h"
#include "check/run.h"

static const char *
rule_of(enum changelog_class class)
{
	switch (class) {
	case CHANGELOG_CR:
	case CHANGELOG_TAB:
	case CHANGELOG_NUL:
	case CHANGELOG_UTF8:
		return "changelog-bytes";
	case CHANGELOG_YAML:
		return "yaml-syntax";
	case CHANGELOG_FINE:
	case CHANGELOG_ROOT:
	case CHANGELOG_ENTRY_COUNT:
	case CHANGELOG_SCHEMA:
		return "changelog-schema";
	case CHANGELOG_ENTRIES_DELETED:
	case CHANGELOG_HISTORY_CHANGED:
	case CHANGELOG_REFORMATTED:
	case CHANGELOG_CORRECTION_LINK:
	case CHANGELOG_MIXED:
	case CHANGELOG_HISTORY_BYTES:
	case CHANGELOG_MAIN_CHANGED:
		return "changelog-history-edited";
	case CHANGELOG_PR_LINK:
		return "pr-link-form";
	case CHANGELOG_NO_FINAL_NEWLINE:
	case CHANGELOG_SEPARATOR:
	case CHANGELOG_TRAILING_BLANK:
		return "changelog-separator";
	case CHANGELOG_BLOCKS:
	case CHANGELOG_LINK_LINE:
		return "changelog-link-line";
	case CHANGELOG_NOT_COMPARABLE:
	case CHANGELOG_NOTHING_TO_MERGE:
		return "changelog-duplicate-entry";
	}
	return "changelog-schema";
}

void
verdict_report(struct arena *a, struct findings *fs, const struct changelog_verdict *v,
	const struct source *otherwise)
{
	const struct ixc_rule *rule = rules_at(rules_index(str_from(rule_of(v->class))));
	MUST(a, rule);
	struct span at = v->span.file ? v->span : span_in(otherwise, 0, 0);
	struct ixc_finding *f = findings_add(fs, rule, IXC_ERROR, at, v->text);
	if (v->related.file)
		finding_related(f, v->related, "the other place");
	finding_note(f, "nothing was written (%s)", changelog_class_id(v->class));
}
