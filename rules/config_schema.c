/* config-schema: the shape of the master configs. */
#include "schema_faults.h"

static void
check_repo(struct check *c)
{
	const struct master *m = c->repo->master;
	if (m->cut)
		not_judged(c, S("all"), "there are more configs than are read");
	for (size_t i = 0; i < m->files.n; i++) {
		const struct master_file *f = &m->files.v[i];
		for (size_t k = 0; k < f->faults.n; k++)
			schema_report(c, &f->faults.v[k], S("master configs"));
	}
	for (size_t i = 0; i < m->configs.n; i++) {
		const struct config *config = m->configs.v[i];
		for (size_t k = 0; k < config->faults.n; k++)
			schema_report(c, &config->faults.v[k], config->key);
	}
}

const struct ixc_rule rule_config_schema = {
	.id = "config-schema",
	.severity = IXC_ERROR,
	.fixes = IXC_FIX_SAFE | IXC_FIX_UNSAFE,
	.since = "0.1",
	.summary = "a config that the sweep's schema refuses, or misreads",
	.help = "Both master configs are validated before any job is made, and the first bad\n"
		"field stops the sweep for everybody. All faults of all configs are listed here,\n"
		"each at the value, or at the key that should hold it.\n"
		"\n"
		"Some findings are stricter than that validation (a note says so). It accepts\n"
		"other spellings, and then the sweep generator uses the text as written: a field\n"
		"named with '_' is ignored or ends the generator, a quoted number goes into job\n"
		"names or is never matched, an empty 'conc-list' hides the range beside it, a\n"
		"setting with a blank or '$' is acted upon by the shell.\n"
		"\n"
		"--fix writes the field for an unknown one when exactly one known field is one\n"
		"change away and not there yet. --unsafe-fix also changes what is read today: a\n"
		"name with '_', a value of a closed list that is one change away.",
	.on_repo = check_repo,
};
