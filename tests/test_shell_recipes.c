/*
 * Launch plans against real bash: each recipe of fixtures/recipes is run with commands
 * that only note how they were called, and the plan must say the same, word by word.
 *
 * Comments of a recipe tell how: "#: NAME=VALUE ..." is an environment to run it in, "#?
 * TEXT" allows unknown parts of commands whose reason begins with TEXT.
 */
#include "support/support.h"
#include "support/temp.h"
#include "support/words.h"

#include "plan/launch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOT "/workspace"

static const char *const folders[] = {
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

struct setting {
	struct arena a;
	const char *root; /* stands for /workspace */
	const char *bin;
	bool has_tools;
};

VEC(environments, struct str); /* the text behind "#:" */

struct recipe {
	struct str path; /* from the root */
	struct environments environments;
	struct words allowed;
};

/* ---- making the folder ---------------------------------------------------------- */

static struct str
replace(struct arena *a, struct str text, struct str from, struct str to)
{
	struct buf b = buf_new(a, 1 << 20);
	size_t at = 0;
	for (size_t next; (next = str_find(text, from, at)) < text.n;
		at = next + from.n) {
		buf_add(&b, str_slice(text, at, next));
		buf_add(&b, to);
	}
	buf_add(&b, str_slice(text, at, text.n));
	return buf_str(&b);
}

static void
copy_scripts(struct setting *s, const char *folder)
{
	struct tree *t =
		tree_folder(&s->a, str_fmt(&s->a, "%s/recipes", fixtures_folder()).p);
	struct names names = {0};
	assert_non_null(t);
	assert_int_equal(t->list(t, &s->a, str_from(folder), &names), TREE_OK);
	for (size_t i = 0; i < names.n; i++) {
		struct str text,
			path = str_fmt(&s->a, "%s/%.*s", folder, STR(names.v[i]));
		if (str_ends(path, S("/")))
			continue;
		assert_int_equal(t->read(t, &s->a, path, &text), TREE_OK);
		temp_put(&s->a, s->root, path.p,
			replace(&s->a, text, S(ROOT), str_from(s->root)));
	}
}

static void
make_stub(struct setting *s, const char *name)
{
	const char *path = temp_path(&s->a, s->bin, name);
	const char *answer =
		strcmp(name, "rocm-smi") == 0 ? "echo 'GPU[0] MEC 180'\n" : "";
	write_file(path,
		str_fmt(&s->a,
			"#!/bin/sh\nprintf '%%s\\0' \"$#\" %s \"$@\" >> '%s/record'\n%s",
			name, s->root, answer));
	assert_int_equal(chmod(path, 0755), 0);
}

static bool
link_tool(struct setting *s, const char *name)
{
	static const char *const from[] = {"/usr/bin", "/bin", "/usr/local/bin"};
	for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
		const char *path = str_fmt(&s->a, "%s/%s", from[i], name).p;
		if (access(path, X_OK) == 0)
			return symlink(path, temp_path(&s->a, s->bin, name)) == 0;
	}
	print_message("skipped: there is no %s to run recipes with\n", name);
	return false;
}

static int
setup(void **state)
{
	struct setting *s = calloc(1, sizeof *s);
	assert_non_null(s);
	arena_init(&s->a, 0, NULL);
	s->root = temp_folder(&s->a);
	s->bin = temp_path(&s->a, s->root, "bin");
	copy_scripts(s, "benchmarks");
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		copy_scripts(s, folders[i]);
	temp_put(&s->a, s->root, "bin/start-up", str_from(start_up));
	temp_put(&s->a, s->root, "home/none", S(""));
	for (size_t i = 0; i < sizeof stubs / sizeof *stubs; i++)
		make_stub(s, stubs[i]);
	s->has_tools = true;
	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
		s->has_tools = s->has_tools && link_tool(s, tools[i]);
	*state = s;
	return 0;
}

static int
teardown(void **state)
{
	struct setting *s = *state;
	arena_release(&s->a);
	free(s);
	return 0;
}

/* ---- reading a recipe ----------------------------------------------------------- */

static struct recipe
read_recipe(struct setting *s, struct str path)
{
	struct recipe r = {.path = path};
	struct str rest = read_file(&s->a, temp_path(&s->a, s->root, path.p));
	while (rest.n) {
		struct str line = str_cut(rest, '\n', &rest);
		struct str text = str_trim(str_slice(line, 2, line.n));
		if (str_starts(line, S("#:")))
			vec_push(&s->a, &r.environments, text);
		if (str_starts(line, S("#?")))
			vec_push(&s->a, &r.allowed, text);
	}
	return r;
}

/* NAME=VALUE words of the run, later ones in place of earlier ones. */
static struct words
environment_of(struct setting *s, struct str given)
{
	struct words list = {0}, all = {0};
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		vec_push(&s->a, &all,
			replace(&s->a, str_from(always[i]), S(ROOT), str_from(s->root)));
	vec_push(&s->a, &all, str_fmt(&s->a, "PATH=%s", s->bin));
	while (given.n) {
		struct str word = str_cut(given, ' ', &given);
		if (word.n)
			vec_push(&s->a, &all, word);
	}
	for (size_t i = 0; i < all.n; i++) {
		bool again = false;
		size_t name = str_find_byte(all.v[i], '=', 0) + 1;
		for (size_t k = i + 1; k < all.n; k++)
			again |= str_starts(all.v[k], str_slice(all.v[i], 0, name));
		if (!again)
			vec_push(&s->a, &list, all.v[i]);
	}
	return list;
}

/* ---- what bash does ------------------------------------------------------------- */

VEC(calls, struct words);

static struct calls
read_record(struct setting *s)
{
	struct calls calls = {0};
	struct str rest = {0};
	if (!temp_get(&s->a, s->root, "record", &rest))
		return calls;
	while (rest.n) {
		int64_t n;
		struct words w = {0};
		assert_true(str_to_int64(str_cut(rest, '\0', &rest), &n));
		for (int64_t i = 0; i <= n; i++)
			vec_push(&s->a, &w, str_cut(rest, '\0', &rest));
		vec_push(&s->a, &calls, w);
	}
	return calls;
}

/* Everything that the recipe starts holds descriptor 9, so that the run lasts as long. */
static struct calls
run_bash(struct setting *s, const struct recipe *r, const struct words *environment)
{
	const char **env = NEW_ARRAY(&s->a, const char *, environment->n + 2);
	const char *argv[] = {"/bin/sh", "-c", "exec bash \"$0\" 9>&1", r->path.p, NULL};
	for (size_t i = 0; i < environment->n; i++)
		env[i] = str_z(&s->a, environment->v[i]);
	env[environment->n] = str_fmt(&s->a, "BASH_ENV=%s/start-up", s->bin).p;
	unlink(temp_path(&s->a, s->root, "record"));
	struct outcome o = run_program(&s->a, s->root, argv, env, S(""));
	if (str_contains(o.err, S("syntax error")) ||
		str_contains(o.err, S("command not found")))
		fail_msg("%.*s: %.*s", STR(r->path), STR(o.err));
	return read_record(s);
}

/* ---- what the plan says --------------------------------------------------------- */

static struct launch_plan *
make_plan(struct setting *s, const struct recipe *r, const struct words *environment)
{
	struct shell_settings list = {0};
	struct sources *sources = NEW(&s->a, struct sources);
	for (size_t i = 0; i < environment->n; i++) {
		struct str value, name = str_cut(environment->v[i], '=', &value);
		struct shell_setting g = {name, value_text(&s->a, value), TRI_YES};
		vec_push(&s->a, &list, g);
	}
	struct shell_input in = plan_input(&s->a, r->path, &list);
	in.roots.v[0] = str_from(s->root);
	struct session *session =
		session_new(&s->a, sources, tree_folder(&s->a, s->root));
	struct launch_plan *p = plan_make(session, &s->a, &in);
	assert_non_null(p);
	return p;
}

static bool
is_stub(const struct plan_command *c)
{
	for (size_t i = 0; i < sizeof stubs / sizeof *stubs; i++)
		if (value_is(c->launch->argv.v[0].value, str_from(stubs[i])))
			return true;
	return false;
}

static struct plan_commands
commands_of_stubs(struct setting *s, const struct launch_plan *p)
{
	struct plan_commands list = {0};
	const struct plan_commands *from[] = {&p->commands, &p->handler_commands};
	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < from[i]->n; k++)
			if (is_stub(from[i]->v[k]))
				vec_push(&s->a, &list, from[i]->v[k]);
	return list;
}

static bool
may_be_unknown(const struct recipe *r, const struct value *v)
{
	for (size_t i = 0; i < v->n; i++) {
		const struct piece *p = &v->v[i];
		bool allowed = p->kind == PIECE_TEXT;
		for (size_t k = 0; k < r->allowed.n && p->kind != PIECE_TEXT; k++)
			allowed |= p->kind == PIECE_CHOICE ||
				   str_starts(p->hole->why, r->allowed.v[k]);
		for (size_t k = 0; p->kind == PIECE_CHOICE && k < p->choice.n; k++)
			allowed = allowed && may_be_unknown(r, p->choice.v[k]);
		if (!allowed)
			return false;
	}
	return true;
}

static bool
is_as_known(const struct recipe *r, const struct plan_command *c)
{
	const struct fields *argv = &c->launch->argv;
	bool known = true;
	for (size_t i = 0; i < argv->n; i++)
		known = known && !argv->v[i].loose && may_be_unknown(r, argv->v[i].value);
	return known;
}

/* ---- comparing ------------------------------------------------------------------ */

struct comparison {
	struct setting *s;
	const struct recipe *recipe;
	struct str environment;
	struct buf faults;
};

static void
show_fault(struct comparison *x, const char *what, const struct fields *plan,
	const struct words *real)
{
	buf_addf(&x->faults, "%.*s [%.*s] %s:", STR(x->recipe->path), STR(x->environment),
		what);
	for (size_t i = 0; plan && i < plan->n; i++)
		buf_addf(&x->faults, " {%.*s}",
			STR(value_shown(&x->s->a, plan->v[i].value)));
	for (size_t i = 0; real && i < real->n; i++)
		buf_addf(&x->faults, " {%.*s}", STR(real->v[i]));
	buf_addc(&x->faults, '\n');
}

static size_t
first_call(const struct calls *calls, const struct fields *plan)
{
	size_t i = 0;
	while (i < calls->n && !words_match(plan, &calls->v[i]))
		i++;
	return i;
}

/* What bash did is planned, and nothing of it is left open. */
static void
look_for_calls(
	struct comparison *x, const struct calls *calls, const struct plan_commands *plan)
{
	for (size_t i = 0; i < calls->n; i++) {
		bool found = false;
		for (size_t k = 0; k < plan->n; k++)
			found |= is_as_known(x->recipe, plan->v[k]) &&
				 words_match(&plan->v[k]->launch->argv, &calls->v[i]);
		if (found)
			continue;
		show_fault(x, "not planned", NULL, &calls->v[i]);
		for (size_t k = 0; k < plan->n; k++)
			if (value_is(plan->v[k]->launch->argv.v[0].value,
				    calls->v[i].v[0]))
				show_fault(x, "instead", &plan->v[k]->launch->argv, NULL);
	}
}

/* What is planned without a condition was done, in this order unless it runs beside. */
static void
look_for_commands(
	struct comparison *x, const struct calls *calls, const struct plan_commands *plan)
{
	size_t last = 0;
	for (size_t i = 0; i < plan->n; i++) {
		const struct shell_launch *l = plan->v[i]->launch;
		size_t at = first_call(calls, &l->argv);
		if (l->assumed)
			continue;
		if (at == calls->n)
			show_fault(x, "not done", &l->argv, NULL);
		else if (!l->job && at < last)
			show_fault(x, "done earlier", &l->argv, NULL);
		else if (!l->job)
			last = at;
	}
}

static size_t
compare(struct setting *s, const struct recipe *r, struct str environment)
{
	struct comparison x = {s, r, environment, buf_new(&s->a, 1 << 20)};
	struct words env = environment_of(s, environment);
	struct calls calls = run_bash(s, r, &env);
	struct launch_plan *p = make_plan(s, r, &env);
	struct plan_commands plan = commands_of_stubs(s, p);
	look_for_calls(&x, &calls, &plan);
	look_for_commands(&x, &calls, &plan);
	if (p->trace->incomplete || !calls.n)
		show_fault(&x, "not run to an end", NULL, NULL);
	if (x.faults.n)
		print_error("%.*s", STR(buf_str(&x.faults)));
	return x.faults.n != 0;
}

static void
test_recipes(void **state)
{
	struct setting *s = *state;
	size_t recipes = 0, differ = 0;
	for (size_t i = 0; s->has_tools && i < sizeof folders / sizeof *folders; i++) {
		struct names names = {0};
		struct tree *t = tree_folder(&s->a, s->root);
		assert_int_equal(
			t->list(t, &s->a, str_from(folders[i]), &names), TREE_OK);
		for (size_t k = 0; k < names.n; k++) {
			struct str path =
				str_fmt(&s->a, "%s/%.*s", folders[i], STR(names.v[k]));
			struct recipe r = read_recipe(s, path);
			assert_true(r.environments.n >= 2);
			recipes++;
			for (size_t n = 0; n < r.environments.n; n++)
				differ += compare(s, &r, r.environments.v[n]);
		}
	}
	assert_int_equal(differ, 0);
	assert_true(recipes >= 20 || !s->has_tools);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_recipes, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
