/* Fixes: pass by pass, each judged before it counts. */
#include "check/fix.h"

#include "base/arena.h"
#include "base/limits.h"
#include "check/fix_internal.h"
#include "check/rule.h"
#include "check/stages.h"

enum { PASSES_MOST = 10 };

struct fixer {
	struct arena *arena;
	struct tree *tree; /* as it was found */
	const struct check_options *options;
	const struct fix_options *how;
	struct fixes *ret;
	struct map files;   /* path to struct fix_file */
	struct map refused; /* what is not tried again */
	size_t runs;
	/* Of the pass. */
	struct fix_state now;   /* the places of its findings' edits are in these texts */
	struct tree *laid;      /* these files */
	struct fix_state next;  /* with the accepted ones; arena NULL: there are none */
	struct finding_list accepted;
};

/* ---- states ---- */

static void
release(void *p)
{
	arena_release(p);
}

static struct arena *
new_arena(struct fixer *x)
{
	struct arena *a = NEW(x->arena, struct arena);
	arena_init(a, x->arena->limit_bytes, x->arena->escape);
	arena_defer(x->arena, release, a);
	return a;
}

static void
drop(struct fix_state *s)
{
	if (s->arena)
		arena_release(s->arena);
	*s = (struct fix_state){0};
}

/* The files as found, with the mended ones over them. */
static struct tree *
lay(struct fixer *x, struct arena *a)
{
	struct tree *over = tree_memory(a);
	for (size_t i = 0; i < x->files.n; i++) {
		const struct fix_file *f = x->files.entry[i].value;
		tree_memory_put(a, over, f->path, f->new);
	}
	return x->files.n ? tree_overlay(a, over, x->tree) : x->tree;
}

static struct fix_state
judge(struct fixer *x, struct tree *(*files)(struct fixer *, struct arena *, const void *),
	const void *user)
{
	struct fix_state s = {.arena = new_arena(x)};
	struct check_options o = *x->options;
	if (x->runs++)
		o.stages = NULL;
	s.run = check_run(s.arena, files(x, s.arena, user), &o);
	return s;
}

static struct tree *
files_now(struct fixer *x, struct arena *a, const void *user)
{
	(void)user;
	return lay(x, a);
}

/* The texts of the pass with the edits of these findings. */
static struct tree *
files_edited(struct fixer *x, struct arena *a, const void *user)
{
	const struct finding_list *list = user;
	struct tree *over = tree_memory(a);
	for (size_t i = 0; i < list->n; i++) {
		for (size_t k = 0; k < list->v[i]->fix.edits.n; k++) {
			const struct source *s = sources_get(
				x->now.run->sources, list->v[i]->fix.edits.v[k].span.file);
			tree_memory_put(a, over, s->path, fix_edit(a, s, list));
		}
	}
	return tree_overlay(a, over, x->laid);
}

/* ---- choosing ---- */

static struct str
name_of(struct arena *a, const struct ixc_finding *f)
{
	return str_fmt(a, "%s\n%.*s\n%.*s\n%.*s", f->rule->id, STR(finding_path(f)),
		STR(f->subject), STR(f->headline));
}

static void
refuse(struct fixer *x, const struct ixc_finding *f, struct str why)
{
	struct arena *a = x->arena;
	const struct source *s = sources_get(f->owner->sources, f->span.file);
	map_put(a, &x->refused, name_of(a, f), x);
	vec_push(a, &x->ret->refused,
		((struct fix_refusal){f->rule, str_dup(a, finding_path(f)),
			str_dup(a, f->fix.title), str_dup(a, why),
			source_place(s, f->span.begin)}));
}

static bool
is_wanted(const struct fixer *x, const struct ixc_finding *f)
{
	return f->fix.edits.n && f->status != FINDING_UNCHANGED &&
		(f->fix.safe || x->how->unsafe) &&
		check_path_is_wanted(finding_path(f), &x->how->paths);
}

/* In order of places, so of two that overlap the first is taken. */
static struct finding_list
choose(struct fixer *x)
{
	struct finding_list chosen = {0};
	const struct finding_list *all = &x->now.run->findings.list;
	struct arena *a = x->now.arena;
	for (size_t i = 0; i < all->n; i++) {
		struct ixc_finding *f = all->v[i];
		if (!is_wanted(x, f) || map_has(&x->refused, name_of(a, f)))
			continue;
		const char *why = fix_obstacle(x->now.run, x->laid, x->how, f);
		if (why) {
			refuse(x, f, str_from(why));
			continue;
		}
		size_t k = 0;
		while (k < chosen.n && !fix_overlap(f, chosen.v[k]))
			k++;
		if (k == chosen.n)
			vec_push(a, &chosen, f);
	}
	return chosen;
}

/* ---- trying ---- */

static struct finding_list
with(struct fixer *x, const struct finding_list *more)
{
	struct finding_list both = {0};
	for (size_t i = 0; i < x->accepted.n; i++)
		vec_push(x->now.arena, &both, x->accepted.v[i]);
	for (size_t i = 0; i < more->n; i++)
		vec_push(x->now.arena, &both, more->v[i]);
	return both;
}

static void
take(struct fixer *x, struct finding_list list)
{
	struct finding_list both = with(x, &list);
	struct str why = S("too many others were tried");
	if (x->runs < LIMIT_FIX_RUNS) {
		struct fix_state s = judge(x, files_edited, &both);
		why = fix_trouble(x->now.arena, x->now.run, s.run, &both);
		if (!why.n) {
			drop(&x->next);
			x->next = s;
			x->accepted = both;
			return;
		}
		if (list.n == 1)
			why = str_dup(x->now.arena, why); /* it may name what s holds */
		drop(&s);
	}
	if (list.n == 1 || x->runs >= LIMIT_FIX_RUNS) {
		for (size_t i = 0; i < list.n; i++)
			refuse(x, list.v[i], why);
		return;
	}
	size_t half = list.n / 2;
	take(x, (struct finding_list){.v = list.v, .n = half});
	take(x, (struct finding_list){.v = list.v + half, .n = list.n - half});
}

/* The accepted edits become the files of the next pass. */
static void
adopt(struct fixer *x)
{
	struct arena *a = x->arena;
	const struct sources *sources = x->now.run->sources;
	for (size_t i = 0; i < x->accepted.n; i++) {
		const struct fix *fix = &x->accepted.v[i]->fix;
		for (size_t k = 0; k < fix->edits.n; k++) {
			const struct source *s =
				sources_get(sources, fix->edits.v[k].span.file);
			struct fix_file *f = map_get(&x->files, s->path);
			if (!f) {
				f = NEW(a, struct fix_file);
				f->path = str_dup(a, s->path);
				f->old = str_dup(a, s->bytes);
				map_put(a, &x->files, f->path, f);
			}
			f->new = str_dup(a, fix_edit(x->now.arena, s, &x->accepted));
		}
	}
	x->ret->mended += x->accepted.n;
	x->accepted = (struct finding_list){0};
	drop(&x->now);
	x->now = x->next;
	x->next = (struct fix_state){0};
	x->laid = lay(x, x->now.arena);
}

static void
count_unsafe(struct fixer *x)
{
	const struct finding_list *left = &x->now.run->findings.list;
	for (size_t i = 0; i < left->n; i++)
		x->ret->unsafe += left->v[i]->fix.edits.n && !left->v[i]->fix.safe;
}

/* Outside of git the last entry is new, and all before it is history. */
static size_t
frozen_of(const struct run *run, const struct check_options *o)
{
	const struct changelog *log = run->repo->changelog;
	size_t i = 0;
	if (o->base_changelog)
		return fix_frozen(log->source ? log->source->bytes : S(""),
			*o->base_changelog);
	while (i < log->entries.n && !log->entries.v[i]->is_new)
		i++;
	return i < log->entries.n ? log->entries.v[i]->span.begin : 0;
}

struct fixes *
fix_all(struct arena *a, struct tree *tree, const struct check_options *o,
	const struct fix_options *f)
{
	struct fix_options how = *f;
	struct fixer x = {.arena = a, .tree = tree, .options = o, .how = &how, .laid = tree,
		.ret = NEW(a, struct fixes)};
	x.now = judge(&x, files_now, NULL);
	size_t frozen = frozen_of(x.now.run, o);
	how.frozen = how.frozen > frozen ? how.frozen : frozen;
	for (int pass = 0; pass < PASSES_MOST; pass++) {
		struct finding_list chosen = choose(&x);
		if (!chosen.n)
			break;
		take(&x, chosen);
		if (x.accepted.n)
			adopt(&x);
	}
	for (size_t i = 0; i < x.files.n; i++) {
		struct fix_file *file = x.files.entry[i].value;
		if (!str_eq(file->old, file->new))
			vec_push(a, &x.ret->files, file);
	}
	x.ret->run = x.now.run;
	x.now.run->was_mended = true;
	check_keep(x.now.run, &how.paths);
	check_show(x.now.run, how.show);
	count_unsafe(&x);
	stages_end(o->stages, "fix");
	return x.ret;
}
