/* Recipes under real bash. */
#include "stage.h"

#include "temp.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOT "/workspace"

const char *const stage_folders[2] = {
	"benchmarks/single_node/fixed_seq_len", "benchmarks/single_node/agentic"};

static const char *const stubs[] = {"aiperf", "amd-smi", "curl", "git", "hf", "lmcache",
	"mooncake_master", "mpirun", "numactl", "nvidia-smi", "pip", "python3",
	"rocm-smi", "sleep", "taskset", "trtllm-serve", "vllm", "vllm-router"};
/* Tools that the evaluator knows, or that only make folders. */
static const char *const tools[] = {"awk", "basename", "bash", "cat", "cut", "dirname",
	"env", "grep", "head", "mkdir", "rm", "sed", "seq", "sh", "sort", "tail", "tee",
	"tr", "wc"};

static const char *const always[] = {"MODEL=example/Ling2-FP8", "RESULT_FILENAME=result",
	"RESULT_DIR=" ROOT "/results", "HOME=" ROOT "/home", "USER=tester",
	"HOSTNAME=node1"};

/* Killing a server that has not even started would leave no note of it. */
static const char start_up[] =
	"kill() { local p; for p; do [[ $p == -* ]] || wait \"$p\" 2>/dev/null; done; }\n"
	"export -f kill\n";

/* Its words, their number first, and the environment in lines, all in one write. */
static const char stub[] = "#!/bin/sh\n"
			   "printf '%%s\\0' \"$#\" %s \"$@\" \"$(env)\" >> '%s/record'\n"
			   "%s";

/* ---- making the folder ---------------------------------------------------------- */

static struct str
at_root(const struct stage *s, struct str text)
{
	struct buf b = buf_new(s->arena, 1 << 20);
	struct str from = S(ROOT);
	size_t at = 0;
	for (size_t next; (next = str_find(text, from, at)) < text.n;
		at = next + from.n) {
		buf_add(&b, str_slice(text, at, next));
		buf_addz(&b, s->root);
	}
	buf_add(&b, str_slice(text, at, text.n));
	return buf_str(&b);
}

static struct tree *
fixture_tree(struct arena *a)
{
	struct tree *t = tree_folder(a, str_fmt(a, "%s/recipes", fixtures_folder()).p);
	assert_non_null(t);
	return t;
}

static void
copy_scripts(struct stage *s, const char *folder)
{
	struct arena *a = s->arena;
	struct tree *from = fixture_tree(a);
	struct names names = {0};
	assert_int_equal(from->list(from, a, str_from(folder), &names), TREE_OK);
	for (size_t i = 0; i < names.n; i++) {
		struct str text, path = str_fmt(a, "%s/%.*s", folder, STR(names.v[i]));
		if (str_ends(path, S("/")))
			continue;
		assert_int_equal(from->read(from, a, path, &text), TREE_OK);
		text = at_root(s, text);
		temp_put(a, s->root, path.p, text);
		tree_memory_put(a, s->tree, path, text);
	}
}

static void
make_stub(struct stage *s, const char *name)
{
	const char *path = temp_path(s->arena, s->bin, name);
	bool answers = strcmp(name, "rocm-smi") == 0;
	write_file(path, str_fmt(s->arena, stub, name, s->root,
				 answers ? "echo 'GPU[0] MEC 180'\n" : ""));
	assert_int_equal(chmod(path, 0755), 0);
}

static bool
link_tool(struct stage *s, const char *name)
{
	static const char *const from[] = {"/usr/bin", "/bin", "/usr/local/bin"};
	for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
		const char *path = str_fmt(s->arena, "%s/%s", from[i], name).p;
		if (access(path, X_OK) == 0)
			return symlink(path, temp_path(s->arena, s->bin, name)) == 0;
	}
	print_message("skipped: there is no %s to run recipes with\n", name);
	return false;
}

struct stage *
stage_new(struct arena *a)
{
	struct stage *s = NEW(a, struct stage);
	s->arena = a;
	s->tree = tree_memory(a);
	s->root = temp_folder(a);
	s->bin = temp_path(a, s->root, "bin");
	copy_scripts(s, "benchmarks");
	for (size_t i = 0; i < sizeof stage_folders / sizeof *stage_folders; i++)
		copy_scripts(s, stage_folders[i]);
	temp_put(a, s->root, "bin/start-up", str_from(start_up));
	temp_put(a, s->root, "home/none", S(""));
	for (size_t i = 0; i < sizeof stubs / sizeof *stubs; i++)
		make_stub(s, stubs[i]);
	s->is_complete = true;
	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
		s->is_complete = s->is_complete && link_tool(s, tools[i]);
	return s;
}

struct names
stage_recipes(struct arena *a)
{
	struct names all = {0};
	struct tree *t = fixture_tree(a);
	for (size_t i = 0; i < sizeof stage_folders / sizeof *stage_folders; i++) {
		struct names names = {0};
		assert_int_equal(
			t->list(t, a, str_from(stage_folders[i]), &names), TREE_OK);
		for (size_t k = 0; k < names.n; k++)
			vec_push(a, &all,
				str_fmt(a, "%s/%.*s", stage_folders[i], STR(names.v[k])));
	}
	return all;
}

bool
stage_is_stub(struct str name)
{
	for (size_t i = 0; i < sizeof stubs / sizeof *stubs; i++)
		if (str_eqz(name, stubs[i]))
			return true;
	return false;
}

/* ---- running -------------------------------------------------------------------- */

/* Later words count. */
struct words
stage_environment(struct stage *s, struct str given)
{
	struct words list = {0}, all = {0};
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		vec_push(s->arena, &all, at_root(s, str_from(always[i])));
	vec_push(s->arena, &all, str_fmt(s->arena, "PATH=%s", s->bin));
	while (given.n) {
		struct str word = str_cut(given, ' ', &given);
		if (word.n)
			vec_push(s->arena, &all, word);
	}
	for (size_t i = 0; i < all.n; i++) {
		bool again = false;
		size_t name = str_find_byte(all.v[i], '=', 0) + 1;
		for (size_t k = i + 1; k < all.n; k++)
			again |= str_starts(all.v[k], str_slice(all.v[i], 0, name));
		if (!again)
			vec_push(s->arena, &list, all.v[i]);
	}
	return list;
}

static struct words
lines_of(struct arena *a, struct str text)
{
	struct words w = {0};
	while (text.n) {
		struct str line = str_cut(text, '\n', &text);
		vec_push(a, &w, line);
	}
	return w;
}

static struct calls
read_record(struct stage *s)
{
	struct calls calls = {0};
	struct str rest = {0};
	if (!temp_get(s->arena, s->root, "record", &rest))
		return calls;
	while (rest.n) {
		int64_t n;
		struct call c = {0};
		assert_true(str_to_int64(str_cut(rest, '\0', &rest), &n));
		for (int64_t i = 0; i <= n; i++) {
			struct str word = str_cut(rest, '\0', &rest);
			vec_push(s->arena, &c.argv, word);
		}
		c.environment = lines_of(s->arena, str_cut(rest, '\0', &rest));
		vec_push(s->arena, &calls, c);
	}
	return calls;
}

/* All that the script starts holds descriptor 9, so that the run lasts as long. */
struct calls
stage_run(struct stage *s, struct str script, const struct words *environment)
{
	struct arena *a = s->arena;
	const char **env = NEW_ARRAY(a, const char *, environment->n + 2);
	const char *argv[] = {
		"/bin/sh", "-c", "exec bash \"$0\" 9>&1", str_z(a, script), NULL};
	for (size_t i = 0; i < environment->n; i++)
		env[i] = str_z(a, environment->v[i]);
	env[environment->n] = str_fmt(a, "BASH_ENV=%s/start-up", s->bin).p;
	struct outcome o = run_program(a, s->root, argv, env, S(""));
	if (str_contains(o.err, S("syntax error")) ||
		str_contains(o.err, S("command not found")))
		fail_msg("%.*s: %.*s", STR(script), STR(o.err));
	return read_record(s);
}
