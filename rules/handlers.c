/* Background services, and what handlers reach. */
#include "handlers.h"

#include "shell/walk.h"

enum { REACH_MAX = 64 };

/* ---- services ------------------------------------------------------------------- */

const struct plan_command *
command_of_job(const struct case_plan *p, const struct shell_job *job)
{
	for (size_t i = 0; i < p->launch->commands.n; i++)
		if (p->launch->commands.v[i]->job == job)
			return p->launch->commands.v[i];
	return NULL;
}

enum plan_kind
service_meant(struct str name)
{
	static const struct {
		const char *word;
		enum plan_kind kind;
	} words[] = {
		{"ROUTER", PLAN_ROUTER},
		{"MOONCAKE", PLAN_MOONCAKE},
		{"LMCACHE", PLAN_LMCACHE},
		{"SERVER", PLAN_SERVER},
		{"VLLM", PLAN_SERVER},
		{"SGLANG", PLAN_SERVER},
		{"ATOM", PLAN_SERVER},
		{"TRTLLM", PLAN_SERVER},
	};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_contains(name, str_from(words[i].word)))
			return words[i].kind;
	return PLAN_OTHER;
}

bool
service_of(const struct case_plan *p, unsigned job, struct service *ret)
{
	const struct shell_trace *t = p->launch->trace;
	const struct shell_job *j = t->jobs.v[job - 1];
	const struct plan_command *command = command_of_job(p, j);
	enum plan_kind kind = command ? command->kind : PLAN_OTHER;
	*ret = (struct service){.job = j, .has_pid = j->pid_span.file != 0};
	ret->place = ret->has_pid ? j->pid_span : j->span;
	if (ret->has_pid)
		ret->name = session_name(t->session, j->pid_variable);
	else
		ret->name = str_from(plan_kind_name(kind));
	if (j->outer || kind == PLAN_CLIENT || j->span.file != t->script_file)
		return false;
	return kind != PLAN_OTHER || ret->has_pid;
}

/* ---- handlers ------------------------------------------------------------------- */

struct str
handler_name(struct arena *a, const struct value *text)
{
	return quote(a, str_trim(value_shown(a, text)));
}

struct functions {
	struct arena *arena;
	const struct sources *sources;
	struct map by_name; /* to the struct str of its body */
};

static void
note_function(struct walk *w, const struct shell_command *c)
{
	struct functions *f = w->user;
	if (c->kind != SHELL_FUNCTION)
		return;
	struct str *text = NEW(f->arena, struct str);
	*text = span_text(f->sources, c->function.body->span);
	map_put(f->arena, &f->by_name, c->function.name, text);
}

static bool
is_name(char ch)
{
	return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' ||
	       (ch >= '0' && ch <= '9');
}

/* The next word made of the characters of names; empty at the end. */
static struct str
next_word(struct str text, size_t *at)
{
	while (*at < text.n && !is_name(text.p[*at]))
		++*at;
	size_t from = *at;
	while (*at < text.n && is_name(text.p[*at]))
		++*at;
	return str_slice(text, from, *at);
}

static bool
has_text(const struct reach *r, struct str text)
{
	for (size_t i = 0; i < r->texts.n; i++)
		if (r->texts.v[i].p == text.p)
			return true;
	return false;
}

struct reach
handler_reach(struct check *c, const struct shell_trace *t, const struct value *text)
{
	struct functions f = {.arena = c->arena, .sources = c->repo->sources};
	struct walk w = {.command = note_function, .user = &f};
	struct reach r = {.sources = c->repo->sources};
	struct str first;
	if (!value_known(text, &first))
		return r;
	for (size_t i = t->scripts.n; i-- > 0;)
		walk_list(&w, t->scripts.v[i]->tree->list);
	vec_push(c->arena, &r.texts, str_dup(c->arena, first));
	for (size_t i = 0; i < r.texts.n && r.texts.n < REACH_MAX; i++) {
		struct str from = r.texts.v[i];
		for (size_t at = 0; at < from.n;) {
			const struct str *body =
				map_get(&f.by_name, next_word(from, &at));
			if (body && !has_text(&r, *body))
				vec_push(c->arena, &r.texts, *body);
		}
	}
	return r;
}

bool
reach_says(const struct reach *r, struct str word)
{
	for (size_t i = 0; i < r->texts.n; i++)
		for (size_t at = 0; at < r->texts.v[i].n;)
			if (str_eq(next_word(r->texts.v[i], &at), word))
				return true;
	return false;
}

bool
reach_stops(const struct reach *r)
{
	static const char *const words[] = {"kill", "pkill", "killall", "wait", "fuser"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (reach_says(r, str_from(words[i])))
			return true;
	return false;
}
