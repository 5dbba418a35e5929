/* What each word of a text stands under: added, dropped, as it was, only if ... */
#include "model/description_words.h"

/* ---- sentences ------------------------------------------------------------------ */

static bool
is_verb(enum sense s)
{
	return s == SENSE_SETS || s == SENSE_DROPS || s == SENSE_REPLACES;
}

static void
give_sense(struct words *w)
{
	for (size_t i = 0; i < w->n; i++) {
		struct word *x = &w->v[i];
		bool two = false;
		if (x->mark != MARK_NONE || x->han || !is_alnum(x->s.p[0]))
			continue;
		const struct word *next = word_at(w, i + 1);
		struct str behind = next->mark == MARK_NONE ? next->s : (struct str){0};
		x->sense = sense_of(x->s, behind, &two);
		if (two)
			w->v[++i].sense = SENSE_NONE;
	}
}

static unsigned
open_scope(struct arena *a, struct words *w, unsigned up)
{
	unsigned id = (unsigned)w->scopes.n;
	struct scope s = {.up = up, .sentence = up ? w->scopes.v[up].sentence : id};
	vec_push(a, &w->scopes, s);
	return id;
}

/* "e.g." does not end a sentence. */
static bool
ends_sentence(const struct words *w, size_t i)
{
	const struct word *x = &w->v[i];
	if (x->mark == MARK_SEMICOLON)
		return true;
	if (x->mark != MARK_STOP)
		return false;
	const struct word *before = i ? &w->v[i - 1] : word_at(w, w->n);
	return !(before->glued == false && before->sense == SENSE_EXAMPLE) &&
	       !str_eqz(before->s, "i.e") && !str_eqz(before->s, "vs") &&
	       !str_eqz(before->s, "incl");
}

static void
give_scope(struct arena *a, struct words *w)
{
	vec_push(a, &w->scopes, (struct scope){0});
	unsigned now = open_scope(a, w, 0);
	for (size_t i = 0; i < w->n; i++) {
		struct word *x = &w->v[i];
		if (x->mark == MARK_OPEN)
			now = open_scope(a, w, now);
		x->scope = now;
		if (x->mark == MARK_CLOSE && w->scopes.v[now].up)
			now = w->scopes.v[now].up;
		else if (ends_sentence(w, i) && w->scopes.v[now].up == 0)
			now = open_scope(a, w, 0);
		if (x->sense == SENSE_ASIDE)
			w->scopes.v[x->scope].aside = true;
	}
	/* Scopes are numbered from the outside in. */
	for (size_t i = 1; i < w->scopes.n; i++)
		if (w->scopes.v[w->scopes.v[i].up].aside)
			w->scopes.v[i].aside = true;
}

/* ---- moods ---------------------------------------------------------------------- */

struct running {
	enum claim_mood mood;  /* until the next verb, or the sentence's end */
	enum claim_mood local; /* over it, until a comma */
	bool has_local;
	bool from;      /* local is that of "from" */
	bool replacing; /* "with" comes next */
	size_t no;      /* word number of a "not", plus 1 */
};

static void
put_local(struct running *r, enum claim_mood mood)
{
	r->local = mood;
	r->has_local = true;
	r->from = false;
}

/* "the DEP8 sweep", "no upper limit": nouns, which change nothing. Taking a verb for one
 * does no harm, since what has no verb counts as stated. */
static bool
is_noun(const struct words *w, size_t i)
{
	const struct word *x = &w->v[i], *before = i ? &w->v[i - 1] : NULL;
	if (x->sense != SENSE_SETS || x->han || str_ends(x->s, S("ed")) ||
		str_ends(x->s, S("ing")) || !before || before->scope != x->scope)
		return false;
	if (before->mark != MARK_NONE)
		return before->mark == MARK_CLOSE || before->mark == MARK_LIST_CLOSE;
	return before->sense != SENSE_AND && before->sense != SENSE_TO &&
	       before->sense != SENSE_NO && before->sense != SENSE_IS &&
	       !str_ends(before->s, S("ly")) && !str_eqz(before->s, "then") &&
	       !str_eqz(before->s, "also");
}

static void
take_verb(struct running *r, const struct word *x, size_t i)
{
	bool negated = r->no && i + 1 - r->no <= 2;
	r->has_local = r->from = false;
	r->no = 0;
	r->replacing = x->sense == SENSE_REPLACES;
	if (x->sense == SENSE_SETS)
		r->mood = negated ? MOOD_DROPS : MOOD_SETS;
	else if (x->sense == SENSE_DROPS)
		r->mood = negated ? MOOD_ASIDE : MOOD_DROPS;
	else
		r->mood = negated ? MOOD_ASIDE : x->han ? MOOD_SETS : MOOD_HISTORY;
}

/* Chinese 将/把: what is done with the object is said behind it. */
static void
take_object(struct running *r, const struct words *w, size_t i)
{
	enum { WORDS = 40 };
	for (size_t k = i + 1; k < w->n && k < i + WORDS; k++) {
		const struct word *x = &w->v[k];
		bool to = x->han && x->sense == SENSE_TO;
		if (x->scope == w->v[i].scope && (to || is_verb(x->sense))) {
			r->mood = to || x->sense == SENSE_SETS ? MOOD_SETS
				  : x->sense == SENSE_DROPS    ? MOOD_DROPS
							       : MOOD_HISTORY;
			r->has_local = false;
			return;
		}
		if (ends_sentence(w, k) ||
			(x->mark == MARK_COMMA && x->scope == w->v[i].scope))
			return;
	}
}

static void
take_to(struct running *r)
{
	if (r->from)
		r->has_local = r->from = false;
	if (r->mood == MOOD_STATES)
		r->mood = MOOD_SETS;
}

static void
take_sense(struct running *r, const struct words *w, size_t i)
{
	const struct word *x = &w->v[i];
	switch (x->sense) {
	case SENSE_SETS:
	case SENSE_DROPS:
	case SENSE_REPLACES:
		if (!is_noun(w, i))
			take_verb(r, x, i);
		break;
	case SENSE_HISTORY:
		put_local(r, MOOD_HISTORY);
		break;
	case SENSE_EXAMPLE:
		put_local(r, MOOD_ASIDE);
		break;
	case SENSE_FROM:
		put_local(r, MOOD_HISTORY);
		r->from = true;
		break;
	case SENSE_TO:
		take_to(r);
		break;
	case SENSE_WITH:
		if (r->replacing)
			r->mood = MOOD_SETS;
		r->replacing = false;
		break;
	case SENSE_CONDITION:
		r->mood = MOOD_CONDITION;
		break;
	case SENSE_NO:
		put_local(r, MOOD_DROPS);
		r->no = i + 1;
		break;
	case SENSE_OBJECT:
		take_object(r, w, i);
		break;
	default:
		break;
	}
}

static void
take_mark(struct running *r, enum mark m)
{
	if (m == MARK_COMMA || m == MARK_COLON || m == MARK_DASH)
		r->has_local = r->from = false;
}

/* Parentheses inside of parentheses further in than this are not told apart. */
enum { DEPTH = 32 };

static void
give_mood(struct words *w)
{
	struct running open[DEPTH] = {0};
	unsigned depth = 0, sentence = 0;
	for (size_t i = 0; i < w->n; i++) {
		struct word *x = &w->v[i];
		const struct scope *s = &w->scopes.v[x->scope];
		if (s->sentence != sentence) {
			depth = 0;
			open[0] = (struct running){0};
			sentence = s->sentence;
		}
		if (x->mark == MARK_OPEN && depth + 1 < DEPTH) {
			open[depth + 1] = open[depth];
			depth++;
		}
		struct running *r = &open[depth];
		if (x->mark == MARK_NONE)
			take_sense(r, w, i);
		else
			take_mark(r, x->mark);
		x->mood = s->aside ? MOOD_ASIDE : r->has_local ? r->local : r->mood;
		if (x->mark == MARK_CLOSE && depth)
			depth--;
	}
}

void
words_understand(struct arena *a, struct words *w)
{
	give_sense(w);
	give_scope(a, w);
	give_mood(w);
}
