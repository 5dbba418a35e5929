/* Which table belongs to which command, and names of meanings. */
#include "plan/options.h"

#include "base/arena.h"

const struct option_table *
options_of(const struct plan_command *c)
{
	static const struct option_table *const of_engine[] = {
		[ENGINE_NONE] = NULL,
		[ENGINE_VLLM] = &options_vllm,
		[ENGINE_SGLANG] = &options_sglang,
		[ENGINE_ATOM] = &options_atom,
		[ENGINE_TRTLLM] = &options_trtllm,
	};
	static const struct option_table *const of_kind[] = {
		[PLAN_SERVER] = NULL,
		[PLAN_ROUTER] = &options_router,
		[PLAN_LMCACHE] = &options_lmcache,
		[PLAN_MOONCAKE] = &options_mooncake,
		[PLAN_CLIENT] = NULL,
		[PLAN_OTHER] = NULL,
	};
	return c->kind == PLAN_SERVER ? of_engine[c->engine] : of_kind[c->kind];
}

const char *
option_meaning_text(enum option_meaning m)
{
	static const char *const texts[] = {
#define MEANING(name, text) [OPTION_##name] = text,
		OPTION_MEANINGS(MEANING)
#undef MEANING
	};
	return texts[m];
}

struct str
option_meaning_name(struct arena *a, enum option_meaning m)
{
	static const char *const names[] = {
#define MEANING(name, text) [OPTION_##name] = #name,
		OPTION_MEANINGS(MEANING)
#undef MEANING
	};
	struct str s = str_from(names[m]);
	char *p = NEW_ARRAY(a, char, s.n);
	for (size_t i = 0; i < s.n; i++)
		p[i] = (char)(s.p[i] == '_' ? '-' : s.p[i] | 32);
	return (struct str){p, s.n};
}
