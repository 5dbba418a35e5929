/*
 * Shells within the script: bash FILE, bash -c TEXT, also behind commands that run the
 * command after them. The command is launched; what it launches in turn is seen too.
 */
#include "shell/builtin.h"

#include "base/arena.h"

/* Run their last words as they are, in the same environment and folder. */
static const char *const wrappers[] = {"ionice", "nice", "nohup", "numactl", "setsid",
	"srun", "stdbuf", "taskset", "timeout"};

struct child {
	struct str text;               /* bash -c */
	struct session_script *script; /* bash FILE */
	struct str path;
	const struct value *zero;
	const struct field *arg;
	size_t n_args;
	struct span span; /* of the text, or of the call */
	unsigned options;
};

static void
run_child(struct eval *e, const void *what, struct states *set)
{
	const struct child *c = what;
	for (size_t i = 0; i < set->n; i++) {
		eval_become_child(e, set->v[i]);
		set->v[i]->options = c->options;
		set->v[i]->zero = c->zero;
		set->v[i]->arg = c->arg;
		set->v[i]->n_args = c->n_args;
	}
	if (c->script)
		eval_script(e, c->script, c->path, c->span, set);
	else
		eval_text(e, c->text, c->span, set);
}

/* -c, -lc, -eu -o pipefail -c. True: a text follows, and no file. */
static bool
read_options(struct words_left *w, struct child *c)
{
	struct str option, name;
	bool text = false;
	while (next_option(w, &option)) {
		if (option.p[1] == '-')
			continue;
		text |= str_find_byte(option, 'c', 0) < option.n;
		if (str_find_byte(option, 'e', 0) < option.n)
			c->options |= OPTION_ERREXIT;
		if (str_find_byte(option, 'u', 0) < option.n)
			c->options |= OPTION_NOUNSET;
		if ((str_ends(option, S("o")) || str_ends(option, S("O"))) &&
			w->at < w->n && word_known(&w->v[w->at++], &name) &&
			str_eq(name, S("pipefail")))
			c->options |= OPTION_PIPEFAIL;
	}
	return text;
}

/* `name`: the word that names the shell. */
static bool
find_child(struct eval *e, struct state *s, const struct invocation *call, size_t name,
	struct child *c)
{
	const struct field *shell = &call->argv.v[name];
	struct words_left w = {shell + 1, call->argv.n - name - 1, 0};
	*c = (struct child){.span = call->span, .zero = shell->value};
	bool text = read_options(&w, c);
	if (w.at >= w.n)
		return false;
	const struct field *what = &w.v[w.at++];
	if (text && !word_known(what, &c->text))
		return false;
	if (!text) {
		struct file_info f = file_look(e, s, what->value);
		c->script = f.path ? session_script(e->session, f.path) : NULL;
		if (!c->script)
			return false;
		c->zero = what->value;
		c->path = value_shown(e->arena, c->zero);
	} else {
		if (what->span.file)
			c->span = what->span;
		if (w.at < w.n)
			c->zero = w.v[w.at++].value;
	}
	c->arg = w.v + w.at;
	c->n_args = w.n - w.at;
	return true;
}

BUILTIN(builtin_bash)
{
	(void)more;
	struct child c;
	if (!find_child(e, s, call, 0, &c) || !eval_enter(e, call->span)) {
		launch_command(e, s, call, false);
		return STAYS;
	}
	launch_record(e, s, call, false);
	struct outcome o = eval_in_subshell(e, s, run_child, &c, false, NULL);
	eval_status(s, o.status);
	eval_leave(e);
	return STAYS;
}

/* ---- behind another command ----------------------------------------------------- */

static struct str
last_part(const struct field *f)
{
	struct str s = {0};
	word_known(f, &s);
	size_t slash = str_rfind_byte(s, '/');
	return slash < s.n ? str_slice(s, slash + 1, s.n) : s;
}

static bool
is_wrapper(struct str name)
{
	for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
		if (str_eqz(name, wrappers[i]))
			return true;
	return false;
}

/* Only what srun hands over as a whole is the same there. */
static bool
changes_environment(const struct field *f)
{
	struct str s = {0};
	word_known(f, &s);
	return str_starts(s, S("--export")) && !str_eq(s, S("--export=ALL"));
}

void
child_follow(struct eval *e, struct state *s, const struct invocation *call)
{
	struct child c;
	size_t i = 1;
	bool is_shell = false, is_same = is_wrapper(last_part(&call->argv.v[0]));
	while (is_same && !is_shell && i < call->argv.n) {
		struct str name = last_part(&call->argv.v[i]);
		is_shell = str_eq(name, S("bash")) || str_eq(name, S("sh"));
		is_same =
			!call->argv.v[i].loose && !changes_environment(&call->argv.v[i]);
		i += !is_shell;
	}
	if (!is_same || !is_shell || !find_child(e, s, call, i, &c) || c.script ||
		!eval_enter(e, call->span))
		return;
	/* In $( ) the output of the wrapper stands for all of it. */
	bool captured = s->io->out->kind == SINK_CAPTURE;
	eval_in_subshell(e, s, run_child, &c, captured, NULL);
	eval_leave(e);
}
