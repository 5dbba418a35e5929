/* Growth of typed arrays. */
#include "base/vec.h"

#include <string.h>

void *
vec_grow(struct arena *a, const void *old, size_t n, size_t *cap, size_t size)
{
	size_t more = *cap ? *cap * 2 : 8;
	void *v = arena_alloc(a, more, size);
	if (n)
		memcpy(v, old, n * size);
	*cap = more;
	return v;
}
