/* Comparing the parser with what bash prints. */
#include "shell_referee.h"

#include "base/arena.h"
#include "base/proc.h"
#include "shell/parse.h"
#include "shell_dump.h"

enum { OUTPUT_BYTES = 16 * 1024 * 1024, DEADLINE_MS = 20000, SHOWN = 90 };

static const char *const no_env[] = {"PATH=/nonexistent", NULL};

static struct proc_result
bash(struct arena *a, const char *option, struct str input)
{
	/* Extended patterns are a matter of the shell's options, which scripts set. */
	const char *const argv[] = {"/bin/bash", "--norc", "--noprofile", "-O", "extglob",
		option, "-s", NULL};
	struct proc_command c = {
		.argv = argv,
		.env = no_env,
		.input = input,
		.max_out_bytes = OUTPUT_BYTES,
		.max_err_bytes = OUTPUT_BYTES,
		.deadline_ms = DEADLINE_MS,
	};
	return proc_run(a, &c);
}

static struct shell_script *
parse(struct arena *a, struct str text)
{
	struct sources sources = {0};
	return shell_parse(a, sources_add(a, &sources, S("script"), text));
}

static struct str
error_text(struct arena *a, const struct shell_script *script)
{
	if (!script->errors.n)
		return S("no error");
	const struct shell_error *e = &script->errors.v[0];
	return str_fmt(a, "byte %u: %.*s", e->span.begin, STR(e->text));
}

static struct judgement
syntax(struct arena *a, struct str text, const struct shell_script *script)
{
	struct judgement j = {.verdict = VERDICT_AGREE};
	/* Without an input there is nothing to read, and nothing to refuse. */
	struct proc_result r = bash(a, "-n", str_cat(a, text, S("\n")));
	if (r.status == PROC_NOT_FOUND) {
		j.verdict = VERDICT_NO_BASH;
		return j;
	}
	bool bash_takes = r.status == PROC_OK && r.code == 0 && !r.err.n;
	if (bash_takes && script->errors.n) {
		j.verdict = VERDICT_FALSE_ERROR;
		j.why = error_text(a, script);
	} else if (!bash_takes && !script->errors.n) {
		j.verdict = VERDICT_MISSED_ERROR;
		j.why = str_slice(r.err, 0, str_find_byte(r.err, '\n', 0));
	} else if (!bash_takes) {
		j.verdict = VERDICT_BOTH_REFUSE;
		j.why = error_text(a, script);
	}
	return j;
}

struct judgement
referee_syntax(struct arena *a, struct str text)
{
	return syntax(a, text, parse(a, text));
}

static struct str
dump(struct arena *a, const struct shell_script *script)
{
	struct buf out = buf_new(a, OUTPUT_BYTES);
	shell_dump(&out, script, true);
	return buf_str(&out);
}

static struct judgement
compare(struct arena *a, struct str ours, struct str bashs)
{
	size_t i = 0;
	while (i < ours.n && i < bashs.n && ours.p[i] == bashs.p[i])
		i++;
	if (i == ours.n && i == bashs.n)
		return (struct judgement){.verdict = VERDICT_AGREE};
	size_t from = i > SHOWN / 2 ? i - SHOWN / 2 : 0;
	return (struct judgement){.verdict = VERDICT_DIFFER,
		.why = str_fmt(a, "\n\tscript %.*s\n\tbash   %.*s",
			STR(str_slice(ours, from, from + SHOWN)),
			STR(str_slice(bashs, from, from + SHOWN)))};
}

struct judgement
referee_judge(struct arena *a, struct str text)
{
	struct judgement j = syntax(a, text, parse(a, text));
	if (j.verdict != VERDICT_AGREE)
		return j;
	struct str wrapped = str_fmt(a, "judged() {\n:\n%.*s\n}\n", STR(text));
	struct proc_result r =
		bash(a, "-r", str_cat(a, wrapped, S("declare -f judged\n")));
	if (r.status != PROC_OK || r.code != 0)
		return (struct judgement){VERDICT_DIFFER, S("bash does not print it")};
	struct shell_script *print = parse(a, r.out);
	if (print->errors.n)
		return (struct judgement){
			VERDICT_DIFFER, str_fmt(a, "bash's print is refused: %.*s",
						STR(error_text(a, print)))};
	return compare(a, dump(a, parse(a, wrapped)), dump(a, print));
}
