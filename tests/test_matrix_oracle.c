/*
 * Schema and matrix against what the reference implementation said: of every state of the
 * repository's history in which configs change, row by row of the newest one, and of
 * small inputs. Needs the shared data.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/git.h"
#include "base/sha256.h"
#include "model/policy.h"
#include "support/matrix_args.h"
#include "support/model.h"
#include "support/temp.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_BYTES (64 * 1024 * 1024)

struct lines {
	struct bench bench; /* for the whole file */
	const char *name;
	FILE *f;
	struct git *git;
	size_t n, same;
};

static const char *
shared_file(struct arena *a, const char *name)
{
	const char *folder = getenv("SHARED");
	const char *path = temp_path(a, folder ? folder : "../shared", name);
	FILE *f = fopen(path, "rb");
	if (f)
		fclose(f);
	return f ? path : NULL;
}

static bool
lines_open(struct lines *l, const char *name)
{
	*l = (struct lines){.name = name};
	bench_open(&l->bench);
	struct arena *a = &l->bench.arena;
	const char *path = shared_file(a, name);
	const char *bundle = shared_file(a, "inferencex/history.bundle");
	if (!path || !bundle) {
		print_message("[  SKIPPED ] %s: there is no shared data\n", name);
		bench_close(&l->bench);
		return false;
	}
	l->f = fopen(path, "rb");
	const char *top = temp_folder(a);
	temp_git(a, top, "clone", "-q", "--bare", "-b", "main", bundle, "h", NULL);
	struct git_options options = {
		.folder = temp_path(a, top, "h"), .environment = temp_git_env};
	struct git_error e;
	l->git = git_open(a, &options, &e);
	assert_non_null(l->git);
	return true;
}

static void
lines_close(struct lines *l, size_t expected)
{
	size_t n = l->n, same = l->same;
	fclose(l->f);
	print_message("%s: %zu of %zu agree\n", l->name, same, n);
	bench_close(&l->bench);
	assert_int_equal(same, n);
	assert_true(n >= expected);
}

/* The next line as text, without its LF; it must be freed. NULL at the end. */
static char *
next_text(struct lines *l)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t n = getline(&line, &cap, l->f);
	if (n <= 0) {
		free(line);
		return NULL;
	}
	if (line[n - 1] == '\n')
		line[n - 1] = '\0';
	return line;
}

static json_t *
next_json(struct lines *l)
{
	char *line = next_text(l);
	json_t *j = line ? json_loads(line, 0, NULL) : NULL;
	assert_true(!line || j);
	free(line);
	return j;
}

static const char *
text(const json_t *j, const char *key)
{
	const char *s = json_string_value(json_object_get(j, key));
	return s ? s : "";
}

static void
tell(struct lines *l, const char *what, const char *want, const char *got)
{
	print_message("%s: %s: want %.300s, got %.300s\n", l->name, what, want, got);
}

/* ---- states of the history ---- */

struct state {
	struct bench bench;
	struct master *master;
	struct runners *runners;
	struct policy *policy;
};

static const struct yaml_doc *
doc_at(struct lines *l, struct bench *b, const struct git_commit *at, const char *path)
{
	struct git_error e;
	struct str bytes;
	if (!git_file(l->git, &b->arena, at, str_from(path), &bytes, &e))
		return NULL;
	return bench_doc(b, str_from(path), bytes);
}

static void
state_open(struct lines *l, struct state *s, const char *revision)
{
	static const char *const path[] = {
		"configs/amd-master.yaml", "configs/nvidia-master.yaml"};
	struct master_source file[2];
	struct git_commit at = {.oid = str_from(revision)};
	struct git_error e;
	bench_open(&s->bench);
	if (strlen(revision) < 40)
		assert_true(git_resolve(l->git, &s->bench.arena, at.oid, &at, &e));
	for (size_t i = 0; i < 2; i++) {
		file[i].path = str_from(path[i]);
		file[i].doc = doc_at(l, &s->bench, &at, path[i]);
		assert_non_null(file[i].doc);
	}
	s->master = master_read(&s->bench.arena, file, 2);
	s->runners = runners_read(
		&s->bench.arena, doc_at(l, &s->bench, &at, "configs/runners.yaml"));
	const struct yaml_doc *policy =
		doc_at(l, &s->bench, &at, "configs/ci-priority.yaml");
	s->policy = policy ? policy_read(&s->bench.arena, policy) : NULL;
}

static size_t
stricter(const struct schema_faults *faults)
{
	size_t n = 0;
	for (size_t i = 0; i < faults->n; i++)
		n += faults->v[i].stricter;
	return n;
}

/* Real states hold nothing that our own, stricter checks should speak of. */
static size_t
stricter_faults(const struct state *s)
{
	size_t n = stricter(&s->runners->faults);
	for (size_t i = 0; i < s->master->configs.n; i++)
		n += stricter(&s->master->configs.v[i]->faults);
	return n + (s->policy ? s->policy->faults.n : 0);
}

static bool
is_listed(const json_t *fields, struct str path)
{
	size_t i;
	json_t *f;
	json_array_foreach(
		fields, i, f) if (str_eqz(path, json_string_value(f))) return true;
	return false;
}

/* The reference lists what is wrong with single fields; relations it tells without a
 * path. */
static bool
same_fields(const json_t *fields, const struct schema_faults *faults)
{
	static const char *const single[] = {"type", "missing", "unknown-field", "range",
		"choice", "empty", "prefix", "key"};
	size_t found = 0;
	for (size_t i = 0; i < faults->n; i++) {
		bool counts = false;
		for (size_t k = 0; k < sizeof single / sizeof single[0]; k++)
			counts |= strcmp(faults->v[i].id, single[k]) == 0;
		if (!counts)
			continue;
		if (!is_listed(fields, faults->v[i].path))
			return false;
		found++;
	}
	return found == json_array_size(fields);
}

static bool
same_rejection(const json_t *want, const struct matrix_error *e)
{
	if (strcmp(e->id, text(want, "class")) != 0)
		return false;
	if (strcmp(e->id, "schema") == 0)
		return e->config && str_eqz(e->config->key, text(want, "key")) &&
		       same_fields(json_object_get(want, "fields"), &e->config->faults);
	return str_eqz(e->runner, text(want, "runner"));
}

static bool
same_rows(struct lines *l, struct state *s, const json_t *want, const struct matrix *x)
{
	struct buf b = buf_new(&s->bench.arena, ROWS_BYTES);
	matrix_write(&b, &x->points, PYJSON_COMPACT);
	struct str digest = sha256_hex(&s->bench.arena, buf_str(&b));
	json_int_t entries = json_integer_value(json_object_get(want, "entries"));
	if (str_eqz(digest, text(want, "sha256")) && (size_t)entries == x->points.n)
		return true;
	tell(l, text(want, "commit"), text(want, "sha256"),
		str_z(&s->bench.arena, digest));
	return false;
}

static void
history(void **state)
{
	(void)state;
	struct lines l;
	if (!lines_open(&l, "inferencex/matrix-oracle.jsonl"))
		return;
	struct matrix_options full = {.command = MATRIX_FULL_SWEEP};
	size_t refused = 0;
	for (json_t *j; (j = next_json(&l)); json_decref(j), l.n++) {
		struct state s;
		state_open(&l, &s, text(j, "commit"));
		struct matrix *x =
			matrix_generate(&s.bench.arena, s.master, s.runners, &full);
		bool ok = json_is_true(json_object_get(j, "ok"));
		bool same = x->ok == ok &&
			    (ok ? same_rows(&l, &s, j, x) : same_rejection(j, &x->error));
		if (!same)
			tell(&l, text(j, "commit"), ok ? "rows" : text(j, "class"),
				x->ok ? "rows" : x->error.id);
		assert_int_equal(stricter_faults(&s), 0);
		l.same += same;
		refused += !ok;
		bench_close(&s.bench);
	}
	print_message(
		"%zu of them rejected, with the same class, key and fields\n", refused);
	lines_close(&l, 150);
}

static void
newest_row_by_row(void **state)
{
	(void)state;
	struct lines l;
	if (!lines_open(&l, "inferencex/matrix-head.jsonl"))
		return;
	struct state s;
	struct matrix_options full = {.command = MATRIX_FULL_SWEEP};
	state_open(&l, &s, "main");
	struct matrix *x = matrix_generate(&s.bench.arena, s.master, s.runners, &full);
	assert_true(x->ok);
	char *line;
	for (; (line = next_text(&l)); l.n++) {
		struct buf b = buf_new(&s.bench.arena, ROWS_BYTES);
		if (l.n < x->points.n)
			pyjson_row(&b, &x->points.v[l.n]->row, PYJSON_COMPACT, 0);
		bool same = str_eqz(buf_str(&b), line);
		if (!same)
			tell(&l, "row", line, str_z(&s.bench.arena, buf_str(&b)));
		l.same += same;
		free(line);
	}
	assert_int_equal(l.n, x->points.n);
	bench_close(&s.bench);
	lines_close(&l, 1800);
}

/* ---- small inputs ---- */

static struct str
base64(struct arena *a, const char *z)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct buf b = buf_new(a, 1024 * 1024);
	unsigned bits = 0, have = 0;
	for (; *z && *z != '='; z++) {
		bits = bits << 6 | (unsigned)(strchr(letters, *z) - letters);
		have += 6;
		if (have < 8)
			continue;
		have -= 8;
		buf_addc(&b, (char)(bits >> have & 0xff));
	}
	return buf_str(&b);
}

static bool
same_verdict(struct lines *l, const json_t *j, const struct master *m)
{
	const char *want = text(j, "verdict"), *got = bench_verdict(m->verdict);
	size_t n = strcspn(want, ":"); /* "refuse:yaml", "crash:TypeError" */
	if (strlen(got) == n && strncmp(want, got, n) == 0)
		return true;
	tell(l, text(j, "label"), want, got);
	return false;
}

static bool
same_run(struct lines *l, struct bench *b, const json_t *j, const struct master *m,
	const struct runners *r)
{
	struct matrix_options options;
	const json_t *argv = json_object_get(j, "argv");
	struct str *word = NEW_ARRAY(&b->arena, struct str, json_array_size(argv) + 1);
	for (size_t i = 0; i < json_array_size(argv); i++)
		word[i] = str_from(json_string_value(json_array_get(argv, i)));
	assert_true(matrix_args(&b->arena, word, json_array_size(argv), &options));
	struct matrix *x = matrix_generate(&b->arena, m, r, &options);
	struct buf out = buf_new(&b->arena, ROWS_BYTES);
	const char *want = text(j, "stdout");
	if (!x->ok) {
		json_int_t rc = json_integer_value(json_object_get(j, "rc"));
		want = text(j, "error_class");
		/* What the YAML reader raises has a dotted name, and is a refusal to us.
		 */
		buf_addz(&out, strchr(want, '.') ? want : py_error_name(x->error.raised));
		if (rc != x->error.exit_status)
			return false;
	} else {
		matrix_write(&out, &x->points, PYJSON_DEFAULT);
		buf_addc(&out, '\n');
	}
	if (str_eqz(buf_str(&out), want))
		return true;
	tell(l, text(j, "label"), want, str_z(&b->arena, buf_str(&out)));
	return false;
}

static void
vectors(const char *function, size_t expected)
{
	struct lines l;
	if (!lines_open(&l, "spec/vectors.jsonl"))
		return;
	l.name = function;
	struct state newest; /* its runners are those of the vectors */
	state_open(&l, &newest, "main");
	for (json_t *j; (j = next_json(&l)); json_decref(j)) {
		if (strcmp(text(j, "fn"), function) != 0)
			continue;
		struct bench b;
		bench_open(&b);
		struct master *m = bench_master(&b, base64(&b.arena, text(j, "raw")));
		l.n++;
		l.same += strcmp(function, "load_config_files") == 0
				  ? same_verdict(&l, j, m)
				  : same_run(&l, &b, j, m, newest.runners);
		bench_close(&b);
	}
	bench_close(&newest.bench);
	lines_close(&l, expected);
}

static void
loading(void **state)
{
	(void)state;
	vectors("load_config_files", 76);
}

static void
generating(void **state)
{
	(void)state;
	vectors("generate_sweep_configs", 69);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(history),
		cmocka_unit_test(newest_row_by_row),
		cmocka_unit_test(loading),
		cmocka_unit_test(generating),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
