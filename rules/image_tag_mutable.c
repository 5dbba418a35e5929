/* image-tag-mutable: an image is named by a tag that moves. */
#include "check/rule.h"

static bool
is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A date or build number, or a commit: a word of hexadecimal digits. */
static bool
pins(struct str word)
{
	enum { DATE_DIGITS = 4, COMMIT_DIGITS = 7 };
	size_t hex = 0, digits = 0, most = 0;
	for (size_t i = 0; i < word.n; i++) {
		hex += is_hex(word.p[i]);
		digits = is_digit(word.p[i]) ? digits + 1 : 0;
		most = digits > most ? digits : most;
	}
	return most >= DATE_DIGITS || (hex == word.n && hex >= COMMIT_DIGITS);
}

/* "v0.5", "25": a version, though perhaps of something else in the image. */
static bool
has_version(struct str tag)
{
	size_t i = str_starts(tag, S("v")) ? 1 : 0;
	if (str_all_digits(str_slice(tag, i, tag.n)))
		return true;
	for (i = 1; i + 1 < tag.n; i++)
		if (tag.p[i] == '.' && is_digit(tag.p[i - 1]) && is_digit(tag.p[i + 1]))
			return true;
	return false;
}

static bool
floats(struct str word)
{
	static const char *const floating[] = {
		"dev", "edge", "latest", "main", "master", "nightly", "stable"};
	for (size_t i = 0; i < sizeof floating / sizeof *floating; i++)
		if (str_eqz(word, floating[i]))
			return true;
	return false;
}

enum tag { TAG_PINNED, TAG_NAME, TAG_FLOATS };

static enum tag
judge(struct str tag)
{
	enum tag verdict = TAG_NAME;
	if (has_version(tag))
		return TAG_PINNED;
	for (size_t at = 0, end; at < tag.n; at = end + 1) {
		for (end = at; end < tag.n && is_word(tag.p[end]);)
			end++;
		struct str word = str_slice(tag, at, end);
		if (pins(word))
			return TAG_PINNED;
		if (floats(word))
			verdict = TAG_FLOATS;
	}
	return verdict;
}

/* "registry/owner/name", with enroot's '#' for a '/'; not a file, not an alias. */
static bool
is_reference(struct str image)
{
	bool path = str_starts(image, S("/")) || str_starts(image, S(".")) ||
		    str_starts(image, S("~")) || str_contains(image, S("$")) ||
		    str_ends(image, S(".sqsh"));
	return !path && (str_contains(image, S("/")) || str_contains(image, S("#")));
}

/* Empty with p == NULL: there is none. */
static struct str
tag_of(struct str image)
{
	size_t slash = str_rfind_byte(image, '/'), hash = str_rfind_byte(image, '#');
	size_t from = slash == image.n ? 0 : slash;
	if (hash != image.n && hash > from)
		from = hash;
	size_t colon = str_find_byte(image, ':', from);
	return colon == image.n ? (struct str){0} : str_slice(image, colon + 1, image.n);
}

static void
check_config(struct check *c, const struct config *config)
{
	struct str image = config->image.v;
	if (!config->image.set || !is_reference(image) || str_contains(image, S("@")))
		return;
	struct str tag = tag_of(image);
	enum tag verdict = tag.n ? judge(tag) : TAG_FLOATS;
	if (verdict == TAG_PINNED)
		return;
	struct str shown = quote(c->arena, tag.n ? tag : image);
	struct ixc_finding *f =
		!tag.n ? report(c, config->image.node->span,
				 "image %.*s has no tag, so it is whatever 'latest' is",
				 STR(shown))
		: verdict == TAG_FLOATS
			? report(c, config->image.node->span,
				  "image tag %.*s moves: it names no version, date or commit",
				  STR(shown))
			: report(c, config->image.node->span,
				  "image tag %.*s names no version, date or commit",
				  STR(shown));
	finding_subject(f, "%.*s: %.*s", STR(config->key), STR(image));
	if (verdict == TAG_NAME)
		finding_at_most(f, IXC_NOTE);
	finding_note(f,
		"launchers keep an imported image under this name, so two machines, or "
		"two runs, may use different builds under one result");
	finding_help(f, "write a tag that stays, or add the digest: NAME:TAG@sha256:...");
}

const struct ixc_rule rule_image_tag_mutable = {
	.id = "image-tag-mutable",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a config's image tag can come to mean another image",
	.help = "A result is only worth something while one can tell what made it. 'latest',\n"
		"'nightly', 'main' and a missing tag mean another image next week: a warning. A\n"
		"tag that names a model ('model-x') and neither version, date nor commit is\n"
		"rebuilt in practice: a note.\n"
		"\n"
		"A version (0.5), a number of four digits or more (a date, a build) or seven\n"
		"hexadecimal digits (a commit) count as fixed, wherever they stand in the tag; a\n"
		"digest always does. Files and aliases without an owner are not judged.",
	.on_config = check_config,
};
