/*
 * Launch plans: what a recipe starts for one environment.
 *
 * The evaluator knows bash and nothing else; here its commands get a meaning: which one
 * is the server, which engine it is, what serves it, who stops it.
 */
#ifndef PLAN_LAUNCH_H
#define PLAN_LAUNCH_H

#include "shell/run.h"

enum plan_kind {
	PLAN_SERVER,
	PLAN_ROUTER,
	PLAN_LMCACHE,
	PLAN_MOONCAKE,
	PLAN_CLIENT,
	PLAN_OTHER,
};

enum plan_engine {
	ENGINE_NONE, /* not a server */
	ENGINE_VLLM,
	ENGINE_SGLANG,
	ENGINE_ATOM,
	ENGINE_TRTLLM,
};

struct plan_command {
	const struct shell_launch *launch;
	enum plan_kind kind;
	enum plan_engine engine;
	size_t options; /* index of the first word behind the program's name */
	const struct shell_job *job; /* NULL: in the foreground */
	struct str pid_variable;     /* empty: none received its PID */
};

VEC(plan_commands, struct plan_command *);

struct launch_plan {
	struct str recipe;
	struct shell_settings environment; /* that it was started with */
	const struct shell_trace *trace;
	struct plan_commands commands; /* not those of handlers of traps */
	struct plan_commands handler_commands;
};

/* NULL: the tree has no such recipe. */
struct launch_plan *plan_make(
	struct session *session, struct arena *a, const struct shell_input *in);

const char *plan_kind_name(enum plan_kind kind);
const char *plan_engine_name(enum plan_engine engine);
/* Whether every word is known, and their number. */
bool plan_is_exact(const struct plan_command *c);

/*
 * The input for a recipe run as the containers do: the repository at /workspace, which is
 * the working directory; HOME, PATH and the like set to what nobody knows, unless given.
 */
struct shell_input plan_input(
	struct arena *a, struct str recipe, const struct shell_settings *environment);

#endif
