/* Launched servers against the fields of their arms. */
#include "launched.h"

#include "base/arena.h"

const struct point *
launched_point(const struct case_plan *p)
{
	const struct point *point = p->of->arms.v[0].point;
	return point->multinode ? NULL : point;
}

/* An option that the engine's parser refuses may have swallowed another one. */
static bool
is_garbled(const struct serve *s)
{
	for (size_t i = 0; s->options && i < s->options->options.n; i++) {
		const struct option *o = s->options->options.v[i];
		for (size_t k = 0; k < o->readings.n; k++)
			if (o->readings.v[k].fault)
				return true;
	}
	return false;
}

enum tri
launched_ask(const struct case_plan *p, server_question *question, const void *arg)
{
	enum tri answer = TRI_UNKNOWN;
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct serve *s = p->servers.v[i];
		enum tri one = is_garbled(s) ? TRI_UNKNOWN : question(s, arg);
		if (one == TRI_UNKNOWN || (i && one != answer))
			return TRI_UNKNOWN;
		answer = one;
	}
	return answer;
}

static enum tri
has_ep(const struct serve *s, const void *arg)
{
	const int64_t *ep = arg;
	return s->ep.known ? tri_of(s->ep.v == *ep) : TRI_UNKNOWN;
}

struct amount
launched_ep(const struct case_plan *p)
{
	if (p->servers.n == 0)
		return (struct amount){0};
	struct amount first = p->servers.v[0]->ep;
	bool same = first.known && launched_ask(p, has_ep, &first.v) == TRI_YES;
	return same ? first : (struct amount){0};
}

const struct fact *
launched_ep_fact(const struct serve *s)
{
	const struct engine_fact *f =
		engine_fact(s->engine_name, "expert-parallel", &s->version);
	return f ? &f->fact : NULL;
}

const char *
launched_engine(const struct serve *s)
{
	static const char *const names[] = {
		[ENGINE_NONE] = "the engine",
		[ENGINE_VLLM] = "vLLM",
		[ENGINE_SGLANG] = "SGLang",
		[ENGINE_ATOM] = "ATOM",
		[ENGINE_TRTLLM] = "TensorRT-LLM",
	};
	return names[s->engine];
}

/* ---- arms that are settled ------------------------------------------------------ */

static struct str
key_of(const struct arm *const *arm)
{
	return (struct str){(const char *)arm, sizeof *arm};
}

void
launched_settle(struct check *c, const struct case_plan *p)
{
	struct map *settled = *c->memory;
	if (!settled)
		*c->memory = settled = NEW(c->arena, struct map);
	for (size_t i = 0; i < p->of->arms.n; i++) {
		const struct arm *arm = p->of->arms.v[i].point->arm;
		if (!map_has(settled, key_of(&arm)))
			map_put(c->arena, settled, str_dup(c->arena, key_of(&arm)), c);
	}
}

bool
launched_settled(const struct check *c, const struct arm *arm)
{
	const struct map *settled = *c->memory;
	return settled && map_has(settled, key_of(&arm));
}

void
launched_waits(struct check *c, struct ixc_finding *f, const struct arm *arm)
{
	if (!plans_possible(c->plans))
		return;
	const struct plan_cases *all = plans_cases(c->plans);
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < all->v[i]->arms.n; k++)
			if (all->v[i]->arms.v[k].point->arm == arm)
				finding_recipe(f, all->v[i]->recipe);
}

void
each_arm(struct check *c, void (*fn)(struct check *, const struct arm *))
{
	const struct configs *all = &c->repo->master->configs;
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < all->v[i]->scenarios.n; k++) {
			if (!plans_may_reach(c->plans, all->v[i]))
				continue; /* nobody asked for its findings */
			const struct arms *arms = &all->v[i]->scenarios.v[k]->arms;
			for (size_t n = 0; n < arms->n; n++)
				fn(c, arms->v[n]);
		}
}
