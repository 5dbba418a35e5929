/* Public interface: which recipe each config key runs. */
#include "api.h"

#include "base/limits.h"
#include "base/tree.h"
#include "report/recipes.h"

#include <errno.h>
#include <string.h>

struct recipes_call {
	struct arena arena;
	const char *root;
	struct ixc_words only;
	bool json;
	ixc_write_fn *fn;
	void *user;
};

static ixc_status
write_recipes(void *arg, struct ixc_error *err)
{
	struct recipes_call *q = arg;
	struct arena *a = &q->arena;
	struct tree *t = tree_folder(a, q->root);
	if (!t)
		return api_fail(err, IXC_EUSAGE, "cannot open the folder '%s': %s", q->root,
			strerror(errno));
	struct sources *sources = NEW(a, struct sources);
	struct repo *repo = repo_load(a, sources, t, S(CHANGELOG_PATH), NULL, false);
	struct plans *plans = plans_new(a, repo);
	if (!plans_possible(plans))
		return api_fail(err, IXC_EUSAGE, "there are no launchers in '%s/runners'",
			q->root);
	struct names only = {0};
	for (size_t i = 0; i < q->only.n; i++)
		vec_push(a, &only, str_from(q->only.v[i]));
	struct str near;
	const struct str *unknown = report_recipes_unknown(a, plans, &only, &near);
	if (unknown)
		return api_fail(err, IXC_EUSAGE,
			"'%.*s' is no config key and no recipe%s%.*s", STR(*unknown),
			near.n ? "; " : "", STR(near));
	struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
	if (q->json)
		report_recipes_json(&b, plans, &only);
	else
		report_recipes_text(&b, plans, &only);
	struct str s = buf_str(&b);
	if (b.overflow)
		return api_fail(err, IXC_ENOMEM, "the list is too long to print");
	ixc_status status = api_all_read(t, err);
	if (status != IXC_OK)
		return status;
	if (!q->fn(q->user, s.p, s.n))
		return api_fail(err, IXC_EIO, "the list could not be written");
	return IXC_OK;
}

ixc_status
ixc_write_recipes(const char *root, struct ixc_words only, bool json, ixc_write_fn *fn,
	void *user, struct ixc_error *err)
{
	struct recipes_call q = {
		.root = root, .only = only, .json = json, .fn = fn, .user = user};
	arena_init(&q.arena, LIMIT_RUN_BYTES, NULL);
	ixc_status status = api_guard(&q.arena, write_recipes, &q, err);
	arena_release(&q.arena);
	return status;
}
