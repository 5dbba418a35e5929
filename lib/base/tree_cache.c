/* A tree read once. */
#include "base/tree.h"

#include "base/arena.h"
#include "base/map.h"

struct cached {
	enum tree_status status;
	struct str bytes;
	struct names names;
};

struct cache {
	struct arena *arena;
	struct tree *lower;
	struct map files,
		folders; /* path to struct cached, or to NULL: to be read again */
};

static struct cached *
remember(struct cache *c, struct map *m, struct str path)
{
	struct cached *x = NEW(c->arena, struct cached);
	bool known = map_has(m, path); /* its key stays */
	map_put(c->arena, m, known ? path : str_dup(c->arena, path), x);
	return x;
}

static enum tree_status
cache_read(struct tree *t, struct arena *a, struct str path, struct str *ret)
{
	struct cache *c = t->self;
	struct cached *x = map_get(&c->files, path);
	(void)a; /* what is here lives longer than the caller */
	if (!x) {
		x = remember(c, &c->files, path);
		x->status = c->lower->read(c->lower, c->arena, path, &x->bytes);
	}
	if (x->status == TREE_OK)
		*ret = x->bytes;
	return x->status;
}

static enum tree_status
cache_list(struct tree *t, struct arena *a, struct str folder, struct names *ret)
{
	struct cache *c = t->self;
	struct cached *x = map_get(&c->folders, folder);
	if (!x) {
		x = remember(c, &c->folders, folder);
		x->status = c->lower->list(c->lower, c->arena, folder, &x->names);
	}
	for (size_t i = 0; i < x->names.n; i++)
		vec_push(a, ret, x->names.v[i]);
	return x->status;
}

struct tree *
tree_cache(struct arena *a, struct tree *lower)
{
	struct tree *t = NEW(a, struct tree);
	struct cache *c = NEW(a, struct cache);
	c->arena = a;
	c->lower = lower;
	*t = (struct tree){cache_read, cache_list, c, lower->trouble};
	return t;
}

void
tree_cache_forget(struct tree *t, struct str path)
{
	struct cache *c = t->self;
	tree_forget_trouble(t, path);
	if (map_has(&c->files, path))
		map_put(c->arena, &c->files, path, NULL);
}
