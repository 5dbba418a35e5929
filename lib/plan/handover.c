/* Commands that start a recipe. */
#include "plan/handover.h"

#include "base/arena.h"
#include "shell/session.h"

static struct str
word(const struct fields *argv, size_t i)
{
	struct str s = {0};
	if (i < argv->n)
		value_known(argv->v[i].value, &s);
	return s;
}

static bool
is_shell(struct str s)
{
	size_t slash = str_rfind_byte(s, '/');
	struct str name = slash < s.n ? str_slice(s, slash + 1, s.n) : s;
	return str_eqz(name, "bash") || str_eqz(name, "sh");
}

/* ---- the script ----------------------------------------------------------------- */

static bool
is_script(const struct value *v)
{
	return str_ends(value_suffix(v), S(".sh"));
}

/* The shell's first argument that is no option; -c makes it a text and no script. */
static const struct value *
behind_shell(const struct fields *argv, size_t i)
{
	for (; i < argv->n; i++) {
		struct str s = word(argv, i);
		if (s.n > 1 && s.p[0] == '-' && s.p[1] != '-' &&
			str_find_byte(s, 'c', 0) < s.n)
			return NULL;
		if (!s.n || s.p[0] != '-')
			return is_script(argv->v[i].value) ? argv->v[i].value : NULL;
	}
	return NULL;
}

/* `docker run --entrypoint=/bin/bash ... IMAGE SCRIPT` */
static const struct value *
behind_entrypoint(const struct fields *argv, size_t i)
{
	for (; i < argv->n; i++)
		if (is_script(argv->v[i].value))
			return argv->v[i].value;
	return NULL;
}

static const struct value *
find_script(const struct fields *argv)
{
	struct str entry = S("--entrypoint=");
	for (size_t i = 0; i < argv->n; i++) {
		struct str s = word(argv, i);
		const struct value *v = NULL;
		if (str_starts(s, entry) && is_shell(str_slice(s, entry.n, s.n)))
			v = behind_entrypoint(argv, i + 1);
		else if (str_eqz(s, "--entrypoint") && is_shell(word(argv, i + 1)))
			v = behind_entrypoint(argv, i + 2);
		else if (is_shell(s))
			v = behind_shell(argv, i + 1);
		if (v)
			return v;
	}
	return NULL;
}

static struct str
below(struct str path, struct str root)
{
	if (str_starts(path, root) && path.n > root.n && path.p[root.n] == '/')
		return str_slice(path, root.n + 1, path.n);
	return (struct str){0};
}

/* Containers have the checkout at /workspace, and start there. */
static struct str
path_in_tree(struct arena *a, const struct value *v, struct str workspace)
{
	struct str s, p;
	if (!value_known(v, &s))
		return (struct str){0};
	s = session_normal_path(a, s);
	if (s.n == 0 || s.p[0] != '/')
		return s;
	p = below(s, workspace);
	return p.n ? p : below(s, S("/workspace"));
}

/* ---- the environment ------------------------------------------------------------ */

/* NAME, or NAME=value of which the value may be unknown. */
static void
add_name(struct arena *a, struct handover *h, const struct value *v)
{
	struct str front = value_prefix(v), rest;
	struct str name = str_cut(front, '=', &rest);
	if (name.n == front.n) {
		vec_push(a, &h->named, name);
		return;
	}
	struct shell_setting g = {.name = name, .set = TRI_YES};
	g.value = value_drop(a, v, name.n + 1, 0);
	vec_push(a, &h->sets, g);
}

static void
read_docker(struct arena *a, struct handover *h, const struct fields *argv)
{
	struct str with = S("--env=");
	for (size_t i = 0; i < argv->n; i++) {
		struct str s = word(argv, i);
		if ((str_eqz(s, "-e") || str_eqz(s, "--env")) && i + 1 < argv->n)
			add_name(a, h, argv->v[++i].value);
		else if (str_starts(value_prefix(argv->v[i].value), with))
			add_name(a, h, value_drop(a, argv->v[i].value, with.n, 0));
	}
}

/* --export=ALL,NAME=value,NAME; without the option everything goes along. */
static void
read_srun(struct arena *a, struct handover *h, const struct fields *argv)
{
	struct str option = S("--export=");
	h->all = true;
	for (size_t i = 0; i < argv->n; i++) {
		struct str rest = word(argv, i);
		if (!str_starts(rest, option))
			continue;
		h->all = false;
		rest = str_slice(rest, option.n, rest.n);
		while (rest.n) {
			struct str one = str_cut(rest, ',', &rest);
			if (str_eqz(one, "ALL"))
				h->all = true;
			else if (!str_eqz(one, "NONE") && one.n)
				add_name(a, h, value_text(a, one));
		}
		return;
	}
}

bool
handover_of(struct arena *a, const struct shell_launch *l, struct str workspace,
	struct handover *ret)
{
	const struct value *script = find_script(&l->argv);
	if (!script)
		return false;
	struct str path = path_in_tree(a, script, workspace);
	if (!str_starts(path, S("benchmarks/")) &&
		!str_contains(value_prefix(script), S("benchmarks/")))
		return false;
	*ret = (struct handover){
		.path = path, .shown = script, .span = l->span, .launch = l};
	struct str name = word(&l->argv, 0);
	if (str_eqz(name, "docker") || str_eqz(name, "podman")) {
		read_docker(a, ret, &l->argv);
		return true;
	}
	read_srun(a, ret, &l->argv);
	for (size_t i = 0; i < l->assigned.n; i++)
		vec_push(a, &ret->sets, l->assigned.v[i]);
	return true;
}

const struct value *
handover_srt(const struct shell_launch *l)
{
	const struct fields *argv = &l->argv;
	for (size_t i = 0; i + 1 < argv->n; i++) {
		if (!str_eqz(word(argv, i), "srtctl") || !str_eqz(word(argv, i + 1), "apply"))
			continue;
		for (size_t k = i + 2; k + 1 < argv->n; k++)
			if (str_eqz(word(argv, k), "-f"))
				return argv->v[k + 1].value;
	}
	return NULL;
}
