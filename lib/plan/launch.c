/* Launch plans: commands and what they are. */
#include "plan/launch.h"

#include "base/arena.h"

/* ---- what a command is ---------------------------------------------------------- */

struct mark {
	const char *word; /* last component of a path */
	const char *next; /* the word behind it; NULL: any */
	bool prefix;      /* `word` is its beginning */
	enum plan_kind kind;
	enum plan_engine engine;
};

/* Searched in order for each word, so `python3 -m x` and `mpirun ... x` are seen as x. */
static const struct mark marks[] = {
	{"vllm", "serve", false, PLAN_SERVER, ENGINE_VLLM},
	{"vllm.entrypoints.openai.api_server", NULL, false, PLAN_SERVER, ENGINE_VLLM},
	{"vllm.entrypoints.openai", NULL, true, PLAN_SERVER, ENGINE_VLLM},
	{"trtllm-serve", NULL, false, PLAN_SERVER, ENGINE_TRTLLM},
	{"trtllm-llmapi-launch", NULL, false, PLAN_SERVER, ENGINE_TRTLLM},
	{"sglang.launch_server", NULL, false, PLAN_SERVER, ENGINE_SGLANG},
	{"sglang", "serve", false, PLAN_SERVER, ENGINE_SGLANG},
	{"atom.entrypoints", NULL, true, PLAN_SERVER, ENGINE_ATOM},
	{"vllm-router", NULL, false, PLAN_ROUTER, ENGINE_NONE},
	{"sglang_router", NULL, true, PLAN_ROUTER, ENGINE_NONE},
	{"sgl-router", NULL, false, PLAN_ROUTER, ENGINE_NONE},
	{"lmcache", "server", false, PLAN_LMCACHE, ENGINE_NONE},
	{"mooncake_master", NULL, false, PLAN_MOONCAKE, ENGINE_NONE},
	{"benchmark_serving.py", NULL, false, PLAN_CLIENT, ENGINE_NONE},
	{"aiperf", NULL, false, PLAN_CLIENT, ENGINE_NONE},
	{"lm_eval", NULL, false, PLAN_CLIENT, ENGINE_NONE},
	{"mini-extra", NULL, false, PLAN_CLIENT, ENGINE_NONE},
};

enum { WORDS_SEARCHED = 40 };

/* A path may be known only in its last part. */
static struct str
last_component(const struct value *v)
{
	struct str s = value_suffix(v);
	size_t slash = str_rfind_byte(s, '/');
	if (slash < s.n)
		return str_slice(s, slash + 1, s.n);
	struct str whole;
	return value_known(v, &whole) ? whole : (struct str){0};
}

static const struct mark *
mark_of(const struct fields *argv, size_t i)
{
	struct str word = last_component(argv->v[i].value);
	for (size_t k = 0; word.n && k < sizeof marks / sizeof *marks; k++) {
		const struct mark *m = &marks[k];
		struct str text = str_from(m->word);
		if (m->prefix ? !str_starts(word, text) : !str_eq(word, text))
			continue;
		if (!m->next || (i + 1 < argv->n && value_is(argv->v[i + 1].value,
							    str_from(m->next))))
			return m;
	}
	return NULL;
}

static void
classify(struct plan_command *c)
{
	const struct fields *argv = &c->launch->argv;
	c->kind = PLAN_OTHER;
	c->options = 1;
	for (size_t i = 0; i < argv->n && i < WORDS_SEARCHED; i++) {
		const struct mark *m = mark_of(argv, i);
		/* What is installed does not run. */
		if (!m && i && value_is(argv->v[i].value, S("install")))
			return;
		if (!m)
			continue;
		c->kind = m->kind;
		c->engine = m->engine;
		c->options = i + 1 + (m->next != NULL);
		return;
	}
}

/* ---- plans ---------------------------------------------------------------------- */

static struct plan_command *
command_of(struct arena *a, const struct shell_trace *t, const struct shell_launch *l)
{
	struct plan_command *c = NEW(a, struct plan_command);
	c->launch = l;
	classify(c);
	if (!l->job)
		return c;
	c->job = t->jobs.v[l->job - 1];
	if (c->job->pid_span.file)
		c->pid_variable = session_name(t->session, c->job->pid_variable);
	return c;
}

struct launch_plan *
plan_make(struct session *session, struct arena *a, const struct shell_input *in)
{
	struct shell_trace *t = shell_run(session, a, in);
	if (!t)
		return NULL;
	struct launch_plan *p = NEW(a, struct launch_plan);
	p->recipe = in->script;
	p->environment = in->environment;
	p->trace = t;
	for (size_t i = 0; i < t->launches.n; i++) {
		struct plan_command *c = command_of(a, t, t->launches.v[i]);
		if (c->launch->in_handler)
			vec_push(a, &p->handler_commands, c);
		else
			vec_push(a, &p->commands, c);
	}
	return p;
}

const char *
plan_kind_name(enum plan_kind kind)
{
	static const char *const names[] = {
		[PLAN_SERVER] = "server",
		[PLAN_ROUTER] = "router",
		[PLAN_LMCACHE] = "lmcache",
		[PLAN_MOONCAKE] = "mooncake",
		[PLAN_CLIENT] = "client",
		[PLAN_OTHER] = "other",
	};
	return names[kind];
}

const char *
plan_engine_name(enum plan_engine engine)
{
	static const char *const names[] = {
		[ENGINE_NONE] = "",
		[ENGINE_VLLM] = "vllm",
		[ENGINE_SGLANG] = "sglang",
		[ENGINE_ATOM] = "atom",
		[ENGINE_TRTLLM] = "trtllm",
	};
	return names[engine];
}

bool
plan_is_exact(const struct plan_command *c)
{
	const struct fields *argv = &c->launch->argv;
	struct str text;
	for (size_t i = 0; i < argv->n; i++)
		if (argv->v[i].loose || !value_known(argv->v[i].value, &text))
			return false;
	return true;
}

/* ---- input ---------------------------------------------------------------------- */

static bool
is_given(const struct shell_settings *list, struct str name)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_eq(list->v[i].name, name))
			return true;
	return false;
}

struct shell_input
plan_input(struct arena *a, struct str recipe, const struct shell_settings *environment)
{
	static const char *const always[] = {"HOME", "HOSTNAME", "PATH", "USER"};
	struct shell_input in = {.script = recipe};
	vec_push(a, &in.roots, S("/workspace"));
	for (size_t i = 0; i < environment->n; i++)
		vec_push(a, &in.environment, environment->v[i]);
	for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
		struct str name = str_from(always[i]);
		if (is_given(environment, name))
			continue;
		struct shell_setting g = {.name = name, .set = TRI_YES};
		g.value = value_unknown(a, (struct span){0}, HOLE_WORD,
			str_fmt(a, "value of %.*s", STR(name)));
		vec_push(a, &in.environment, g);
	}
	return in;
}
