/* Which launched commands change the engine. */
#include "patches.h"

/* ---- words ---------------------------------------------------------------------- */

static bool
has_any(struct str s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_contains(s, str_from(list[i])))
			return true;
	return false;
}

/* Where images keep what they serve with. */
static bool
is_in_image(struct str path)
{
	static const char *const folders[] = {"/site-packages/", "/dist-packages/",
		"/sgl-workspace/", "/vllm-workspace/", "/app/vllm/", "/app/ATOM/"};
	return has_any(path, folders, sizeof folders / sizeof *folders);
}

/* A path, or what is known of how it was found: "output of python3 -c import vllm ...".
 */
static bool
names_engine(struct str text)
{
	static const char *const words[] = {"find_spec(\"vllm", "find_spec('vllm",
		"import vllm", "import sglang", "import aiter", "import atom",
		"import tensorrt_llm", "import flashinfer", "from vllm", "from sglang",
		"find_spec(\"sglang", "find_spec('sglang", "find_spec(\"aiter",
		"find_spec('aiter", "pip show vllm", "pip show sglang", "pip show aiter",
		"find_spec(\"atom", "find_spec('atom"};
	return is_in_image(text) || has_any(text, words, sizeof words / sizeof *words);
}

/* A word that is known, else nothing. */
static struct str
word_at(const struct shell_launch *l, size_t i)
{
	struct str s = {0};
	if (i >= l->argv.n || !value_known(l->argv.v[i].value, &s))
		return (struct str){0};
	return s;
}

static struct str
base_name(struct str path)
{
	size_t slash = str_rfind_byte(path, '/');
	return slash == path.n ? path : str_slice(path, slash + 1, path.n);
}

static struct str
program(const struct shell_launch *l, size_t *at)
{
	*at = str_eqz(word_at(l, 0), "sudo");
	return base_name(word_at(l, *at));
}

/* The first word that names a part of the engine, behind the program. */
static struct str
engine_word(struct check *c, const struct shell_launch *l, size_t from)
{
	for (size_t i = from; i < l->argv.n; i++) {
		struct str s = value_shown(c->arena, l->argv.v[i].value);
		if (names_engine(s))
			return s;
	}
	return (struct str){0};
}

/* ---- python --------------------------------------------------------------------- */

/* A program that asks where the engine's files are, and writes. */
static bool
rewrites_engine(struct str text)
{
	static const char *const engines[] = {
		"vllm", "sglang", "aiter", "atom", "tensorrt_llm", "flashinfer"};
	static const char *const asks[] = {"find_spec(", ".__file__", "getsourcefile("};
	static const char *const writes[] = {"write_text(", ".write(", "fileinput",
		"os.replace(", "shutil.copy", "writelines("};
	return has_any(text, engines, sizeof engines / sizeof *engines) &&
	       (is_in_image(text) || has_any(text, asks, sizeof asks / sizeof *asks)) &&
	       has_any(text, writes, sizeof writes / sizeof *writes);
}

/* Text of a script of the tree that a word names. */
static struct str
script_text(struct check *c, const struct shell_launch *l, size_t i)
{
	struct str path, cwd, root = S("/workspace/");
	if (i >= l->argv.n || !value_known(l->argv.v[i].value, &path) || !path.n ||
		!value_known(l->cwd, &cwd))
		return (struct str){0};
	if (path.p[0] != '/')
		path = str_fmt(c->arena, "%.*s/%.*s", STR(cwd), STR(path));
	path = session_normal_path(c->arena, path);
	if (!str_starts(path, root))
		return (struct str){0};
	const struct session_path *p =
		session_path(plans_session(c->plans), str_slice(path, root.n, path.n));
	return p->source ? p->source->bytes : (struct str){0};
}

static struct str
heredoc_text(struct check *c, const struct shell_launch *l)
{
	for (size_t i = 0; i < l->command->redirects.n; i++) {
		const struct shell_redirect *r = l->command->redirects.v[i];
		if (r->heredoc)
			return span_text(c->repo->sources, r->heredoc->body);
	}
	return (struct str){0};
}

static bool
is_python(struct str name)
{
	return str_eqz(name, "python3") || str_eqz(name, "python");
}

static size_t
first_word(const struct shell_launch *l, size_t at)
{
	size_t i = at + 1;
	while (i < l->argv.n && str_starts(word_at(l, i), S("-")) && word_at(l, i).n > 1)
		i++;
	return i;
}

/* ---- patches -------------------------------------------------------------------- */

bool
applies_patch(struct check *c, const struct shell_launch *l, struct str *what)
{
	size_t at;
	struct str name = program(l, &at), second = word_at(l, at + 1);
	*what = name;
	if (str_eqz(name, "patch"))
		return true;
	if (str_eqz(name, "git") && (str_eqz(second, "apply") || str_eqz(second, "am"))) {
		*what = str_fmt(c->arena, "git %.*s", STR(second));
		return true;
	}
	size_t i = first_word(l, at);
	*what = base_name(word_at(l, i));
	return (is_python(name) || str_eqz(name, "bash")) &&
	       str_contains(*what, S("patch")) && script_text(c, l, i).n;
}

/* ---- changes of the engine ------------------------------------------------------ */

static bool
edits_in_place(const struct shell_launch *l, size_t at)
{
	for (size_t i = at + 1; i < l->argv.n; i++) {
		struct str s = word_at(l, i);
		if (str_starts(s, S("--in-place")))
			return true;
		if (s.n > 1 && s.p[0] == '-' && s.p[1] != '-' &&
			str_find_byte(str_slice(s, 0, 4), 'i', 0) < 4 &&
			str_find_byte(str_slice(s, 0, 4), 'i', 0) < s.n)
			return true;
	}
	return false;
}

static bool
is_engine_package(struct str word)
{
	static const char *const names[] = {"vllm", "sglang", "sgl-kernel", "sgl_kernel",
		"aiter", "amd-aiter", "amd_aiter", "atom", "flashinfer",
		"flashinfer-python", "flashinfer_python", "tensorrt-llm", "tensorrt_llm",
		"triton", "torch"};
	struct str last = base_name(word);
	size_t end = 0;
	while (end < last.n &&
		!str_contains(S("=<>!~[ @;."), str_slice(last, end, end + 1)))
		end++;
	struct str rest, name = str_slice(last, 0, end);
	if (str_ends(last, S(".whl")))
		name = str_cut(last, '-', &rest);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eqz(name, names[i]))
			return true;
	return false;
}

/* The package that `pip install` puts over the image's; empty: none. */
static struct str
installed(const struct shell_launch *l, size_t at)
{
	size_t i = at + 1;
	while (i < l->argv.n && !str_eqz(word_at(l, i), "install"))
		i++;
	for (i++; i < l->argv.n; i++) {
		struct str s = word_at(l, i);
		if (!str_starts(s, S("-")) && is_engine_package(s))
			return s;
	}
	return (struct str){0};
}

static bool
is_pip(const struct shell_launch *l, size_t at)
{
	struct str name = base_name(word_at(l, at)), next = word_at(l, at + 1);
	if (str_eqz(name, "uv"))
		return str_eqz(next, "pip");
	if (is_python(name))
		return str_eqz(next, "-m") && str_eqz(word_at(l, at + 2), "pip");
	return str_eqz(name, "pip") || str_eqz(name, "pip3");
}

static bool
python_patches(struct check *c, const struct shell_launch *l, size_t at, struct str *what)
{
	size_t i = first_word(l, at);
	struct str text = heredoc_text(c, l);
	*what = S("a program in the recipe");
	if (!text.n || !str_eqz(word_at(l, i), "-")) {
		text = script_text(c, l, i);
		*what = base_name(word_at(l, i));
	}
	return rewrites_engine(text);
}

/* What sed, patch and cp are told to change; empty: nothing of the engine. */
static struct str
changed_file(struct check *c, const struct shell_launch *l, size_t at, struct str name)
{
	static const char *const copies[] = {"cp", "mv", "ln", "install", "rsync"};
	for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
		if (str_eqz(name, copies[i])) {
			struct str target = word_at(l, l->argv.n - 1);
			return is_in_image(target) ? target : (struct str){0};
		}
	if (str_eqz(name, "sed") || str_eqz(name, "perl"))
		return edits_in_place(l, at) ? engine_word(c, l, at + 1)
					     : (struct str){0};
	if (!str_eqz(name, "patch") &&
		!(str_eqz(name, "git") && (str_eqz(word_at(l, at + 1), "apply") ||
						  str_eqz(word_at(l, at + 1), "am"))))
		return (struct str){0};
	struct str target = engine_word(c, l, at + 1);
	struct str cwd = value_shown(c->arena, l->cwd);
	return !target.n && names_engine(cwd) ? cwd : target;
}

bool
changes_engine(struct check *c, const struct shell_launch *l, struct str *what)
{
	size_t at;
	struct str name = program(l, &at), target = changed_file(c, l, at, name);
	if (target.n) {
		*what = str_fmt(c->arena, "%.*s changes %.*s", STR(name),
			STR(quote(c->arena, target)));
		return true;
	}
	struct str package = is_pip(l, at) ? installed(l, at) : (struct str){0};
	if (package.n) {
		*what = str_fmt(c->arena, "pip installs %.*s over it",
			STR(quote(c->arena, package)));
		return true;
	}
	struct str script;
	if (!is_python(name) || !python_patches(c, l, at, &script))
		return false;
	*what = str_fmt(c->arena, "%.*s rewrites its files", STR(script));
	return true;
}
