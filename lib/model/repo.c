/* Loading of the checked repository. */
#include "model/repo.h"

#include "base/arena.h"

struct repo_golden {
	bool is_read;
	struct golden_values values;
};

static const struct repo_file *
add(struct repo *r, struct str path, enum tree_status status, struct str bytes)
{
	struct repo_file *f = NEW(r->arena, struct repo_file);
	f->path = path;
	f->status = status;
	f->source = sources_add(r->arena, r->sources, path, bytes);
	if (f->status == TREE_OK)
		f->doc = yaml_load(r->arena, f->source);
	vec_push(r->arena, &r->files, f);
	return f;
}

static const struct repo_file *
load(struct repo *r, struct str path)
{
	struct str bytes = {0};
	enum tree_status status = r->tree->read(r->tree, r->arena, path, &bytes);
	return add(r, path, status, bytes);
}

/* Texts of the base's entries, with how often each occurs. */
static struct map
count_entries(struct arena *a, const struct changelog *base)
{
	struct map m = {0};
	for (size_t i = 0; i < base->entries.n; i++) {
		struct str text = changelog_entry_text(base->entries.v[i]);
		size_t *n = map_get(&m, text);
		if (!n) {
			n = NEW(a, size_t);
			map_put(a, &m, text, n);
		}
		++*n;
	}
	return m;
}

static void
mark_new(struct arena *a, struct changelog *c, const struct str *base_bytes)
{
	if (!base_bytes) {
		if (c->entries.n)
			c->entries.v[c->entries.n - 1]->is_new = true;
		return;
	}
	if (str_starts(c->source->bytes, *base_bytes)) { /* only appended to: the usual case */
		for (size_t i = 0; i < c->entries.n; i++)
			c->entries.v[i]->is_new = c->entries.v[i]->span.end > base_bytes->n;
		return;
	}
	/* The base's text is read for comparison only, so it is in no table of sources. */
	struct sources scratch = {0};
	struct source *s = sources_add(a, &scratch, S("base"), *base_bytes);
	struct map seen = count_entries(a, changelog_read(a, yaml_load(a, s)));
	for (size_t i = 0; i < c->entries.n; i++) {
		size_t *n = map_get(&seen, changelog_entry_text(c->entries.v[i]));
		c->entries.v[i]->is_new = !n || *n == 0;
		if (n && *n)
			--*n;
	}
}

struct repo *
repo_load(struct arena *a, struct sources *sources, struct tree *tree,
	struct str changelog_path, const struct str *base_changelog, bool keys_only)
{
	struct repo *r = NEW(a, struct repo);
	r->arena = a;
	r->sources = sources;
	r->tree = tree;
	r->changelog_file = load(r, changelog_path);
	r->amd = load(r, S("configs/amd-master.yaml"));
	r->nvidia = load(r, S("configs/nvidia-master.yaml"));
	r->runners_file = load(r, S("configs/runners.yaml"));
	static const struct yaml_doc nothing;
	struct changelog *c = r->changelog_file->doc
		? changelog_read(a, r->changelog_file->doc)
		: NEW(a, struct changelog);
	if (!c->doc) {
		c->doc = &nothing;
		c->source = r->changelog_file->source;
	}
	mark_new(a, c, base_changelog);
	r->changelog = c;
	struct master_source masters[] = {
		{r->amd->path, r->amd->doc}, {r->nvidia->path, r->nvidia->doc}};
	r->master = keys_only ? master_read_keys(a, masters, 2) : master_read(a, masters, 2);
	r->runners = runners_read(a, r->runners_file->doc);
	r->recipes = srt_recipes_new(a, sources, tree);
	r->golden = NEW(a, struct repo_golden);
	return r;
}

static const struct repo_file *
load_if_there(struct repo *r, struct str path)
{
	struct str bytes = {0};
	enum tree_status status = r->tree->read(r->tree, r->arena, path, &bytes);
	return status == TREE_ABSENT ? NULL : add(r, path, status, bytes);
}

void
repo_load_project(struct repo *r, struct str path, const struct str *given)
{
	r->project_file = given ? add(r, path, TREE_OK, *given) : load_if_there(r, path);
}

void
repo_load_hbm(struct repo *r, struct str path, const struct str *given)
{
	if (given)
		r->hbm_file = add(r, path, TREE_OK, *given);
	else if (path.n)
		r->hbm_file = load(r, path);
	else
		r->hbm_file = load_if_there(r, S(HBM_PROFILE_PATH));
	if (!r->hbm_file)
		return;
	r->hbm = hbm_profile_read(r->arena, r->hbm_file->path, r->hbm_file->doc);
}

const struct golden_values *
repo_golden(const struct repo *r)
{
	if (!r->golden->is_read)
		r->golden->values = golden_read(r->arena, r->sources, r->tree);
	r->golden->is_read = true;
	return &r->golden->values;
}

bool
repo_masters_complete(const struct repo *r)
{
	for (size_t i = 0; i < r->master->files.n; i++) {
		const struct yaml_doc *d = r->master->files.v[i].doc;
		if (!d || d->partial || !yaml_is(d->root, YAML_MAP))
			return false;
	}
	return !r->master->cut;
}

bool
repo_runners_complete(const struct repo *r)
{
	const struct yaml_doc *d = r->runners_file->doc;
	return d && !d->partial && yaml_is(yaml_get(d->root, S("labels")), YAML_MAP);
}
