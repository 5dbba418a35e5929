/* Public interface: facts. */
#include "api.h"

#include "facts/facts.h"

static bool
hand_out(const struct fact *f, ixc_fact *ret)
{
	if (!f)
		return false;
	*ret = (ixc_fact){f->id, f->value, f->holds, f->source};
	return true;
}

bool
ixc_fact_at(size_t i, ixc_fact *ret)
{
	return hand_out(facts_at(i), ret);
}

bool
ixc_fact_find(const char *id, ixc_fact *ret)
{
	return hand_out(facts_find(str_from(id)), ret);
}
