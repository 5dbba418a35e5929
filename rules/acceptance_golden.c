/* Golden acceptance lengths for rules. */
#include "acceptance_golden.h"

#include <math.h>

/* The golden values are rounded to two digits. */
#define ROUNDING 0.0051

static bool
is_value_of(const struct golden_value *g, const struct drafted *d)
{
	return g->drafts == d->drafts && g->mode == d->mode && golden_is_of(g, d->model);
}

struct str
golden_text(struct arena *a, const struct golden_values *all, const struct drafted *d)
{
	struct buf b = buf_new(a, 200);
	for (size_t i = 0; i < all->n; i++)
		if (is_value_of(&all->v[i], d))
			buf_addf(&b, "%s%.2f", b.n ? " or " : "", all->v[i].length);
	return buf_str(&b);
}

bool
is_golden(const struct golden_values *all, const struct drafted *d, double length)
{
	for (size_t i = 0; i < all->n; i++)
		if (is_value_of(&all->v[i], d) &&
			fabs(all->v[i].length - length) < ROUNDING)
			return true;
	return false;
}

/* What a wrong length would be right for. */
static void
note_owner(struct ixc_finding *f, const struct golden_values *all,
	const struct drafted *d, double length)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct golden_value *g = &all->v[i];
		if (fabs(g->length - length) >= ROUNDING || !golden_is_of(g, d->model))
			continue;
		if (g->drafts == d->drafts || g->mode == d->mode)
			finding_note(f, "%.2f belongs to %lld drafts with %s", g->length,
				(long long)g->drafts, golden_mode_name(g->mode));
	}
}

void
explain_wrong(struct ixc_finding *f, const struct golden_values *all,
	const struct drafted *d, double length)
{
	for (size_t i = 0; i < all->n; i++)
		if (is_value_of(&all->v[i], d))
			finding_related(f, all->v[i].span,
				"golden for %.*s, %s, %lld drafts", STR(all->v[i].model),
				golden_mode_name(d->mode), (long long)d->drafts);
	note_owner(f, all, d, length);
	finding_note(f,
		"results are comparable only when every run of the model accepts the "
		"same share of its drafts");
}
