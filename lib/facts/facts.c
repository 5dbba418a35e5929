/* All facts in one list. */
#include "facts/facts.h"

#include "facts/engine.h"
#include "facts/gpu.h"
#include "facts/host.h"
#include "facts/model.h"

/* The i-th fact of the GPUs that is there; takes their number off *i when it is not. */
static const struct fact *
of_gpus(size_t *i)
{
	const struct gpu_facts *g;
	for (size_t k = 0; (g = gpu_facts_at(k)); k++) {
		const struct fact *f[] = {&g->total, &g->free, &g->reported};
		for (size_t n = 0; n < sizeof f / sizeof *f; n++)
			if (f[n]->id && (*i)-- == 0)
				return f[n];
	}
	for (int amd = 0; amd < 2; amd++)
		if ((*i)-- == 0)
			return &gpu_margin(amd)->fact;
	return NULL;
}

static const struct fact *
of_engines(size_t *i)
{
	size_t n = 0;
	while (engine_fact_at(n))
		n++;
	if (*i < n)
		return &engine_fact_at(*i)->fact;
	*i -= n;
	return NULL;
}

static const struct fact *
of_host_pools(size_t *i)
{
	size_t n = 0;
	while (host_pool_facts_at(n))
		n++;
	if (*i < n)
		return &host_pool_facts_at(*i)->fact;
	*i -= n;
	return NULL;
}

static const struct fact *
of_models(size_t *i)
{
	size_t n = 0;
	while (model_facts_at(n))
		n++;
	if (*i < n)
		return &model_facts_at(*i)->fact;
	*i -= n;
	return tuned_shape_at(*i) ? &tuned_shape_at(*i)->fact : NULL;
}

const struct fact *
facts_at(size_t i)
{
	const struct fact *f = of_gpus(&i);
	if (!f)
		f = of_engines(&i);
	if (!f)
		f = of_host_pools(&i);
	return f ? f : of_models(&i);
}

const struct fact *
facts_find(struct str id)
{
	const struct fact *f;
	for (size_t i = 0; (f = facts_at(i)); i++)
		if (str_eqz(id, f->id))
			return f;
	return NULL;
}
