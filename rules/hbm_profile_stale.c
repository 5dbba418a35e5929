/* hbm-profile-stale: measurements that say little about today. */
#include "check/rule.h"

/* Clocks and time zones differ by up to a day. */
#define DAYS_AHEAD 1

static void
check_age(struct check *c, const struct hbm_measurement *m)
{
	long long age = (long long)(c->today - m->day);
	if (age < -DAYS_AHEAD) {
		struct ixc_finding *f = report(c, m->date_node->span,
			"measurement %zu is of %.*s, which is %lld days from now",
			m->index + 1, STR(m->date), -age);
		finding_note(f, "its age can't be told, so it would never count as old");
		finding_help(f, "write the day of the measurement");
		return;
	}
	if (age <= HBM_PROFILE_DAYS)
		return;
	struct ixc_finding *f = report(c, m->date_node->span,
		"measurement %zu (%.*s%s%.*s) is %lld days old", m->index + 1,
		STR(m->gpu), m->label.n ? ", " : "", STR(m->label), age);
	finding_note(f,
		"what is free changes with drivers, images and what else runs on the node; "
		"after %d days a verdict on memory rests on little",
		HBM_PROFILE_DAYS);
	finding_help(f, "measure again: infxcheck-hbm%s%.*s --merge %.*s",
		m->label.n ? " --label " : "", STR(m->label), STR(c->repo->hbm->path));
}

static void
check_repo(struct check *c)
{
	const struct hbm_profile *p = c->repo->hbm;
	if (!p)
		return;
	if (!c->today) {
		not_judged(c, p->path, "today's date was not given");
		return;
	}
	for (size_t i = 0; i < p->measurements.n; i++)
		if (p->measurements.v[i]->day)
			check_age(c, p->measurements.v[i]);
}

const struct ixc_rule rule_hbm_profile_stale = {
	.id = "hbm-profile-stale",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a measurement of free GPU memory is older than 90 days",
	.help = "How much of a GPU's memory is free when a server starts is not a property of the\n"
		"GPU: on one fleet of MI355X anything from 256 to 281 of 288 GiB was seen. It\n"
		"changes with the driver, the image and what else runs on the node, so recipes\n"
		"are judged by measurements, and those have to be repeated. A date in the future\n"
		"is reported too.",
	.on_repo = check_repo,
};
