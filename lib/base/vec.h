/*
 * Typed growable arrays on an arena.
 *
 *	VEC(arms, struct arm *);           defines struct arms {v, n, cap}
 *	struct arms list = {0};
 *	vec_push(arena, &list, arm);
 *	for (size_t i = 0; i < list.n; i++) use(list.v[i]);
 *
 * Growing copies; the old storage stays in the arena until it goes.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/arena.h"

#include <stddef.h>

#define VEC(name, type)                                                                  \
	struct name {                                                                    \
		type *v;                                                                 \
		size_t n, cap;                                                           \
	}

#define vec_push(a, vec, item)                                                           \
	((vec)->n == (vec)->cap                                                          \
			? (void)((vec)->v = vec_grow((a), (vec)->v, (vec)->n, &(vec)->cap, \
					 sizeof *(vec)->v))                              \
			: (void)0,                                                       \
		(vec)->v[(vec)->n++] = (item))

/* Internal to vec_push. */
void *vec_grow(struct arena *a, const void *old, size_t n, size_t *cap, size_t size);

#endif
