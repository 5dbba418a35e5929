/* Fixture cases: fixtures/RULE/CASE laid over fixtures/_base. */
#include "support.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* Hides files of the tree below: "# absent: PATH" in expect. */
struct hiding {
	struct tree *below;
	struct str path[8];
	size_t n;
};

static enum tree_status
hiding_read(struct tree *t, struct arena *a, struct str path, struct str *ret)
{
	struct hiding *h = t->self;
	for (size_t i = 0; i < h->n; i++)
		if (str_eq(h->path[i], path))
			return TREE_ABSENT;
	return h->below->read(h->below, a, path, ret);
}

static enum tree_status
hiding_list(struct tree *t, struct arena *a, struct str folder, struct names *ret)
{
	struct hiding *h = t->self;
	return h->below->list(h->below, a, folder, ret);
}

static void
read_tag(struct arena *a, struct fixture *f, struct hiding *h, struct str line)
{
	struct str rest, tag = str_trim(str_cut(str_slice(line, 1, line.n), ':', &rest));
	rest = str_trim(rest);
	if (str_eqz(tag, "absent")) {
		assert_true(h->n < 8);
		h->path[h->n++] = str_dup(a, rest);
	} else if (str_eqz(tag, "over")) {
		f->over = str_dup(a, rest);
	} else if (str_eqz(tag, "args")) {
		while (rest.n) {
			assert_true(f->args.n < 32);
			f->args.v[f->args.n++] = str_dup(a, str_cut(rest, ' ', &rest));
		}
	} else {
		fail_msg("%.*s: unknown tag in expect: %.*s", STR(f->path), STR(line));
	}
}

/* The case over what it names, over _base. */
static struct tree *
layers(struct arena *a, const struct fixture *f)
{
	struct tree *upper = tree_folder(a, f->path.p);
	struct tree *lower =
		tree_folder(a, str_fmt(a, "%s/_base", fixtures_folder()).p);
	assert_non_null(upper);
	assert_non_null(lower);
	if (f->over.n) {
		struct tree *between = tree_folder(a,
			str_fmt(a, "%s/%.*s", fixtures_folder(), STR(f->over)).p);
		assert_non_null(between);
		lower = tree_overlay(a, between, lower);
	}
	return tree_overlay(a, upper, lower);
}

void
fixture_load(struct arena *a, struct fixture *f, const char *rule, const char *name)
{
	*f = (struct fixture){.rule = rule, .name = name};
	f->path = str_fmt(a, "%s/%s/%s", fixtures_folder(), rule, name);
	struct hiding *h = NEW(a, struct hiding);
	f->tree = NEW(a, struct tree);
	*f->tree = (struct tree){hiding_read, hiding_list, h, NULL};
	struct buf expected = buf_new(a, 1 << 20);
	struct str rest = read_file(a, str_fmt(a, "%.*s/expect", STR(f->path)).p);
	while (rest.n) {
		struct str line = str_cut(rest, '\n', &rest);
		if (line.n && line.p[0] == '#')
			read_tag(a, f, h, line);
		else {
			buf_add(&expected, line);
			buf_addc(&expected, '\n');
		}
	}
	f->expected = buf_str(&expected);
	h->below = layers(a, f);
	struct tree *older = tree_folder(a, str_fmt(a, "%.*s/base", STR(f->path)).p);
	f->base_tree = older ? tree_overlay(a, older, f->tree) : NULL;
	const char *base = str_fmt(a, "%.*s/base/perf-changelog.yaml", STR(f->path)).p;
	if (file_exists(base)) {
		f->base_changelog = NEW(a, struct str);
		*f->base_changelog = read_file(a, base);
	}
}

static int
folders(struct arena *a, const char *path, struct names *ret)
{
	struct tree *t = tree_folder(a, path);
	assert_non_null(t);
	struct names all = {0};
	assert_int_equal(t->list(t, a, S(""), &all), TREE_OK);
	for (size_t i = 0; i < all.n; i++)
		if (str_ends(all.v[i], S("/")))
			vec_push(a, ret, str_dup(a, str_slice(all.v[i], 0, all.v[i].n - 1)));
	return 0;
}

void
fixtures_each(struct arena *a, void (*visit)(void *, const char *rule, const char *name),
	void *user)
{
	struct names rules = {0};
	folders(a, fixtures_folder(), &rules);
	for (size_t i = 0; i < rules.n; i++) {
		struct names cases = {0};
		const char *path =
			str_fmt(a, "%s/%.*s", fixtures_folder(), STR(rules.v[i])).p;
		folders(a, path, &cases);
		for (size_t k = 0; k < cases.n; k++) {
			const char *expect =
				str_fmt(a, "%s/%.*s/expect", path, STR(cases.v[k])).p;
			if (file_exists(expect))
				visit(user, rules.v[i].p, cases.v[k].p);
		}
	}
}
