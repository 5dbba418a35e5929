/* bash -n as a second opinion. */
#include "shell/opinion.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/proc.h"

static struct proc_result
read_script(struct arena *a, const char *const *argv, struct str script)
{
	static const char *const no_environment[] = {NULL};
	struct proc_command c = {
		.argv = argv,
		.env = no_environment,
		.input = script,
		.max_out_bytes = LIMIT_BASH_OUTPUT_BYTES,
		.max_err_bytes = LIMIT_BASH_OUTPUT_BYTES,
		.deadline_ms = LIMIT_BASH_MS,
	};
	return proc_run(a, &c);
}

/* "bash: line 12: syntax error near unexpected token `fi'". */
static struct bash_opinion
refusal(struct str complaint)
{
	struct bash_opinion o = {.opinion = OPINION_REFUSES};
	struct str rest, mark = S(": line "), line = str_cut(complaint, '\n', &rest);
	size_t at = str_find(line, mark, 0);
	struct str number = str_slice(line, at + mark.n, line.n);
	int64_t n;
	o.text = str_cut(number, ':', &rest);
	if (at < line.n && str_to_int64(o.text, &n) && n > 0 && n < UINT32_MAX) {
		o.line = (uint32_t)n;
		o.text = str_trim(rest);
	} else {
		o.text = str_trim(line);
	}
	return o;
}

/* An unclosed here-document makes bash complain, but not fail. */
static struct bash_opinion
judge(struct arena *a, const struct proc_result *r)
{
	struct bash_opinion o = {.opinion = OPINION_NONE};
	if (r->status == PROC_OK && r->code == 0 && !r->err.n)
		o.opinion = OPINION_ACCEPTS;
	else if (r->status == PROC_OK && r->err.n &&
		 (r->code || str_contains(r->err, S("here-document"))))
		return refusal(r->err);
	else if (r->status == PROC_OK)
		o.text = str_fmt(a, "it exits with %d and says nothing of use", r->code);
	else
		o.text = str_from(proc_status_text(r->status));
	return o;
}

struct bash_opinion
bash_opinion(struct arena *a, struct str script)
{
	static const char *const plain[] = {
		"bash", "--norc", "--noprofile", "-n", "-s", NULL};
	static const char *const extended[] = {
		"bash", "--norc", "--noprofile", "-O", "extglob", "-n", "-s", NULL};
	struct bash_opinion o = {.opinion = OPINION_ACCEPTS};
	if (!script.n)
		return o;
	struct proc_result r = read_script(a, extended, script);
	o = judge(a, &r);
	if (o.opinion != OPINION_REFUSES)
		return o;
	r = read_script(a, plain, script);
	struct bash_opinion second = judge(a, &r);
	return second.opinion == OPINION_ACCEPTS ? second : o;
}
