/* Matching of config keys. */
#include "model/keys.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/suggest.h"
#include "base/utf8.h"

/* One code point at *i; a byte that is no UTF-8 counts for itself. */
static uint32_t
next(struct str s, size_t *i)
{
	uint32_t cp;
	size_t n = utf8_decode(s, *i, &cp);
	if (n == 0) {
		cp = 0x110000u + (unsigned char)s.p[*i];
		n = 1;
	}
	*i += n;
	return cp;
}

/* End of the set that begins behind '[' at i, or p.n when it is none. */
static size_t
set_end(struct str p, size_t i)
{
	if (i < p.n && p.p[i] == '!')
		i++;
	if (i < p.n && p.p[i] == ']')
		i++;
	return str_find_byte(p, ']', i);
}

static bool
in_set(struct str set, uint32_t c)
{
	bool negated = set.n && set.p[0] == '!', found = false;
	for (size_t i = negated; i < set.n;) {
		uint32_t low = next(set, &i), high = low;
		if (i + 1 < set.n && set.p[i] == '-') {
			i++;
			high = next(set, &i);
		}
		found |= low <= c && c <= high;
	}
	return found != negated;
}

/* Matches one pattern element at *i against c and moves behind it. */
static bool
one(struct str p, size_t *i, uint32_t c)
{
	size_t end;
	if (p.p[*i] == '?') {
		++*i;
		return true;
	}
	if (p.p[*i] == '[' && (end = set_end(p, *i + 1)) < p.n) {
		struct str set = str_slice(p, *i + 1, end);
		*i = end + 1;
		return in_set(set, c);
	}
	return next(p, i) == c;
}

static bool
glob(struct str p, struct str key, bool file_pattern)
{
	/* Only the last star needs to be tried again. */
	bool starred = false;
	size_t i = 0, k = 0, star = 0, retry = 0;
	while (k < key.n) {
		if (i < p.n && p.p[i] == '*') {
			starred = true;
			star = ++i;
			retry = k;
			continue;
		}
		size_t at = i, behind = k;
		uint32_t c = next(key, &behind);
		if (i < p.n && (file_pattern ? one(p, &at, c) : next(p, &at) == c)) {
			i = at;
			k = behind;
			continue;
		}
		if (!starred)
			return false;
		if (next(key, &retry) == '\n' && !file_pattern)
			return false;
		k = retry;
		i = star;
	}
	while (i < p.n && p.p[i] == '*')
		i++;
	return i == p.n;
}

bool
keys_fnmatch(struct str pattern, struct str key)
{
	return glob(pattern, key, true);
}

bool
keys_star_match(struct str pattern, struct str key)
{
	return glob(pattern, key, false);
}

struct selection
keys_selection(struct arena *a, const struct master *m)
{
	return (struct selection){
		.master = m, .taken = NEW_ARRAY(a, bool, m ? m->configs.n : 0)};
}

static void
add(struct arena *a, struct selection *s, struct config *c)
{
	if (s->taken[c->index])
		return;
	s->taken[c->index] = true;
	vec_push(a, &s->list, c);
}

static bool
select_by(struct arena *a, struct selection *s, struct str written,
	bool (*match)(struct str, struct str))
{
	bool any = false;
	for (size_t i = 0; s->master && i < s->master->configs.n; i++) {
		if (!match(written, s->master->configs.v[i]->key))
			continue;
		any = true;
		add(a, s, s->master->configs.v[i]);
	}
	return any;
}

static bool
select_exact(struct arena *a, struct selection *s, struct str written)
{
	struct config *c = master_config(s->master, written);
	if (c)
		add(a, s, c);
	return c != NULL;
}

bool
keys_of_entry(struct arena *a, struct selection *s, struct str written)
{
	if (!str_contains(written, S("*")))
		return select_exact(a, s, written);
	return select_by(a, s, written, keys_star_match);
}

bool
keys_of_command(struct arena *a, struct selection *s, struct str written)
{
	if (!str_contains(written, S("*")) && !str_contains(written, S("?")))
		return select_exact(a, s, written);
	return select_by(a, s, written, keys_fnmatch);
}

struct str
keys_nearest(struct arena *a, const struct master *m, struct str written)
{
	struct suggestions s = {0};
	for (size_t i = 0; m && i < m->configs.n && i < LIMIT_SUGGEST_NAMES; i++)
		suggest_offer(&s, written, m->configs.v[i]->key);
	return suggest_text(a, &s);
}
