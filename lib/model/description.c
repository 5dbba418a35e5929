/* Claims out of a text. */
#include "model/description_words.h"

#include "base/limits.h"

/* ---- names ---------------------------------------------------------------------- */

static bool
is_flag(struct str s)
{
	return s.n > 3 && s.p[0] == '-' && s.p[1] == '-' && is_lower(s.p[2]);
}

static bool
is_variable(struct str s)
{
	bool underscore = false;
	if (s.n < 3 || !is_upper(s.p[0]))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (!is_upper(s.p[i]) && !is_digit(s.p[i]) && s.p[i] != '_')
			return false;
		underscore = underscore || s.p[i] == '_';
	}
	return underscore && s.p[s.n - 1] != '_';
}

/* Two parts or more: one alone is a word of English. */
static bool
is_setting(struct str s)
{
	size_t joints = 0;
	if (!s.n || !is_lower(s.p[0]))
		return false;
	for (size_t i = 1; i < s.n; i++) {
		bool joint = s.p[i] == '-' || s.p[i] == '_';
		if (!joint && !is_lower(s.p[i]) && !is_digit(s.p[i]))
			return false;
		if (joint && (i + 1 == s.n || !is_lower(s.p[i + 1])))
			return false;
		joints += joint;
	}
	return joints > 0;
}

/* ---- claims --------------------------------------------------------------------- */

/* "X removed", "X 已移除": the verb comes behind. */
static enum claim_mood
mood_of(const struct words *w, size_t i, size_t next)
{
	enum claim_mood mood = w->v[i].mood;
	for (size_t n = 0; n < 3 && word_at(w, next)->mark == MARK_NONE; n++, next++) {
		const struct word *x = word_at(w, next);
		bool participle =
			x->han || str_ends(x->s, S("ed")) || str_ends(x->s, S("pt"));
		if (x->sense == SENSE_DROPS && participle && mood != MOOD_ASIDE)
			return MOOD_DROPS;
		if (str_eqz(x->s, "was") || str_eqz(x->s, "were") ||
			str_eqz(x->s, "原为"))
			return MOOD_HISTORY;
		if (str_eqz(x->s, "must"))
			return MOOD_CONDITION;
		if (x->sense != SENSE_IS && x->sense != SENSE_NONE)
			break;
	}
	if (word_at(w, next)->mark == MARK_COMPARE)
		return MOOD_CONDITION;
	return mood;
}

static bool
is_part_of_something(const struct words *w, size_t i)
{
	const struct word *before = i ? &w->v[i - 1] : NULL;
	return before && w->v[i].glued && !is_flag(w->v[i].s) &&
	       (before->mark == MARK_OTHER || before->mark == MARK_SLASH ||
		       before->mark == MARK_EQUALS);
}

/* The number of words read; 0: it is none. */
static size_t
read_setting(struct arena *a, struct claims *list, const struct words *w, size_t i)
{
	const struct word *x = &w->v[i];
	struct value_read v;
	enum claim_kind kind = is_flag(x->s)       ? CLAIM_FLAG
			       : is_variable(x->s) ? CLAIM_VARIABLE
						   : CLAIM_SETTING;
	if ((kind == CLAIM_SETTING && !is_setting(x->s)) || is_part_of_something(w, i) ||
		x->sense != SENSE_NONE)
		return 0;
	bool given = read_value(w, i + 1, kind, &v);
	if (!given && kind != CLAIM_FLAG)
		return 0;
	size_t next = given ? v.next : i + 1;
	struct claim c = {.kind = kind,
		.mood = mood_of(w, i, next),
		.name = x->s,
		.value = given ? v.value : (struct str){0},
		.old = given ? v.old : (struct str){0},
		.begin = x->begin,
		.end = w->v[next - 1].end,
		.sentence = w->scopes.v[x->scope].sentence};
	vec_push(a, list, c);
	return next - i;
}

struct claims
description_read(struct arena *a, struct str text)
{
	struct claims list = {0};
	if (text.n > LIMIT_PROSE_BYTES)
		return list;
	struct words w = prose_words(a, text);
	words_understand(a, &w);
	for (size_t i = 0; i < w.n;) {
		size_t n = 0;
		if (w.v[i].mark == MARK_NONE) {
			n = read_concs(a, &list, &w, i);
			if (!n && !w.v[i].han)
				n = read_setting(a, &list, &w, i);
			if (!n && !w.v[i].han)
				read_reference(a, &list, &w, i);
		}
		i += n ? n : 1;
	}
	return list;
}
