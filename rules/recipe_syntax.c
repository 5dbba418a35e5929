/* recipe-syntax: a script that bash cannot read. */
#include "check/rule.h"
#include "model/scripts.h"
#include "plan/plans.h"
#include "shell/opinion.h"

enum { ANSWERS_MISSED_MAX = 3 };

struct judging {
	struct check *c;
	struct arena *scratch; /* emptied after each script */
	unsigned missed;       /* questions that bash did not answer */
};

/* ---- bash ----------------------------------------------------------------------- */

static struct bash_opinion
ask(struct judging *j, const struct source *s)
{
	struct bash_opinion o = {.opinion = OPINION_NONE};
	if (j->c->syntax == IXC_SYNTAX_OWN)
		o.text = S("it was not to be asked");
	else if (j->missed == ANSWERS_MISSED_MAX)
		o.text = S("it did not answer before");
	else
		o = bash_opinion(j->scratch, s->bytes);
	if (j->c->syntax != IXC_SYNTAX_OWN && o.opinion == OPINION_NONE &&
		j->missed < ANSWERS_MISSED_MAX)
		j->missed++;
	return o;
}

static void
no_opinion(struct judging *j, const struct source *s, const struct bash_opinion *o)
{
	not_judged(
		j->c, s->path, "without a second opinion of bash -n: %.*s", STR(o->text));
}

static void
note_opinion(struct ixc_finding *f, const struct bash_opinion *o)
{
	if (o->opinion == OPINION_NONE)
		f->confidence = IXC_MEDIUM;
	else if (o->line)
		finding_note(f, "bash -n, line %u: %.*s", o->line, STR(o->text));
	else
		finding_note(f, "bash -n: %.*s", STR(o->text));
}

/* ---- what may be behind it ------------------------------------------------------ */

static bool
is_conflict_mark(struct str line)
{
	static const char *const marks[] = {"<<<<<<<", "|||||||", "=======", ">>>>>>>"};
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		struct str mark = str_from(marks[i]);
		if (str_starts(line, mark) && (line.n == mark.n || line.p[mark.n] == ' '))
			return true;
	}
	return false;
}

/* A line of the here-document that would close it, were it not for blanks. */
static struct span
near_delimiter(const struct source *s, const struct shell_error *e)
{
	size_t line = str_find_byte(s->bytes, '\n', e->related.end);
	while (e->delimiter.n && line < s->bytes.n) {
		size_t end = str_find_byte(s->bytes, '\n', line + 1);
		struct str text = str_slice(s->bytes, line + 1, end);
		if (str_eq(str_trim(text), e->delimiter))
			return span_in(s, line + 1, end);
		line = end;
	}
	return (struct span){0};
}

static void
add_causes(struct ixc_finding *f, const struct source *s, const struct shell_error *e)
{
	struct place at = source_place(s, e->span.begin);
	struct span near = near_delimiter(s, e);
	if (near.file)
		finding_related(f, near, "blanks on this line keep it from closing it");
	if (e->long_string.file)
		finding_related(f, e->long_string,
			"this string runs over lines: is its closing quote missing?");
	if (is_conflict_mark(source_line(s, at.line)))
		finding_help(f, "resolve the merge conflict that left its marks here");
	else if (str_contains(s->bytes, S("\r\n")))
		finding_help(f,
			"the script has lines that end in CR LF; bash takes the CR for "
			"a part of the word before it, so 'then' is not 'then': save "
			"it with LF");
	else if (near.file)
		finding_help(f,
			"put '%.*s' alone on its line, without blanks on either side",
			STR(e->delimiter));
	else if (e->long_string.file)
		finding_help(f,
			"look at the quotes first: what follows a missing one is read "
			"inside out");
	else if (e->delimiter.n)
		finding_help(f, "close it with a line that holds '%.*s' and nothing else",
			STR(e->delimiter));
}

/* ---- verdicts ------------------------------------------------------------------- */

static struct ixc_finding *
begin(struct judging *j, const struct source *s, struct span at, struct str text)
{
	struct ixc_finding *f = report(j->c, at, "%.*s", STR(text));
	finding_subject(f, "%.*s", STR(text));
	if (str_contains(s->path, S("/deprecated/")))
		finding_at_most(f, IXC_WARNING);
	return f;
}

/* Our parser refuses the script. */
static void
judge_error(struct judging *j, const struct source *s, const struct shell_error *e)
{
	struct bash_opinion o = ask(j, s);
	struct place at = source_place(s, e->span.begin);
	if (o.opinion == OPINION_ACCEPTS) {
		not_judged(j->c, s->path, "line %u: %.*s, but bash takes it", at.line,
			STR(e->text));
		return;
	}
	struct ixc_finding *f = begin(j, s, e->span, e->text);
	if (e->delimiter.n)
		finding_note(
			f, "bash takes the rest of the script for the here-document");
	else
		finding_note(f, "bash runs what stands before, and ends there");
	if (e->is_unclosed)
		finding_label(f, "the script ends here");
	if (e->related.file)
		finding_related(f, e->related, "%.*s", STR(e->related_text));
	add_causes(f, s, e);
	note_opinion(f, &o);
	if (o.opinion == OPINION_NONE)
		no_opinion(j, s, &o);
}

/* The line that bash names, which may be the empty one behind the last. */
static struct span
line_span(const struct source *s, uint32_t line)
{
	if (line > s->line.n)
		line = (uint32_t)s->line.n;
	while (line > 1 && str_is_blank(source_line(s, line)))
		line--;
	struct str text = source_line(s, line ? line : 1);
	size_t begin = source_line_begin(s, line ? line : 1), blanks = 0;
	while (blanks < text.n && (text.p[blanks] == ' ' || text.p[blanks] == '\t'))
		blanks++;
	return span_in(s, begin + blanks, begin + text.n);
}

/* Our parser has no objection, or no opinion. */
static void
judge_by_bash(struct judging *j, const struct source *s, const struct shell_gap *gap)
{
	struct bash_opinion o = ask(j, s);
	if (o.opinion == OPINION_REFUSES) {
		struct str text = str_fmt(
			j->scratch, "bash does not read the script: %.*s", STR(o.text));
		begin(j, s, line_span(s, o.line), text);
	} else if (gap) {
		struct place at = source_place(s, gap->span.begin);
		not_judged(j->c, s->path, "line %u: %.*s%s", at.line, STR(gap->reason),
			o.opinion == OPINION_ACCEPTS ? ", but bash reads it" : "");
	}
	if (o.opinion == OPINION_NONE)
		no_opinion(j, s, &o);
}

/* What bash reads over, and stumbles upon when it gets there, is not a matter of syntax.
 */
static const struct shell_gap *
first_gap(const struct shell_script *script)
{
	for (size_t i = 0; i < script->gaps.n; i++)
		if (script->gaps.v[i].kind != GAP_RUNTIME)
			return &script->gaps.v[i];
	return NULL;
}

static void
judge_script(struct judging *j, struct str path)
{
	struct session_path *p = session_path(plans_session(j->c->plans), path);
	const struct source *s = p->source;
	if (p->unreadable)
		not_judged(j->c, path, "it can't be read");
	if (!s || !script_is_bash(s->bytes))
		return;
	const struct shell_script *script =
		p->script ? p->script->tree : shell_parse(j->scratch, s);
	const struct shell_gap *gap = first_gap(script);
	if (script->errors.n)
		judge_error(j, s, &script->errors.v[0]);
	else if (gap || j->c->syntax == IXC_SYNTAX_STRICT)
		judge_by_bash(j, s, gap);
	for (size_t i = 0; i < script->gaps.n; i++)
		if (script->gaps.v[i].kind == GAP_RUNTIME)
			not_judged(j->c, path,
				"line %u: bash fails when it gets there: %.*s",
				source_place(s, script->gaps.v[i].span.begin).line,
				STR(script->gaps.v[i].reason));
}

static void
release(void *scratch)
{
	arena_release(scratch);
}

static void
check_repo(struct check *c)
{
	struct judging j = {.c = c, .scratch = NEW(c->arena, struct arena)};
	arena_init(j.scratch, c->arena->limit_bytes, c->arena->escape);
	arena_defer(c->arena, release, j.scratch);
	struct scripts all = scripts_list(c->arena, c->repo->tree);
	for (size_t i = 0; i < all.unlisted.n; i++)
		not_judged(c, all.unlisted.v[i], "not every script in it was looked at");
	for (size_t i = 0; i < all.paths.n; i++) {
		if (!plans_follows(c->plans, all.paths.v[i]))
			continue;
		struct arena_mark mark = arena_mark(j.scratch);
		judge_script(&j, all.paths.v[i]);
		arena_rewind(j.scratch, mark);
	}
}

const struct ixc_rule rule_recipe_syntax = {
	.id = "recipe-syntax",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a bash script that bash cannot read",
	.help = "bash reads a script as it runs it: what stands before the fault is done, then\n"
		"the job ends, after its machine was allocated. Judged are the scripts below\n"
		"benchmarks/ and runners/, by a parser of our own that stops, as bash does, at\n"
		"the first token that cannot be there. Where something was never closed that is\n"
		"the end of the script, and the place where it was opened is shown too.\n"
		"\n"
		"What the parser refuses or does not know is shown to 'bash -n', where bash is\n"
		"installed; it reads the script and runs nothing. A script that bash takes gives\n"
		"no finding but an entry of --coverage. --strict-syntax shows every script to\n"
		"bash. Without bash the parser's verdict stands, with medium confidence.\n"
		"\n"
		"Extended patterns are read as if 'shopt -s extglob' were on. Scripts below a\n"
		"deprecated/ folder give a warning at most. Faults that bash meets only when it\n"
		"gets there, such as ${a!b}, are listed by --coverage.",
	.on_repo = check_repo,
	.each_script = true,
};
