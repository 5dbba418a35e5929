/* Commands as text. */
#include "shell_dump.h"

struct dump {
	struct buf *out;
	bool is_normal;
};

static void command(const struct dump *d, const struct shell_command *c);
static void stage(const struct dump *d, const struct shell_stage *s);

static void
word(const struct dump *d, const struct shell_word *w)
{
	buf_addc(d->out, ' ');
	shell_dump_word(d->out, w, d->is_normal);
}

static void
words(const struct dump *d, const struct shell_words *list)
{
	for (size_t i = 0; i < list->n; i++)
		word(d, list->v[i]);
}

static void
list(const struct dump *d, const char *before, const struct shell_list *l)
{
	if (before[0] != '(')
		buf_addc(d->out, ' ');
	buf_addz(d->out, before);
	if (before[0])
		buf_addc(d->out, ' ');
	shell_dump_list(d->out, l, d->is_normal);
}

static const char *const redirect_ops[] = {
	[REDIR_READ] = "<",
	[REDIR_WRITE] = ">",
	[REDIR_APPEND] = ">>",
	[REDIR_CLOBBER] = ">|",
	[REDIR_READ_WRITE] = "<>",
	[REDIR_DUP_IN] = "<&",
	[REDIR_DUP_OUT] = ">&",
	[REDIR_BOTH] = "&>",
	[REDIR_BOTH_APPEND] = "&>>",
	[REDIR_HEREDOC] = "<<",
	[REDIR_HEREDOC_TABS] = "<<-",
	[REDIR_HERESTRING] = "<<<",
};

/* bash prints `>& file` as `&> file`, and `<&` on a number as `>&`. */
static enum shell_redirect_op
normal_op(const struct dump *d, const struct shell_redirect *r)
{
	const struct shell_word *t = r->target;
	bool is_fd = t->is_static && t->value.n &&
		     (str_eqz(t->value, "-") || str_all_digits(t->value));
	if (!d->is_normal)
		return r->op;
	if (r->op == REDIR_DUP_OUT && !r->has_fd && t->is_static && !is_fd &&
		!str_ends(t->value, S("-")))
		return REDIR_BOTH;
	if (r->op == REDIR_DUP_IN)
		return REDIR_DUP_OUT;
	return r->op;
}

static void
redirect(const struct dump *d, const struct shell_redirect *r)
{
	buf_addf(d->out, " (%s ", redirect_ops[normal_op(d, r)]);
	if (r->fd_variable.n)
		buf_addf(d->out, "{%.*s}", STR(r->fd_variable));
	else
		buf_addf(d->out, "%d", r->fd);
	if (r->heredoc) {
		const struct shell_heredoc *doc = r->heredoc;
		buf_addf(d->out, " %s%.*s", doc->quoted ? "\\" : "", STR(doc->delimiter));
		word(d, doc->word);
		if (!doc->closed)
			buf_addz(d->out, " unclosed");
	} else {
		word(d, r->target);
	}
	buf_addc(d->out, ')');
}

static void
assign(const struct dump *d, const struct shell_assign *a)
{
	buf_addf(d->out, " (%s= %.*s", a->append ? "+" : "", STR(a->name));
	if (a->subscript)
		shell_dump_subscript(d->out, a->subscript, d->is_normal);
	if (a->word)
		word(d, a->word);
	if (a->is_array)
		buf_addz(d->out, " array");
	for (size_t i = 0; i < a->elements.n; i++) {
		const struct shell_element *e = a->elements.v[i];
		if (e->key) {
			buf_addc(d->out, ' ');
			shell_dump_subscript(d->out, e->key, d->is_normal);
			buf_addz(d->out, e->append ? "+=" : "=");
			shell_dump_word(d->out, e->word, d->is_normal);
		} else {
			word(d, e->word);
		}
	}
	buf_addc(d->out, ')');
}

static void
simple(const struct dump *d, const struct shell_command *c)
{
	const struct shell_simple *s = &c->simple;
	buf_addz(d->out, c->kind == SHELL_DECLARE ? "(declare" : "(run");
	for (size_t i = 0; i < s->assigns.n; i++)
		assign(d, s->assigns.v[i]);
	words(d, &s->words);
	for (size_t i = 0; i < s->declared.n; i++) {
		if (s->declared.v[i].assign)
			assign(d, s->declared.v[i].assign);
		else
			word(d, s->declared.v[i].word);
	}
}

static void
pipeline(const struct dump *d, const struct shell_pipeline *p)
{
	buf_addz(d->out, p->timed ? "(time-pipe" : "(pipe");
	if (p->negated)
		buf_addz(d->out, " !");
	for (size_t i = 0; i < p->stages.n; i++) {
		buf_addc(d->out, ' ');
		stage(d, &p->stages.v[i]);
	}
}

static void
and_or(const struct dump *d, const struct shell_and_or *joined)
{
	static const char *const joins[] = {"", "&& ", "|| "};
	buf_addz(d->out, "(and-or");
	for (size_t i = 0; i < joined->n; i++) {
		buf_addf(d->out, " %s", joins[joined->v[i].join]);
		command(d, joined->v[i].command);
	}
}

/* bash prints elif as an else that holds an if. */
static void
branch(const struct dump *d, const struct shell_branch *b)
{
	size_t nested = 0;
	for (size_t i = 0; i < b->arms.n; i++) {
		if (i && d->is_normal) {
			buf_addz(d->out, " else (if");
			nested++;
		}
		if (!i)
			buf_addz(d->out, "(if");
		list(d, i && !d->is_normal ? "elif" : "", b->arms.v[i].condition);
		list(d, "then", b->arms.v[i].body);
	}
	if (b->otherwise)
		list(d, "else", b->otherwise);
	buf_fill(d->out, ')', nested);
}

static void
each(const struct dump *d, const struct shell_command *c)
{
	const struct shell_each *e = &c->each;
	buf_addf(d->out, "(%s %.*s", c->kind == SHELL_FOR ? "for" : "select",
		STR(e->name));
	if (e->has_in) {
		buf_addz(d->out, " in");
		words(d, &e->words);
	} else if (d->is_normal) {
		buf_addz(d->out, " in \"${@}\"");
	}
	list(d, "do", e->body);
}

static void
for_arith(const struct dump *d, const struct shell_for_arith *f)
{
	const struct shell_arith *const parts[] = {f->init, f->condition, f->step};
	buf_addz(d->out, "(for");
	for (size_t i = 0; i < 3; i++) {
		buf_addc(d->out, ' ');
		if (!parts[i]->word->parts.n) /* bash prints an empty one as 1 */
			buf_addz(d->out, d->is_normal ? "1" : "()");
		else
			shell_dump_arith(d->out, parts[i], d->is_normal);
	}
	list(d, "do", f->body);
}

static void
choice(const struct dump *d, const struct shell_choice *c)
{
	static const char *const ends[] = {";;", ";&", ";;&"};
	buf_addz(d->out, "(case");
	word(d, c->word);
	for (size_t i = 0; i < c->clauses.n; i++) {
		const struct shell_clause *clause = &c->clauses.v[i];
		buf_addz(d->out, " (");
		for (size_t k = 0; k < clause->patterns.n; k++) {
			buf_addz(d->out, k ? "|" : "");
			shell_dump_word(d->out, clause->patterns.v[k], d->is_normal);
		}
		list(d, ":", clause->body);
		buf_addf(d->out, " %s)", ends[clause->end]);
	}
}

static void
test(const struct dump *d, const struct shell_test *t)
{
	static const char *const names[] = {[TEST_WORD] = "-n",
		[TEST_NOT] = "not",
		[TEST_AND] = "and",
		[TEST_OR] = "or",
		[TEST_GROUP] = "group"};
	buf_addc(d->out, '(');
	if (t->op.n)
		buf_add(d->out, t->op);
	else
		buf_addz(d->out,
			t->kind == TEST_WORD && !d->is_normal ? "word" : names[t->kind]);
	if (t->left)
		word(d, t->left);
	if (t->right)
		word(d, t->right);
	if (t->a) {
		buf_addc(d->out, ' ');
		test(d, t->a);
	}
	if (t->b) {
		buf_addc(d->out, ' ');
		test(d, t->b);
	}
	buf_addc(d->out, ')');
}

/* bash prints every body as a group. */
static void
function(const struct dump *d, const struct shell_function *f)
{
	bool is_wrapped = d->is_normal && f->body->kind != SHELL_GROUP;
	buf_addf(d->out, "(function %.*s %s", STR(f->name), is_wrapped ? "(group " : "");
	command(d, f->body);
	buf_addz(d->out, is_wrapped ? ")" : "");
}

static void
open_command(const struct dump *d, const struct shell_command *c)
{
	switch (c->kind) {
	case SHELL_SIMPLE:
	case SHELL_DECLARE:
		simple(d, c);
		break;
	case SHELL_PIPELINE:
		pipeline(d, &c->pipeline);
		break;
	case SHELL_AND_OR:
		and_or(d, &c->and_or);
		break;
	case SHELL_SUBSHELL:
	case SHELL_GROUP:
		list(d, c->kind == SHELL_GROUP ? "(group" : "(subshell", c->list);
		break;
	case SHELL_IF:
		branch(d, &c->branch);
		break;
	case SHELL_WHILE:
	case SHELL_UNTIL:
		list(d, c->kind == SHELL_WHILE ? "(while" : "(until", c->loop.condition);
		list(d, "do", c->loop.body);
		break;
	case SHELL_FOR:
	case SHELL_SELECT:
		each(d, c);
		break;
	case SHELL_FOR_ARITH:
		for_arith(d, &c->for_arith);
		break;
	case SHELL_CASE:
		choice(d, &c->choice);
		break;
	case SHELL_FUNCTION:
		function(d, &c->function);
		break;
	case SHELL_TEST:
		buf_addz(d->out, "([[ ");
		test(d, c->test);
		break;
	case SHELL_ARITH:
		buf_addz(d->out, "(arith ");
		shell_dump_arith(d->out, c->arith, d->is_normal);
		break;
	case SHELL_COPROC:
		buf_addf(d->out, "(coproc %.*s ", STR(c->coproc.name));
		command(d, c->coproc.command);
		break;
	}
	for (size_t i = 0; i < c->redirects.n; i++)
		redirect(d, c->redirects.v[i]);
}

static void
command(const struct dump *d, const struct shell_command *c)
{
	open_command(d, c);
	buf_addc(d->out, ')');
}

/* bash prints |& as 2>&1 and a |. */
static void
stage(const struct dump *d, const struct shell_stage *s)
{
	open_command(d, s->command);
	if (s->with_stderr && d->is_normal)
		buf_addz(d->out, " (>& 2 1)");
	buf_addc(d->out, ')');
	if (s->with_stderr && !d->is_normal)
		buf_addz(d->out, " |&");
}

void
shell_dump_list(struct buf *out, const struct shell_list *l, bool is_normal)
{
	const struct dump d = {out, is_normal};
	for (size_t i = 0; i < l->items.n; i++) {
		if (i)
			buf_addc(out, ' ');
		if (l->items.v[i].background)
			buf_addz(out, "(& ");
		command(&d, l->items.v[i].command);
		if (l->items.v[i].background)
			buf_addc(out, ')');
	}
}

void
shell_dump(struct buf *out, const struct shell_script *script, bool is_normal)
{
	shell_dump_list(out, script->list, is_normal);
}
