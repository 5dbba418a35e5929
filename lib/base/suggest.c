/* Nearest names. */
#include "base/suggest.h"

#include <string.h>

static unsigned char
folded(char c)
{
	if (c == '_')
		return '-';
	if (c >= 'A' && c <= 'Z')
		return (unsigned char)(c - 'A' + 'a');
	return (unsigned char)c;
}

static unsigned
least(unsigned x, unsigned y)
{
	return x < y ? x : y;
}

/* The distance, or some number above `most` when it is above. */
static unsigned
bounded_distance(struct str x, struct str y, size_t most)
{
	unsigned row[3][SUGGEST_MAX_BYTES + 1];
	if (x.n > SUGGEST_MAX_BYTES || y.n > SUGGEST_MAX_BYTES)
		return SUGGEST_MAX_BYTES + 1;
	unsigned *before = row[0], *above = row[1], *now = row[2];
	for (unsigned j = 0; j <= y.n; j++)
		now[j] = j;
	for (unsigned i = 1; i <= x.n; i++) {
		unsigned *oldest = before;
		before = above;
		above = now;
		now = oldest;
		now[0] = i;
		unsigned lowest = i;
		unsigned char c = folded(x.p[i - 1]);
		for (unsigned j = 1; j <= y.n; j++) {
			unsigned char d = folded(y.p[j - 1]);
			unsigned best = above[j - 1] + (c != d);
			best = least(best, least(above[j], now[j - 1]) + 1);
			if (i > 1 && j > 1 && c == folded(y.p[j - 2]) &&
				d == folded(x.p[i - 2]))
				best = least(best, before[j - 2] + 1);
			now[j] = best;
			lowest = least(lowest, best);
		}
		/* A swap reaches back one row more, but not to below this one's lowest.
		 */
		if (lowest > most + 1)
			return lowest;
	}
	return now[y.n];
}

unsigned
suggest_distance(struct str x, struct str y)
{
	return bounded_distance(x, y, SUGGEST_MAX_BYTES);
}

static bool
better(unsigned distance, struct str name, const struct suggestions *s, size_t i)
{
	if (distance != s->distance[i])
		return distance < s->distance[i];
	return str_cmp(name, s->name[i]) < 0;
}

void
suggest_offer(struct suggestions *s, struct str word, struct str name)
{
	size_t gap = word.n > name.n ? word.n - name.n : name.n - word.n;
	if (gap * 3 > word.n || word.n > SUGGEST_MAX_BYTES)
		return;
	unsigned distance = bounded_distance(word, name, word.n / 3);
	if (distance * 3 > word.n)
		return;
	for (size_t i = 0; i < s->n; i++)
		if (str_eq(s->name[i], name))
			return;
	size_t at = s->n;
	while (at > 0 && better(distance, name, s, at - 1))
		at--;
	if (at == 2)
		return;
	if (at == 0 && s->n > 0) {
		s->name[1] = s->name[0];
		s->distance[1] = s->distance[0];
	}
	s->name[at] = name;
	s->distance[at] = distance;
	if (s->n < 2)
		s->n++;
}

bool
suggest_is_certain(const struct suggestions *s)
{
	return s->n && s->distance[0] <= 1 && (s->n == 1 || s->distance[1] > 1);
}

struct str
suggest_text(struct arena *a, const struct suggestions *s)
{
	if (s->n == 0)
		return (struct str){0};
	/* A second one that is further away is only noise. */
	if (s->n == 1 || s->distance[1] > s->distance[0])
		return str_fmt(a, "did you mean '%.*s'?", STR(s->name[0]));
	return str_fmt(
		a, "did you mean '%.*s' or '%.*s'?", STR(s->name[0]), STR(s->name[1]));
}

struct str
suggest_among(struct arena *a, struct str word, const struct str *names, size_t n)
{
	struct suggestions s = {0};
	for (size_t i = 0; i < n; i++)
		suggest_offer(&s, word, names[i]);
	return suggest_text(a, &s);
}
