/* changelog-image-disagrees: an entry names another image than its configs run. */
#include "entry_text.h"

/* "nvcr.io#nvidia/x:1@sha256:..." as "nvcr.io/nvidia/x:1". */
static struct str
plain_image(struct arena *a, struct str s)
{
	size_t digest = str_find_byte(s, '@', 0);
	char *copy = str_z(a, str_slice(s, 0, digest));
	for (char *p = copy; *p; p++)
		if (*p == '#')
			*p = '/';
	return str_from(copy);
}

static struct str
repository(struct str image)
{
	size_t colon = str_rfind_byte(image, ':');
	return str_slice(image, 0, colon);
}

static struct str
tag(struct str image)
{
	size_t colon = str_rfind_byte(image, ':');
	return str_slice(image, colon + 1, image.n);
}

static bool
is_joint(struct str s, size_t i)
{
	return i >= s.n || s.p[i] == '-' || s.p[i] == '_' || s.p[i] == '+';
}

/* "v0.5.1" names v0.5.1-cu130, "nightly-5e35a6f" the whole hash. */
static bool
tag_is(struct str whole, struct str said)
{
	if (said.n && said.p[0] == 'v')
		said = str_slice(said, 1, said.n);
	for (size_t at = 0; said.n && (at = str_find(whole, said, at)) < whole.n; at++) {
		size_t end = at + said.n;
		size_t before = at > 0 && whole.p[at - 1] == 'v' ? at - 1 : at;
		bool begins = before == 0 || is_joint(whole, before - 1);
		bool hash = str_starts(said, S("nightly-"));
		if (begins && (is_joint(whole, end) || hash))
			return true;
	}
	return false;
}

static bool
is_named(struct check *c, const struct claim *x, struct str image)
{
	if (x->kind == CLAIM_VERSION)
		return tag_is(tag(image), x->name);
	return str_eq(plain_image(c->arena, x->name), image);
}

/* Images of routers, drafts and the like are not the config's. */
static bool
is_of_server(struct check *c, const struct claim *x, struct str image)
{
	if (x->kind == CLAIM_VERSION)
		return x->of_image;
	struct str said = plain_image(c->arena, x->name);
	return str_eq(repository(said), repository(image)) ||
	       (x->of_image && !str_contains(said, S("router")));
}

struct comparing {
	const struct said *claim; /* that is not the config's image; NULL: none */
	bool several;             /* there are different ones */
	bool found;               /* one is */
};

static struct comparing
compare(struct check *c, const struct saids *said, struct str image)
{
	struct comparing r = {0};
	for (size_t i = 0; i < said->n; i++) {
		const struct claim *x = &said->v[i].claim;
		if (x->kind != CLAIM_IMAGE && x->kind != CLAIM_VERSION)
			continue;
		/* Also what is said in passing, or of the past, may name it. */
		if (is_named(c, x, image))
			r.found = true;
		if (!said_plainly(x) || !is_of_server(c, x, image))
			continue;
		r.several =
			r.several || (r.claim && !str_eq(r.claim->claim.name, x->name));
		r.claim = r.claim ? r.claim : &said->v[i];
	}
	return r;
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* In any case, and not as a part of a longer word. */
static bool
has_word(struct str text, struct str word)
{
	for (size_t i = 0; i + word.n <= text.n; i++) {
		size_t n = 0;
		while (n < word.n && lower(text.p[i + n]) == lower(word.p[n]))
			n++;
		char before = i ? lower(text.p[i - 1]) : ' ';
		char behind = i + n < text.n ? lower(text.p[i + n]) : ' ';
		bool inside = (before >= 'a' && before <= 'z') ||
			      (behind >= 'a' && behind <= 'z') ||
			      (behind >= '0' && behind <= '9');
		if (n == word.n && !inside)
			return true;
	}
	return false;
}

static bool
has_part(struct str key, struct str part)
{
	for (struct str rest = key; rest.n;)
		if (str_eq(str_cut(rest, '-', &rest), part))
			return true;
	return false;
}

/* "all GB300 recipes on ...": the item has a word of the key that runs the image, which
 * is no word of this key. */
static bool
is_for_others(const struct changelog_entry *e, const struct said *said,
	const struct config *config, const struct config *right)
{
	struct str text = e->lines.v[said->item]->text;
	for (struct str rest = right->key; rest.n;) {
		struct str part = str_cut(rest, '-', &rest);
		if (part.n && !has_part(config->key, part) && has_word(text, part))
			return true;
	}
	return false;
}

static void
say(struct check *c, const struct changelog_entry *e, const struct config *config,
	const struct comparing *r, bool sure)
{
	const struct claim *x = &r->claim->claim;
	struct ixc_finding *f = report(c, r->claim->span,
		"entry %zu names image %.*s, but %.*s runs %.*s", e->index,
		STR(quote(c->arena, x->name)), STR(quote(c->arena, config->key)),
		STR(quote(c->arena, config->image.v)));
	finding_subject(f, "%.*s: %.*s", STR(config->key), STR(x->name));
	finding_related(f, config->image.node->span, "the config's image");
	if (!sure)
		finding_at_most(f, IXC_WARNING);
	finding_note(f, "results are published beside this text as made with that image");
	finding_help(f, "mend the config's image, or the description");
}

static void
check_entry(struct check *c, const struct changelog_entry *e)
{
	bool whole;
	struct configs configs = entry_configs(c, e, &whole);
	struct saids said = entry_claims(c, e);
	const struct config *right = NULL;
	struct comparing *r = NEW_ARRAY(c->arena, struct comparing, configs.n);
	for (size_t i = 0; i < configs.n; i++) {
		const struct config *config = configs.v[i];
		if (!config->image.set)
			continue;
		r[i] = compare(c, &said, plain_image(c->arena, config->image.v));
		right = r[i].found ? config : right;
	}
	for (size_t i = 0; i < configs.n; i++) {
		const struct config *config = configs.v[i];
		if (!r[i].claim || r[i].found || changelog_names_later(e, config->key))
			continue;
		if (right &&
			(r[i].several || is_for_others(e, r[i].claim, config, right)))
			continue;
		say(c, e, config, &r[i],
			whole && !right && r[i].claim->claim.kind == CLAIM_IMAGE);
	}
}

const struct ixc_rule rule_changelog_image_disagrees = {
	.id = "changelog-image-disagrees",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a new entry names another image than its configs run",
	.help = "The image of a run is the one of the config; an entry that names another tells\n"
		"readers of the results something that is not so. Usually one of the two was\n"
		"bumped again and the other forgotten.\n"
		"\n"
		"Of an entry that names several images one has to be the config's. What the text\n"
		"calls the old image (\"from X to Y\", \"was\", \"instead of\"), images of routers\n"
		"and digests do not count. A tag alone counts where the sentence speaks of the\n"
		"image, as a warning, and \"v0.5.1\" may stand for v0.5.1-cu130. When some of the\n"
		"entry's configs run the image and others do not, that is a warning, unless the\n"
		"text says which ones are meant. Entries whose key a later entry names again are\n"
		"not judged.",
	.on_entry = check_entry,
};
