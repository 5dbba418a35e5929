/* Matrix rows. */
#include "matrix/row.h"

#include "base/arena.h"

#include <string.h>

struct str
row_field_name(enum row_field f)
{
	static const struct str name[] = {
#define FIELD(id, text) [ROW_##id] = S_INIT(text),
		ROW_FIELDS(FIELD)
#undef FIELD
	};
	return name[f];
}

struct row
row_on(struct row_item *storage)
{
	return (struct row){.item = storage};
}

struct row
row_copy(struct arena *a, const struct row *r)
{
	/* run-eval, eval-only, eval-conc, eval-all-concs; one is there already, or not yet */
	struct row copy = {.item = NEW_ARRAY(a, struct row_item, r->n + 4), .n = r->n};
	memcpy(copy.item, r->item, r->n * sizeof *r->item);
	return copy;
}

static size_t
find(const struct row *r, enum row_field f)
{
	size_t i = 0;
	while (i < r->n && r->item[i].field != f)
		i++;
	return i;
}

void
row_set(struct row *r, enum row_field f, struct pyval v)
{
	size_t i = find(r, f);
	r->item[i] = (struct row_item){f, v};
	if (i == r->n)
		r->n++;
}

void
row_drop(struct row *r, enum row_field f)
{
	size_t i = find(r, f);
	if (i == r->n)
		return;
	memmove(&r->item[i], &r->item[i + 1], (r->n - i - 1) * sizeof *r->item);
	r->n--;
}

const struct pyval *
row_get(const struct row *r, enum row_field f)
{
	size_t i = find(r, f);
	return i < r->n ? &r->item[i].value : NULL;
}
