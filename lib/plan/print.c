/* Prints of launches. */
#include "plan/print.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "plan/surroundings.h"

struct printer {
	struct arena *arena;
	const struct launch_plan *plan;
	enum print_scope scope;
	struct str machine;
};

/* Jobs of a label run on any of its machines: which one it was changes nothing. */
static struct str
without_machine(const struct printer *p, struct str s)
{
	size_t at = p->machine.n ? str_find(s, p->machine, 0) : s.n;
	if (at == s.n)
		return s;
	struct buf b = buf_new(p->arena, LIMIT_SHELL_STRING_BYTES);
	for (size_t from = 0;; from = at + p->machine.n) {
		at = str_find(s, p->machine, from);
		buf_add(&b, str_slice(s, from, at));
		if (at == s.n)
			return buf_str(&b);
		buf_addz(&b, "<machine>");
	}
}

static struct str
text_of(const struct printer *p, const struct value *v)
{
	return without_machine(p, value_shown(p->arena, v));
}

static void
add_variables(const struct printer *p, struct printed_command *r)
{
	struct arena *a = p->arena;
	struct shell_settings list = command_environment(a, p->plan, r->command);
	for (size_t i = 0; i < list.n; i++) {
		struct str text = text_of(p, list.v[i].value);
		const char *maybe = list.v[i].set == TRI_UNKNOWN ? " (perhaps)" : "";
		vec_push(a, &r->variables,
			str_fmt(a, "%.*s=%.*s%s", STR(list.v[i].name), STR(text), maybe));
	}
	struct names gone = command_removed(a, p->plan, r->command);
	for (size_t i = 0; i < gone.n; i++)
		vec_push(a, &r->variables, gone.v[i]);
}

static void
add_files(const struct printer *p, struct printed_command *r)
{
	struct command_files list = command_files(p->arena, p->plan, r->command);
	for (size_t i = 0; i < list.n; i++) {
		struct buf b = buf_new(p->arena, LIMIT_SHELL_STRING_BYTES * 2);
		buf_add(&b, text_of(p, list.v[i].path));
		buf_addc(&b, '\n');
		buf_add(&b, text_of(p, list.v[i].text));
		vec_push(p->arena, &r->files, buf_str(&b));
	}
}

/* Each text with its length before it, so that no two lists give the same. */
static void
add_key(struct buf *b, char mark, const struct names *list)
{
	for (size_t i = 0; i < list->n; i++) {
		buf_addf(b, "%c%zu:", mark, list->v[i].n);
		buf_add(b, list->v[i]);
	}
}

static struct str
key_of(struct arena *a, const struct printed_command *r)
{
	struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
	buf_addf(&b, "%s%s%s;", plan_kind_name(r->command->kind),
		r->command->job ? "&" : "", r->maybe ? "?" : "");
	add_key(&b, 'w', &r->words);
	add_key(&b, 'v', &r->variables);
	add_key(&b, 'f', &r->files);
	return buf_str(&b);
}

static bool
is_service(enum plan_kind kind)
{
	return kind < PLAN_CLIENT;
}

static struct printed_command *
print_command(const struct printer *p, const struct plan_command *c)
{
	struct printed_command *r = NEW(p->arena, struct printed_command);
	const struct fields *argv = &c->launch->argv;
	r->command = c;
	r->maybe = c->launch->assumed != NULL;
	for (size_t i = 0; i < argv->n; i++) {
		struct str s = text_of(p, argv->v[i].value);
		if (argv->v[i].loose)
			s = str_cat(p->arena, s, S("..."));
		vec_push(p->arena, &r->words, s);
	}
	if (c->kind != PLAN_OTHER) {
		add_variables(p, r);
		add_files(p, r);
	}
	r->key = key_of(p->arena, r);
	return r;
}

struct launch_print *
print_of(struct arena *a, const struct launch_plan *plan, enum print_scope scope,
	struct str machine)
{
	struct printer p = {a, plan, scope, machine};
	struct launch_print *r = NEW(a, struct launch_print);
	struct buf all = buf_new(a, LIMIT_OUTPUT_BYTES);
	for (size_t i = 0; i < plan->commands.n; i++) {
		const struct plan_command *c = plan->commands.v[i];
		if (scope == PRINT_SERVICES && !is_service(c->kind))
			continue;
		struct printed_command *x = print_command(&p, c);
		vec_push(a, &r->commands, x);
		buf_add(&all, x->key);
		buf_addc(&all, '\n');
	}
	r->digest = sha256_hex(a, buf_str(&all));
	return r;
}
