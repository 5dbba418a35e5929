/* The session, commands that end by themselves, and errors. */
#define _GNU_SOURCE /* environ */
#include "base/git.h"

#include "base/arena.h"
#include "base/git_internal.h"
#include "base/limits.h"

#include <string.h>
#include <unistd.h>

VEC(words, const char *);

/* ---- environment ---- */

/* Where git looks for programs, its user's configuration and the repository. A hook that
 * calls us relies on GIT_DIR and GIT_INDEX_FILE; everything else of GIT_* could redirect
 * or execute. */
static const char *const passed_on[] = {
	"GIT_ALTERNATE_OBJECT_DIRECTORIES",
	"GIT_CEILING_DIRECTORIES",
	"GIT_COMMON_DIR",
	"GIT_CONFIG_COUNT",
	"GIT_CONFIG_GLOBAL",
	"GIT_CONFIG_NOSYSTEM",
	"GIT_CONFIG_SYSTEM",
	"GIT_DIR",
	"GIT_DISCOVERY_ACROSS_FILESYSTEM",
	"GIT_INDEX_FILE",
	"GIT_OBJECT_DIRECTORY",
	"GIT_WORK_TREE",
	"HOME",
	"LD_LIBRARY_PATH",
	"LOGNAME",
	"PATH",
	"SUDO_UID", /* part of git's test of ownership */
	"TMPDIR",
	"USER",
	"XDG_CONFIG_HOME",
};

static const char *const passed_on_prefix[] = {"GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"};

static const char *const own_settings[] = {
	"LC_ALL=C",
	"GIT_ALLOW_PROTOCOL=none", /* a partial clone may not fetch: transports run
				      programs */
	"GIT_LITERAL_PATHSPECS=1",
	"GIT_NO_LAZY_FETCH=1",
	"GIT_OPTIONAL_LOCKS=0",
	"GIT_PAGER=cat",
	"GIT_TERMINAL_PROMPT=0",
};

static bool
is_passed_on(struct str variable)
{
	struct str name = str_slice(variable, 0, str_find_byte(variable, '=', 0));
	for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
		if (str_eqz(name, passed_on[i]))
			return true;
	for (size_t i = 0; i < sizeof passed_on_prefix / sizeof *passed_on_prefix; i++)
		if (str_starts(name, str_from(passed_on_prefix[i])))
			return true;
	return false;
}

static const char *const *
environment(struct arena *a, const char *const *from)
{
	struct words ret = {0};
	if (from) {
		for (; *from; from++)
			if (is_passed_on(str_from(*from)))
				vec_push(a, &ret, str_z(a, str_from(*from)));
	} else {
		for (char **v = environ; v && *v; v++)
			if (is_passed_on(str_from(*v)))
				vec_push(a, &ret, str_z(a, str_from(*v)));
	}
	for (size_t i = 0; i < sizeof own_settings / sizeof *own_settings; i++)
		vec_push(a, &ret, own_settings[i]);
	vec_push(a, &ret, NULL);
	return ret.v;
}

/* ---- errors ---- */

bool
git_fail(struct git_error *e, enum git_status status, struct str text, struct str hint)
{
	*e = (struct git_error){status, text, hint};
	return false;
}

static struct str
first_line(struct arena *a, struct str s)
{
	static const char *const prefixes[] = {"fatal: ", "error: ", "warning: "};
	s = str_slice(s, 0, str_find_byte(s, '\n', 0));
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (str_starts(s, str_from(prefixes[i])))
			s = str_slice(s, strlen(prefixes[i]), s.n);
	return str_dup(a, s);
}

static bool
fail_start(struct arena *a, struct git_error *e, const struct proc_result *r)
{
	static const enum git_status meaning[] = {
		[PROC_OK] = GIT_OK,
		[PROC_NOT_FOUND] = GIT_MISSING,
		[PROC_NOT_STARTED] = GIT_FAILED,
		[PROC_KILLED] = GIT_FAILED,
		[PROC_TIMEOUT] = GIT_TIMEOUT,
		[PROC_TOO_LARGE] = GIT_TOO_LARGE,
		[PROC_BROKEN] = GIT_FAILED,
	};
	return git_fail(e, meaning[r->status],
		str_fmt(a, "git cannot be used: %s", proc_status_text(r->status)),
		r->status == PROC_NOT_FOUND ? S("install git") : S(""));
}

/* git's own messages, in the C locale, that have a meaning of their own here. */
static bool
fail_exit(struct arena *a, struct git_error *e, const char *folder, struct str err)
{
	if (str_contains(err, S("not a git repository")))
		return git_fail(e, GIT_NOT_A_REPOSITORY,
			str_fmt(a, "'%s' is not inside a git repository", folder), S(""));
	if (str_contains(err, S("dubious ownership")))
		return git_fail(e, GIT_UNSAFE,
			str_fmt(a, "the repository at '%s' belongs to another user",
				folder),
			S("git config --global --add safe.directory PATH"));
	return git_fail(e, GIT_FAILED,
		str_fmt(a, "git failed: %.*s", STR(first_line(a, err))), S(""));
}

/* ---- commands ---- */

static const char *const hardening[] = {
	"git",
	"--no-pager",
	"-c",
	"core.fsmonitor=false",
	"-c",
	"core.hooksPath=/dev/null",
	"-c",
	"core.untrackedCache=false",
	"-c",
	"protocol.allow=never",
	"-c",
	"gc.auto=0",
	"-c",
	"maintenance.auto=false",
	"-C",
};

/* `args` ends with NULL. */
static const char *const *
command(struct git *g, struct arena *a, const char *const *args)
{
	struct words argv = {0};
	for (size_t i = 0; i < sizeof hardening / sizeof *hardening; i++)
		vec_push(a, &argv, hardening[i]);
	vec_push(a, &argv, g->folder);
	if (g->ascent.n) { /* paths are the repository's, so commands run at its top */
		vec_push(a, &argv, "-C");
		vec_push(a, &argv, str_z(a, g->ascent));
	}
	for (; *args; args++)
		vec_push(a, &argv, *args);
	vec_push(a, &argv, NULL);
	return argv.v;
}

enum proc_status
git_start_batch(struct git *g, struct arena *a)
{
	static const char *const args[] = {
		"cat-file", "--batch", "--follow-symlinks", NULL};
	int error;
	return proc_start(&g->batch, command(g, a, args), g->env, &error);
}

bool
git_run(struct git *g, struct arena *a, const char *const *args, struct git_output *ret,
	struct git_error *e)
{
	struct proc_command c = {
		.argv = command(g, a, args),
		.env = g->env,
		.max_out_bytes = LIMIT_GIT_OUTPUT_BYTES,
		.max_err_bytes = LIMIT_GIT_ERROR_BYTES,
		.deadline_ms = g->deadline_ms,
	};
	struct proc_result r = proc_run(a, &c);
	if (r.status != PROC_OK)
		return fail_start(a, e, &r);
	*ret = (struct git_output){r.code, r.out, r.err};
	return true;
}

bool
git_run_ok(struct git *g, struct arena *a, const char *const *args, struct str *ret,
	struct git_error *e)
{
	struct git_output o;
	if (!git_run(g, a, args, &o, e))
		return false;
	if (o.code != 0)
		return fail_exit(a, e, g->folder, o.err);
	*ret = o.out;
	return true;
}

struct git *
git_open(struct arena *a, const struct git_options *o, struct git_error *e)
{
	static const char *const args[] = {"rev-parse", "--is-bare-repository",
		"--is-shallow-repository", "--show-cdup", "--show-prefix", NULL};
	struct git *g = NEW(a, struct git);
	g->arena = a;
	g->folder = str_z(a, str_from(o->folder ? o->folder : "."));
	g->env = environment(a, o->environment);
	g->deadline_ms = o->deadline_ms ? o->deadline_ms : LIMIT_GIT_MS;
	proc_init(a, &g->batch);
	struct str out;
	if (o->is_top) {
		g->shallow =
			access(str_fmt(a, "%s/.git/shallow", g->folder).p, F_OK) == 0;
		return g;
	}
	if (!git_run_ok(g, a, args, &out, e))
		return NULL;
	g->bare = str_eq(str_cut(out, '\n', &out), S("true"));
	g->shallow = str_eq(str_cut(out, '\n', &out), S("true"));
	g->ascent = str_cut(out, '\n', &out);
	g->prefix = str_ends(out, S("\n")) ? str_slice(out, 0, out.n - 1) : out;
	return g;
}

bool
git_toplevel(struct git *g, struct arena *a, struct str *ret, struct git_error *e)
{
	static const char *const args[] = {"rev-parse", "--show-toplevel", NULL};
	if (g->bare)
		return git_fail(e, GIT_NO_WORK_TREE,
			str_fmt(a, "'%s' is a bare repository without files", g->folder),
			S(""));
	struct str out;
	if (!git_run_ok(g, a, args, &out, e))
		return false;
	*ret = str_slice(out, 0, out.n ? out.n - 1 : 0);
	return true;
}

bool
git_merge_base(struct git *g, struct arena *a, const struct git_commit *x,
	const struct git_commit *y, struct git_commit *ret, struct git_error *e)
{
	const char *const args[] = {"merge-base", "--end-of-options", str_z(a, x->oid),
		str_z(a, y->oid), NULL};
	struct git_output o;
	if (!git_run(g, a, args, &o, e))
		return false;
	if (o.code == 1)
		return git_fail(e, g->shallow ? GIT_SHALLOW : GIT_BAD_REF,
			str_fmt(a,
				"%.12s and %.12s have no common ancestor in this clone",
				args[2], args[3]),
			g->shallow ? S("git fetch --unshallow") : S(""));
	if (o.code != 0)
		return fail_exit(a, e, g->folder, o.err);
	return git_resolve(g, a, str_cut(o.out, '\n', &o.out), ret, e);
}

bool
git_diff(struct git *g, struct arena *a, const struct git_commit *from,
	const struct git_commit *to, struct str path, struct str *ret,
	struct git_error *e)
{
	const char *const args[] = {"diff", "--no-ext-diff", "--no-textconv",
		"--no-color", "--no-relative", "--diff-algorithm=default",
		"--indent-heuristic", "--unified=3", "--inter-hunk-context=0",
		"--end-of-options", str_z(a, from->oid), str_z(a, to->oid), "--",
		str_z(a, path), NULL};
	return git_check_path(a, path, e) && git_run_ok(g, a, args, ret, e);
}
