/* Matching with unknown parts. */
#include "words.h"

static bool
match_text(const struct value *v, size_t piece, struct str text)
{
	if (piece == v->n)
		return text.n == 0;
	const struct piece *p = &v->v[piece];
	if (p->kind == PIECE_TEXT)
		return str_starts(text, p->text) &&
		       match_text(v, piece + 1, str_slice(text, p->text.n, text.n));
	for (size_t i = 0; i <= text.n; i++)
		if (match_text(v, piece + 1, str_slice(text, i, text.n)))
			return true;
	return false;
}

static bool
match_from(const struct fields *f, size_t i, const struct words *real, size_t k)
{
	if (i == f->n)
		return k == real->n;
	if (f->v[i].loose) {
		for (size_t skip = k; skip <= real->n; skip++)
			if (match_from(f, i + 1, real, skip))
				return true;
		return false;
	}
	return k < real->n && match_text(f->v[i].value, 0, real->v[k]) &&
	       match_from(f, i + 1, real, k + 1);
}

bool
words_match(const struct fields *plan, const struct words *real)
{
	return match_from(plan, 0, real, 0);
}
