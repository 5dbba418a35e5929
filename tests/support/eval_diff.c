/* What the evaluator says of a piece of bash, against what bash itself does. */
#include "eval_diff.h"

#include "base/limits.h"
#include "base/proc.h"
#include "base/tree.h"

#include <unistd.h>

struct str
eval_calls(struct arena *a, const struct shell_trace *t, bool *ret_known)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	*ret_known = true;
	for (size_t i = 0; i < t->launches.n; i++) {
		const struct fields *argv = &t->launches.v[i]->argv;
		struct str s;
		if (!value_is(argv->v[0].value, S("OUT_")))
			continue;
		for (size_t k = 1; k < argv->n; k++) {
			bool known = value_known(argv->v[k].value, &s) && !argv->v[k].loose;
			*ret_known &= known;
			buf_addc(&b, '<');
			buf_add(&b, known ? s : S("?"));
			buf_addz(&b, ">");
		}
		buf_addc(&b, '\n');
	}
	return buf_str(&b);
}

struct shell_trace *
eval_only(struct arena *a, struct str snippet, const char *const *files)
{
	struct sources *sources = NEW(a, struct sources);
	struct tree *tree = tree_memory(a);
	tree_memory_put(a, tree, S("t.sh"), snippet);
	for (; files && *files; files += 2)
		tree_memory_put(a, tree, str_from(files[0]), str_from(files[1]));
	struct session *session = session_new(a, sources, tree);
	struct shell_input in = {.script = S("t.sh")};
	vec_push(a, &in.roots, S("/workspace"));
	return shell_run(session, a, &in);
}

static struct str
run_bash(struct arena *a, struct str snippet, bool *ret_has)
{
	static const char *const argv[] = {"bash", "--norc", "--noprofile", "-s", NULL};
	static const char *const env[] = {"LC_ALL=C.UTF-8", "PATH=", NULL};
	struct str head =
		S("exec 9>&1; OUT() { { if (($#)); then printf '<%s>' \"$@\"; fi; echo; "
		  "} >&9; }\nunset PATH OLDPWD SHLVL\n");
	struct proc_command c = {.argv = argv,
		.env = env,
		.input = str_cat(a, head, snippet),
		.max_out_bytes = LIMIT_SHELL_STRING_BYTES,
		.max_err_bytes = LIMIT_SHELL_STRING_BYTES,
		.deadline_ms = 20000};
	struct proc_result r = proc_run(a, &c);
	*ret_has = r.status != PROC_NOT_FOUND;
	return r.out;
}

struct eval_diff
eval_diff(struct arena *a, struct str snippet)
{
	struct eval_diff d = {0};
	d.bash = run_bash(a, snippet, &d.has_bash);
	struct str head = S("OUT() { OUT_ \"$@\"; return 0; }\n");
	d.ours = eval_calls(a, eval_only(a, str_cat(a, head, snippet), NULL), &d.all_known);
	return d;
}
