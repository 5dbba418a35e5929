/* Images, versions, files and config keys that a text names, and its concurrencies. */
#include "model/description_words.h"

/* ---- references ----------------------------------------------------------------- */

static bool
has_ending(struct str s)
{
	static const char *const endings[] = {".sh", ".py", ".yaml", ".yml", ".json",
		".jsonl", ".md", ".patch", ".diff", ".jinja", ".txt", ".toml", ".c",
		".cpp", ".cu", ".h", ".rs"};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (str_ends(s, str_from(endings[i])) && s.n > str_from(endings[i]).n)
			return true;
	return false;
}

/* Up to the last ':' or '#', behind which stands no '/'. */
static size_t
tag_at(struct str s)
{
	size_t at = s.n;
	for (size_t i = 0; i < s.n && s.p[i] != '@'; i++)
		if (s.p[i] == ':')
			at = i;
		else if (s.p[i] == '/')
			at = s.n;
	return at;
}

static bool
is_image(struct str s)
{
	size_t tag = tag_at(s);
	struct str name = str_slice(s, 0, tag);
	bool parts = str_contains(name, S("/")) || str_contains(name, S("#"));
	if (tag + 1 >= s.n || !parts || has_ending(name))
		return false;
	for (size_t i = 0; i < name.n; i++)
		if (is_upper(name.p[i]))
			return false;
	return is_lower(name.p[0]);
}

static bool
all_hex(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]) && !(s.p[i] >= 'a' && s.p[i] <= 'f'))
			return false;
	return s.n >= 7;
}

/* v0.5.16, 1.3.0rc23.post1, nightly-5e35a6f4f9bb, nightly-dev-cu13-20260711-7de33ce8 */
static bool
is_version(struct str s)
{
	size_t dots = 0, i = s.n && s.p[0] == 'v';
	if (str_starts(s, S("nightly-")) || str_starts(s, S("nightly_"))) {
		size_t last = s.n;
		while (last > 0 && is_alnum(s.p[last - 1]))
			last--;
		struct str end = str_slice(s, last, s.n);
		return all_hex(end) || (str_all_digits(end) && end.n >= 8);
	}
	if (i >= s.n || !is_digit(s.p[i]))
		return false;
	for (; i < s.n && (is_digit(s.p[i]) || s.p[i] == '.'); i++)
		dots += s.p[i] == '.';
	return dots >= 2 || (dots == 1 && s.p[0] == 'v');
}

static bool
is_key(struct str s)
{
	size_t dashes = 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '-')
			dashes++;
		else if (!is_lower(s.p[i]) && !is_digit(s.p[i]) && s.p[i] != '.')
			return false;
	}
	return dashes >= 3 && is_lower(s.p[0]);
}

/* Whether the sentence has a word for images near word i. */
static bool
is_near_image(const struct words *w, size_t i, size_t before, size_t behind)
{
	unsigned sentence = w->scopes.v[w->v[i].scope].sentence;
	size_t from = i > before ? i - before : 0;
	for (size_t k = from; k < w->n && k <= i + behind; k++)
		if (w->v[k].sense == SENSE_IMAGE &&
			w->scopes.v[w->v[k].scope].sentence == sentence)
			return true;
	return false;
}

/* "image to v0.5.1", "image from v0.5.0 to v0.5.1": nothing else has a version there. */
static bool
is_tag(const struct words *w, size_t i)
{
	for (size_t k = i; k-- > 0;) {
		const struct word *x = &w->v[k];
		if (x->sense == SENSE_IMAGE)
			return true;
		if (x->sense != SENSE_TO && x->sense != SENSE_FROM &&
			x->sense != SENSE_IS && x->mark != MARK_COLON &&
			x->mark != MARK_ARROW && !is_version(x->s) &&
			x->mark != MARK_QUOTE && !str_eqz(x->s, "the"))
			return false;
	}
	return false;
}

/* Without the line number of "x.py:12". */
static struct str
without_line(struct str s)
{
	size_t colon = str_find_byte(s, ':', 0);
	return colon < s.n && has_ending(str_slice(s, 0, colon)) ? str_slice(s, 0, colon)
								 : s;
}

/* "/abs/x", "$DIR/x", "*_x.sh", "~/x": not whole, or not of the repository. */
static bool
is_rest(const struct words *w, size_t i)
{
	const struct word *before = i ? &w->v[i - 1] : NULL;
	const struct word *next = word_at(w, i + 1);
	bool open = next->glued &&
		    (next->mark == MARK_OTHER || next->mark == MARK_SLASH) &&
		    !str_eqz(next->s, "|");
	return open ||
	       (before && w->v[i].glued &&
		       (before->mark == MARK_OTHER || before->mark == MARK_SLASH ||
			       before->mark == MARK_RANGE));
}

/* "KEY: ...", "Bump the KEY image": what the sentence is about. */
static bool
leads(const struct words *w, size_t i)
{
	unsigned scope = w->v[i].scope;
	for (size_t k = i; k-- > 0 && w->v[k].scope == scope;) {
		const struct word *x = &w->v[k];
		bool small = str_eqz(x->s, "the") || str_eqz(x->s, "new");
		if (x->mark == MARK_STOP || x->mark == MARK_SEMICOLON)
			break;
		if (x->mark != MARK_QUOTE && x->sense != SENSE_SETS &&
			x->sense != SENSE_OBJECT && !small)
			return false;
	}
	return w->scopes.v[scope].up == 0;
}

void
read_reference(struct arena *a, struct claims *list, const struct words *w, size_t i)
{
	const struct word *x = &w->v[i];
	struct claim c = {.mood = x->mood,
		.name = x->s,
		.begin = x->begin,
		.end = x->end,
		.sentence = w->scopes.v[x->scope].sentence};
	if (is_rest(w, i) || !is_alnum(x->s.p[0]))
		return;
	if (has_ending(without_line(x->s))) {
		c.kind = CLAIM_FILE;
		c.name = without_line(x->s);
		c.end = c.begin + c.name.n;
	} else if (is_image(x->s)) {
		c.kind = CLAIM_IMAGE;
		c.of_image = is_near_image(w, i, 16, 4);
	} else if (is_version(x->s)) {
		c.kind = CLAIM_VERSION;
		c.of_image = is_tag(w, i) || (str_starts(x->s, S("nightly")) &&
						     is_near_image(w, i, 16, 4));
	} else if (is_key(x->s)) {
		c.kind = CLAIM_KEY;
		c.leads = leads(w, i);
	} else {
		return;
	}
	if (word_at(w, i + 1)->mark == MARK_ARROW && c.mood != MOOD_ASIDE)
		c.mood = MOOD_HISTORY;
	vec_push(a, list, c);
}
