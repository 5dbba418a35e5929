/* engine-patched: a recipe changes the engine of its image before it starts it. */
#include "patches.h"

#define WAIVERS "docs/waiver"

struct memory {
	struct map reported; /* recipes whose helper was reported */
	struct map waived;   /* base name to bool */
	VEC(, struct str) waivers;
	bool read;
};

static struct memory *
memory_of(struct check *c)
{
	if (!*c->memory)
		*c->memory = NEW(c->arena, struct memory);
	return *c->memory;
}

/* ---- waivers -------------------------------------------------------------------- */

static void
read_waivers(struct check *c, struct memory *m)
{
	struct tree *t = c->repo->tree;
	struct names files = {0};
	struct str bytes;
	m->read = true;
	if (t->list(t, c->arena, S(WAIVERS), &files) != TREE_OK)
		return;
	for (size_t i = 0; i < files.n; i++) {
		struct str path = str_fmt(c->arena, WAIVERS "/%.*s", STR(files.v[i]));
		if (str_ends(path, S(".md")) &&
			t->read(t, c->arena, path, &bytes) == TREE_OK)
			vec_push(c->arena, &m->waivers, bytes);
	}
}

/* A waiver names the recipe, or the script that patches. */
static bool
is_waived(struct check *c, struct str path)
{
	struct memory *m = memory_of(c);
	size_t slash = str_rfind_byte(path, '/');
	struct str name = str_slice(path, slash < path.n ? slash + 1 : 0, path.n);
	if (!m->read)
		read_waivers(c, m);
	for (size_t i = 0; i < m->waivers.n; i++)
		if (str_contains(m->waivers.v[i], name))
			return true;
	return false;
}

/* ---- launches ------------------------------------------------------------------- */

static void
judge(struct check *c, const struct shell_launch *l, struct str what)
{
	const struct source *s = sources_get(c->repo->sources, l->span.file);
	if (!s || is_waived(c, c->plan->of->recipe) || is_waived(c, s->path))
		return;
	struct ixc_finding *f = report_plan(c, l->span,
		"the image's engine does not run as shipped: %.*s", STR(what));
	if (f->notes.n)
		return;
	finding_subject(f, "%.*s", STR(what));
	finding_note(f,
		"a result has to come from the image that its config names; the "
		"repository's review checklist allows a patch only with a waiver");
	finding_help(f,
		"use an image that has the change, or file " WAIVERS "/<PR>.md that "
		"names this recipe");
}

static void
check_plan(struct check *c, const struct case_plan *p)
{
	size_t servers = 0, seen = 0;
	for (size_t i = 0; i < p->launch->commands.n; i++)
		servers += p->launch->commands.v[i]->kind == PLAN_SERVER;
	for (size_t i = 0; i < p->launch->commands.n && seen < servers; i++) {
		const struct plan_command *command = p->launch->commands.v[i];
		struct str what;
		seen += command->kind == PLAN_SERVER;
		if (command->kind == PLAN_OTHER &&
			changes_engine(c, command->launch, &what))
			judge(c, command->launch, what);
	}
}

const struct ixc_rule rule_engine_patched = {
	.id = "engine-patched",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a recipe changes the engine of its image before it starts it",
	.help = "A number is worth something when everybody can get it again from the image that\n"
		"the config names. A recipe that edits the installed engine, applies a patch to\n"
		"it or installs another build over it measures something else. The repository's\n"
		"review checklist allows that only with a waiver, docs/waiver/<PR>.md.\n"
		"\n"
		"Reported is what a recipe runs before its last server: sed -i, patch, git apply,\n"
		"cp or a python program with the engine's files as the target (site-packages,\n"
		"/sgl-workspace, or a path that was asked from python), and pip install of the\n"
		"engine or of what it is built on. Not meant are clients, and backends for\n"
		"offloading, whose version the config names. Recipes and scripts that a waiver\n"
		"names are left out.",
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
	.on_plan = check_plan,
};
