/* Whose finding an unused variable is. */
#include "variables.h"

/* ---- text of scripts ------------------------------------------------------------ */

static bool
is_word(char ch)
{
	return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' ||
	       (ch >= '0' && ch <= '9');
}

struct span
script_says(const struct session_script *script, struct str word)
{
	struct str text = script->source->bytes;
	const struct shell_spans *comments = &script->tree->comments;
	size_t comment = 0;
	for (size_t at = 0; (at = str_find(text, word, at)) < text.n; at += word.n) {
		size_t end = at + word.n;
		bool whole =
			(at == 0 || !is_word(text.p[at - 1])) &&
			(end == text.n || (!is_word(text.p[end]) && text.p[end] != '-'));
		while (comment < comments->n && comments->v[comment].end <= at)
			comment++;
		bool commented =
			comment < comments->n && comments->v[comment].begin <= at;
		if (whole && !commented)
			return span_in(script->source, at, end);
	}
	return (struct span){0};
}

/* ---- other recipes -------------------------------------------------------------- */

typedef bool recipe_fn(
	void *user, const struct plan_case *of, const struct session_script *script);

/* Each recipe of the checked configs but this one, until one is enough. */
static void
each_other(struct check *c, const struct case_plan *p, recipe_fn *call, void *user)
{
	const struct plan_cases *all = plans_cases(c->plans);
	struct session *session = plans_session(c->plans);
	struct str before = {0};
	for (size_t i = 0; i < all->n; i++) {
		const struct plan_case *of = all->v[i];
		if (str_eq(of->recipe, before) || str_eq(of->recipe, p->of->recipe))
			continue;
		before = of->recipe;
		const struct session_script *script =
			session_script(session, session_path(session, of->recipe));
		if (script && call(user, of, script))
			return;
	}
}

/* ---- export-missing ------------------------------------------------------------- */

static bool
begins_with_any(struct str name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_starts(name, str_from(list[i])))
			return true;
	return false;
}

/* Prefixes that engines and what they are built on keep for their own variables. */
static bool
is_engines(struct str name)
{
	static const char *const prefixes[] = {"VLLM_", "SGLANG_", "SGL_", "ATOM_",
		"AITER_", "TRTLLM_", "TLLM_", "NCCL_", "RCCL_", "HSA_", "HIP_", "ROCR_",
		"CUDA_", "TORCH_", "TORCHINDUCTOR_", "PYTORCH_", "TRITON_", "FLASHINFER_",
		"NVSHMEM_", "UCX_", "MORI_", "SAFETENSORS_"};
	static const char *const own[] = {"_PID", "_PIDS", "_LOG", "_CMD", "_ARGS",
		"_PORT", "_HOST", "_DIR", "_URL", "_VERSION", "_FILE", "_PATH"};
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (str_ends(name, str_from(own[i])))
			return false;
	return begins_with_any(name, prefixes, sizeof prefixes / sizeof *prefixes);
}

struct exported {
	struct str word;
	bool found;
};

static bool
look_for_export(
	void *user, const struct plan_case *of, const struct session_script *script)
{
	struct exported *x = user;
	(void)of;
	x->found = script_says(script, x->word).file != 0;
	return x->found;
}

static bool
is_exported_elsewhere(
	struct check *c, const struct case_plan *p, struct str name, struct map *kept)
{
	struct str word = str_fmt(c->arena, "export %.*s", STR(name));
	struct str key = str_fmt(c->arena, "%.*s: %.*s", STR(p->of->recipe), STR(word));
	struct exported *x = map_get(kept, key);
	if (x)
		return x->found;
	x = NEW(c->arena, struct exported);
	x->word = word;
	each_other(c, p, look_for_export, x);
	map_put(c->arena, kept, key, x);
	return x->found;
}

/* Set when a service starts, for the shell alone; where, when one assignment tells. */
static bool
is_hidden(const struct shell_launch *l, const struct unused *u, struct span *place)
{
	const struct variable *v = launch_variable(l, u->id);
	if (!v || v->set != TRI_YES || v->exported != TRI_NO ||
		v->kind != VARIABLE_SCALAR)
		return false;
	bool told = v->origin && v->origin->kind == ORIGIN_ASSIGN &&
		    v->origin->span.file == u->last.file;
	*place = told ? v->origin->span : u->last;
	return true;
}

bool
lacks_export(struct check *c, const struct case_plan *p, const struct unused *u,
	struct map *kept, struct span *place)
{
	bool hidden = false;
	for (size_t i = 0; i < p->launch->commands.n && !hidden; i++) {
		const struct plan_command *command = p->launch->commands.v[i];
		if (command->kind != PLAN_OTHER && command->kind != PLAN_CLIENT)
			hidden = is_hidden(command->launch, u, place);
	}
	return hidden && (u->exported || is_engines(u->name) ||
				 is_exported_elsewhere(c, p, u->name, kept));
}

/* ---- capture-sizes-computed-unused ---------------------------------------------- */

static const char *const capture_options[] = {"--max-cudagraph-capture-size",
	"--cudagraph-capture-sizes", "--cuda-graph-sizes", "cudagraph_capture_sizes",
	"max_cudagraph_capture_size", "--cuda-graph-max-bs", "--cuda-graph-bs",
	"cuda_graph_config"};

/* What the name or the computation says about sizes of captured graphs. */
static bool
speaks_of_captures(struct check *c, const struct unused *u)
{
	static const char *const words[] = {"CAPTURE", "CUDAGRAPH", "CUDA_GRAPH",
		"GRAPH_BS", "GRAPH_SIZE", "GRAPH_BATCH"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_contains(u->name, str_from(words[i])))
			return true;
	struct str text = span_text(c->repo->sources, u->last);
	bool drafts = str_contains(text, S("SPEC")) || str_contains(text, S("DRAFT")) ||
		      str_contains(text, S("MTP"));
	bool computes = str_contains(text, S("+ 1")) || str_contains(text, S("+1")) ||
			str_contains(text, S("1 +")) || str_contains(text, S("*"));
	return drafts && computes && str_contains(text, S("SEQ"));
}

static bool
passes_sizes(const struct case_plan *p)
{
	for (size_t i = 0; i < p->servers.n; i++) {
		const struct decoded *d = p->servers.v[i]->options;
		if (!d || option_find(d, OPTION_GRAPH_SIZES) ||
			option_find(d, OPTION_GRAPH_MAX))
			return true;
	}
	return p->servers.n == 0;
}

struct searching {
	const struct case_plan *plan;
	struct sibling found;
};

/* "agentic/ling2" of a recipe's path: its folder and model. */
static struct str
model_of(struct str recipe)
{
	size_t slash = str_rfind_byte(recipe, '/');
	return str_slice(
		recipe, 0, str_find_byte(recipe, '_', slash < recipe.n ? slash : 0));
}

static bool
look_for_sizes(
	void *user, const struct plan_case *of, const struct session_script *script)
{
	struct searching *s = user;
	struct str framework = S("FRAMEWORK");
	bool same = str_eq(model_of(of->recipe), model_of(s->plan->of->recipe));
	if (!str_eq(case_variable(of, framework),
		    case_variable(s->plan->of, framework)) ||
		(s->found.option.file && !same))
		return false;
	for (size_t i = 0; i < sizeof capture_options / sizeof *capture_options; i++) {
		struct str word = str_from(capture_options[i]);
		struct span place = script_says(script, word);
		if (!place.file)
			continue;
		s->found = (struct sibling){of->recipe, place, word};
		return same;
	}
	return false;
}

bool
lacks_capture_option(struct check *c, const struct case_plan *p, const struct unused *u,
	struct map *kept, struct sibling *ret)
{
	if (u->exported || u->printed || !speaks_of_captures(c, u) || passes_sizes(p))
		return false;
	struct str key = str_fmt(c->arena, "%.*s: sizes", STR(p->of->recipe));
	struct searching *s = map_get(kept, key);
	if (!s) {
		s = NEW(c->arena, struct searching);
		s->plan = p;
		each_other(c, p, look_for_sizes, s);
		map_put(c->arena, kept, key, s);
	}
	*ret = s->found;
	return s->found.option.file != 0;
}
