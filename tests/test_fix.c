/* Fixes: each one before and after, what must hold for all of them, what is refused. */
#include "support/support.h"
#include "support/temp.h"

#include "base/diff.h"
#include "check/fix_internal.h"
#include "check/rule.h"
#include "check/stages.h"

#include <string.h>

static struct arena arena;

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

#define LOG "perf-changelog.yaml"
#define AMD "configs/amd-master.yaml"
#define LINK "https://github.com/SemiAnalysisAI/InferenceX/pull/"
#define KEYS "- config-keys:\n    - ling2-fp8-mi355x-vllm\n"
#define TEXT "  description:\n    - \"d\"\n"
#define END "  pr-link: " LINK "7\n"

static struct str
base_file(const char *path)
{
	return read_file(&arena, str_fmt(&arena, "%s/_base/%s", fixtures_folder(), path).p);
}

struct row {
	const char *before, *after; /* behind the old entries; after NULL: the same */
	const char *refused;        /* why a fix was not put in; NULL: none was refused */
	bool unsafe;
};

/* On the base with this text in place of or behind a file's. */
static struct fixes *
mend(struct str path, struct str bytes, bool unsafe)
{
	struct tree *upper = tree_memory(&arena);
	struct str *log = NEW(&arena, struct str);
	*log = base_file(LOG);
	tree_memory_put(&arena, upper, path, bytes);
	struct check_options o = {.pr = 7, .base_changelog = log};
	struct fix_options how = {.unsafe = unsafe};
	struct tree *lower =
		tree_folder(&arena, str_fmt(&arena, "%s/_base", fixtures_folder()).p);
	return fix_all(&arena, tree_overlay(&arena, upper, lower), &o, &how);
}

static struct str
mended(const struct fixes *x, struct str otherwise)
{
	assert_true(x->files.n <= 1);
	return x->files.n ? x->files.v[0]->new : otherwise;
}

static void
check_row(const struct row *r, struct str path, struct str before, struct str after)
{
	struct fixes *x = mend(path, before, r->unsafe);
	struct str got = mended(x, before);
	if (!str_eq(got, after))
		fail_msg("%s\nbecame\n%.*s\nnot\n%.*s", r->before, STR(got), STR(after));
	if ((r->refused != NULL) != (x->refused.n > 0) ||
		(r->refused && !str_contains(x->refused.v[0].why, str_from(r->refused))))
		fail_msg("%s\nrefused: %.*s", r->before,
			STR(x->refused.n ? x->refused.v[0].why : S("nothing")));
	struct fixes *again = mend(path, got, r->unsafe);
	assert_int_equal(again->files.n, 0);
	assert_int_equal(again->mended, 0);
}

static void
test_changelog(void **state)
{
	(void)state;
	static const struct row rows[] = {
		/* links */
		{"\n" KEYS TEXT "  pr-link: XXX\n", "\n" KEYS TEXT END, NULL, false},
		{"\n" KEYS TEXT "  pr-link: 'TBD' # soon\n",
			"\n" KEYS TEXT "  pr-link: " LINK "7 # soon\n", NULL, false},
		{"\n" KEYS TEXT "  pr-link: " LINK "XXX\n", "\n" KEYS TEXT END, NULL, false},
		{"\n" KEYS TEXT "  pr-link: " LINK "7/files\n", "\n" KEYS TEXT END, NULL, false},
		{"\n" KEYS TEXT "  pr-link: " LINK "7/changes#x\n", "\n" KEYS TEXT END, NULL,
			false},
		{"\n" KEYS TEXT "  pr-link: '#7'\n", "\n" KEYS TEXT END, NULL, false},
		{"\n" KEYS TEXT "  pr-link: https://github.com/a/b/issues/3\n", NULL, NULL, false},
		{"\n" KEYS TEXT "  pr-link: https://github.com/a/b/issues/3\n",
			"\n" KEYS TEXT END, NULL, true},
		/* separators */
		{KEYS TEXT END, "\n" KEYS TEXT END, NULL, false},
		{"\n" KEYS TEXT END KEYS "  description:\n    - e\n" END,
			"\n" KEYS TEXT END "\n" KEYS "  description:\n    - e\n" END, NULL, false},
		{"\n" KEYS TEXT END "\n\n\n" KEYS "  description:\n    - e\n" END,
			"\n" KEYS TEXT END "\n" KEYS "  description:\n    - e\n" END, NULL, false},
		{"\n" KEYS TEXT END "\n# why\n\n\n" KEYS "  description:\n    - e\n" END,
			"\n" KEYS TEXT END "\n# why\n\n" KEYS "  description:\n    - e\n" END,
			NULL, false},
		{"\n" KEYS TEXT END "\n\n", "\n" KEYS TEXT END, NULL, false},
		{"\n" KEYS TEXT "  pr-link: " LINK "7", "\n" KEYS TEXT END, NULL, false},
		{"\n" KEYS "  description:  \n    - \"d\"\t\n" END, "\n" KEYS TEXT END, NULL,
			false},
		/* fields */
		{"\n" KEYS "  desciption:\n    - \"d\"\n" END, "\n" KEYS TEXT END, NULL, false},
		{"\n- Config-Keys:\n    - ling2-fp8-mi355x-vllm\n" TEXT END, "\n" KEYS TEXT END,
			NULL, false},
		{"\n" KEYS TEXT "  eval-only: true\n" END,
			"\n" KEYS TEXT "  evals-only: true\n" END, NULL, false},
		{"\n" KEYS TEXT "  eval-onl: true\n" END, NULL, NULL, true},
		{"\n" KEYS TEXT "  evals-only: true\n  evals-onl: true\n" END, NULL, NULL,
			true},
		{"\n" KEYS TEXT "  evals-onl: 3\n" END, NULL, "bring an error", false},
		/* config keys */
		{"\n- config-keys:\n    - ling2-fp8-mi355x-vlm\n" TEXT END, NULL, NULL, false},
		{"\n- config-keys:\n    - ling2-fp8-mi355x-vlm\n" TEXT END, "\n" KEYS TEXT END,
			NULL, true},
		{"\n- config-keys:\n    - ling2-fp8-mi355-vlm\n" TEXT END, NULL, NULL, true},
		{"\n- config-keys:\n    - ling2-*-vlm\n" TEXT END, NULL, NULL, true},
		/* what stands twice */
		{"\n" KEYS TEXT END "\n" KEYS TEXT END, "\n" KEYS TEXT END, NULL, false},
		{"\n" KEYS TEXT END "\n" KEYS TEXT "  pr-link: " LINK "8\n", NULL, NULL, true},
		{"\n" KEYS TEXT END "\n# again\n" KEYS TEXT END,
			"\n" KEYS TEXT END "\n# again\n\n" KEYS TEXT END, NULL, true},
		{"\n" KEYS "    - ling2-fp8-mi355x-vllm\n" TEXT END, "\n" KEYS TEXT END, NULL,
			false},
		{"\n" KEYS "    - ling2-fp8-mi355x-vllm # 2\n" TEXT END, NULL, NULL, true},
		{"\n- config-keys: [ling2-fp8-mi355x-vllm, ling2-fp8-mi355x-vllm]\n" TEXT END,
			"\n- config-keys: [ling2-fp8-mi355x-vllm]\n" TEXT END, NULL, false},
		/* comments that allow nothing */
		{"\n" KEYS TEXT "  # infxcheck: allow image-tag-mutable -- no\n" END,
			"\n" KEYS TEXT END, NULL, false},
		/* several, also overlapping ones */
		{KEYS "  desciption:  \n    - \"d\"\n  pr-link: TBD\n" KEYS TEXT
		      "  pr-link: XXX  \n\n",
			"\n" KEYS TEXT END, NULL, false},
		{"\n" KEYS TEXT END "\n" KEYS "  description:  \n    - e\n" END "\n" KEYS
		 "  description:  \n    - e\n" END,
			"\n" KEYS TEXT END "\n" KEYS "  description:\n    - e\n" END, NULL,
			false},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct str old = base_file(LOG);
		const struct row *r = &rows[i];
		check_row(r, S(LOG), str_cat(&arena, old, str_from(r->before)),
			str_cat(&arena, old, str_from(r->after ? r->after : r->before)));
	}
}

/* One replacement of the config's text each. */
static void
test_configs(void **state)
{
	(void)state;
	static const struct {
		const char *good;
		struct row row;
	} rows[] = {
		{"  framework: vllm\n", {"  framwork: vllm\n", "  framework: vllm\n", NULL, false}},
		{"  framework: vllm\n",
			{"  'framework_': vllm\n", "  framework: vllm\n", NULL, false}},
		{"model-prefix: ling2", {"model_prefix: ling2", NULL, NULL, false}},
		{"model-prefix: ling2", {"model_prefix: ling2", "model-prefix: ling2", NULL, true}},
		{"conc-start: 4", {"conc_stat: 4", "conc-start: 4", NULL, false}},
		{"conc-start: 4", {"conc-from: 4", NULL, NULL, true}},
		{"isl: 8192", {"sl: 8192", NULL, NULL, true}},
		{"precision: fp8\n", {"precison: [fp8]\n", NULL, "bring an error", false}},
		{"multinode: false\n",
			{"multinode: false\n  multinod: true\n", NULL, NULL, true}},
		{"tp: 8, ", {"tp: 8, spec-decoding: mtpp, ", NULL, NULL, false}},
		{"tp: 8, ",
			{"tp: 8, spec-decoding: drft_model, ",
				"tp: 8, spec-decoding: draft_model, ", NULL, true}},
	};
	struct str old = base_file(AMD);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i].row;
		struct str good = str_from(rows[i].good);
		size_t at = str_find(old, good, 0);
		assert_true(at < old.n);
		struct str text[2];
		for (size_t k = 0; k < 2; k++)
			text[k] = str_fmt(&arena, "%.*s%s%.*s", STR(str_slice(old, 0, at)),
				k && r->after ? r->after : r->before,
				STR(str_slice(old, at + good.n, old.n)));
		check_row(r, S(AMD), text[0], text[1]);
	}
}

static void
test_scripts(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{"vllm serve m \\ \n  --port 1\n", NULL, NULL, false},
		{"vllm serve m \\ \t\n  --port 1\n", "vllm serve m \\\n  --port 1\n", NULL, true},
		{"true # infxcheck: allow duplicate-flag -- r\n", "true\n", NULL, false},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		check_row(&rows[i], S("benchmarks/single_node/ling2_fp8_mi355x.sh"),
			str_from(rows[i].before),
			str_from(rows[i].after ? rows[i].after : rows[i].before));
}

/* ---- history ---- */

static void
test_frozen(void **state)
{
	(void)state;
	static const struct {
		const char *now, *earlier;
		size_t frozen;
	} rows[] = {
		{"- a: 1\n\n- b: 2\n", "- a: 1\n", 7},
		{"- a: 1\n\n- b: 2\n", "", 0},
		{"- a: 1\n", "- a: 1\n\n- b: 2\n", 7},
		{"- a: 1\n\n- b: 2\n", "- a: 1\n\n- b: 3\n", 8},
		{"- a: 1\n  c: 2\n", "- a: 1\n  c: 3\n", 0},
		{"- a: 1\n- b: 2\n", "- a: 1\n\n- c: 2\n", 7},
		{"- a: 1\n\n- b: 2\n", "- a: 1\n- c: 2\n", 7},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (fix_frozen(str_from(rows[i].now), str_from(rows[i].earlier)) !=
			rows[i].frozen)
			fail_msg("row %zu", i);
}

/* Old entries are not mended, whoever asks, and whatever else is wrong. */
static void
test_history(void **state)
{
	(void)state;
	struct str old = S(KEYS TEXT "  pr-link: " LINK "7/files\n");
	struct str now = str_cat(&arena, old, S("\n" KEYS "  description:\n    - e\n" END "\n"));
	static const char *const base[] = {"", "same", NULL};
	for (size_t i = 0; i < 3; i++) {
		struct tree *t = tree_memory(&arena);
		tree_memory_put(&arena, t, S(LOG), now);
		struct str empty = S("");
		struct check_options o = {.pr = 7, .all_entries = true};
		if (base[i])
			o.base_changelog = *base[i] ? &old : &empty;
		struct fix_options how = {.unsafe = true};
		struct fixes *x = fix_all(&arena, t, &o, &how);
		assert_int_equal(x->files.n, 1);
		assert_true(str_ends(x->files.v[0]->new, S("- e\n" END)));
		assert_int_equal(str_starts(x->files.v[0]->new, old), i > 0);
		assert_int_equal(x->refused.n, i > 0);
		if (i > 0)
			assert_true(str_contains(x->refused.v[0].why, S("history")));
		how.frozen = now.n;
		x = fix_all(&arena, t, &o, &how);
		assert_int_equal(x->files.n, 0);
		assert_int_equal(x->refused.n, 2);
	}
}

/* Where an entry of the history was edited, those behind it are still history. */
static void
test_edited_history(void **state)
{
	(void)state;
	struct str faulty = S("\n" KEYS "  description:\n    - e\n  pr-link: " LINK "7/files\n");
	struct str base = str_cat(&arena, S(KEYS TEXT END), faulty);
	struct str now = str_fmt(&arena, "%s%.*s\n%s", KEYS "  description:\n    - f\n" END,
		STR(faulty), KEYS "  description:\n    - g\n  pr-link: XXX\n");
	struct tree *t = tree_memory(&arena);
	tree_memory_put(&arena, t, S(LOG), now);
	struct check_options o = {.pr = 7, .all_entries = true, .base_changelog = &base};
	struct fixes *x = fix_all(&arena, t, &o, &(struct fix_options){.unsafe = true});
	assert_int_equal(x->files.n, 1);
	assert_true(str_contains(x->files.v[0]->new, faulty));
	assert_int_equal(x->refused.n, 1);
}

/* A state in which a finding is still there is not one in which it was mended. */
static void
test_stays(void **state)
{
	(void)state;
	struct tree *t = tree_memory(&arena);
	tree_memory_put(&arena, t, S(LOG), S(KEYS TEXT "  pr-link: XXX\n"));
	struct check_options o = {.pr = 7};
	struct run *run = check_run(&arena, t, &o);
	struct finding_list mended = {0};
	assert_int_equal(fix_trouble(&arena, run, run, &mended).n, 0);
	for (size_t i = 0; i < run->findings.list.n; i++)
		if (run->findings.list.v[i]->fix.edits.n)
			vec_push(&arena, &mended, run->findings.list.v[i]);
	assert_int_equal(mended.n, 1);
	assert_true(str_eqz(fix_trouble(&arena, run, run, &mended), "the finding would stay"));
}

/* ---- every fixture ---- */

struct totals {
	size_t cases, mended;
	unsigned *fixes; /* seen, by rule */
};

static bool
read_options(struct fixture *f, struct check_options *o)
{
	*o = (struct check_options){.base_changelog = f->base_changelog, .pr = 4711};
	for (size_t i = 0; i < f->args.n; i++)
		if (str_eqz(f->args.v[i], "--all-entries"))
			o->all_entries = true;
	if (!f->base_tree)
		return true;
	struct str *log = NEW(&arena, struct str);
	f->base_tree->read(f->base_tree, &arena, S(LOG), log);
	o->base_tree = f->base_tree;
	o->base_name = S("base");
	o->base_changelog = log;
	return true;
}

static size_t
errors(const struct run *run)
{
	size_t n = 0;
	for (size_t i = 0; i < run->findings.list.n; i++)
		n += run->findings.list.v[i]->severity == IXC_ERROR;
	return n;
}

static void
note_rules(struct totals *t, const struct run *run)
{
	for (size_t i = 0; i < run->findings.list.n; i++) {
		const struct ixc_finding *f = run->findings.list.v[i];
		if (f->fix.edits.n)
			t->fixes[rules_index(str_from(f->rule->id))] |=
				f->fix.safe ? IXC_FIX_SAFE : IXC_FIX_UNSAFE;
	}
}

/* Behind a blank or at the start of a line, and not in quotes: enough for the fixtures. */
static struct str
comment_of(struct str line)
{
	char quote = 0;
	for (size_t i = 0; i < line.n; i++) {
		char c = line.p[i];
		if (quote)
			quote = c == quote ? 0 : quote;
		else if ((c == '\'' || c == '"') && (i == 0 || strchr(" -{[,=", line.p[i - 1])))
			quote = c;
		else if (c == '#' && (i == 0 || line.p[i - 1] == ' '))
			return str_trim(str_slice(line, i, line.n));
	}
	return S("");
}

/* All that allow nothing are taken out by a fix, and no other. */
static struct str
comments_of(struct str text)
{
	struct buf b = buf_new(&arena, 1 << 20);
	while (text.n) {
		struct str c = comment_of(str_cut(text, '\n', &text));
		if (c.n && !str_starts(c, S("# infxcheck:"))) {
			buf_add(&b, c);
			buf_addc(&b, '\n');
		}
	}
	return buf_str(&b);
}

/* What --diff prints, put in by the two programs that people have for it. */
static void
check_patch(const struct fix_file *file)
{
	struct diff d;
	struct str gone;
	const char *dir = temp_folder(&arena);
	diff_lines(&arena, file->old, file->new, &d);
	struct str diff = diff_unified(&arena, &d,
		str_fmt(&arena, "a/%.*s", STR(file->path)),
		str_fmt(&arena, "b/%.*s", STR(file->path)));
	const char *path = str_z(&arena, file->path);
	const char *git[] = {"git", "apply", "-", NULL};
	const char *patch[] = {"patch", "-s", "-p1", NULL};
	for (size_t i = 0; i < 2; i++) {
		temp_put(&arena, dir, path, file->old);
		struct outcome o =
			run_program(&arena, dir, i ? patch : git, temp_git_env, diff);
		assert_true(temp_get(&arena, dir, path, &gone));
		if (o.code || !str_eq(gone, file->new))
			fail_msg("%s of\n%.*s%.*s%.*s", i ? "patch" : "git apply", STR(diff),
				STR(o.out), STR(o.err));
	}
}

/* Each finding that is left was there before: none is new. */
static bool
has_finding(const struct run *run, const struct ixc_finding *f)
{
	for (size_t i = 0; i < run->findings.list.n; i++) {
		const struct ixc_finding *g = run->findings.list.v[i];
		if (g->rule == f->rule && str_eq(finding_path(g), finding_path(f)))
			return true;
	}
	return false;
}

static void
check_left(const char *rule, const char *name, const struct run *before,
	const struct run *after, const struct fixes *x)
{
	if (after->findings.list.n + x->mended > before->findings.list.n)
		fail_msg("%s/%s: %zu findings, %zu mended, and then %zu", rule, name,
			before->findings.list.n, x->mended, after->findings.list.n);
	for (size_t i = 0; i < after->findings.list.n; i++)
		if (!has_finding(before, after->findings.list.v[i]))
			fail_msg("%s/%s: %s is new", rule, name,
				after->findings.list.v[i]->rule->id);
}

/* Findings gone and none new, history and comments kept, nothing more to do. */
static void
check_fixture(void *user, const char *rule, const char *name)
{
	struct totals *t = user;
	struct fixture f;
	struct check_options o;
	fixture_load(&arena, &f, rule, name);
	read_options(&f, &o);
	const struct run *before = check_run(&arena, f.tree, &o);
	note_rules(t, before);
	struct fix_options how = {.unsafe = true};
	struct fixes *x = fix_all(&arena, f.tree, &o, &how);
	t->cases++;
	t->mended += x->mended;
	struct tree *over = tree_memory(&arena);
	for (size_t i = 0; i < x->files.n; i++) {
		const struct fix_file *file = x->files.v[i];
		tree_memory_put(&arena, over, file->path, file->new);
		if (str_eqz(file->path, LOG) && o.base_changelog &&
			str_starts(file->old, *o.base_changelog))
			assert_true(str_starts(file->new, *o.base_changelog));
		assert_true(str_eq(comments_of(file->old), comments_of(file->new)));
		check_patch(file);
	}
	struct tree *fixed = tree_overlay(&arena, over, f.tree);
	const struct run *after = check_run(&arena, fixed, &o);
	assert_true(errors(after) <= errors(before));
	check_left(rule, name, before, after, x);
	struct fixes *again = fix_all(&arena, fixed, &o, &how);
	if (again->mended || again->files.n)
		fail_msg("%s/%s: the second run mends %zu", rule, name, again->mended);
}

static void
test_fixtures(void **state)
{
	(void)state;
	struct totals t = {.fixes = NEW_ARRAY(&arena, unsigned, rules_count())};
	fixtures_each(&arena, check_fixture, &t);
	print_message("%zu cases, %zu findings mended\n", t.cases, t.mended);
	for (size_t i = 0; i < rules_count(); i++)
		if (t.fixes[i] != rules_at(i)->fixes)
			fail_msg("%s has .fixes = %u, the fixtures have %u", rules_at(i)->id,
				rules_at(i)->fixes, t.fixes[i]);
	assert_true(t.mended > 20);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_changelog, setup, teardown),
		cmocka_unit_test_setup_teardown(test_configs, setup, teardown),
		cmocka_unit_test_setup_teardown(test_scripts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_frozen, setup, teardown),
		cmocka_unit_test_setup_teardown(test_history, setup, teardown),
		cmocka_unit_test_setup_teardown(test_edited_history, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stays, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fixtures, setup, teardown),
	};
	return cmocka_run_group_tests_name("fix", tests, NULL, NULL);
}
