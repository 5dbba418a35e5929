/*
 * How much of the engines' options is known.
 *
 *	check_engines CHECKOUT
 *	check_engines CHECKOUT ORACLE [DETAILS]
 *
 * The first: over all points of the checkout's configs, see support/engine_points.h. Exit
 * status 1 when that is less than promised.
 *
 * The second: over recorded pairs of recipe and environment. ORACLE as for check_argv_oracle; only its environments are used. For each server
 *command of each plan, the settings that matter to rules are counted: known, one of a
 *few, unknown, absent. With DETAILS, every unknown one and every word that the tables
 *lack is listed.
 */
#include "base/arena.h"
#include "base/tree.h"
#include "plan/engines.h"
#include "support/engine_points.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const enum option_meaning watched[] = {
	OPTION_TENSOR_PARALLEL_SIZE,
	OPTION_DATA_PARALLEL_SIZE,
	OPTION_EXPERT_PARALLEL,
	OPTION_MEMORY_FRACTION,
	OPTION_MAX_SEQUENCES,
	OPTION_MAX_BATCHED_TOKENS,
	OPTION_MAX_MODEL_LEN,
	OPTION_GRAPH_SIZES,
	OPTION_GRAPH_MAX,
	OPTION_GRAPH_MODE,
	OPTION_SPECULATIVE_METHOD,
	OPTION_DRAFT_TOKENS,
	OPTION_VERIFY_TOKENS,
	OPTION_COMPILATION_CONFIG,
	OPTION_KV_TRANSFER_CONFIG,
	OPTION_KV_CACHE_DTYPE,
	OPTION_MOE_BACKEND,
	OPTION_ATTENTION_BACKEND,
	OPTION_MODEL,
	OPTION_SERVED_MODEL_NAME,
	OPTION_PORT,
};

enum { WATCHED = sizeof watched / sizeof *watched, ENGINES = ENGINE_TRTLLM + 1 };

struct figures {
	size_t pairs, commands[ENGINES], strange[ENGINES], blurred[ENGINES];
	size_t faults[ENGINES], count[ENGINES][WATCHED][STATE_KNOWN + 1];
	double seconds;
	bool details;
};

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
show_word(struct arena *a, struct str recipe, const char *what, const struct decoded *d,
	size_t word)
{
	struct str s = value_shown(a, d->command->launch->argv.v[word].value);
	printf("%s: %.*s: %.*s\n", what, STR(recipe), STR(s));
}

static void
count_words(
	struct arena *a, struct str recipe, const struct decoded *d, struct figures *f)
{
	enum plan_engine e = d->command->engine;
	f->blurred[e] += d->blurs.n > 0;
	for (size_t i = 0; f->details && i < d->blurs.n; i++)
		show_word(a, recipe, "blur", d, d->blurs.v[i]);
	for (size_t i = 0; f->details && i < d->free.n; i++)
		show_word(a, recipe, "free word", d, d->free.v[i]);
	for (size_t i = 0; i < d->options.n; i++) {
		const struct option *o = d->options.v[i];
		bool strange = !o->spec && !o->within && o->name.n;
		bool fault = o->readings.n && o->readings.v[0].fault;
		f->strange[e] += strange;
		f->faults[e] += fault;
		if (f->details && strange)
			show_word(a, recipe, "not in the table", d, o->word);
		if (f->details && o->abbreviated)
			show_word(a, recipe, "abbreviated", d, o->word);
		if (f->details && fault)
			show_word(a, recipe, "fault", d, o->word);
	}
}

static void
count(struct arena *a, const struct launch_plan *p, struct figures *f)
{
	for (size_t i = 0; i < p->commands.n; i++) {
		const struct plan_command *c = p->commands.v[i];
		double before = (double)clock();
		struct decoded *d = engines_decode(a, c);
		f->seconds += ((double)clock() - before) / CLOCKS_PER_SEC;
		if (!d)
			continue;
		count_words(a, p->recipe, d, f);
		f->commands[c->engine]++;
		for (size_t k = 0; k < WATCHED; k++) {
			enum option_state s = option_state(d, watched[k]);
			f->count[c->engine][k][s]++;
			const struct option *o = option_find(d, watched[k]);
			if (!f->details || (s != STATE_UNKNOWN && s != STATE_CHOICE))
				continue;
			printf("%s %s: ", s == STATE_CHOICE ? "choice" : "unknown",
				option_meaning_text(watched[k]));
			if (!o)
				for (size_t j = 0; j < d->options.n; j++)
					if (d->options.v[j]->state == STATE_UNKNOWN)
						o = d->options.v[j];
			show_word(a, p->recipe, "", d,
				o ? o->word + o->n_words - 1 : c->options);
		}
	}
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
	struct launch_plan *p = plan_make(s, scratch, &in);
	f->pairs++;
	if (p)
		count(scratch, p, f);
	arena_rewind(scratch, mark);
}

static void
report(const struct figures *f)
{
	printf("pairs %zu, decoding %.3f ms each\n", f->pairs,
		1000 * f->seconds / (double)(f->pairs ? f->pairs : 1));
	for (int e = 0; e < ENGINES; e++) {
		if (!f->commands[e])
			continue;
		printf("\n%s: %zu commands, %zu of them blurred; %zu words not in the table, "
		       "%zu faults\n",
			e ? plan_engine_name((enum plan_engine)e) : "helpers",
			f->commands[e], f->blurred[e], f->strange[e], f->faults[e]);
		printf("  %-28s %8s %8s %8s %8s\n", "", "known", "choice", "unknown",
			"absent");
		for (size_t k = 0; k < WATCHED; k++) {
			const size_t *n = f->count[e][k];
			printf("  %-28s %8zu %8zu %8zu %8zu\n",
				option_meaning_text(watched[k]), n[STATE_KNOWN],
				n[STATE_CHOICE], n[STATE_UNKNOWN], n[STATE_ABSENT]);
		}
	}
}

int
main(int argc, char **argv)
{
	struct arena a, scratch;
	struct sources sources = {0};
	struct figures f = {.details = argc > 3};
	if (argc == 2)
		return !engine_points(argv[1]);
	if (argc < 3) {
		fprintf(stderr, "usage: check_engines CHECKOUT [ORACLE [DETAILS]]\n");
		return 2;
	}
	arena_init(&a, 0, NULL);
	arena_init(&scratch, 0, NULL);
	struct tree *tree = tree_folder(&a, argv[1]);
	FILE *file = fopen(argv[2], "r");
	if (!tree || !file) {
		fprintf(stderr, "check_engines: can't open %s\n",
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
	arena_release(&scratch);
	arena_release(&a);
	return 0;
}
