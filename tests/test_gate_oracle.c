/*
 * The strict rules and the edits against what the reference implementation said: of every
 * change of the changelog in the repository's history, of three-way merges in it, and of
 * small inputs. Needs the shared data.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/git.h"
#include "base/sha256.h"
#include "model/changelog_edit.h"
#include "model/changelog_gate.h"
#include "support/temp.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- differences that are meant ---- */

/* None so far. A line of an oracle, by its number in the file, and why we differ. */
static const struct {
	const char *file;
	size_t line;
	const char *reason;
} meant[] = {
	{NULL, 0, NULL},
};

static bool
is_meant(const char *file, size_t line)
{
	for (size_t i = 0; meant[i].file; i++)
		if (strcmp(meant[i].file, file) == 0 && meant[i].line == line)
			return true;
	return false;
}

/* ---- the shared files ---- */

static const char *
shared(void)
{
	const char *path = getenv("SHARED");
	char probe[4096];
	if (!path)
		path = "../shared";
	snprintf(probe, sizeof probe, "%s/inferencex/history.bundle", path);
	FILE *f = fopen(probe, "rb");
	if (f)
		fclose(f);
	return f ? path : NULL;
}

struct oracle {
	struct arena a; /* for the whole file */
	const char *name;
	const char *folder;
	FILE *f;
	struct git *git;
	size_t line, same, differ;
};

static bool
oracle_open(struct oracle *o, const char *name, bool with_history)
{
	memset(o, 0, sizeof *o);
	arena_init(&o->a, 0, NULL);
	o->name = name;
	o->folder = shared();
	if (!o->folder) {
		print_message("[  SKIPPED ] %s: there is no shared data\n", name);
		return false;
	}
	o->f = fopen(temp_path(&o->a, o->folder, name), "rb");
	assert_non_null(o->f);
	if (!with_history)
		return true;
	const char *top = temp_folder(&o->a);
	temp_git(&o->a, top, "clone", "-q", "--bare", "-b", "main",
		temp_path(&o->a, o->folder, "inferencex/history.bundle"), "h", NULL);
	const char *clone = temp_path(&o->a, top, "h");
	struct git_options options = {.folder = clone, .environment = temp_git_env};
	struct git_error e;
	o->git = git_open(&o->a, &options, &e);
	assert_non_null(o->git);
	return true;
}

/* Ends the test: every line agrees or is meant to differ. */
static void
oracle_close(struct oracle *o, size_t expected)
{
	fclose(o->f);
	print_message("%s: %zu of %zu lines agree\n", o->name, o->same, o->line);
	size_t differ = o->differ;
	size_t line = o->line;
	arena_release(&o->a);
	assert_int_equal(differ, 0);
	assert_true(line >= expected);
}

static json_t *
next_line(struct oracle *o)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t n = getline(&line, &cap, o->f);
	json_t *j = NULL;
	if (n > 0) {
		j = json_loadb(line, (size_t)n, 0, NULL);
		assert_non_null(j);
		o->line++;
	}
	free(line);
	return j;
}

static const char *
text(const json_t *j, const char *key)
{
	return json_string_value(json_object_get(j, key));
}

static void
note(struct oracle *o, bool same, const char *what, const json_t *want,
	const struct changelog_verdict *got)
{
	if (same || is_meant(o->name, o->line))
		return;
	char *z = json_dumps(want, JSON_COMPACT | JSON_ENCODE_ANY);
	print_error("%s:%zu %s: want %s, got %s: %.*s\n", o->name, o->line, what, z,
		changelog_class_id(got->class), STR(got->text));
	free(z);
	o->differ++;
}

/* ---- the history ---- */

static struct source *
at_commit(struct oracle *o, struct arena *a, struct sources *s, const char *commit)
{
	struct git_commit c;
	struct git_error e = {0};
	struct str bytes = {0};
	if (!git_resolve(o->git, a, str_from(commit), &c, &e) ||
		!git_file(o->git, a, &c, S("perf-changelog.yaml"), &bytes, &e)) {
		print_error("%.*s\n", STR(e.text));
		fail();
	}
	return sources_add(a, s, str_from(commit), bytes);
}

/* {"ok": true, counts or sha256} or {"ok": false, "class": ...} */
static bool
agrees(struct arena *a, const json_t *want, const struct changelog_verdict *v,
	const struct str *bytes)
{
	bool ok = json_is_true(json_object_get(want, "ok"));
	if (ok != (v->class == CHANGELOG_FINE))
		return false;
	if (!ok)
		return strcmp(text(want, "class"), changelog_class_id(v->class)) == 0;
	if (bytes)
		return str_eqz(sha256_hex(a, *bytes), text(want, "sha256"));
	json_int_t additions = json_integer_value(json_object_get(want, "additions"));
	json_int_t corrections = json_integer_value(json_object_get(want, "corrections"));
	return (size_t)additions == v->additions && (size_t)corrections == v->corrections;
}

static struct changelog_pr
pr_of(const json_t *line)
{
	const json_t *n = json_object_get(line, "pr");
	if (!json_is_integer(n))
		return (struct changelog_pr){.links = CHANGELOG_LINKS_CANONICAL};
	return (struct changelog_pr){
		.links = CHANGELOG_LINKS_PR, .number = json_integer_value(n)};
}

/* The gate's faults say the same as the verdict: something aborts the merge, and the
 * first fault has its class. */
static bool
faults_agree(struct arena *a, struct sources *s, const struct source *base,
	const struct source *head, const struct changelog_pr *pr,
	const struct changelog_verdict *v)
{
	const struct changelog_gate *g =
		changelog_gate(a, s, base, yaml_load(a, head), pr, (struct str){0});
	size_t first = 0, aborts = 0;
	for (size_t i = 0; i < g->faults.n; i++) {
		const struct changelog_fault *f = &g->faults.v[i];
		aborts += f->merge_aborts;
		first +=
			f->is_first && f->class == v->class && f->what != CHANGELOG_OTHER;
	}
	return g->verdict.class == v->class && first == 1 && aborts > 0;
}

static void
gate_line(struct oracle *o, struct arena *a, const json_t *j)
{
	struct sources s = {0};
	struct changelog_verdict refused = {0};
	struct changelog_parsed base, head;
	struct changelog_pr main = {.links = CHANGELOG_LINKS_CANONICAL}, pr = pr_of(j);
	const json_t *want[] = {json_object_get(j, "main"), json_object_get(j, "pr_gate"),
		json_object_get(j, "canonicalize")};
	const struct source *from = at_commit(o, a, &s, text(j, "base"));
	const struct source *to = at_commit(o, a, &s, text(j, "head"));
	bool ok = changelog_parse(a, from, NULL, &base, &refused) &&
		changelog_parse(a, to, NULL, &head, &refused);
	for (int i = 0; i < 2; i++) {
		struct changelog_verdict v = refused;
		if (ok &&
			changelog_check_change(a, &base, &head, i ? &pr : &main,
				&v.additions, &v.corrections, &v))
			assert_int_equal(v.class, CHANGELOG_FINE);
		if (want[i])
			note(o, agrees(a, want[i], &v, NULL), i ? "pr_gate" : "main",
				want[i], &v);
	}
	if (!want[2])
		return;
	struct changelog_edit e = {.verdict = refused};
	if (ok)
		e = changelog_canonicalize_parsed(a, &s, &base, &head, &pr);
	note(o, agrees(a, want[2], &e.verdict, &e.bytes), "canonicalize", want[2],
		&e.verdict);
	if (e.verdict.class != CHANGELOG_FINE)
		note(o, faults_agree(a, &s, from, to, &pr, &e.verdict), "faults", want[2],
			&e.verdict);
}

static void
test_gate(void **state)
{
	struct oracle o;
	(void)state;
	if (!oracle_open(&o, "inferencex/gate-oracle.jsonl", true))
		return;
	for (json_t *j; (j = next_line(&o)); json_decref(j)) {
		struct arena a;
		size_t differ = o.differ;
		arena_init(&a, 0, NULL);
		gate_line(&o, &a, j);
		o.same += o.differ == differ;
		arena_release(&a);
	}
	oracle_close(&o, 560);
}

static void
test_merge(void **state)
{
	struct oracle o;
	(void)state;
	if (!oracle_open(&o, "inferencex/merge-oracle.jsonl", true))
		return;
	for (json_t *j; (j = next_line(&o)); json_decref(j)) {
		struct arena a;
		struct sources s = {0};
		size_t differ = o.differ;
		arena_init(&a, 0, NULL);
		const struct source *base = at_commit(&o, &a, &s, text(j, "base"));
		const struct source *main = at_commit(&o, &a, &s, text(j, "main"));
		const struct source *head = at_commit(&o, &a, &s, text(j, "head"));
		/* The branch: base, and what head appends to main. */
		struct str tail = str_slice(head->bytes, main->bytes.n, head->bytes.n);
		const struct source *branch =
			sources_add(&a, &s, S("branch"), str_cat(&a, base->bytes, tail));
		struct changelog_pr pr = pr_of(j);
		struct changelog_edit e =
			changelog_resolve(&a, &s, base, branch, main, &pr);
		const json_t *want = json_object_get(j, "resolve");
		note(&o, agrees(&a, want, &e.verdict, &e.bytes), "resolve", want,
			&e.verdict);
		o.same += o.differ == differ;
		arena_release(&a);
	}
	oracle_close(&o, 796);
}

/* ---- small inputs ---- */

static struct str
from_base64(struct arena *a, const char *z)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t n = strlen(z), at = 0;
	char *p = NEW_ARRAY(a, char, n + 1);
	uint32_t bits = 0, have = 0;
	for (size_t i = 0; i < n && z[i] != '='; i++) {
		const char *d = strchr(digits, z[i]);
		assert_non_null(d);
		bits = bits << 6 | (uint32_t)(d - digits);
		have += 6;
		if (have >= 8) {
			have -= 8;
			p[at++] = (char)(bits >> have & 0xFF);
		}
	}
	return (struct str){p, at};
}

static const struct source *
input(struct arena *a, struct sources *s, const json_t *j, const char *key)
{
	assert_non_null(text(j, key));
	return sources_add(a, s, str_from(key), from_base64(a, text(j, key)));
}

static bool
accepted(const json_t *j)
{
	return strcmp(text(j, "verdict"), "accept") == 0;
}

static bool
vector_parse(
	struct arena *a, struct sources *s, const json_t *j, struct changelog_verdict *v)
{
	struct changelog_parsed p;
	if (!changelog_parse(a, input(a, s, j, "raw"), NULL, &p, v))
		return !accepted(j);
	json_int_t n = json_integer_value(json_object_get(j, "entries"));
	return accepted(j) && p.log->entries.n == (size_t)n;
}

static bool
vector_edit(const struct changelog_edit *e, struct arena *a, const json_t *j,
	struct changelog_verdict *v)
{
	*v = e->verdict;
	if (v->class != CHANGELOG_FINE)
		return !accepted(j);
	return accepted(j) && str_eq(e->bytes, from_base64(a, text(j, "result")));
}

static bool
vector(struct arena *a, const json_t *j, struct changelog_verdict *v, bool *ret_ours)
{
	struct sources s = {0};
	const char *fn = text(j, "fn");
	struct changelog_pr pr = pr_of(j);
	struct changelog_edit e;
	*ret_ours = true;
	if (text(j, "repo"))
		pr.repository = str_from(text(j, "repo"));
	if (strcmp(fn, "parse_changelog") == 0)
		return vector_parse(a, &s, j, v);
	if (strcmp(fn, "canonicalize_appended_links") == 0) {
		e = changelog_canonicalize(
			a, &s, input(a, &s, j, "base"), input(a, &s, j, "head"), &pr);
		return vector_edit(&e, a, j, v);
	}
	if (strcmp(fn, "resolve_conflict_bytes") == 0) {
		e = changelog_resolve(a, &s, input(a, &s, j, "base"),
			input(a, &s, j, "pr_side"), input(a, &s, j, "main"), &pr);
		return vector_edit(&e, a, j, v);
	}
	*ret_ours = false;
	return true;
}

static void
test_vectors(void **state)
{
	struct oracle o;
	size_t ours = 0;
	(void)state;
	if (!oracle_open(&o, "spec/vectors.jsonl", false))
		return;
	for (json_t *j; (j = next_line(&o)); json_decref(j)) {
		struct arena a;
		struct changelog_verdict v = {0};
		bool is_ours;
		arena_init(&a, 0, NULL);
		bool same = vector(&a, j, &v, &is_ours);
		if (is_ours) {
			note(&o, same, text(j, "label"), json_object_get(j, "verdict"),
				&v);
			ours++;
			o.same += same;
		}
		arena_release(&a);
	}
	o.line = ours;
	oracle_close(&o, 153);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gate),
		cmocka_unit_test(test_merge),
		cmocka_unit_test(test_vectors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
