/* description-names-other-key: an entry's text is about a config key that it does not
 * list. */
#include "entry_text.h"

/* The text says what it has to do with the key. */
static bool
is_related(struct str text)
{
	static const char *const words[] = {"variant", "twin", "counterpart", "port",
		"mirror", "copy", "same", "like", "match", "变体", "相同", "一致", "对应",
		"镜像自"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_contains(text, str_from(words[i])))
			return true;
	return false;
}

/* The key itself, or one that is named after it. */
static bool
is_own(const struct configs *configs, struct str key)
{
	for (size_t i = 0; i < configs->n; i++)
		if (str_starts(configs->v[i]->key, key) ||
			str_starts(key, configs->v[i]->key))
			return true;
	return false;
}

static bool
names_own(const struct saids *said, const struct configs *configs)
{
	for (size_t i = 0; i < said->n; i++)
		if (said->v[i].claim.kind == CLAIM_KEY &&
			is_own(configs, said->v[i].claim.name))
			return true;
	return false;
}

static void
say(struct check *c, const struct changelog_entry *e, const struct said *s)
{
	struct str key = s->claim.name;
	struct ixc_finding *f = report(c, s->span,
		"entry %zu speaks of %.*s, which is not among its config keys", e->index,
		STR(quote(c->arena, key)));
	finding_subject(f, "%.*s", STR(key));
	finding_related(f, e->keys.v[0]->span, "the entry's key");
	finding_note(f,
		"what is run again and what the results are filed under goes by the "
		"config keys, whatever the text says");
	finding_help(f, "list the key, or mend the text");
}

static void
check_entry(struct check *c, const struct changelog_entry *e)
{
	bool whole;
	struct configs configs = entry_configs(c, e, &whole);
	struct saids said = entry_claims(c, e);
	if (!whole || entry_is_outdated_for(e, &configs) || names_own(&said, &configs))
		return;
	for (size_t i = 0; i < said.n; i++) {
		const struct said *s = &said.v[i];
		if (s->claim.kind == CLAIM_KEY && s->claim.leads &&
			said_plainly(&s->claim) &&
			master_config(c->repo->master, s->claim.name) &&
			!is_related(e->lines.v[s->item]->text))
			say(c, e, s);
	}
}

const struct ixc_rule rule_description_names_other_key = {
	.id = "description-names-other-key",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a new entry's text is about a key that it does not list",
	.help = "Which configs are run again is decided by the entry's config-keys alone. When a\n"
		"sentence begins with the name of another config (\"KEY: ...\", \"Bump the KEY\n"
		"image\") and the entry's own keys are named nowhere in the text, one of the two\n"
		"was pasted from elsewhere.\n"
		"\n"
		"Keys named in passing, as what was mirrored or compared with, are not judged,\n"
		"nor a key that the entry's own is named after: an entry of x-mtp may well\n"
		"begin with x.",
	.on_entry = check_entry,
};
