/* Recipes of srt-slurm: from an arm's setting to a file, each read once. */
#include "model/srt_internal.h"

#include "base/arena.h"
#include "base/limits.h"
#include "model/coerce.h"

#define OVERLAY "benchmarks/multi_node/srt-slurm-recipes/"

struct srt_file {
	enum tree_status status;
	const struct yaml_doc *doc; /* NULL unless the status is ok */
	bool over_limit;
};

struct srt_recipes *
srt_recipes_new(struct arena *a, struct sources *sources, struct tree *tree)
{
	struct srt_recipes *r = NEW(a, struct srt_recipes);
	r->a = a;
	r->sources = sources;
	r->tree = tree;
	return r;
}

/* A relative path that stays where it is. */
static bool
is_plain(struct str path)
{
	struct str rest = path;
	if (!path.n || path.n > LIMIT_PATH_BYTES)
		return false;
	while (rest.p) {
		struct str part = str_cut(rest, '/', &rest);
		if (!part.n || str_eqz(part, ".") || str_eqz(part, ".."))
			return false;
	}
	return true;
}

/* Launchers lay OVERLAY over the clone's recipes/; a few copy it to the same path. */
static bool
path_in_repository(struct arena *a, struct str given, struct str *ret)
{
	if (!is_plain(given))
		return false;
	if (str_starts(given, S("recipes/")))
		*ret = str_cat(
			a, S(OVERLAY), str_slice(given, sizeof "recipes/" - 1, given.n));
	else if (str_starts(given, S(OVERLAY)))
		*ret = str_dup(a, given);
	else
		return false;
	return true;
}

static const struct srt_file *
read_file(struct srt_recipes *rs, struct str path)
{
	struct srt_file *f = map_get(&rs->by_path, path);
	if (f)
		return f;
	f = NEW(rs->a, struct srt_file);
	map_put(rs->a, &rs->by_path, path, f);
	if (rs->by_path.n > LIMIT_SRT_FILES) {
		f->over_limit = true;
		return f;
	}
	struct str bytes = {0};
	f->status = rs->tree->read(rs->tree, rs->a, path, &bytes);
	if (f->status == TREE_OK)
		f->doc = yaml_load(rs->a, sources_add(rs->a, rs->sources, path, bytes));
	return f;
}

/* Whether the repository has recipes directly in the file's folder. */
static bool
folder_is_here(struct srt_recipes *rs, struct str path)
{
	struct str folder = str_slice(path, 0, str_rfind_byte(path, '/'));
	struct names *names = map_get(&rs->by_folder, folder);
	if (!names) {
		names = NEW(rs->a, struct names);
		rs->tree->list(rs->tree, rs->a, folder, names);
		map_put(rs->a, &rs->by_folder, folder, names);
	}
	for (size_t i = 0; i < names->n; i++)
		if (str_ends(names->v[i], S(".yaml")) || str_ends(names->v[i], S(".yml")))
			return true;
	return false;
}

static void
not_read(struct srt_recipe *r, struct str why)
{
	r->state = SRT_NOT_READ;
	r->why = why;
}

static void
read_recipe(struct srt_recipes *rs, struct srt_recipe *r)
{
	const struct srt_file *f = read_file(rs, r->path);
	if (f->over_limit) {
		not_read(r, S("more recipes are named than are read"));
	} else if (f->status == TREE_ABSENT) {
		bool here = folder_is_here(rs, r->path);
		r->state = here ? SRT_MISSING : SRT_ELSEWHERE;
		r->why = here ? S("its recipe is missing")
			      : S("its recipe is in srt-slurm's own repository");
	} else if (!f->doc) {
		not_read(
			r, str_fmt(rs->a, "its recipe: %s", tree_status_text(f->status)));
	} else if (!f->doc->safe_ok || !yaml_is(f->doc->root, YAML_MAP)) {
		r->doc = f->doc;
		not_read(r, S("its recipe cannot be read as a YAML mapping"));
	} else {
		r->doc = f->doc;
		r->root = f->doc->root;
		if (yaml_get_pair(r->root, S("base")))
			srt_choose_variant(rs, r, f->doc->root);
	}
	if (r->state == SRT_READ)
		srt_read_fields(rs->a, r);
}

const struct srt_recipe *
srt_recipe(struct srt_recipes *rs, struct str setting)
{
	struct srt_recipe *r = map_get(&rs->by_setting, setting);
	if (r)
		return r;
	r = NEW(rs->a, struct srt_recipe);
	map_put(rs->a, &rs->by_setting, setting, r);
	struct str path = str_cut(setting, ':', &r->selector);
	if (path_in_repository(rs->a, path, &r->path)) {
		read_recipe(rs, r);
	} else {
		r->state = SRT_ELSEWHERE;
		r->why = S("its CONFIG_FILE is no path of srt-slurm recipes");
	}
	return r;
}

const struct srt_recipe *
srt_recipe_of_arm(struct srt_recipes *rs, const struct arm *arm)
{
	static const struct srt_recipe none = {
		.state = SRT_NOT_NAMED, .why = S_INIT("it names no CONFIG_FILE")};
	struct str value;
	return arm_setting(arm, S("CONFIG_FILE"), &value) ? srt_recipe(rs, value) : &none;
}

const struct yaml_node *
arm_setting(const struct arm *arm, struct str name, struct str *ret_value)
{
	const struct worker *worker[] = {arm->decode, arm->prefill};
	for (size_t w = 0; w < 2; w++) {
		for (size_t i = yaml_count(worker[w]->settings); i-- > 0;) {
			const struct yaml_node *item = yaml_item(worker[w]->settings, i);
			struct str text, value;
			if (!coerce_str(item, &text) ||
				!str_eq(str_cut(text, '=', &value), name) || !value.p)
				continue;
			*ret_value = value;
			return item;
		}
	}
	return NULL;
}
