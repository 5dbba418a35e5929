/* entry-without-change: a new entry names a key of which nothing changed. */
#include "change_rule.h"

/* Words of an entry that asks for a run as such, in both languages. */
static const char *const rerun_words[] = {"re-run", "rerun", "re-test", "retest", "re-bench",
	"rebench", "re-trigger", "retrigger", "re-sweep", "resweep", "refresh", "again",
	"eval", "revert", "baseline", "variance", "重跑", "重新", "再次", "评估", "评测",
	"刷新"};

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
says(struct str text, struct str word)
{
	for (size_t i = 0; i + word.n <= text.n; i++) {
		size_t n = 0;
		while (n < word.n && lower(text.p[i + n]) == word.p[n])
			n++;
		if (n == word.n)
			return true;
	}
	return false;
}

/* An older entry says the same of the same key: a twin, appended to run it again. */
static bool
is_twin(const struct changelog_entry *e)
{
	const struct changelog *log = e->owner;
	for (size_t i = 0; i + 1 < e->index && i < log->entries.n; i++) {
		const struct changelog_entry *o = log->entries.v[i];
		if (o->description && e->description && !o->is_new &&
			yaml_equal(o->description, e->description) && o->config_keys &&
			e->config_keys && yaml_equal(o->config_keys, e->config_keys))
			return true;
	}
	return false;
}

static bool
asks_for_a_run(const struct changelog_entry *e)
{
	if (is_twin(e))
		return true;
	static const char *const flags[] = {"evals-only", "all-evals"};
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (yaml_truthy(yaml_get(e->node, str_from(flags[i]))))
			return true;
	for (size_t i = 0; i < e->lines.n; i++) {
		struct str line;
		for (size_t k = 0; k < sizeof rerun_words / sizeof *rerun_words; k++)
			if (yaml_as_str(e->lines.v[i], &line) &&
				says(line, str_from(rerun_words[k])))
				return true;
	}
	return false;
}

/* Anything differs that a run of the key might read and that is not looked into. */
static bool
something_else_differs(struct trees *t, const struct config *config)
{
	struct span place;
	if (trees_shared_files_differ(t) || trees_first_shared_change(t, &place))
		return true;
	return config->multinode && trees_folder_differs(t, "benchmarks/multi_node");
}

static void
check_trees(struct check *c, struct trees *t)
{
	const struct changelog *log = c->repo->changelog;
	struct arena *a = c->arena;
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		if (!e->is_new || asks_for_a_run(e))
			continue;
		for (size_t k = 0; k < e->keys.n; k++) {
			struct str key;
			const struct config *config =
				yaml_as_str(e->keys.v[k], &key)
					? master_config(c->repo->master, key)
					: NULL;
			if (!config || trees_key(t, key) ||
				something_else_differs(t, config))
				continue;
			struct ixc_finding *f = report(c, e->keys.v[k]->span,
				"nothing of %.*s changes", STR(quote(a, key)));
			finding_subject(f, "%.*s", STR(key));
			finding_related(f, config->key_node->span, "the config");
			finding_note(f, "neither its points nor the commands of its recipe differ "
					"from %.*s", STR(t->base_name));
			finding_help(f, "was another key meant? An entry that wants a run of the "
					"same again should say so");
		}
	}
}

const struct ixc_rule rule_entry_without_change = {
	.id = "entry-without-change",
	.severity = IXC_WARNING,
	.needs = IXC_NEEDS_BASE,
	.since = "0.1",
	.summary = "a new entry names a config key of which nothing changed",
	.help = "The sweep of the key costs GPU hours and measures what is published already.\n"
		"Often a similar key was meant, or the change itself was left out.\n"
		"\n"
		"Entries that ask for a run as such are not judged: evals-only, all-evals, or\n"
		"words such as re-run, refresh or evals (English or Chinese), or the very text of\n"
		"an older entry. Nor are they when a library, a launcher or (for multi-node keys)\n"
		"anything under benchmarks/multi_node differs.",
	.on_trees = check_trees,
};
