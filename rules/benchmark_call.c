/* The throughput benchmark of fixed sequence lengths. */
#include "benchmark_call.h"

#include "shell/walk.h"

static void
find_call(struct walk *w, const struct shell_command *c)
{
	const struct shell_command **found = w->user;
	if (!*found && c->kind == SHELL_SIMPLE && c->simple.words.n &&
		c->simple.words.v[0]->is_static &&
		str_eqz(c->simple.words.v[0]->value, "run_benchmark_serving"))
		*found = c;
}

const struct shell_command *
benchmark_call(struct check *c)
{
	struct session *session = c->plans->session;
	const struct shell_command *found = NULL;
	struct session_script *s =
		session_script(session, session_path(session, c->plan->of->recipe));
	struct walk w = {.command = find_call, .user = &found};
	if (s)
		walk_list(&w, s->tree->list);
	return found;
}

bool
is_benchmark_client(const struct plan_command *p)
{
	const struct fields *argv = &p->launch->argv;
	for (size_t i = 0; p->kind == PLAN_CLIENT && i < argv->n; i++)
		if (str_ends(value_suffix(argv->v[i].value), S("benchmark_serving.py")))
			return true;
	return false;
}
