/* broken-line-continuation: a command over several lines that ends too early, or too
 * late. */
#include "each_script.h"
#include "plan_rule.h"

#include "shell/walk.h"

enum { COMMENTS_MAX = 100 };

/* ---- lines ---------------------------------------------------------------------- */

/* Without the column, which takes its time in long lines. */
static uint32_t
line_of(const struct source *s, uint32_t offset)
{
	size_t low = 0, high = s->line.n;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (s->line.v[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return (uint32_t)low + 1;
}

static struct span
line_end(const struct source *s, uint32_t line)
{
	uint32_t end = source_line_begin(s, line) + (uint32_t)source_line(s, line).n;
	return span_in(s, end, end);
}

static bool
is_comment(const struct source *s, uint32_t line)
{
	struct str text = str_trim(source_line(s, line));
	return text.n && text.p[0] == '#';
}

/* Blanks at the end of a line, behind what `line_continues` asks for. */
static size_t
blanks_behind(struct str line)
{
	size_t n = line.n;
	while (n && (line.p[n - 1] == ' ' || line.p[n - 1] == '\t'))
		n--;
	return line.n - n;
}

/* An odd number of backslashes, before `blanks` characters. */
static bool
ends_in_backslash(struct str line, size_t blanks)
{
	size_t end = line.n - blanks, n = 0;
	while (n < end && line.p[end - 1 - n] == '\\')
		n++;
	return n % 2;
}

static bool
line_continues(const struct source *s, uint32_t line)
{
	return line && !is_comment(s, line) && ends_in_backslash(source_line(s, line), 0);
}

/* Nothing but blanks stands before it on its line. */
static bool
is_first(const struct source *s, uint32_t offset)
{
	uint32_t begin = source_line_begin(s, line_of(s, offset));
	return str_is_blank(str_slice(s->bytes, begin, offset));
}

/* ---- reports -------------------------------------------------------------------- */

struct looking {
	struct check *c;
	const struct source *s;
	const struct shell_script *tree;
	unsigned comments; /* for which the whole tree was searched */
};

static struct ixc_finding *
complain(const struct looking *l, struct span at, struct span rest, const char *headline)
{
	struct ixc_finding *f = report(l->c, at, "%s", headline);
	if (script_is_retired(l->s))
		finding_at_most(f, IXC_WARNING);
	finding_subject(f, "%s: %.*s", headline,
		STR(str_trim(source_line(l->s, line_of(l->s, at.begin)))));
	if (rest.file && f->related.n == 0)
		finding_related(f, rest, "is run as a command of its own");
	return f;
}

static void
complain_blanks(const struct looking *l, uint32_t line, struct span rest)
{
	struct span end = line_end(l->s, line);
	end.begin -= (uint32_t)blanks_behind(source_line(l->s, line));
	struct ixc_finding *f = complain(
		l, end, rest, "blanks behind this backslash: the line is not continued");
	finding_fix(f, false, end, S(""), "remove the blanks");
}

static void
complain_comment(const struct looking *l, uint32_t line, struct span rest)
{
	struct span at = line_end(l->s, line);
	struct str text = source_line(l->s, line);
	at.begin = source_line_begin(l->s, line) + (uint32_t)str_find_byte(text, '#', 0);
	complain(l, at, rest, "this comment ends the continued command");
}

/* What begins on its line in the middle of a command: why is it not a part of it? */
static void
explain(const struct looking *l, struct span rest)
{
	uint32_t line = line_of(l->s, rest.begin), above = line - 1, comment = 0;
	if (line == 1 || !is_first(l->s, rest.begin) || line_continues(l->s, above))
		return;
	for (; above && is_comment(l->s, above); above--)
		comment = above;
	struct str text = source_line(l->s, above);
	if (above == 0)
		return;
	if (comment && line_continues(l->s, above)) {
		complain_comment(l, comment, rest);
	} else if (blanks_behind(text) && ends_in_backslash(text, blanks_behind(text))) {
		complain_blanks(l, above, rest);
	} else if (str_is_blank(text)) {
		if (line_continues(l->s, above - 1))
			complain(l, line_end(l->s, above), rest,
				"this empty line ends the continued command");
	} else {
		complain(l, line_end(l->s, above), rest,
			"this line lacks the backslash that continues the command");
	}
}

/* ---- commands ------------------------------------------------------------------- */

/* "--flag" or "-f": no command has such a name. */
static bool
is_flag(struct str text)
{
	char next = text.n > 1 ? text.p[1] : ' ';
	return text.n > 1 && text.p[0] == '-' &&
	       (next == '-' || (next >= 'a' && next <= 'z') ||
		       (next >= 'A' && next <= 'Z'));
}

/* `> log 2>&1` alone: the end of a command. */
static bool
is_tail(const struct shell_command *c)
{
	bool dup = false;
	for (size_t i = 0; i < c->redirects.n; i++)
		dup |= c->redirects.v[i]->op == REDIR_DUP_OUT;
	return c->simple.words.n == 0 && c->simple.assigns.n == 0 && dup &&
	       c->redirects.n > 1;
}

static void
find_escaped_blank(const struct looking *l, const struct shell_word *word)
{
	for (size_t i = 0; word && i < word->parts.n; i++) {
		const struct shell_part *p = &word->parts.v[i];
		if (p->kind != PART_ESCAPED || !str_is_blank(p->text))
			continue;
		size_t end = p->span.end;
		while (end < l->s->bytes.n &&
			(l->s->bytes.p[end] == ' ' || l->s->bytes.p[end] == '\t'))
			end++;
		if (end == l->s->bytes.n || l->s->bytes.p[end] == '\n')
			complain_blanks(
				l, line_of(l->s, p->span.begin), (struct span){0});
	}
}

static void
find_in_assigns(const struct looking *l, const struct shell_assign *a)
{
	find_escaped_blank(l, a->word);
	for (size_t i = 0; i < a->elements.n; i++)
		find_escaped_blank(l, a->elements.v[i]->word);
}

/* `PID=$!` as an argument: the line before should have ended the command. */
static void
find_swallowed(const struct looking *l, const struct shell_word *word)
{
	struct str text = span_text(l->c->repo->sources, word->span);
	if (!str_ends(text, S("=$!")) || !is_first(l->s, word->span.begin))
		return;
	uint32_t line = line_of(l->s, word->span.begin);
	if (!line_continues(l->s, line - 1))
		return;
	struct span at = line_end(l->s, line - 1);
	at.begin--;
	complain(l, at, (struct span){0},
		"this backslash makes the next line an argument");
}

static void
look_at_command(struct walk *w, const struct shell_command *c)
{
	const struct looking *l = w->user;
	if (c->kind != SHELL_SIMPLE && c->kind != SHELL_DECLARE)
		return;
	const struct shell_simple *x = &c->simple;
	if (x->words.n && is_flag(span_text(l->c->repo->sources, x->words.v[0]->span)))
		explain(l, x->words.v[0]->span);
	if (is_tail(c))
		explain(l, c->span);
	for (size_t i = 0; i < x->assigns.n; i++)
		find_in_assigns(l, x->assigns.v[i]);
	for (size_t i = 0; i < x->words.n; i++) {
		find_escaped_blank(l, x->words.v[i]);
		if (i)
			find_swallowed(l, x->words.v[i]);
	}
	for (size_t i = 0; i < x->declared.n; i++)
		if (x->declared.v[i].assign)
			find_in_assigns(l, x->declared.v[i].assign);
}

/* ---- comments ------------------------------------------------------------------- */

struct lists {
	struct span inner;
	bool found;
};

/* Within a=( ) a comment ends nothing. */
static void
look_for_list(struct walk *w, const struct shell_command *c)
{
	struct lists *x = w->user;
	if (c->kind != SHELL_SIMPLE && c->kind != SHELL_DECLARE)
		return;
	for (size_t i = 0; i < c->simple.assigns.n; i++) {
		const struct shell_assign *a = c->simple.assigns.v[i];
		x->found |= a->is_array && a->span.begin < x->inner.begin &&
			    x->inner.end < a->span.end;
	}
	for (size_t i = 0; i < c->simple.declared.n; i++) {
		const struct shell_assign *a = c->simple.declared.v[i].assign;
		x->found |= a && a->is_array && a->span.begin < x->inner.begin &&
			    x->inner.end < a->span.end;
	}
}

static bool
is_in_list(const struct looking *l, struct span comment)
{
	struct lists x = {.inner = comment};
	struct walk w = {.command = look_for_list, .user = &x};
	walk_list(&w, l->tree->list);
	return x.found;
}

/* How the next part of a command looks, which would not begin one. */
static bool
looks_like_rest(struct str line)
{
	line = str_trim(line);
	return is_flag(line) || str_starts(line, S("\"${")) ||
	       str_starts(line, S("> ")) || str_starts(line, S("2>")) ||
	       str_starts(line, S("&>")) || str_starts(line, S("| "));
}

static void
look_at_comment(struct looking *l, struct span comment)
{
	uint32_t line = line_of(l->s, comment.begin), next = line;
	if (line == 1 || !is_first(l->s, comment.begin) ||
		!line_continues(l->s, line - 1))
		return;
	while (next <= l->s->line.n && is_comment(l->s, next))
		next++;
	if (!looks_like_rest(source_line(l->s, next)))
		return;
	if (++l->comments > COMMENTS_MAX) {
		not_judged(l->c, l->s->path,
			"line %u: more comments behind a backslash than %d", line,
			COMMENTS_MAX);
		return;
	}
	if (is_in_list(l, comment))
		return;
	struct span rest = line_end(l->s, next);
	while (l->s->bytes.p[rest.begin - 1] != '\n')
		rest.begin--;
	while (l->s->bytes.p[rest.begin] == ' ' || l->s->bytes.p[rest.begin] == '\t')
		rest.begin++;
	complain_comment(l, line, rest);
}

static void
look_at_script(const struct script_text *s)
{
	struct looking l = {s->check, s->source, s->tree, 0};
	struct walk w = {.command = look_at_command, .user = &l};
	walk_list(&w, s->tree->list);
	for (size_t i = 0; i < s->tree->comments.n; i++)
		look_at_comment(&l, s->tree->comments.v[i]);
}

static void
check_repo(struct check *c)
{
	each_script(c, look_at_script);
}

/* ---- commands whose name is known only when they run ---------------------------- */

static void
check_plan(struct check *c, const struct case_plan *p)
{
	for (size_t i = 0; i < p->launch->commands.n; i++) {
		const struct shell_launch *launch = p->launch->commands.v[i]->launch;
		const struct shell_words *words = &launch->command->simple.words;
		const struct source *s = sources_get(c->repo->sources, launch->span.file);
		if (launch->command->kind != SHELL_SIMPLE || !words->n || !s ||
			words->v[0]->is_static ||
			!is_flag(value_prefix(launch->argv.v[0].value)))
			continue;
		struct looking l = {.c = c, .s = s};
		explain(&l, words->v[0]->span);
	}
}

const struct ixc_rule rule_broken_line_continuation = {
	.id = "broken-line-continuation",
	.severity = IXC_ERROR,
	.fixes = IXC_FIX_UNSAFE,
	.since = "0.1",
	.summary = "a command over several lines ends where it should go on",
	.help = "A backslash continues a line only when nothing follows it, and the next line is\n"
		"joined as it is. Blanks behind the backslash, an empty line, a missing backslash\n"
		"or a comment within the command end it there: the server starts without the\n"
		"options that follow, and these are run as a command that does not exist. A\n"
		"backslash too many at the end makes an argument of the next statement.\n"
		"\n"
		"Options that are out of use belong behind the command, or into an array, where\n"
		"comments do no harm. Judged is the text of every script below benchmarks/ and\n"
		"runners/; a comment at the very end of a command, or in an array, is fine.\n"
		"\n"
		"--unsafe-fix removes blanks behind a backslash. What runs is another command\n"
		"then, so look at it.",
	.on_repo = check_repo,
	.each_script = true,
	.on_plan = check_plan,
	.cases = CASE_RUN | CASE_EVAL | CASE_LATENT,
};
