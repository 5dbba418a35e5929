/* Walks a tree and looks at spans and pointers. */
#include "shell_check.h"

#include "base/limits.h"

struct check {
	struct span all; /* of the script */
	const char *why; /* the first fault */
	unsigned depth;
};

static void word(struct check *c, struct span in, const struct shell_word *w);
static void list(struct check *c, struct span in, const struct shell_list *l);
static void command(struct check *c, struct span in, const struct shell_command *cmd);

static void
must(struct check *c, bool holds, const char *why)
{
	if (!holds && !c->why)
		c->why = why;
}

static void
inside(struct check *c, struct span parent, struct span child, const char *why)
{
	must(c, child.file == parent.file, "a span of another file");
	must(c, child.begin <= child.end, "a span that ends before it begins");
	must(c, child.begin >= parent.begin && child.end <= parent.end, why);
}

/* Walking recurses, so that the depth of a tree must be bounded. */
static bool
deeper(struct check *c)
{
	must(c, c->depth < 4 * LIMIT_SHELL_DEPTH, "deeper than the limit");
	return !c->why && ++c->depth;
}

static void arith_node(struct check *c, struct span in, const struct shell_arith_node *n);

static void
arith(struct check *c, struct span in, const struct shell_arith *a)
{
	must(c, a && a->word, "arithmetic without its text");
	if (c->why)
		return;
	inside(c, in, a->span, "arithmetic outside of its parent");
	word(c, a->span, a->word);
	if (a->tree)
		arith_node(c, a->span, a->tree);
}

static void
subscript(struct check *c, struct span in, const struct shell_subscript *s)
{
	must(c, s->word, "a subscript without a word");
	must(c, !s->arith == (s->kind != SUBSCRIPT_INDEX), "arithmetic of a subscript");
	if (c->why)
		return;
	inside(c, in, s->span, "a subscript outside of its parent");
	if (s->arith)
		arith(c, in, s->arith); /* it has the same word */
	else
		word(c, in, s->word);
}

/* The parts of its word belong to the word of the whole expression too: walking both
 * takes twice the time at each level. */
static void
index_in_arith(struct check *c, struct span in, const struct shell_subscript *s)
{
	must(c, s->word && s->arith, "an index without its text");
	if (c->why)
		return;
	inside(c, in, s->span, "an index outside of its parent");
	inside(c, in, s->word->span, "the text of an index outside of its parent");
	if (s->arith->tree)
		arith_node(c, in, s->arith->tree);
}

static unsigned
operands(enum shell_arith_kind kind)
{
	switch (kind) {
	case ARITH_NUMBER:
	case ARITH_VARIABLE:
	case ARITH_EXPANSION:
		return 0;
	case ARITH_UNARY:
	case ARITH_PREFIX:
	case ARITH_POSTFIX:
		return 1;
	case ARITH_BINARY:
	case ARITH_ASSIGN:
	case ARITH_COMMA:
		return 2;
	case ARITH_TERNARY:
		return 3;
	}
	return 0;
}

static void
arith_node(struct check *c, struct span in, const struct shell_arith_node *n)
{
	const struct shell_arith_node *const of[] = {n->a, n->b, n->c};
	if (!deeper(c))
		return;
	inside(c, in, n->span, "an operation outside of its parent");
	must(c, n->kind != ARITH_EXPANSION || n->part, "an operand without its part");
	must(c, n->kind != ARITH_VARIABLE || n->text.n, "a variable without a name");
	must(c, n->kind != ARITH_ASSIGN || (n->a && n->a->kind == ARITH_VARIABLE),
		"an assignment to something else");
	if (n->subscript)
		index_in_arith(c, in, n->subscript);
	for (unsigned i = 0; i < 3; i++) {
		must(c, !of[i] == (i >= operands(n->kind)), "operands of an operation");
		if (of[i] && !c->why)
			arith_node(c, in, of[i]);
	}
	c->depth--;
}

static void
words(struct check *c, struct span in, const struct shell_words *w)
{
	for (size_t i = 0; i < w->n && !c->why; i++)
		word(c, in, w->v[i]);
}

static void
param(struct check *c, struct span in, const struct shell_param *p)
{
	must(c, p->name.n, "a parameter without a name");
	inside(c, in, p->name_span, "the name of a parameter outside of it");
	must(c, (p->op == PARAM_SUBSTRING) == (p->offset != NULL), "an offset");
	must(c, p->op < PARAM_DEFAULT || p->op > PARAM_TOGGLE_ALL || p->word,
		"no operand");
	if (p->subscript)
		subscript(c, in, p->subscript);
	if (p->word)
		word(c, in, p->word);
	if (p->replacement)
		word(c, in, p->replacement);
	if (p->offset && !c->why)
		arith(c, in, p->offset);
	if (p->count && !c->why)
		arith(c, in, p->count);
}

static void
parts(struct check *c, struct span in, struct shell_parts v)
{
	for (size_t i = 0; i < v.n && !c->why; i++) {
		const struct shell_part *p = &v.v[i];
		inside(c, in, p->span, "a part outside of its word");
		must(c,
			i == 0 || v.v[i - 1].span.end <= p->span.begin ||
				p->span.begin == v.v[i - 1].span.begin,
			"parts out of order");
		switch (p->kind) {
		case PART_LITERAL:
		case PART_ESCAPED:
		case PART_TILDE:
		case PART_GLOB:
		case PART_UNKNOWN:
			must(c, p->text.n, "a part without text");
			break;
		case PART_SINGLE:
		case PART_ANSI_C:
			break;
		case PART_DOUBLE:
		case PART_LOCALE:
			if (deeper(c)) {
				parts(c, p->span, p->parts);
				c->depth--;
			}
			break;
		case PART_PARAM:
			param(c, p->span, p->param);
			break;
		case PART_COMMAND_SUB:
		case PART_PROCESS_SUB:
			list(c, p->span, p->list);
			break;
		case PART_ARITH_SUB:
			arith(c, p->span, p->arith);
			break;
		case PART_EXTGLOB:
			words(c, p->span, &p->extglob->alternatives);
			break;
		case PART_BRACES:
			must(c, p->braces->is_range || p->braces->items.n > 1,
				"one brace");
			words(c, p->span, &p->braces->items);
			break;
		}
	}
}

static void
word(struct check *c, struct span in, const struct shell_word *w)
{
	must(c, w, "no word");
	if (c->why || !deeper(c))
		return;
	inside(c, in, w->span, "a word outside of its parent");
	parts(c, w->span, w->parts);
	c->depth--;
}

static void
redirects(struct check *c, struct span in, const struct shell_redirects *r)
{
	for (size_t i = 0; i < r->n && !c->why; i++) {
		const struct shell_redirect *one = r->v[i];
		inside(c, in, one->span, "a redirection outside of its command");
		inside(c, one->span, one->op_span,
			"an operator outside of its redirection");
		word(c, one->span, one->target);
		bool is_here = one->op == REDIR_HEREDOC || one->op == REDIR_HEREDOC_TABS;
		must(c, is_here == (one->heredoc != NULL), "a here-document");
		if (!is_here || c->why)
			continue;
		inside(c, c->all, one->heredoc->body, "a body outside of the script");
		inside(c, c->all, one->heredoc->end, "an end outside of the script");
		word(c, c->all, one->heredoc->word);
	}
}

static void
assign(struct check *c, struct span in, const struct shell_assign *a)
{
	inside(c, in, a->span, "an assignment outside of its command");
	inside(c, a->span, a->name_span, "a name outside of its assignment");
	must(c, a->name.n, "an assignment without a name");
	must(c, a->is_array == !a->word, "the value of an assignment");
	if (a->subscript)
		subscript(c, a->span, a->subscript);
	if (a->word)
		word(c, a->span, a->word);
	for (size_t i = 0; i < a->elements.n && !c->why; i++) {
		const struct shell_element *e = a->elements.v[i];
		inside(c, a->span, e->span, "an element outside of its array");
		if (e->key)
			subscript(c, e->span, e->key);
		word(c, e->span, e->word);
	}
}

static void
simple(struct check *c, const struct shell_command *cmd)
{
	const struct shell_simple *s = &cmd->simple;
	for (size_t i = 0; i < s->assigns.n && !c->why; i++)
		assign(c, cmd->span, s->assigns.v[i]);
	words(c, cmd->span, &s->words);
	for (size_t i = 0; i < s->declared.n && !c->why; i++) {
		const struct shell_declared *d = &s->declared.v[i];
		must(c, !d->word != !d->assign, "an argument of a declaration");
		if (d->assign)
			assign(c, cmd->span, d->assign);
		else
			word(c, cmd->span, d->word);
	}
}

static void
test(struct check *c, struct span in, const struct shell_test *t)
{
	must(c, t, "no condition");
	if (c->why || !deeper(c))
		return;
	bool has_right = t->kind == TEST_BINARY;
	bool has_left = has_right || t->kind == TEST_WORD || t->kind == TEST_UNARY;
	bool has_b = t->kind == TEST_AND || t->kind == TEST_OR;
	inside(c, in, t->span, "a condition outside of its parent");
	must(c, has_left == !!t->left && has_right == !!t->right, "words of a condition");
	must(c, has_left == !t->a && has_b == !!t->b, "operands of a condition");
	if (t->left)
		word(c, t->span, t->left);
	if (t->right)
		word(c, t->span, t->right);
	if (t->a)
		test(c, t->span, t->a);
	if (t->b)
		test(c, t->span, t->b);
	c->depth--;
}

static void
branch(struct check *c, struct span in, const struct shell_branch *b)
{
	must(c, b->arms.n, "an if without arms");
	for (size_t i = 0; i < b->arms.n && !c->why; i++) {
		inside(c, in, b->arms.v[i].span, "an arm outside of its if");
		list(c, b->arms.v[i].span, b->arms.v[i].condition);
		list(c, b->arms.v[i].span, b->arms.v[i].body);
	}
	if (b->otherwise)
		list(c, in, b->otherwise);
}

static void
choice(struct check *c, struct span in, const struct shell_choice *choice)
{
	word(c, in, choice->word);
	for (size_t i = 0; i < choice->clauses.n && !c->why; i++) {
		const struct shell_clause *clause = &choice->clauses.v[i];
		inside(c, in, clause->span, "a clause outside of its case");
		must(c, clause->patterns.n, "a clause without patterns");
		words(c, clause->span, &clause->patterns);
		list(c, clause->span, clause->body);
	}
}

static void
several(struct check *c, const struct shell_command *cmd)
{
	if (cmd->kind == SHELL_PIPELINE) {
		const struct shell_pipeline *p = &cmd->pipeline;
		must(c, p->negated || p->timed || p->stages.n != 1, "a pipeline of one");
		for (size_t i = 0; i < p->stages.n && !c->why; i++)
			command(c, cmd->span, p->stages.v[i].command);
		return;
	}
	must(c, cmd->and_or.n > 1, "a list of one");
	for (size_t i = 0; i < cmd->and_or.n && !c->why; i++)
		command(c, cmd->span, cmd->and_or.v[i].command);
}

static void
loop(struct check *c, const struct shell_command *cmd)
{
	switch (cmd->kind) {
	case SHELL_FOR_ARITH:
		arith(c, cmd->span, cmd->for_arith.init);
		arith(c, cmd->span, cmd->for_arith.condition);
		arith(c, cmd->span, cmd->for_arith.step);
		list(c, cmd->span, cmd->for_arith.body);
		break;
	case SHELL_FOR:
	case SHELL_SELECT:
		inside(c, cmd->span, cmd->each.name_span, "a name outside of its loop");
		words(c, cmd->span, &cmd->each.words);
		list(c, cmd->span, cmd->each.body);
		break;
	default:
		list(c, cmd->span, cmd->loop.condition);
		list(c, cmd->span, cmd->loop.body);
	}
}

static void
kinds(struct check *c, const struct shell_command *cmd)
{
	switch (cmd->kind) {
	case SHELL_SIMPLE:
	case SHELL_DECLARE:
		simple(c, cmd);
		break;
	case SHELL_PIPELINE:
	case SHELL_AND_OR:
		several(c, cmd);
		break;
	case SHELL_SUBSHELL:
	case SHELL_GROUP:
		list(c, cmd->span, cmd->list);
		break;
	case SHELL_IF:
		branch(c, cmd->span, &cmd->branch);
		break;
	case SHELL_WHILE:
	case SHELL_UNTIL:
	case SHELL_FOR:
	case SHELL_SELECT:
	case SHELL_FOR_ARITH:
		loop(c, cmd);
		break;
	case SHELL_CASE:
		choice(c, cmd->span, &cmd->choice);
		break;
	case SHELL_FUNCTION:
		inside(c, cmd->span, cmd->function.name_span, "a name outside");
		command(c, cmd->span, cmd->function.body);
		break;
	case SHELL_TEST:
		test(c, cmd->span, cmd->test);
		break;
	case SHELL_ARITH:
		arith(c, cmd->span, cmd->arith);
		break;
	case SHELL_COPROC:
		command(c, cmd->span, cmd->coproc.command);
		break;
	}
}

static void
command(struct check *c, struct span in, const struct shell_command *cmd)
{
	must(c, cmd, "no command");
	if (c->why || !deeper(c))
		return;
	inside(c, in, cmd->span, "a command outside of its parent");
	must(c, cmd->span.begin < cmd->span.end, "an empty command");
	kinds(c, cmd);
	redirects(c, cmd->span, &cmd->redirects);
	c->depth--;
}

static void
list(struct check *c, struct span in, const struct shell_list *l)
{
	must(c, l, "no list");
	if (c->why)
		return;
	inside(c, in, l->span, "a list outside of its parent");
	for (size_t i = 0; i < l->items.n && !c->why; i++) {
		inside(c, l->span, l->items.v[i].span, "an item outside of its list");
		command(c, l->items.v[i].span, l->items.v[i].command);
	}
}

const char *
shell_check(const struct shell_script *script)
{
	struct check c = {.all = script->span};
	list(&c, script->span, script->list);
	for (size_t i = 0; i < script->errors.n; i++) {
		inside(&c, c.all, script->errors.v[i].span, "an error outside");
		must(&c, script->errors.v[i].text.n, "an error without text");
	}
	for (size_t i = 0; i < script->gaps.n; i++) {
		inside(&c, c.all, script->gaps.v[i].span, "a gap outside");
		must(&c, script->gaps.v[i].reason.n, "a gap without a reason");
	}
	must(&c, script->errors.n <= 1, "more than one error");
	return c.why;
}
