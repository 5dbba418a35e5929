/* Compound commands and functions. */
#include "shell/grammar.h"

/* Begins, with a word or operator that is here, something that a later one closes. */
static struct shell_open
eat_opener(struct shell_reader *r, const char *what, const char *want)
{
	struct shell_open open = {
		.what = what, .want = want, .begin = r->in.pos, .outer = r->open};
	shell_eat(r, what);
	open.end = r->in.pos;
	return open;
}

static bool
expect(struct shell_reader *r, enum shell_reserved word)
{
	if (shell_eat_reserved(r, word))
		return true;
	shell_fail_expected(r);
	return false;
}

static unsigned
ends_at(enum shell_reserved word)
{
	return 1u << (unsigned)word;
}

/* A list and the word that closes it. */
static struct shell_list *
list_until(struct shell_reader *r, enum shell_reserved word)
{
	struct shell_list *list = shell_read_list(r, ends_at(word), false);
	return expect(r, word) ? list : NULL;
}

static void
read_if(struct shell_reader *r, struct shell_command *command, struct shell_open *open)
{
	struct shell_branch *branch = &command->branch;
	const unsigned ends = ends_at(WORD_ELIF) | ends_at(WORD_ELSE) | ends_at(WORD_FI);
	size_t begin = open->begin;
	do {
		struct shell_arm arm = {0};
		open->want = "then";
		arm.condition = list_until(r, WORD_THEN);
		open->want = "fi";
		arm.body = shell_read_list(r, ends, false);
		arm.span = span_join(shell_span(r, begin, begin), arm.body->span);
		vec_push(r->arena, &branch->arms, arm);
		begin = r->in.pos;
	} while (!r->in.stopped && shell_eat_reserved(r, WORD_ELIF));
	if (shell_eat_reserved(r, WORD_ELSE))
		branch->otherwise = shell_read_list(r, ends_at(WORD_FI), false);
	expect(r, WORD_FI);
}

/* do ... done, or { ... } */
static struct shell_list *
loop_body(struct shell_reader *r, struct shell_open *open, bool may_be_braces)
{
	if (may_be_braces && shell_eat_reserved(r, WORD_LEFT_BRACE)) {
		open->want = "}";
		return list_until(r, WORD_RIGHT_BRACE);
	}
	open->want = "do";
	if (!expect(r, WORD_DO))
		return NULL;
	open->want = "done";
	return list_until(r, WORD_DONE);
}

static void
read_loop(struct shell_reader *r, struct shell_command *command, struct shell_open *open)
{
	open->want = "do";
	command->loop.condition = shell_read_list(r, ends_at(WORD_DO), false);
	command->loop.body = loop_body(r, open, false);
}

/* ; or a newline */
static bool
list_terminator(struct shell_reader *r)
{
	shell_blanks(r);
	int c = shell_char(r);
	if (c != ';' && c != '\n' && c != SHELL_END) {
		shell_fail_unexpected(r);
		return false;
	}
	if (c == ';')
		r->in.pos++;
	shell_linebreak(r);
	return true;
}

static void
each_words(struct shell_reader *r, struct shell_each *each)
{
	each->has_in = true;
	for (;;) {
		shell_blanks(r);
		struct shell_word *word = shell_read_plain_word(r, SCAN_BRACES);
		if (!word)
			return;
		vec_push(r->arena, &each->words, word);
	}
}

/* for and select */
static void
read_each(struct shell_reader *r, struct shell_command *command, struct shell_open *open)
{
	struct shell_each *each = &command->each;
	shell_blanks(r);
	size_t begin = r->in.pos;
	if (!shell_read_plain_word(r, 0)) {
		shell_fail_unexpected(r);
		return;
	}
	each->name = shell_joined_text(r, begin, r->in.pos);
	each->name_span = shell_span_from(r, begin);
	shell_blanks(r);
	bool has_break = shell_char(r) == '\n' || shell_char(r) == ';';
	if (shell_eat(r, ";")) {
		shell_linebreak(r);
	} else {
		shell_linebreak(r);
		if (shell_eat_reserved(r, WORD_IN)) {
			each_words(r, each);
			has_break = list_terminator(r);
		}
	}
	each->body = loop_body(r, open, has_break);
}

/* bash ends an expression at any semicolon. */
static const struct shell_scan for_scan = {.quoting = QUOTING_DOUBLE,
	.flags = SCAN_PAIRED | SCAN_FENCE,
	.soft = ")",
	.open = '(',
	.close = ')',
	.stop = ';'};

/* Not three expressions, or no `))` behind them: bash looks for the parenthesis first,
 * and where it stands alone stops without a word. */
static void
fail_for(struct shell_reader *r, size_t begin)
{
	size_t at = r->in.pos, n;
	while (shell_eat(r, ";"))
		(void)shell_read_word(r, &for_scan);
	if (shell_char(r) == SHELL_END)
		shell_fail_unexpected(r);
	else if (shell_at(r, "))", &n))
		shell_fail(r, shell_span(r, at, at + 1),
			S("`for ((` takes three expressions"));
	else
		shell_stop_silently(r, begin, at + 1,
			S("`for ((` without `))`: bash reads no further"));
}

static struct shell_arith *
for_part(struct shell_reader *r, const char *end)
{
	size_t begin = r->in.pos;
	struct shell_arith *arith = shell_read_arith(r, &for_scan, true);
	if (shell_eat(r, end))
		return arith;
	fail_for(r, begin);
	return NULL;
}

static void
read_for_arith(
	struct shell_reader *r, struct shell_command *command, struct shell_open *open)
{
	struct shell_for_arith *loop = &command->for_arith;
	struct shell_open parens = eat_opener(r, "((", "))");
	r->open = &parens;
	loop->init = for_part(r, ";");
	loop->condition = for_part(r, ";");
	loop->step = for_part(r, "))");
	r->open = open;
	shell_blanks(r);
	if (shell_char(r) == ';' || shell_char(r) == '\n')
		list_terminator(r);
	loop->body = loop_body(r, open, true);
}

static void
read_for(struct shell_reader *r, struct shell_command *command, struct shell_open *open)
{
	size_t n;
	shell_blanks(r);
	if (!shell_at(r, "((", &n)) {
		read_each(r, command, open);
		return;
	}
	command->kind = SHELL_FOR_ARITH;
	read_for_arith(r, command, open);
}

/* ---- case ---- */

static bool
patterns(struct shell_reader *r, struct shell_clause *clause)
{
	shell_eat(r, "(");
	do {
		shell_blanks(r);
		struct shell_word *word = shell_read_plain_word(r, 0);
		if (!word) {
			shell_fail_unexpected(r);
			return false;
		}
		vec_push(r->arena, &clause->patterns, word);
		shell_blanks(r);
		if (shell_eat(r, ")"))
			return true;
	} while (shell_eat(r, "|"));
	shell_fail_instead(r, ")");
	return false;
}

/* False: the last clause, which nothing but esac ends. */
static bool
clause_end(struct shell_reader *r, struct shell_clause *clause)
{
	if (shell_eat(r, ";;&"))
		clause->end = CLAUSE_TEST;
	else if (shell_eat(r, ";&"))
		clause->end = CLAUSE_FALL;
	else if (!shell_eat(r, ";;"))
		return false;
	return true;
}

static void
read_case(struct shell_reader *r, struct shell_command *command, struct shell_open *open)
{
	struct shell_choice *choice = &command->choice;
	open->want = "in";
	shell_blanks(r);
	choice->word = shell_read_plain_word(r, 0);
	if (!choice->word) {
		shell_fail_unexpected(r);
		return;
	}
	shell_linebreak(r);
	if (!expect(r, WORD_IN))
		return;
	open->want = "esac";
	bool goes_on = true;
	shell_linebreak(r);
	while (goes_on && !r->in.stopped && !shell_eat_reserved(r, WORD_ESAC)) {
		struct shell_clause clause = {0};
		size_t begin = r->in.pos;
		if (!patterns(r, &clause))
			return;
		clause.body = shell_read_list(r, ends_at(WORD_ESAC) | END_CLAUSE, true);
		clause.span = span_join(shell_span(r, begin, begin), clause.body->span);
		size_t end = r->in.pos;
		goes_on = clause_end(r, &clause);
		if (goes_on)
			clause.span = span_join(clause.span, shell_span_from(r, end));
		vec_push(r->arena, &choice->clauses, clause);
		shell_linebreak(r);
	}
	if (!goes_on)
		expect(r, WORD_ESAC);
}

/* ---- groups ---- */

static void
read_group(struct shell_reader *r, struct shell_command *command, struct shell_open *open)
{
	(void)open;
	command->list = list_until(r, WORD_RIGHT_BRACE);
}

static void
read_subshell(
	struct shell_reader *r, struct shell_command *command, struct shell_open *open)
{
	(void)open;
	command->list = shell_read_list(r, END_PAREN, false);
	if (!shell_eat(r, ")"))
		shell_fail_unexpected(r);
}

static void
read_test(struct shell_reader *r, struct shell_command *command, struct shell_open *open)
{
	(void)open;
	command->test = shell_read_test(r);
}

/* ---- any command ---- */

static const struct compound {
	enum shell_kind kind;
	const char *what, *want;
	void (*read)(struct shell_reader *, struct shell_command *, struct shell_open *);
} compounds[] = {
	[WORD_NONE] = {SHELL_SUBSHELL, "(", ")", read_subshell},
	[WORD_CASE] = {SHELL_CASE, "case", "in", read_case},
	[WORD_FOR] = {SHELL_FOR, "for", "do", read_for},
	[WORD_IF] = {SHELL_IF, "if", "then", read_if},
	[WORD_SELECT] = {SHELL_SELECT, "select", "do", read_each},
	[WORD_UNTIL] = {SHELL_UNTIL, "until", "do", read_loop},
	[WORD_WHILE] = {SHELL_WHILE, "while", "do", read_loop},
	[WORD_LEFT_BRACE] = {SHELL_GROUP, "{", "}", read_group},
	[WORD_TEST] = {SHELL_TEST, "[[", "]]", read_test},
};

static const struct compound *
compound_of(enum shell_reserved word)
{
	if (word == WORD_NONE || (size_t)word >= sizeof compounds / sizeof compounds[0])
		return NULL;
	return compounds[word].read ? &compounds[word] : NULL;
}

/* A compound command begins here: a function's body does. */
bool
shell_is_compound_here(struct shell_reader *r)
{
	size_t n;
	return shell_char(r) == '(' || compound_of(shell_reserved_here(r, &n));
}

static struct shell_command *
with_redirects(struct shell_reader *r, struct shell_command *command, size_t begin)
{
	size_t end = r->in.pos;
	shell_blanks(r);
	while (!r->in.stopped && shell_read_redirect(r, &command->redirects)) {
		end = r->in.pos;
		shell_blanks(r);
	}
	if (r->in.stopped)
		return NULL;
	r->closed_compound = !command->redirects.n;
	command->span = shell_span(r, begin, end);
	return command;
}

static struct shell_command *
compound(struct shell_reader *r, const struct compound *c)
{
	size_t begin = r->in.pos;
	struct shell_command *command = shell_new_command(r, c->kind);
	struct shell_open open = eat_opener(r, c->what, c->want);
	r->open = &open;
	c->read(r, command, &open);
	r->open = open.outer;
	return r->in.stopped ? NULL : with_redirects(r, command, begin);
}

static struct shell_command *
parenthesis(struct shell_reader *r)
{
	size_t begin = r->in.pos, n;
	struct shell_arith *arith;
	if (shell_at(r, "((", &n)) {
		bool is_arith = shell_read_arith_parens(r, "((", begin, &arith, &n);
		if (r->in.stopped)
			return NULL;
		if (is_arith) {
			struct shell_command *command = shell_new_command(r, SHELL_ARITH);
			command->arith = arith;
			return with_redirects(r, command, begin);
		}
	}
	return compound(r, &compounds[WORD_NONE]);
}

static struct shell_command *
command_here(struct shell_reader *r)
{
	size_t n;
	if (shell_char(r) == '(')
		return parenthesis(r);
	enum shell_reserved word = shell_reserved_here(r, &n);
	const struct compound *c = compound_of(word);
	if (c)
		return compound(r, c);
	if (word == WORD_FUNCTION)
		return shell_read_function_keyword(r);
	if (word == WORD_COPROC)
		return shell_read_coproc(r);
	if (word == WORD_NONE || word == WORD_TIME) {
		r->closed_compound = false;
		return shell_read_simple(r);
	}
	shell_fail_unexpected(r);
	return NULL;
}

struct shell_command *
shell_read_command(struct shell_reader *r)
{
	if (!shell_deeper(r))
		return NULL;
	struct shell_command *command = command_here(r);
	shell_shallower(r);
	return command;
}
