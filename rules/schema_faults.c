/* Findings of the schema rules. */
#include "schema_faults.h"

void
schema_report(struct check *c, const struct schema_fault *fault, struct str what)
{
	struct ixc_finding *f =
		report(c, fault->span, "%.*s: %.*s", STR(what), STR(fault->text));
	finding_subject(f, "%.*s: %.*s: %.*s", STR(what), STR(fault->path), STR(fault->text));
	if (fault->severity == SCHEMA_WARNING && f->severity > IXC_WARNING)
		f->severity = IXC_WARNING;
	if (fault->related.file)
		finding_related(f, fault->related, "%.*s", STR(fault->related_text));
	if (fault->stricter)
		finding_note(f, "the reference's validation accepts it");
	if (fault->help.n)
		finding_help(f, "%.*s", STR(fault->help));
	if (fault->instead.n)
		finding_fix(f, fault->instead_is_safe, fault->span, fault->instead,
			"write '%.*s'", STR(fault->instead));
}
