/* Concurrencies: "concurrency 1, 4 and 16", "conc 4-64", "c8/c16" and in Chinese. */
#include "model/description_words.h"

/* More than this is no concurrency. */
enum { CONC_MAX = 1000000 };

struct reading_concs {
	struct arena *a;
	const struct words *w;
	struct claims found;
	enum claim_mood mood;
	unsigned sentence;
};

static bool
number_at(struct str s, size_t *i, int64_t *ret)
{
	size_t from = *i;
	int64_t v = 0;
	for (; *i < s.n && is_digit(s.p[*i]) && *i - from < 8; ++*i)
		v = v * 10 + (s.p[*i] - '0');
	*ret = v;
	return *i > from && v <= CONC_MAX;
}

static void
add(struct reading_concs *r, int64_t low, int64_t high, const struct word *x, size_t from,
	size_t to)
{
	struct claim c = {.kind = CLAIM_CONC,
		.mood = r->mood,
		.name = x->s,
		.value = str_slice(x->s, from, to),
		.low = low,
		.high = high,
		.begin = x->begin + from,
		.end = x->begin + to,
		.sentence = r->sentence};
	vec_push(r->a, &r->found, c);
}

/* "16", "1-64", "4/8/16", "c4/c8", "c1-c5"; each with c when the first has one. */
static bool
read_word(struct reading_concs *r, const struct word *x, bool with_c)
{
	size_t n = r->found.n, i = 0;
	if (x->mark != MARK_NONE || x->han)
		return false;
	while (i < x->s.n) {
		int64_t low, high;
		size_t from = i;
		if (with_c && (x->s.p[i] == 'c' || x->s.p[i] == 'C'))
			i++;
		else if (with_c)
			break;
		if (!number_at(x->s, &i, &low))
			break;
		high = low;
		if (i + 1 < x->s.n && x->s.p[i] == '-') {
			i++;
			if (with_c && (x->s.p[i] == 'c' || x->s.p[i] == 'C'))
				i++;
			if (!number_at(x->s, &i, &high))
				break;
		}
		add(r, low, high, x, from, i);
		if (i == x->s.n)
			return true;
		if (x->s.p[i] != '/')
			break;
		i++;
	}
	r->found.n = n;
	return false;
}

static bool
is_c_form(struct str s)
{
	return s.n >= 2 && (s.p[0] == 'c' || s.p[0] == 'C') && is_digit(s.p[1]);
}

static bool
joins(const struct word *x)
{
	return x->mark == MARK_COMMA || x->mark == MARK_AND || x->mark == MARK_SLASH ||
	       x->sense == SENSE_AND;
}

static bool
spans(const struct word *x)
{
	return x->mark == MARK_RANGE || x->sense == SENSE_THROUGH || x->sense == SENSE_TO;
}

/* A number with a unit counts something else. */
static bool
has_unit(const struct word *x)
{
	static const char *const units[] = {"GPU", "GPUs", "gpus", "nodes", "node", "GB",
		"GiB", "x", "steps", "draft", "speculative", "tokens", "workers",
		"seconds", "ranks"};
	if (x->mark == MARK_OTHER && x->glued)
		return str_eqz(x->s, "%") || str_eqz(x->s, "+") || str_eqz(x->s, "*");
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (x->mark == MARK_NONE && str_eqz(x->s, units[i]))
			return true;
	return false;
}

/* The list from word i on; the word behind it. */
static size_t
read_list(struct reading_concs *r, size_t i, bool with_c)
{
	const struct words *w = r->w;
	size_t end = i;
	while (i < w->n) {
		size_t before = r->found.n;
		const struct word *x = &w->v[i];
		if (!read_word(r, x, with_c && is_c_form(x->s)))
			break;
		if (has_unit(word_at(w, i + 1))) {
			r->found.n = before;
			break;
		}
		end = ++i;
		const struct word *far = word_at(w, i + 1);
		if (spans(word_at(w, i)) && far->mark == MARK_NONE) {
			size_t n = r->found.n;
			if (read_word(r, far, with_c && is_c_form(far->s)) && n > 0) {
				r->found.v[n - 1].high = r->found.v[n].high;
				r->found.v[n - 1].end = r->found.v[n].end;
				r->found.n = n;
				i += 2;
				end = i;
			}
		}
		if (!joins(word_at(w, i)))
			break;
		i += 1 + joins(word_at(w, i + 1));
	}
	return end;
}

/* A comparison, before or behind: the numbers bound something. */
static bool
is_bound(const struct words *w, size_t i, size_t end)
{
	for (size_t k = 1; k <= 2 && k <= i; k++) {
		const struct word *x = &w->v[i - k];
		if (x->sense == SENSE_CONDITION || x->mark == MARK_COMPARE ||
			x->sense == SENSE_NO)
			return true;
	}
	return word_at(w, end)->sense == SENSE_LIMIT ||
	       word_at(w, end)->mark == MARK_COMPARE || str_eqz(word_at(w, end)->s, "+");
}

static void
finish(struct reading_concs *r, struct claims *list, size_t i, size_t end)
{
	const struct word *next = word_at(r->w, end);
	bool bound = is_bound(r->w, i, end);
	for (size_t k = 0; k < r->found.n; k++) {
		struct claim c = r->found.v[k];
		if (bound && c.mood != MOOD_ASIDE)
			c.mood = MOOD_CONDITION;
		else if (next->mark == MARK_ARROW || next->sense == SENSE_HISTORY)
			c.mood = MOOD_HISTORY;
		vec_push(r->a, list, c);
	}
}

static bool
opens(const struct word *x)
{
	return x->mark == MARK_OPEN || x->mark == MARK_LIST_OPEN;
}

static bool
closes(const struct word *x)
{
	return x->mark == MARK_CLOSE || x->mark == MARK_LIST_CLOSE;
}

/* Between "concurrency" and its numbers; of "from 64 to 128" only the second counts. */
static size_t
skip_to_numbers(const struct words *w, size_t i)
{
	int64_t v;
	for (size_t n = 0; n < 4; n++, i++) {
		const struct word *x = word_at(w, i);
		bool between = x->mark == MARK_EQUALS || x->mark == MARK_COLON ||
			       opens(x) || x->sense == SENSE_OF_CONC ||
			       x->sense == SENSE_IS || str_eqz(x->s, "sweep") ||
			       str_eqz(x->s, "search");
		if (!between)
			break;
	}
	if (word_at(w, i)->sense != SENSE_FROM)
		return i;
	const struct word *old = word_at(w, i + 1);
	size_t at = 0;
	bool change = number_at(old->s, &at, &v) && at == old->s.n &&
		      word_at(w, i + 2)->sense == SENSE_TO;
	return change ? i + 3 : i + 1;
}

/* "replace concurrency [1, 2] with [4, 8]": the list behind the one that is gone. */
static size_t
read_second(struct reading_concs *r, struct claims *list, size_t i)
{
	const struct words *w = r->w;
	size_t at = i;
	while (closes(word_at(w, at)))
		at++;
	const struct word *x = word_at(w, at);
	if (x->sense != SENSE_WITH && x->sense != SENSE_TO && x->mark != MARK_ARROW)
		return i;
	for (at++; opens(word_at(w, at));)
		at++;
	r->found.n = 0;
	r->mood = word_at(w, at)->mood;
	size_t end = read_list(r, at, is_c_form(word_at(w, at)->s));
	if (r->found.n == 0)
		return i;
	finish(r, list, at, end);
	return end;
}

/* "from concurrency 1 through 1024": that is where it begins, not how it was. */
static bool
begins_range(const struct reading_concs *r, size_t i)
{
	const struct claim *first = r->found.n ? &r->found.v[0] : NULL;
	return first && first->high > first->low && i &&
	       r->w->v[i - 1].sense == SENSE_FROM && r->mood == MOOD_HISTORY;
}

/* "concurrency-4096", "conc-1": the number behind the word's dash. */
static size_t
read_joined(struct reading_concs *r, struct claims *list, size_t i)
{
	static const char *const names[] = {"concurrency-", "conc-"};
	const struct word *x = &r->w->v[i];
	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		struct str name = str_from(names[k]);
		size_t at = name.n;
		int64_t v;
		if (!str_starts(x->s, name) || !number_at(x->s, &at, &v) || at != x->s.n)
			continue;
		add(r, v, v, x, name.n, at);
		finish(r, list, i, i + 1);
		return 1;
	}
	return 0;
}

size_t
read_concs(struct arena *a, struct claims *list, const struct words *w, size_t i)
{
	const struct word *x = &w->v[i];
	struct reading_concs r = {.a = a,
		.w = w,
		.mood = x->mood,
		.sentence = w->scopes.v[x->scope].sentence};
	bool with_c = !x->han && is_c_form(x->s) && !(i && x->glued && !x[-1].han);
	size_t at = i;
	if (x->sense != SENSE_CONC && !with_c)
		return x->han ? 0 : read_joined(&r, list, i);
	if (!with_c)
		at = skip_to_numbers(w, i + 1);
	size_t end = read_list(&r, at, with_c || is_c_form(word_at(w, at)->s));
	if (r.found.n == 0)
		return with_c ? 0 : 1;
	if (begins_range(&r, i))
		r.found.v[0].mood = MOOD_STATES;
	finish(&r, list, i, end);
	if (r.mood == MOOD_HISTORY)
		end = read_second(&r, list, end);
	return end - i;
}
