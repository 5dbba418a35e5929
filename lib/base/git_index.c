/* The index, and paths as users give them. */
#include "base/git.h"

#include "base/arena.h"
#include "base/git_internal.h"
#include "base/limits.h"

#include <string.h>

/* `MODE OID STAGE<TAB>PATH` of ls-files. */
static bool
parse_entry(struct str line, struct git_entry *ret)
{
	struct str rest = line;
	struct str mode = str_cut(rest, ' ', &rest);
	struct str oid = str_cut(rest, ' ', &rest);
	struct str stage = str_cut(rest, '\t', &rest);
	if (mode.n != 6 || stage.n != 1 || rest.n == 0)
		return false;
	*ret = (struct git_entry){
		.stage = (unsigned)(stage.p[0] - '0'), .oid = oid, .path = rest};
	for (size_t i = 0; i < mode.n; i++)
		ret->mode = ret->mode * 8 + (unsigned)(mode.p[i] - '0');
	return ret->stage <= 3;
}

bool
git_index(struct git *g, struct arena *a, struct str path, struct git_entries *ret,
	struct git_error *e)
{
	const char *args[] = {
		"ls-files", "--stage", "-z", "--full-name", "--", NULL, NULL};
	struct str out;
	if (path.n)
		args[5] = str_z(a, path);
	if (!git_run_ok(g, a, args, &out, e))
		return false;
	while (out.n) {
		struct git_entry entry;
		if (!parse_entry(str_cut(out, 0, &out), &entry))
			return git_fail(e, GIT_FAILED,
				S("git ls-files printed something unknown"), S(""));
		/* A folder's name as a pathspec gives what is below it. */
		if (path.n == 0 || str_eq(entry.path, path))
			vec_push(a, ret, entry);
	}
	return true;
}

static const char *const stage_name[] = {"the index", "the common ancestor (stage 1)",
	"our side (stage 2)", "their side (stage 3)"};

bool
git_stage(struct git *g, struct arena *a, unsigned stage, struct str path,
	struct str *ret, struct git_error *e)
{
	struct git_entries entries = {0};
	struct object none = {.answer = OBJECT_MISSING};
	struct str where = str_from(stage_name[stage & 3]);
	if (!git_check_path(a, path, e) || !git_index(g, a, path, &entries, e))
		return false;
	for (size_t i = 0; i < entries.n; i++) {
		const struct git_entry *entry = &entries.v[i];
		if (entry->stage != stage)
			continue;
		if ((entry->mode & GIT_MODE_TYPE) == GIT_MODE_FILE)
			return git_blob(g, a, entry->oid, ret, e);
		none.answer = OBJECT_FOUND;
	}
	return git_fail_object(a, e, &none, path, where);
}

/* Takes "." and ".." out of a path whose parts are appended to `parts`; false when it
 * climbs above the top. */
static bool
add_parts(struct arena *a, struct names *parts, struct str path)
{
	struct str rest = path;
	while (rest.p) {
		struct str part = str_cut(rest, '/', &rest);
		if (part.n == 0 || str_eq(part, S(".")))
			continue;
		if (!str_eq(part, S("..")))
			vec_push(a, parts, part);
		else if (parts->n == 0)
			return false;
		else
			parts->n--;
	}
	return true;
}

static bool
is_below(struct str path, struct str folder)
{
	return str_starts(path, folder) &&
		(path.n == folder.n || path.p[folder.n] == '/' ||
			str_ends(folder, S("/")));
}

bool
git_path(struct git *g, struct arena *a, struct str path, struct str *ret,
	struct git_error *e)
{
	struct names parts = {0};
	struct str top, given = path;
	bool ok = path.n > 0 && path.n <= LIMIT_PATH_BYTES && !memchr(path.p, 0, path.n);
	if (ok && path.p[0] == '/') {
		if (!git_toplevel(g, a, &top, e))
			return false;
		ok = is_below(path, top);
		path = str_slice(path, top.n, path.n);
	} else if (ok) {
		ok = add_parts(a, &parts, g->prefix);
	}
	ok = ok && add_parts(a, &parts, path) && parts.n;
	if (!ok)
		return git_fail(e, GIT_OUTSIDE,
			str_fmt(a, "'%.*s' is not a file inside the repository",
				STR(given)),
			S(""));
	struct str joined = parts.v[0];
	for (size_t i = 1; i < parts.n; i++)
		joined = str_fmt(a, "%.*s/%.*s", STR(joined), STR(parts.v[i]));
	*ret = joined;
	return true;
}
