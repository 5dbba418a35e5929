/* The English words that tell what a sentence does with what it names. */
#include "model/description_words.h"

struct entry {
	const char *word; /* of verbs the stem */
	enum sense sense;
	bool verb; /* also with -s, -ed, -ing */
};

/* Two words stand with a blank between. */
static const struct entry english[] = {
	{"add", SENSE_SETS, true},
	{"adopt", SENSE_SETS, true},
	{"append", SENSE_SETS, true},
	{"apply", SENSE_SETS, true},
	{"applies", SENSE_SETS, false},
	{"bump", SENSE_SETS, true},
	{"cap", SENSE_SETS, true},
	{"capture", SENSE_SETS, true},
	{"change", SENSE_SETS, true},
	{"configure", SENSE_SETS, true},
	{"cover", SENSE_SETS, true},
	{"derate", SENSE_SETS, true},
	{"enable", SENSE_SETS, true},
	{"expand", SENSE_SETS, true},
	{"export", SENSE_SETS, true},
	{"extend", SENSE_SETS, true},
	{"force", SENSE_SETS, true},
	{"generate", SENSE_SETS, true},
	{"increase", SENSE_SETS, true},
	{"inject", SENSE_SETS, true},
	{"keep", SENSE_SETS, true},
	{"kept", SENSE_SETS, false},
	{"limit", SENSE_SETS, true},
	{"lower", SENSE_SETS, true},
	{"move", SENSE_SETS, true},
	{"pass", SENSE_SETS, true},
	{"pin", SENSE_SETS, true},
	{"raise", SENSE_SETS, true},
	{"reduce", SENSE_SETS, true},
	{"refresh", SENSE_SETS, true},
	{"restore", SENSE_SETS, true},
	{"retain", SENSE_SETS, true},
	{"select", SENSE_SETS, true},
	{"serve", SENSE_SETS, true},
	{"set", SENSE_SETS, true},
	{"specify", SENSE_SETS, true},
	{"sweep", SENSE_SETS, true},
	{"switch", SENSE_SETS, true},
	{"tune", SENSE_SETS, true},
	{"update", SENSE_SETS, true},
	{"upgrade", SENSE_SETS, true},
	{"use", SENSE_SETS, true},
	{"comment out", SENSE_DROPS, false},
	{"commented out", SENSE_DROPS, false},
	{"delete", SENSE_DROPS, true},
	{"deprecate", SENSE_DROPS, true},
	{"disable", SENSE_DROPS, true},
	{"disallow", SENSE_DROPS, true},
	{"drop", SENSE_DROPS, true},
	{"exclude", SENSE_DROPS, true},
	{"omit", SENSE_DROPS, true},
	{"remove", SENSE_DROPS, true},
	{"retire", SENSE_DROPS, true},
	{"revert", SENSE_DROPS, true},
	{"skip", SENSE_DROPS, true},
	{"stop passing", SENSE_DROPS, false},
	{"strip", SENSE_DROPS, true},
	{"trim", SENSE_DROPS, true},
	{"unset", SENSE_DROPS, false},
	{"against", SENSE_HISTORY, false},
	{"earlier", SENSE_HISTORY, false},
	{"former", SENSE_HISTORY, false},
	{"formerly", SENSE_HISTORY, false},
	{"in place", SENSE_HISTORY, false},
	{"instead of", SENSE_HISTORY, false},
	{"old", SENSE_HISTORY, false},
	{"originally", SENSE_HISTORY, false},
	{"outdated", SENSE_HISTORY, false},
	{"previous", SENSE_HISTORY, false},
	{"previously", SENSE_HISTORY, false},
	{"prior", SENSE_HISTORY, false},
	{"rather than", SENSE_HISTORY, false},
	{"stale", SENSE_HISTORY, false},
	{"used to", SENSE_HISTORY, false},
	{"versus", SENSE_HISTORY, false},
	{"vs", SENSE_HISTORY, false},
	{"was", SENSE_HISTORY, false},
	{"were", SENSE_HISTORY, false},
	{"from", SENSE_FROM, false},
	{"to", SENSE_TO, false},
	{"replace", SENSE_REPLACES, true},
	{"with", SENSE_WITH, false},
	{"by", SENSE_WITH, false},
	{"above", SENSE_CONDITION, false},
	{"after", SENSE_CONDITION, false},
	{"before", SENSE_CONDITION, false},
	{"below", SENSE_CONDITION, false},
	{"beyond", SENSE_CONDITION, false},
	{"exceeding", SENSE_CONDITION, false},
	{"if", SENSE_CONDITION, false},
	{"once", SENSE_CONDITION, false},
	{"past", SENSE_CONDITION, false},
	{"under", SENSE_CONDITION, false},
	{"unless", SENSE_CONDITION, false},
	{"until", SENSE_CONDITION, false},
	{"when", SENSE_CONDITION, false},
	{"whenever", SENSE_CONDITION, false},
	{"where", SENSE_CONDITION, false},
	{"abort", SENSE_ASIDE, true},
	{"asserted", SENSE_ASIDE, false},
	{"attempt", SENSE_ASIDE, true},
	{"baseline", SENSE_ASIDE, false},
	{"cannot", SENSE_ASIDE, false},
	{"collapse", SENSE_ASIDE, true},
	{"could", SENSE_ASIDE, false},
	{"crash", SENSE_ASIDE, true},
	{"delivered", SENSE_ASIDE, false},
	{"died", SENSE_ASIDE, false},
	{"dies", SENSE_ASIDE, false},
	{"error", SENSE_ASIDE, true},
	{"fail", SENSE_ASIDE, true},
	{"failure", SENSE_ASIDE, false},
	{"failures", SENSE_ASIDE, false},
	{"hang", SENSE_ASIDE, true},
	{"hard-fail", SENSE_ASIDE, true},
	{"hard-rejected", SENSE_ASIDE, false},
	{"hung", SENSE_ASIDE, false},
	{"killed", SENSE_ASIDE, false},
	{"might", SENSE_ASIDE, false},
	{"observed", SENSE_ASIDE, false},
	{"oom", SENSE_ASIDE, true},
	{"ooms", SENSE_ASIDE, false},
	{"oom'd", SENSE_ASIDE, false},
	{"otherwise", SENSE_ASIDE, false},
	{"re-attempting", SENSE_ASIDE, false},
	{"regress", SENSE_ASIDE, true},
	{"reject", SENSE_ASIDE, true},
	{"reproduced", SENSE_ASIDE, false},
	{"sibling", SENSE_ASIDE, false},
	{"siblings", SENSE_ASIDE, false},
	{"thrash", SENSE_ASIDE, true},
	{"todo", SENSE_ASIDE, false},
	{"tok", SENSE_ASIDE, false},
	{"tried", SENSE_ASIDE, false},
	{"try", SENSE_ASIDE, false},
	{"unlike", SENSE_ASIDE, false},
	{"upstream", SENSE_ASIDE, false},
	{"whereas", SENSE_ASIDE, false},
	{"would", SENSE_ASIDE, false},
	{"default", SENSE_EXAMPLE, false},
	{"defaults", SENSE_EXAMPLE, false},
	{"e.g", SENSE_EXAMPLE, false},
	{"like", SENSE_EXAMPLE, false},
	{"opt-out", SENSE_EXAMPLE, false},
	{"overridable", SENSE_EXAMPLE, false},
	{"same", SENSE_EXAMPLE, false},
	{"such as", SENSE_EXAMPLE, false},
	{"never", SENSE_NO, false},
	{"no", SENSE_NO, false},
	{"no longer", SENSE_NO, false},
	{"not", SENSE_NO, false},
	{"don't", SENSE_NO, false},
	{"without", SENSE_NO, false},
	{"are", SENSE_IS, false},
	{"at", SENSE_IS, false},
	{"be", SENSE_IS, false},
	{"is", SENSE_IS, false},
	{"now", SENSE_IS, false},
	{"of", SENSE_IS, false},
	{"remain", SENSE_IS, true},
	{"stay", SENSE_IS, true},
	{"conc", SENSE_CONC, false},
	{"conc-list", SENSE_CONC, false},
	{"concs", SENSE_CONC, false},
	{"concurrencies", SENSE_CONC, false},
	{"concurrency", SENSE_CONC, false},
	{"arm", SENSE_OF_CONC, false},
	{"arms", SENSE_OF_CONC, false},
	{"grid", SENSE_OF_CONC, false},
	{"level", SENSE_OF_CONC, false},
	{"levels", SENSE_OF_CONC, false},
	{"list", SENSE_OF_CONC, false},
	{"point", SENSE_OF_CONC, false},
	{"points", SENSE_OF_CONC, false},
	{"range", SENSE_OF_CONC, false},
	{"value", SENSE_OF_CONC, false},
	{"values", SENSE_OF_CONC, false},
	{"and above", SENSE_LIMIT, false},
	{"and below", SENSE_LIMIT, false},
	{"and higher", SENSE_LIMIT, false},
	{"and lower", SENSE_LIMIT, false},
	{"and up", SENSE_LIMIT, false},
	{"or above", SENSE_LIMIT, false},
	{"or below", SENSE_LIMIT, false},
	{"or higher", SENSE_LIMIT, false},
	{"or less", SENSE_LIMIT, false},
	{"or lower", SENSE_LIMIT, false},
	{"or more", SENSE_LIMIT, false},
	{"container", SENSE_IMAGE, false},
	{"image", SENSE_IMAGE, false},
	{"images", SENSE_IMAGE, false},
	{"and", SENSE_AND, false},
	{"or", SENSE_AND, false},
	{"plus", SENSE_AND, false},
	{"through", SENSE_THROUGH, false},
	{"for", SENSE_STOP, false},
	{"in", SENSE_STOP, false},
	{"on", SENSE_STOP, false},
	{"so", SENSE_STOP, false},
	{"the", SENSE_STOP, false},
};

static char
lower(char c)
{
	return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

/* Bytes of word behind z, when it begins with z in any case; else more than there are. */
static size_t
behind(struct str word, const char *z, size_t n)
{
	if (word.n < n)
		return word.n + 1;
	for (size_t i = 0; i < n; i++)
		if (lower(word.p[i]) != z[i])
			return word.n + 1;
	return n;
}

static bool
is_ending(struct str s)
{
	static const char *const endings[] = {"s", "es", "d", "ed", "ing"};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (behind(s, endings[i], str_from(endings[i]).n) == s.n)
			return true;
	return false;
}

/* drop, drops, dropped, dropping; use, uses, used, using. */
static bool
inflects(struct str word, struct str stem)
{
	char last = stem.p[stem.n - 1];
	size_t at = behind(word, stem.p, stem.n);
	if (at <= word.n) {
		struct str rest = str_slice(word, at, word.n);
		if (rest.n && lower(rest.p[0]) == last &&
			is_ending(str_slice(rest, 1, rest.n)))
			return true;
		return rest.n == 0 || is_ending(rest);
	}
	if (last != 'e')
		return false;
	at = behind(word, stem.p, stem.n - 1);
	return at <= word.n &&
	       behind(str_slice(word, at, word.n), "ing", 3) + at == word.n;
}

static bool
is_two(struct str word, struct str next, struct str both)
{
	size_t blank = str_find_byte(both, ' ', 0);
	return blank < both.n && behind(word, both.p, blank) == word.n && next.n &&
	       behind(next, both.p + blank + 1, both.n - blank - 1) == next.n;
}

enum sense
sense_of(struct str word, struct str next, bool *ret_two)
{
	enum sense sense = SENSE_NONE;
	*ret_two = false;
	for (size_t i = 0; i < sizeof english / sizeof *english; i++) {
		const struct entry *e = &english[i];
		if (lower(word.p[0]) != e->word[0])
			continue;
		struct str known = str_from(e->word);
		if (is_two(word, next, known)) {
			*ret_two = true;
			return e->sense;
		}
		if (sense == SENSE_NONE &&
			(e->verb ? inflects(word, known)
				 : behind(word, known.p, known.n) == word.n))
			sense = e->sense;
	}
	return sense;
}
