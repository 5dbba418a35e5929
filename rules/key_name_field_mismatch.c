/* key-name-field-mismatch: a config's key says one thing, its fields another. */
#include "check/rule.h"

/* Longer ones are no names: all words of one are compared with all of the other. */
enum { NAME_BYTES = 512 };

/* What the words of keys mean in this repository. Values are not used. */
struct vocabulary {
	struct map gpus, precisions, frameworks;
};

/* Another spelling of a word. */
static struct str
plain(struct str word)
{
	static const struct {
		const char *word;
		struct str same;
	} spelling[] = {{"mxfp4", S_INIT("fp4")}, {"mxfp8", S_INIT("fp8")},
		{"nvfp4", S_INIT("fp4")}, {"trtllm", S_INIT("trt")}};
	for (size_t i = 0; i < sizeof spelling / sizeof *spelling; i++)
		if (str_eqz(word, spelling[i].word))
			return spelling[i].same;
	return word;
}

static bool
has_digit(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] >= '0' && s.p[i] <= '9')
			return true;
	return false;
}

static void
learn(struct check *c, struct map *m, struct str word)
{
	map_put(c->arena, m, plain(word), m);
}

/* The GPU that a label is named after. */
static struct str
gpu_of(struct str label)
{
	struct str rest;
	if (str_starts(label, S("cluster:")))
		label = str_slice(label, sizeof "cluster:" - 1, label.n);
	return str_cut(label, '-', &rest);
}

static bool
is_layout(struct str word)
{
	return str_eqz(word, "agg") || str_eqz(word, "disagg");
}

static struct vocabulary
read_vocabulary(struct check *c)
{
	struct vocabulary v = {0};
	const struct runners *runners = c->repo->runners;
	const struct configs *configs = &c->repo->master->configs;
	for (size_t i = 0; i < runners->labels.n; i++) {
		struct str gpu = gpu_of(runners->labels.v[i]->name);
		if (has_digit(gpu))
			learn(c, &v.gpus, gpu);
	}
	for (size_t i = 0; i < configs->n; i++) {
		const struct config *config = configs->v[i];
		if (has_digit(config->precision.v))
			learn(c, &v.precisions, config->precision.v);
		for (struct str rest = config->framework.v; rest.n;) {
			struct str word = str_cut(rest, '-', &rest);
			if (word.n && !is_layout(word))
				learn(c, &v.frameworks, word);
		}
	}
	return v;
}

static bool
has_word(struct str text, struct str word)
{
	for (struct str rest = text; rest.n;)
		if (str_eq(plain(str_cut(rest, '-', &rest)), plain(word)))
			return true;
	return false;
}

static void
say(struct check *c, const struct config *config, const char *field,
	const struct yaml_node *written, const char *fact, struct str word)
{
	struct ixc_finding *f = report(c,
		written ? written->span : config->key_node->span,
		"%s, but the config's key says %.*s", fact, STR(quote(c->arena, word)));
	finding_subject(f, "%.*s: %s", STR(config->key), field);
	if (written)
		finding_related(f, config->key_node->span, "the key");
	finding_note(f,
		"a config is chosen by its key and its results are filed under its "
		"fields, so these go where nobody looks for them");
	finding_help(f, "mend the field, or rename the key");
}

static void
say_text(struct check *c, const struct config *config, const char *field,
	const struct text_field *text, struct str word)
{
	struct str fact =
		str_fmt(c->arena, "%s is %.*s", field, STR(quote(c->arena, text->v)));
	say(c, config, field, text->node, fact.p, word);
}

/* Words of the key that are known, but none is the field's: that is said of the first. */
static void
compare_one(struct check *c, const struct config *config, const struct map *words,
	const char *field, const struct text_field *text, struct str value)
{
	struct str first = {0};
	if (!text->set || !map_has(words, plain(value)) || has_word(config->key, value))
		return;
	for (struct str rest = config->key; rest.n && !first.n;) {
		struct str word = str_cut(rest, '-', &rest);
		if (map_has(words, plain(word)))
			first = word;
	}
	if (first.n)
		say_text(c, config, field, text, first);
}

/* Only a key that names an engine at all is judged; then each word counts: 'dynamo-vllm'
 * is not 'vllm'. */
static void
compare_framework(
	struct check *c, const struct config *config, const struct vocabulary *v)
{
	struct str first = {0}, field = config->framework.v;
	bool same = true;
	if (!config->framework.set)
		return;
	for (struct str rest = config->key; rest.n;) {
		struct str word = str_cut(rest, '-', &rest);
		if (!map_has(&v->frameworks, plain(word)))
			continue;
		first = first.n ? str_slice(config->key,
					  (size_t)(first.p - config->key.p),
					  (size_t)(word.p - config->key.p) + word.n)
				: word;
		same = same && has_word(field, word);
	}
	for (struct str rest = field; rest.n;) {
		struct str word = str_cut(rest, '-', &rest);
		same = same && (is_layout(word) || has_word(config->key, word));
	}
	if (first.n && !same)
		say_text(c, config, "framework", &config->framework, first);
}

/* What stands before precision, GPU and framework. */
static struct str
model_of(struct str key, const struct vocabulary *v)
{
	size_t end = 0;
	for (struct str rest = key; rest.n;) {
		struct str word = plain(str_cut(rest, '-', &rest));
		if (map_has(&v->gpus, word) || map_has(&v->precisions, word) ||
			map_has(&v->frameworks, word))
			return str_slice(key, 0, end ? end - 1 : 0);
		end = rest.p ? (size_t)(rest.p - key.p) : key.n;
	}
	return (struct str){0};
}

/* "glm5" and "glm5.1", "ling2" and "ling2-mini" are near enough. */
static bool
begins(struct str longer, struct str with)
{
	return str_starts(longer, with) &&
	       (longer.n == with.n || longer.p[with.n] == '.' || longer.p[with.n] == '-');
}

static void
compare_model(struct check *c, const struct config *config, const struct vocabulary *v)
{
	const struct text_field *prefix = &config->model_prefix;
	struct str model = model_of(config->key, v);
	if (prefix->set && prefix->v.n && model.n && !begins(model, prefix->v) &&
		!begins(prefix->v, model))
		say_text(c, config, "model-prefix", prefix, model);
}

static void
compare_layout(struct check *c, const struct config *config)
{
	const struct bool_field *disagg = &config->disagg;
	bool agg_word = has_word(config->key, S("agg"));
	bool disagg_word = has_word(config->key, S("disagg"));
	if (agg_word == disagg_word || (disagg->node && !disagg->set))
		return;
	if (disagg_word && !disagg->v)
		say(c, config, "disagg", disagg->node,
			disagg->node ? "disagg is false" : "disagg is not set",
			S("disagg"));
	else if (agg_word && disagg->v)
		say(c, config, "disagg", disagg->node, "disagg is true", S("agg"));
}

static struct str
mtp_word(struct str key)
{
	for (struct str rest = key; rest.n;) {
		struct str word = str_cut(rest, '-', &rest);
		if (str_starts(word, S("mtp")) &&
			(word.n == 3 || str_all_digits(str_slice(word, 3, word.n))))
			return word;
	}
	return (struct str){0};
}

/* Of a word that is not there nothing is concluded: many keys leave these out. */
static void
compare_scenarios(struct check *c, const struct config *config)
{
	struct str mtp = mtp_word(config->key);
	bool agentic = false, speculative = false;
	size_t arms = 0;
	for (size_t i = 0; i < config->scenarios.n; i++) {
		const struct scenario *s = config->scenarios.v[i];
		agentic = agentic || s->kind == SCENARIO_AGENTIC;
		for (size_t k = 0; k < s->arms.n; k++, arms++) {
			struct text_field spec = s->arms.v[k]->spec_decoding;
			speculative =
				speculative || (spec.node && !str_eqz(spec.v, "none"));
		}
	}
	if (arms && mtp.n && !speculative)
		say(c, config, "spec-decoding", NULL, "no arm has a spec-decoding", mtp);
	if (arms && !agentic && has_word(config->key, S("agentic")))
		say(c, config, "scenarios", NULL, "there is no agentic-coding scenario",
			S("agentic"));
}

static void
check_repo(struct check *c)
{
	const struct configs *configs = &c->repo->master->configs;
	struct vocabulary v = read_vocabulary(c);
	if (!repo_runners_complete(c->repo))
		not_judged(c, S("GPUs"), "the runner labels could not be read whole");
	for (size_t i = 0; i < configs->n; i++) {
		const struct config *config = configs->v[i];
		if (config->key.n > NAME_BYTES || config->framework.v.n > NAME_BYTES) {
			not_judged(c, config->key, "its key or framework is too long");
			continue;
		}
		compare_model(c, config, &v);
		compare_one(c, config, &v.precisions, "precision", &config->precision,
			config->precision.v);
		compare_one(c, config, &v.gpus, "runner", &config->runner,
			gpu_of(config->runner.v));
		compare_framework(c, config, &v);
		compare_layout(c, config);
		compare_scenarios(c, config);
	}
}

const struct ixc_rule rule_key_name_field_mismatch = {
	.id = "key-name-field-mismatch",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a config's key names another model, GPU or engine than its fields",
	.help = "A config's key reads MODEL-PRECISION-GPU-FRAMEWORK, then what sets it apart.\n"
		"Nothing compares it with the fields model-prefix, precision, runner, framework\n"
		"and disagg, yet people and changelog entries choose by the key while jobs and\n"
		"results go by the fields. A copied config with one of them left behind\n"
		"publishes its numbers under another name.\n"
		"\n"
		"Which words are GPUs, precisions and frameworks is learnt from the runner\n"
		"labels and from all configs, so unknown words are never judged. A word that\n"
		"is missing from the key is no fault either. 'trtllm' is 'trt', 'nvfp4' and\n"
		"'mxfp4' are 'fp4', 'glm5' may stand for 'glm5.1'.",
	.on_repo = check_repo,
};
