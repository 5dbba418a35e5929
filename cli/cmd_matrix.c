/* infxcheck matrix full-sweep, infxcheck matrix test-config */
#include "common.h"

#include <stdlib.h>
#include <string.h>

/* The reference's options, and ours (root, format). Lists take all words up to the next
 * option, as the reference's parser does. */
enum {
	OPT_ROOT,
	OPT_FORMAT,
	OPT_CONFIG_FILES,
	OPT_RUNNER_CONFIG,
	OPT_NO_EVALS,
	OPT_EVALS_ONLY,
	OPT_ALL_EVALS,
	OPT_NODE_FILTER,
	OPT_SCENARIO,
	OPT_SEQ_LENS,
	OPT_MODEL_PREFIX,
	OPT_PRECISION,
	OPT_FRAMEWORK,
	OPT_RUNNER_TYPE,
	OPT_STEP,
	OPT_MIN_CONC,
	OPT_MAX_CONC,
	OPT_MAX_TP,
	OPT_MAX_EP,
	OPT_SINGLE,
	OPT_MULTI,
	OPT_KEYS,
	OPT_CONC,
};

const struct option_row matrix_options[] = {
	[OPT_ROOT] = ROW_ROOT,
	[OPT_FORMAT] = {"format", 'f', "FORMAT",
		"json (default, byte for byte as the reference), jsonl, table"},
	[OPT_CONFIG_FILES] = {"config-files", 0, "FILE ...", "default: the two master configs"},
	[OPT_RUNNER_CONFIG] = {"runner-config", 0, "FILE", "default: configs/runners.yaml"},
	[OPT_NO_EVALS] = {"no-evals", 0, NULL, "mark no point for evaluation"},
	[OPT_EVALS_ONLY] = {"evals-only", 0, NULL, "only the points chosen for evaluation"},
	[OPT_ALL_EVALS] = {"all-evals", 0, NULL, "choose every point for evaluation"},
	[OPT_NODE_FILTER] = {"runner-node-filter", 0, "TEXT",
		"a point for each node of the label whose name has TEXT"},
	[OPT_SCENARIO] = {"scenario-type", 0, "TYPE ...", "fixed-seq-len, agentic-coding"},
	[OPT_SEQ_LENS] = {"seq-lens", 0, "LEN ...", "1k1k, 8k1k"},
	[OPT_MODEL_PREFIX] = {"model-prefix", 0, "PREFIX ...",
		"full-sweep: config keys that begin so"},
	[OPT_PRECISION] = {"precision", 0, "NAME ...", "full-sweep: fp4, fp8 ..."},
	[OPT_FRAMEWORK] = {"framework", 0, "NAME ...", "full-sweep: vllm, sglang ..."},
	[OPT_RUNNER_TYPE] = {"runner-type", 0, "LABEL ...", "full-sweep: labels of runners.yaml"},
	[OPT_STEP] = {"step-size", 0, "N", "full-sweep: factor between concurrencies (2)"},
	[OPT_MIN_CONC] = {"min-conc", 0, "N", "full-sweep: leave out lower concurrencies"},
	[OPT_MAX_CONC] = {"max-conc", 0, "N", "full-sweep: leave out higher concurrencies"},
	[OPT_MAX_TP] = {"max-tp", 0, "N", "full-sweep: largest tensor-parallel size"},
	[OPT_MAX_EP] = {"max-ep", 0, "N", "full-sweep: largest expert-parallel size"},
	[OPT_SINGLE] = {"single-node", 0, NULL, "full-sweep: only single-node configs"},
	[OPT_MULTI] = {"multi-node", 0, NULL, "full-sweep: only multi-node configs"},
	[OPT_KEYS] = {"config-keys", 0, "KEY ...", "test-config: which configs (needed)"},
	[OPT_CONC] = {"conc", 0, "N ...", "test-config: only these concurrencies"},
	{0},
};

enum { FIRST_OF_SWEEP = OPT_MODEL_PREFIX, FIRST_OF_TEST = OPT_KEYS };

struct settings {
	const char *root;
	ixc_matrix_format format;
	struct ixc_matrix_options o;
	int64_t *conc;
};

static bool
takes_many(int option)
{
	const char *shown = matrix_options[option].argument;
	return shown && strstr(shown, "...");
}

static int
to_number(const struct command *c, int option, const char *text, int64_t *ret)
{
	char *end;
	long long n = strtoll(text, &end, 10);
	if (!*text || *end)
		return usage(c, "--%s: '%s' is not a number", matrix_options[option].name, text);
	*ret = n;
	return EXIT_CLEAN;
}

static int
set_list(struct settings *s, const struct command *c, int option, struct ixc_words w)
{
	switch (option) {
	case OPT_CONFIG_FILES:
		s->o.config_files = w;
		break;
	case OPT_SCENARIO:
		s->o.scenario_type = w;
		break;
	case OPT_SEQ_LENS:
		s->o.seq_lens = w;
		break;
	case OPT_MODEL_PREFIX:
		s->o.model_prefix = w;
		break;
	case OPT_PRECISION:
		s->o.precision = w;
		break;
	case OPT_FRAMEWORK:
		s->o.framework = w;
		break;
	case OPT_RUNNER_TYPE:
		s->o.runner_type = w;
		break;
	case OPT_KEYS:
		s->o.config_keys = w;
		break;
	case OPT_CONC:
		for (size_t i = 0; i < w.n; i++)
			if (to_number(c, option, w.v[i], &s->conc[i]) != EXIT_CLEAN)
				return EXIT_TROUBLE;
		s->o.conc = s->conc;
		s->o.conc_count = w.n;
		break;
	default:
		break;
	}
	return EXIT_CLEAN;
}

static int
set_format(struct settings *s, const struct command *c, const char *text)
{
	static const char *const names[] = {"json", "jsonl", "table"};
	for (size_t i = 0; i < 3; i++) {
		if (strcmp(text, names[i]) == 0) {
			s->format = (ixc_matrix_format)i;
			return EXIT_CLEAN;
		}
	}
	return usage(c, "'%s' is not a format (json, jsonl, table)", text);
}

static int
set_one(struct settings *s, const struct command *c, int option, const char *text)
{
	switch (option) {
	case OPT_ROOT:
		s->root = text;
		break;
	case OPT_FORMAT:
		return set_format(s, c, text);
	case OPT_RUNNER_CONFIG:
		s->o.runner_config = text;
		break;
	case OPT_NO_EVALS:
		s->o.no_evals = true;
		break;
	case OPT_EVALS_ONLY:
		s->o.evals_only = true;
		break;
	case OPT_ALL_EVALS:
		s->o.all_evals = true;
		break;
	case OPT_NODE_FILTER:
		s->o.runner_node_filter = text;
		break;
	case OPT_STEP:
		s->o.has_step_size = true;
		return to_number(c, option, text, &s->o.step_size);
	case OPT_MIN_CONC:
		s->o.has_min_conc = true;
		return to_number(c, option, text, &s->o.min_conc);
	case OPT_MAX_CONC:
		s->o.has_max_conc = true;
		return to_number(c, option, text, &s->o.max_conc);
	case OPT_MAX_TP:
		s->o.has_max_tp = true;
		return to_number(c, option, text, &s->o.max_tp);
	case OPT_MAX_EP:
		s->o.has_max_ep = true;
		return to_number(c, option, text, &s->o.max_ep);
	case OPT_SINGLE:
		s->o.single_node = true;
		break;
	case OPT_MULTI:
		s->o.multi_node = true;
		break;
	default:
		break;
	}
	return EXIT_CLEAN;
}

static bool
is_option(const char *word)
{
	bool negative = word[0] == '-' && word[1] >= '0' && word[1] <= '9';
	return word[0] == '-' && word[1] && !negative;
}

/* The option's own word, then all that follow and are no options. */
static struct ixc_words
gather(struct opt_state *o, const char **storage)
{
	struct ixc_words w = {storage, 0};
	storage[w.n++] = o->argument;
	while (o->at < o->argc && !is_option(o->argv[o->at]))
		storage[w.n++] = o->argv[o->at++];
	return w;
}

static int
check_command(const struct command *c, const struct settings *s, int option)
{
	bool sweep = s->o.command == IXC_MATRIX_FULL_SWEEP;
	bool of_test = option >= FIRST_OF_TEST;
	bool of_sweep = option >= FIRST_OF_SWEEP && !of_test;
	if (sweep ? of_test : of_sweep)
		return usage(c, "option '--%s' belongs to %s", matrix_options[option].name,
			sweep ? "test-config" : "full-sweep");
	return EXIT_CLEAN;
}

static int
parse(struct settings *s, const struct command *c, struct opt_state *o, const char **storage)
{
	for (int got; (got = opt_next(o)) != OPT_END;) {
		if (got == OPT_HELP)
			return -1;
		if (got == OPT_ERROR)
			return EXIT_TROUBLE;
		if (got == OPT_OPERAND)
			return usage(c, "what is '%s'?", o->argument);
		int code = check_command(c, s, got);
		if (code == EXIT_CLEAN && takes_many(got)) {
			struct ixc_words w = gather(o, storage);
			storage += w.n;
			code = set_list(s, c, got, w);
		} else if (code == EXIT_CLEAN) {
			code = set_one(s, c, got, o->argument);
		}
		if (code != EXIT_CLEAN)
			return code;
	}
	if (s->o.command == IXC_MATRIX_TEST_CONFIG && !s->o.config_keys.n)
		return usage(c, "--config-keys is needed");
	return EXIT_CLEAN;
}

static int
generate(const struct settings *s, const char *root)
{
	struct ixc_error err;
	ixc_matrix *m;
	if (ixc_matrix_generate(root, &s->o, &m, &err) != IXC_OK)
		return trouble("%s", err.message);
	int code = EXIT_CLEAN;
	const char *why = ixc_matrix_refusal(m, &code);
	if (why)
		trouble("%s", why);
	else if (ixc_write_matrix(m, s->format, write_to_file, stdout, &err) != IXC_OK)
		code = trouble("%s", err.message);
	ixc_matrix_free(m);
	return code ? code : finish_output(EXIT_CLEAN);
}

int
cmd_matrix(const struct command *c, int argc, char **argv)
{
	struct settings s = {.o = {.size = sizeof s.o}};
	if (argc && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
		print_help(c);
		return finish_output(EXIT_CLEAN);
	}
	if (argc && strcmp(argv[0], "full-sweep") == 0)
		s.o.command = IXC_MATRIX_FULL_SWEEP;
	else if (argc && strcmp(argv[0], "test-config") == 0)
		s.o.command = IXC_MATRIX_TEST_CONFIG;
	else
		return usage(c, "it takes full-sweep or test-config, then options");
	struct opt_state o = {.command = c, .argc = argc, .argv = argv, .at = 1};
	const char **storage = calloc((size_t)argc + 1, sizeof *storage);
	s.conc = calloc((size_t)argc + 1, sizeof *s.conc);
	struct common common = COMMON_INIT;
	int code = storage && s.conc ? parse(&s, c, &o, storage) : trouble("out of memory");
	common.root_given = s.root;
	if (code == EXIT_CLEAN)
		code = common_find_root(&common, NULL);
	if (code == EXIT_CLEAN)
		code = generate(&s, common.root);
	free(storage);
	free(s.conc);
	return code < 0 ? finish_output(EXIT_CLEAN) : code;
}
