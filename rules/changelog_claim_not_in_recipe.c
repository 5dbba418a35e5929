/* changelog-claim-not-in-recipe: an entry claims a setting that no run of its keys has.
 */
#include "entry_text.h"
#include "tally.h"

#include "plan/cases.h"

struct judged_claim {
	struct said said;
	struct tally tally;
};

struct subject {
	const struct changelog_entry *entry;
	struct configs configs;
	VEC(, struct judged_claim) claims;
	struct map arms;     /* addresses of those that a run was seen of */
	struct map recipes;  /* their paths */
	struct map scripts;  /* paths of all that is run for them, launchers too */
	struct span command; /* of the first server */
	bool multinode;      /* there are such arms */
};

struct memory {
	VEC(, struct subject *) subjects;
	struct map by_key; /* config key to the subject: a key has but one last entry */
};

/* ---- which claims --------------------------------------------------------------- */

static struct subject *
subject_of(struct check *c, const struct changelog_entry *e)
{
	bool whole;
	struct subject *s = NEW(c->arena, struct subject);
	s->entry = e;
	s->configs = entry_configs(c, e, &whole);
	if (!whole || entry_is_outdated_for(e, &s->configs))
		return NULL;
	struct saids said = entry_claims(c, e);
	for (size_t i = 0; i < said.n; i++) {
		struct judged_claim j = {.said = said.v[i]};
		if (tally_is_for(&j.said.claim) && said_plainly(&j.said.claim))
			vec_push(c->arena, &s->claims, j);
	}
	return s->claims.n ? s : NULL;
}

static struct memory *
memory_of(struct check *c)
{
	struct memory *m = *c->memory;
	if (m)
		return m;
	m = *c->memory = NEW(c->arena, struct memory);
	const struct changelog_entries *all = &c->repo->changelog->entries;
	for (size_t i = 0; i < all->n; i++) {
		struct subject *s = NULL;
		if (all->v[i]->is_new || c->all_entries)
			s = subject_of(c, all->v[i]);
		if (!s)
			continue;
		vec_push(c->arena, &m->subjects, s);
		for (size_t k = 0; k < s->configs.n; k++)
			map_put(c->arena, &m->by_key, s->configs.v[k]->key, s);
	}
	return m;
}

/* ---- what runs ------------------------------------------------------------------ */

static void
put_arm(struct check *c, struct subject *s, const struct arm *arm)
{
	struct str key = {(const char *)&arm, sizeof arm};
	if (!map_has(&s->arms, key))
		map_put(c->arena, &s->arms, str_dup(c->arena, key), s);
}

static bool
has_arm(const struct subject *s, const struct arm *arm)
{
	return map_has(&s->arms, (struct str){(const char *)&arm, sizeof arm});
}

static void
put_path(struct check *c, struct map *m, struct str path)
{
	if (!map_has(m, path))
		map_put(c->arena, m, path, m);
}

static void
take_case(struct check *c, struct subject *s, const struct case_plan *p)
{
	const struct shell_trace *t = p->launch->trace;
	put_path(c, &s->recipes, p->of->recipe);
	put_path(c, &s->scripts, p->of->arms.v[0].route->machine->launcher);
	for (size_t i = 0; i < t->scripts.n; i++)
		put_path(c, &s->scripts, t->scripts.v[i]->source->path);
	if (!s->command.file && p->servers.n)
		s->command = p->servers.v[0]->command->launch->span;
	for (size_t i = 0; i < s->claims.n; i++)
		tally_case(c, &s->claims.v[i].tally, &s->claims.v[i].said.claim, p);
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	struct memory *m = memory_of(c);
	const struct subject *done = NULL;
	for (size_t i = 0; i < p->of->arms.n; i++) {
		const struct arm *arm = p->of->arms.v[i].point->arm;
		struct subject *s = map_get(&m->by_key, arm->config->key);
		if (!s)
			continue;
		put_arm(c, s, arm);
		if (s != done)
			take_case(c, s, p);
		done = s;
	}
}

static void
take_settings(struct check *c, struct subject *s, const struct arm *arm)
{
	for (size_t i = 0; i < s->claims.n; i++) {
		struct judged_claim *j = &s->claims.v[i];
		struct str value;
		const struct yaml_node *n = arm_setting(arm, j->said.claim.name, &value);
		if (n)
			tally_value(c, &j->tally, &j->said.claim, value, n->span);
	}
}

/* What an entry may tell of the config itself. */
static void
take_scenario(struct check *c, struct subject *s, const struct scenario *scenario)
{
	const struct yaml_node *n = scenario->dram_utilization;
	for (size_t i = 0; n && i < s->claims.n; i++) {
		const struct claim *x = &s->claims.v[i].said.claim;
		if (str_eqz(x->name, "dram-utilization") ||
			str_eqz(x->name, "dram_utilization"))
			tally_value(c, &s->claims.v[i].tally, x, n->text, n->span);
	}
}

/* Multi-node arms have no run that could be followed, but most have a recipe in YAML. */
static const char *
take_multinode(struct check *c, struct subject *s, const struct arm *arm)
{
	const struct srt_recipe *r = srt_recipe_of_arm(c->repo->recipes, arm);
	if (r->state != SRT_READ)
		return "the recipe of an arm is not in this repository";
	put_path(c, &s->recipes, r->path);
	s->multinode = true;
	for (size_t i = 0; i < s->claims.n; i++)
		tally_yaml(c, &s->claims.v[i].tally, &s->claims.v[i].said.claim, r->root);
	take_settings(c, s, arm);
	return NULL;
}

/* NULL: all arms of the entry's configs were seen. */
static const char *
why_not(struct check *c, struct subject *s)
{
	const char *why = NULL;
	for (size_t i = 0; i < s->configs.n; i++) {
		const struct config *config = s->configs.v[i];
		for (size_t k = 0; k < config->scenarios.n; k++) {
			const struct arms *arms = &config->scenarios.v[k]->arms;
			take_scenario(c, s, config->scenarios.v[k]);
			for (size_t n = 0; n < arms->n && !why; n++)
				why = config->multinode ? take_multinode(c, s, arms->v[n])
				      : has_arm(s, arms->v[n])
					      ? NULL
					      : "what an arm runs is not known";
		}
	}
	return why;
}

/* ---- the verdict ---------------------------------------------------------------- */

/* Outside of comments: perhaps for an arm to come, perhaps in a way that is not
 * understood. */
static bool
stands_in_code(struct check *c, struct str path, struct str name)
{
	const struct source *s = session_path(plans_session(c->plans), path)->source;
	for (uint32_t i = 1; s && i <= s->line.n; i++) {
		struct str line = str_trim(source_line(s, i));
		if (line.n && line.p[0] != '#' && passed_mentions(line, name))
			return true;
	}
	return false;
}

static bool
is_in_scripts(struct check *c, const struct subject *s, struct str name)
{
	for (size_t i = 0; i < s->scripts.n; i++)
		if (stands_in_code(c, s->scripts.entry[i].key, name))
			return true;
	return false;
}

static void
finish(const struct subject *s, struct ixc_finding *f, const struct claim *x)
{
	finding_subject(f, "entry %zu: %.*s", s->entry->index, STR(x->name));
	for (size_t i = 0; i < s->recipes.n && i < 3; i++)
		finding_note(f, "recipe: %.*s", STR(s->recipes.entry[i].key));
	finding_note(
		f, "a result published beside this text is not one of these settings");
	finding_help(f, "pass what was validated, or mend the text");
}

/* The value stands in a config, not in a recipe. */
static bool
is_of_config(const struct subject *s, struct span place)
{
	for (size_t i = 0; i < s->configs.n; i++)
		if (s->configs.v[i]->key_node->span.file == place.file)
			return true;
	return false;
}

static void
judge(struct check *c, const struct subject *s, const struct judged_claim *j)
{
	const struct claim *x = &j->said.claim;
	const struct tally *t = &j->tally;
	const char *equals = !x->value.n ? "" : x->kind == CLAIM_VARIABLE ? "=" : " ";
	if (t->unclear || t->agrees)
		return;
	if (t->values.n) {
		bool config = is_of_config(s, t->place);
		struct ixc_finding *f = report(c, j->said.span,
			"entry %zu says %.*s%s%.*s, its %s %.*s", s->entry->index,
			STR(x->name), equals, STR(x->value),
			config ? "config has" : "recipe passes", STR(tally_values(c, t)));
		if (t->place.file)
			finding_related(f, t->place, config ? "the config's value"
							    : "the recipe's value");
		finish(s, f, x);
		return;
	}
	/* Of multi-node recipes srt-slurm makes commands with options of its own. */
	if (x->kind == CLAIM_SETTING || s->multinode || is_in_scripts(c, s, x->name))
		return;
	struct ixc_finding *f = report(c, j->said.span,
		"entry %zu says %.*s%s%.*s, no run of its keys passes it",
		s->entry->index, STR(x->name), equals, STR(x->value));
	if (s->command.file)
		finding_related(f, s->command, "the command");
	finish(s, f, x);
}

static void
after_plans(struct check *c)
{
	struct memory *m = memory_of(c);
	for (size_t i = 0; i < m->subjects.n; i++) {
		struct subject *s = m->subjects.v[i];
		const char *why = why_not(c, s);
		if (why) {
			not_judged(c, str_fmt(c->arena, "entry %zu", s->entry->index),
				"%s", why);
			continue;
		}
		for (size_t k = 0; k < s->claims.n; k++)
			judge(c, s, &s->claims.v[k]);
	}
}

const struct ixc_rule rule_changelog_claim_not_in_recipe = {
	.id = "changelog-claim-not-in-recipe",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a new entry claims a setting that no run of its keys has",
	.help = "An entry tells with which settings a result was made. When a flag, a NAME=value\n"
		"or a \"name value\" pair of its text is passed by no run of the entry's keys, or\n"
		"only with other values, the result is published under settings that it does not\n"
		"have: often some were tried, validated and then put back.\n"
		"\n"
		"The recipes are evaluated for all arms of the keys, evaluation runs and\n"
		"branches for other offloading backends included, and a claim holds when any of\n"
		"them has it: as an option of any command, inside of JSON or of a file that the\n"
		"recipe writes, or as a variable. 32K may be 32768 or 32000. Of multi-node arms\n"
		"the YAML recipes of srt-slurm count, and only values that differ. A claim about\n"
		"dram-utilization is compared with the config.\n"
		"\n"
		"Not judged: what the text removes, what was before, what failed or runs\n"
		"elsewhere, conditions, ranges and formulas; flags that stand in the scripts but\n"
		"are not passed today; entries whose key a later entry names again; and entries\n"
		"with an arm whose recipe is not known (--coverage lists them).",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
	.after_plans = after_plans,
};
