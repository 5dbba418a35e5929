/* Findings of the schema rules. */
#include "schema_faults.h"

void
schema_report(struct check *c, const struct schema_fault *fault, struct str what)
{
	if (fault->implied)
		return;
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

bool
schema_stands_misspelt(struct check *c, const struct schema *schema,
	const struct yaml_node *map, struct str field)
{
	struct schema_faults faults = {0};
	struct schema_subject subject = {.node = map, .holder = map->span};
	schema_check(c->arena, schema, 0, &subject, &faults);
	for (size_t i = 0; i < faults.n; i++)
		if (faults.v[i].instead_is_safe && str_eq(faults.v[i].instead, field))
			return true;
	return false;
}
