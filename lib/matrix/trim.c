/* Trimming to one concurrency a curve, and the fingerprint of a recipe. */
#include "matrix/matrix.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "matrix/expand.h"

#define BIT(field) (UINT64_C(1) << ROW_##field)

static bool
is_below(struct pyval x, struct pyval y)
{
	int order;
	return py_compare(x, y, &order) == PY_FINE && order < 0;
}

static struct point *
with_least(struct arena *a, const struct point *p)
{
	const struct pyval *conc = row_get(&p->row, ROW_CONC);
	struct point *copy = NEW(a, struct point);
	*copy = *p;
	size_t least = 0;
	for (size_t i = 1; i < conc->list->n; i++)
		if (is_below(conc->list->v[i], conc->list->v[least]))
			least = i;
	row_set(&copy->row, ROW_CONC, py_list(a, &conc->list->v[least], 1));
	copy->concs = (struct matrix_ints){0};
	vec_push(a, &copy->concs, least < p->concs.n ? p->concs.v[least] : 0);
	copy->conc = copy->concs.v[0];
	return copy;
}

struct points
matrix_trim(struct arena *a, const struct points *points)
{
	static const uint64_t not_curve = BIT(CONC) | BIT(EXP_NAME);
	struct points kept = {0}, result = {0};
	struct buf scratch = buf_new(a, LIMIT_OUTPUT_BYTES);
	struct map best = {
		0}; /* curve to the place in `kept` of its lowest point, plus 1 */
	for (size_t i = 0; i < points->n; i++) {
		struct point *p = points->v[i];
		const struct pyval *conc = row_get(&p->row, ROW_CONC);
		if (row_get(&p->row, ROW_PREFILL)) {
			bool many = conc->kind == PY_LIST && conc->list->n > 1;
			vec_push(a, &kept, many ? with_least(a, p) : p);
			continue;
		}
		struct str key = curve_key(&scratch, &p->row, not_curve);
		struct point **lowest = map_get(&best, key);
		if (lowest && !is_below(*conc, *row_get(&(*lowest)->row, ROW_CONC)))
			continue;
		if (!lowest) {
			lowest = NEW(a, struct point *);
			map_put(a, &best, str_dup(a, key), lowest);
		}
		*lowest = p;
		vec_push(a, &kept, p);
	}
	/* A point that a later, lower one has replaced goes. */
	for (size_t i = 0; i < kept.n; i++) {
		struct point *p = kept.v[i];
		struct point **lowest =
			row_get(&p->row, ROW_PREFILL)
				? NULL
				: map_get(&best, curve_key(&scratch, &p->row, not_curve));
		if (!lowest || *lowest == p)
			vec_push(a, &result, p);
	}
	return result;
}

struct str
matrix_fingerprint(struct arena *a, const struct point *p)
{
	if (p->fingerprint.n)
		return p->fingerprint;
	struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
	pyjson_row(&b, &p->row, PYJSON_SORTED, BIT(CONC) | BIT(EXP_NAME));
	return sha256_hex(a, buf_str(&b));
}

void
matrix_add_fingerprint(struct arena *a, struct point *p)
{
	p->fingerprint = matrix_fingerprint(a, p);
}
