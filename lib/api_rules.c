/* Public interface: names of severities, and the table of rules. */
#include "api.h"

#include "base/suggest.h"
#include "check/rule.h"
#include "report/report.h"

/* ---- names ---- */

const char *
ixc_severity_name(ixc_severity severity)
{
	return severity_name(severity);
}

const char *
ixc_confidence_name(ixc_confidence confidence)
{
	return confidence_name(confidence);
}

bool
ixc_severity_from_name(const char *name, ixc_severity *ret)
{
	for (int s = IXC_OFF; s <= IXC_ERROR; s++) {
		if (str_eqz(str_from(name), severity_name((ixc_severity)s))) {
			*ret = (ixc_severity)s;
			return true;
		}
	}
	return false;
}

/* ---- rules ---- */

size_t
ixc_rule_count(void)
{
	return rules_count();
}

const ixc_rule *
ixc_rule_at(size_t i)
{
	return rules_at(i);
}

const ixc_rule *
ixc_rule_find(const char *id)
{
	return rules_at(rules_index(str_from(id)));
}

const char *
ixc_rule_id(const ixc_rule *rule)
{
	return rule->id;
}

const char *
ixc_rule_summary(const ixc_rule *rule)
{
	return rule->summary;
}

const char *
ixc_rule_help(const ixc_rule *rule)
{
	return rule->help;
}

const char *
ixc_rule_since(const ixc_rule *rule)
{
	return rule->since;
}

ixc_severity
ixc_rule_severity(const ixc_rule *rule)
{
	return rule->severity;
}

unsigned
ixc_rule_needs(const ixc_rule *rule)
{
	return rule->needs;
}

unsigned
ixc_rule_fixes(const ixc_rule *rule)
{
	return rule->fixes;
}

bool
ixc_rule_locked(const ixc_rule *rule)
{
	return rule->locked;
}

int
ixc_nearest(const char *word, const char *const *candidates, size_t n)
{
	struct suggestions near = {0};
	for (size_t i = 0; i < n; i++)
		suggest_offer(&near, str_from(word), str_from(candidates[i]));
	for (size_t i = 0; i < n && near.n; i++)
		if (str_eqz(near.name[0], candidates[i]))
			return (int)i;
	return -1;
}
