/* Prints of launches. */
#include "plan/print.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "plan/environment.h"
#include "plan/surroundings.h"

#include <stdlib.h>

enum { RESULT_FINGERPRINT_BYTES = 16 };

struct printer {
	struct arena *arena;
	const struct launch_plan *plan;
	enum print_scope scope;
	struct str machine, fingerprint;
};

static struct str
replaced(struct arena *a, struct str s, struct str what, struct str with)
{
	size_t at = what.n ? str_find(s, what, 0) : s.n;
	if (at == s.n)
		return s;
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	for (size_t from = 0;; from = at + what.n) {
		at = str_find(s, what, from);
		buf_add(&b, str_slice(s, from, at));
		if (at == s.n)
			return buf_str(&b);
		buf_add(&b, with);
	}
}

/* Jobs of a label run on any of its machines, and results are named by the fingerprint of
 * the config: neither changes what runs. */
static struct str
text_of(const struct printer *p, const struct value *v)
{
	struct str s = value_shown(p->arena, v), print = p->fingerprint;
	struct str beginning = str_slice(print, 0, RESULT_FINGERPRINT_BYTES);
	s = replaced(p->arena, s, p->machine, S("<machine>"));
	s = replaced(p->arena, s, print, S("<fingerprint>"));
	return replaced(p->arena, s, beginning, S("<fingerprint>"));
}

static const struct value *
given(const struct launch_plan *plan, struct str name)
{
	size_t i = environment_find(&plan->environment, name);
	return i < plan->environment.n ? plan->environment.v[i].value : &value_empty;
}

/* As it was given, or its beginning as the name of the result ends with it. */
static struct str
fingerprint_of(const struct launch_plan *plan)
{
	struct str s = {0}, mark = S("_recipe-");
	if (value_known(given(plan, S("RECIPE_FINGERPRINT")), &s) &&
		s.n >= RESULT_FINGERPRINT_BYTES)
		return s;
	s = value_suffix(given(plan, S("RESULT_FILENAME")));
	size_t at = str_find(s, mark, 0);
	s = str_slice(s, at + mark.n, s.n);
	return s.n == RESULT_FINGERPRINT_BYTES ? s : (struct str){0};
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

struct str
print_name(struct str text)
{
	size_t n = 0;
	while (n < text.n && text.p[n] != '=' && text.p[n] != ' ')
		n++;
	return str_slice(text, 0, n);
}

/* ---- words ---------------------------------------------------------------------- */

static bool
is_option(const struct printed_command *c, size_t i)
{
	struct str s = c->words.v[i];
	return c->command->kind != PLAN_OTHER && i >= c->command->options && s.n > 1 &&
	       s.p[0] == '-' && (s.p[1] < '0' || s.p[1] > '9');
}

static void
find_tokens(struct arena *a, struct printed_command *c)
{
	for (size_t i = 0; i < c->words.n;) {
		struct print_token t = {i, 1};
		while (is_option(c, i) && i + t.n < c->words.n && !is_option(c, i + t.n))
			t.n++;
		vec_push(a, &c->tokens, t);
		i += t.n;
	}
}

struct sorted_token {
	struct str name; /* of an option; empty for other words */
	struct print_token token;
};

/* Words that are no options stay in front, equal options in their order: the last counts.
 */
static int
by_name(const void *x, const void *y)
{
	const struct sorted_token *p = x, *q = y;
	int order = str_cmp(p->name, q->name);
	if (order)
		return order;
	return p->token.word < q->token.word ? -1 : p->token.word > q->token.word;
}

static void
add_words(struct buf *b, struct arena *a, const struct printed_command *c)
{
	struct sorted_token *v = NEW_ARRAY(a, struct sorted_token, c->tokens.n + 1);
	for (size_t i = 0; i < c->tokens.n; i++) {
		size_t word = c->tokens.v[i].word;
		v[i].token = c->tokens.v[i];
		if (is_option(c, word))
			v[i].name = print_name(c->words.v[word]);
	}
	qsort(v, c->tokens.n, sizeof *v, by_name);
	for (size_t i = 0; i < c->tokens.n; i++) {
		struct names words = {
			.v = c->words.v + v[i].token.word, .n = v[i].token.n};
		add_key(b, 'w', &words);
	}
}

static struct str
key_of(struct arena *a, const struct printed_command *r)
{
	struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
	buf_addf(&b, "%s%s%s;", plan_kind_name(r->command->kind),
		r->command->job ? "&" : "", r->maybe ? "?" : "");
	add_words(&b, a, r);
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
	find_tokens(p->arena, r);
	r->key = key_of(p->arena, r);
	return r;
}

struct launch_print *
print_of(struct arena *a, const struct launch_plan *plan, enum print_scope scope,
	struct str machine)
{
	struct printer p = {a, plan, scope, machine, fingerprint_of(plan)};
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
