/* A small argparse. */
#include "matrix_args.h"

#include "base/arena.h"

#include <stddef.h>

enum kind { FLAG, WORD, WORDS, NUMBER, INTS, SKIP };

static const struct option {
	const char *name;
	enum kind kind;
	size_t offset;
} option[] = {
	{"--config-files", SKIP, 0},
	{"--runner-config", SKIP, 0},
	{"--no-evals", FLAG, offsetof(struct matrix_options, no_evals)},
	{"--evals-only", FLAG, offsetof(struct matrix_options, evals_only)},
	{"--all-evals", FLAG, offsetof(struct matrix_options, all_evals)},
	{"--single-node", FLAG, offsetof(struct matrix_options, single_node)},
	{"--multi-node", FLAG, offsetof(struct matrix_options, multi_node)},
	{"--keep-going", FLAG, offsetof(struct matrix_options, keep_going)},
	{"--runner-node-filter", WORD,
		offsetof(struct matrix_options, runner_node_filter)},
	{"--scenario-type", WORDS, offsetof(struct matrix_options, scenario_type)},
	{"--seq-lens", WORDS, offsetof(struct matrix_options, seq_lens)},
	{"--model-prefix", WORDS, offsetof(struct matrix_options, model_prefix)},
	{"--precision", WORDS, offsetof(struct matrix_options, precision)},
	{"--framework", WORDS, offsetof(struct matrix_options, framework)},
	{"--runner-type", WORDS, offsetof(struct matrix_options, runner_type)},
	{"--config-keys", WORDS, offsetof(struct matrix_options, config_keys)},
	{"--step-size", NUMBER, offsetof(struct matrix_options, step_size)},
	{"--min-conc", NUMBER, offsetof(struct matrix_options, min_conc)},
	{"--max-conc", NUMBER, offsetof(struct matrix_options, max_conc)},
	{"--max-tp", NUMBER, offsetof(struct matrix_options, max_tp)},
	{"--max-ep", NUMBER, offsetof(struct matrix_options, max_ep)},
	{"--conc", INTS, offsetof(struct matrix_options, conc)},
};

static bool
store(struct arena *a, const struct option *o, const struct str *v, size_t n, void *at)
{
	int64_t value;
	if (o->kind == FLAG)
		*(bool *)at = true;
	else if (o->kind == WORD && n == 1)
		*(struct str *)at = v[0];
	else if (o->kind == WORDS && n > 0)
		*(struct matrix_words *)at = (struct matrix_words){v, n};
	else if (o->kind == NUMBER && n == 1 && str_to_int64(v[0], &value))
		*(struct matrix_number *)at = (struct matrix_number){true, value};
	else if (o->kind == INTS && n > 0)
		for (size_t i = 0; i < n; i++) {
			struct matrix_ints *list = at;
			if (!str_to_int64(v[i], &value))
				return false;
			vec_push(a, list, value);
		}
	else
		return o->kind == SKIP;
	return true;
}

bool
matrix_args(struct arena *a, const struct str *argv, size_t n, struct matrix_options *ret)
{
	*ret = (struct matrix_options){0};
	if (n == 0)
		return false;
	ret->command =
		str_eqz(argv[0], "full-sweep") ? MATRIX_FULL_SWEEP : MATRIX_TEST_CONFIG;
	for (size_t i = 1; i < n;) {
		size_t k = 0, many = sizeof option / sizeof option[0], end = i + 1;
		while (k < many && !str_eqz(argv[i], option[k].name))
			k++;
		while (end < n && !str_starts(argv[end], S("--")))
			end++;
		if (k == many)
			return false;
		void *at = (char *)ret + option[k].offset;
		if (!store(a, &option[k], argv + i + 1, end - i - 1, at))
			return false;
		i = end;
	}
	return true;
}

bool
matrix_args_line(struct arena *a, const char *line, struct matrix_options *ret)
{
	struct str rest = str_from(line);
	struct str *argv = NEW_ARRAY(a, struct str, rest.n + 1);
	size_t n = 0;
	while (rest.p) {
		struct str word = str_cut(rest, ' ', &rest);
		if (word.n)
			argv[n++] = word;
	}
	return matrix_args(a, argv, n, ret);
}
