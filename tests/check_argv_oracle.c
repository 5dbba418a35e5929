/*
 * Compares launch plans with what real bash launched.
 *
 *	check_argv_oracle CHECKOUT ORACLE
 *
 * ORACLE has JSON lines: first the common environment, then one line a pair of recipe and
 * environment with the commands recorded. Every one must be matched by a command of the
 *plan, where what is not known matches anything; commands of the plan that nothing
 *matches must be under a condition. Prints the figures; exit status 1 when a recorded
 *command has no match.
 */
#include "support/words.h"

#include "base/arena.h"
#include "base/tree.h"
#include "plan/launch.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct figures {
	size_t pairs, recorded[PLAN_OTHER], matched[PLAN_OTHER], exact[PLAN_OTHER];
	size_t unexplained, no_recipe;
	double seconds;
	size_t peak_bytes;
};

static struct words
words_of(struct arena *a, json_t *argv)
{
	struct words w = {0};
	for (size_t i = 0; i < json_array_size(argv); i++)
		vec_push(a, &w, str_from(json_string_value(json_array_get(argv, i))));
	return w;
}

static int
kind_of(const char *name)
{
	for (int k = 0; k < PLAN_OTHER; k++)
		if (strcmp(plan_kind_name((enum plan_kind)k), name) == 0)
			return k;
	return -1;
}

static void
add_settings(struct arena *a, struct shell_settings *list, json_t *env, json_t *unset)
{
	const char *name;
	json_t *value;
	json_object_foreach(env, name, value)
	{
		bool skip = false;
		for (size_t i = 0; i < json_array_size(unset); i++)
			skip |= !strcmp(
				name, json_string_value(json_array_get(unset, i)));
		for (size_t i = 0; i < list->n; i++)
			if (str_eqz(list->v[i].name, name))
				list->v[i].set = TRI_NO;
		struct shell_setting g = {.name = str_from(name), .set = TRI_YES};
		g.value = value_text(a, str_from(json_string_value(value)));
		if (!skip)
			vec_push(a, list, g);
	}
}

static void
show_words(FILE *f, struct arena *a, const struct fields *argv)
{
	for (size_t i = 0; i < argv->n; i++) {
		struct str s = value_shown(a, argv->v[i].value);
		fprintf(f, " %.*s%s", STR(s), argv->v[i].loose ? "..." : "");
	}
	fputc('\n', f);
}

static void
compare(struct arena *a, const struct launch_plan *p, json_t *pair, struct figures *f)
{
	json_t *commands = json_object_get(pair, "commands"), *c;
	const char *recipe = json_string_value(json_object_get(pair, "recipe"));
	bool *used = NEW_ARRAY(a, bool, p->commands.n);
	size_t i;
	json_array_foreach(commands, i, c)
	{
		int kind = kind_of(json_string_value(json_object_get(c, "kind")));
		json_t *argv = json_object_get(c, "argv");
		struct words real = words_of(a, argv);
		bool found = false, exact = false;
		for (size_t k = 0; k < p->commands.n; k++) {
			const struct plan_command *x = p->commands.v[k];
			if ((int)x->kind != kind ||
				!words_match(&x->launch->argv, &real))
				continue;
			found = used[k] = true;
			exact |= plan_is_exact(x);
		}
		f->recorded[kind]++;
		f->matched[kind] += found;
		f->exact[kind] += exact;
		if (found)
			continue;
		printf("no match: %s\n  recorded: ", recipe);
		json_dumpf(argv, stdout, JSON_COMPACT);
		putchar('\n');
		for (size_t k = 0; k < p->commands.n; k++)
			if ((int)p->commands.v[k]->kind == kind) {
				printf("  plan:");
				show_words(stdout, a, &p->commands.v[k]->launch->argv);
			}
	}
	for (size_t k = 0; k < p->commands.n; k++) {
		const struct plan_command *x = p->commands.v[k];
		if (x->kind >= PLAN_CLIENT || used[k] || x->launch->assumed)
			continue;
		f->unexplained++;
		printf("not recorded: %s\n  plan:", recipe);
		show_words(stdout, a, &x->launch->argv);
	}
}

static double
now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
one_pair(struct session *s, struct arena *scratch, json_t *common, json_t *pair,
	struct figures *f)
{
	struct shell_settings env = {0};
	struct arena_mark mark = arena_mark(scratch);
	add_settings(scratch, &env, common, json_object_get(pair, "unset"));
	add_settings(scratch, &env, json_object_get(pair, "env"), NULL);
	struct str recipe = str_from(json_string_value(json_object_get(pair, "recipe")));
	struct shell_input in = plan_input(scratch, recipe, &env);
	double before = now();
	struct launch_plan *p = plan_make(s, scratch, &in);
	f->seconds += now() - before;
	f->pairs++;
	if (scratch->used_bytes > f->peak_bytes)
		f->peak_bytes = scratch->used_bytes;
	if (p)
		compare(scratch, p, pair, f);
	else
		f->no_recipe++;
	arena_rewind(scratch, mark);
}

static void
report(const struct figures *f)
{
	printf("pairs %zu, recipes that are missing %zu\n", f->pairs, f->no_recipe);
	for (int k = 0; k < PLAN_OTHER; k++)
		if (f->recorded[k])
			printf("%-8s recorded %zu, matched %zu, without any unknown part %zu (%.1f %%)\n",
				plan_kind_name((enum plan_kind)k), f->recorded[k],
				f->matched[k], f->exact[k],
				100.0 * (double)f->exact[k] / (double)f->recorded[k]);
	printf("in the plan without a condition, but not recorded: %zu\n",
		f->unexplained);
	printf("time per pair %.3f ms, most memory for one %.1f MB\n",
		1000 * f->seconds / (double)f->pairs, (double)f->peak_bytes / 1e6);
}

int
main(int argc, char **argv)
{
	struct arena a, scratch;
	struct sources sources = {0};
	struct figures f = {0};
	if (argc != 3) {
		fprintf(stderr, "usage: check_argv_oracle CHECKOUT ORACLE\n");
		return 2;
	}
	arena_init(&a, 0, NULL);
	arena_init(&scratch, 0, NULL);
	struct tree *tree = tree_folder(&a, argv[1]);
	FILE *file = fopen(argv[2], "r");
	if (!tree || !file) {
		fprintf(stderr, "check_argv_oracle: can't open %s\n",
			tree ? argv[2] : argv[1]);
		return 2;
	}
	struct session *s = session_new(&a, &sources, tree);
	json_t *head = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL), *pair;
	while ((pair = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL))) {
		one_pair(s, &scratch, json_object_get(head, "common_env"), pair, &f);
		json_decref(pair);
	}
	json_decref(head);
	fclose(file);
	report(&f);
	size_t missed = 0;
	for (int k = 0; k < PLAN_OTHER; k++)
		missed += f.recorded[k] - f.matched[k];
	arena_release(&scratch);
	arena_release(&a);
	return missed || f.unexplained || f.no_recipe;
}
