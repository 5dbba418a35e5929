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

void
row_put(struct row_template *t, enum row_field f, struct pyval v)
{
	t->item[t->n++] = (struct row_item){f, v};
}

struct row
row_from(struct arena *a, const struct row_template *t)
{
	struct row_item *shared = NEW_ARRAY(a, struct row_item, t->n);
	memcpy(shared, t->item, t->n * sizeof *shared);
	return (struct row){.shared = shared, .n_shared = t->n};
}

static size_t
find(const struct row_item *item, size_t n, enum row_field f)
{
	size_t i = 0;
	while (i < n && item[i].field != f)
		i++;
	return i;
}

void
row_set(struct row *r, enum row_field f, struct pyval v)
{
	struct row_item item = {f, v};
	if (find(r->shared, r->n_shared, f) < r->n_shared) {
		size_t i = find(r->changed, r->n_changed, f);
		r->changed[i] = item;
		if (i == r->n_changed)
			r->n_changed++;
	} else {
		size_t i = find(r->added, r->n_added, f);
		r->added[i] = item;
		if (i == r->n_added)
			r->n_added++;
	}
}

void
row_drop(struct row *r, enum row_field f)
{
	size_t i = find(r->added, r->n_added, f);
	if (i == r->n_added)
		return;
	r->n_added--;
	for (; i < r->n_added; i++)
		r->added[i] = r->added[i + 1];
}

const struct pyval *
row_get(const struct row *r, enum row_field f)
{
	size_t i = find(r->changed, r->n_changed, f);
	if (i < r->n_changed)
		return &r->changed[i].value;
	i = find(r->added, r->n_added, f);
	if (i < r->n_added)
		return &r->added[i].value;
	i = find(r->shared, r->n_shared, f);
	return i < r->n_shared ? &r->shared[i].value : NULL;
}

size_t
row_count(const struct row *r)
{
	return r->n_shared + r->n_added;
}

struct row_item
row_at(const struct row *r, size_t i)
{
	if (i >= r->n_shared)
		return r->added[i - r->n_shared];
	size_t k = find(r->changed, r->n_changed, r->shared[i].field);
	return k < r->n_changed ? r->changed[k] : r->shared[i];
}
