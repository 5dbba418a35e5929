/* Walks over a syntax tree. Its depth is that of the parser, which LIMIT_SHELL_DEPTH
 * bounds. */
#include "shell/walk.h"

static void walk_part(struct walk *w, const struct shell_part *p);
static void walk_parts(struct walk *w, struct shell_parts parts);

static void
walk_words(struct walk *w, const struct shell_words *words)
{
	for (size_t i = 0; i < words->n; i++)
		walk_word(w, words->v[i]);
}

static void walk_subscript(struct walk *w, const struct shell_subscript *s);

static void
walk_node(struct walk *w, const struct shell_arith_node *n)
{
	if (!n)
		return;
	if (w->arith)
		w->arith(w, n);
	walk_subscript(w, n->subscript);
	if (n->kind == ARITH_EXPANSION)
		walk_part(w, n->part);
	walk_node(w, n->a);
	walk_node(w, n->b);
	walk_node(w, n->c);
}

void
walk_arith(struct walk *w, const struct shell_arith *a)
{
	if (!a)
		return;
	if (a->tree)
		walk_node(w, a->tree);
	else
		walk_word(w, a->word);
}

static void
walk_subscript(struct walk *w, const struct shell_subscript *s)
{
	if (s && s->arith)
		walk_arith(w, s->arith);
}

static void
walk_param(struct walk *w, const struct shell_param *p)
{
	if (w->param)
		w->param(w, p);
	walk_subscript(w, p->subscript);
	walk_word(w, p->word);
	walk_word(w, p->replacement);
	walk_arith(w, p->offset);
	walk_arith(w, p->count);
}

static void
walk_part(struct walk *w, const struct shell_part *p)
{
	switch (p->kind) {
	case PART_DOUBLE:
	case PART_LOCALE:
		walk_parts(w, p->parts);
		break;
	case PART_PARAM:
		walk_param(w, p->param);
		break;
	case PART_COMMAND_SUB:
	case PART_PROCESS_SUB:
		if (!w->skip_subshells)
			walk_list(w, p->list);
		break;
	case PART_ARITH_SUB:
		walk_arith(w, p->arith);
		break;
	case PART_EXTGLOB:
		walk_words(w, &p->extglob->alternatives);
		break;
	case PART_BRACES:
		walk_words(w, &p->braces->items);
		break;
	case PART_LITERAL:
	case PART_ESCAPED:
	case PART_SINGLE:
	case PART_ANSI_C:
	case PART_TILDE:
	case PART_GLOB:
	case PART_UNKNOWN:
		break;
	}
}

static void
walk_parts(struct walk *w, struct shell_parts parts)
{
	for (size_t i = 0; i < parts.n; i++)
		walk_part(w, &parts.v[i]);
}

void
walk_word(struct walk *w, const struct shell_word *word)
{
	if (word && !word->is_static)
		walk_parts(w, word->parts);
}

static void
walk_assign(struct walk *w, const struct shell_assign *a)
{
	walk_subscript(w, a->subscript);
	walk_word(w, a->word);
	for (size_t i = 0; i < a->elements.n; i++) {
		walk_subscript(w, a->elements.v[i]->key);
		walk_word(w, a->elements.v[i]->word);
	}
}

static void
walk_simple(struct walk *w, const struct shell_simple *s)
{
	for (size_t i = 0; i < s->assigns.n; i++)
		walk_assign(w, s->assigns.v[i]);
	walk_words(w, &s->words);
	for (size_t i = 0; i < s->declared.n; i++) {
		walk_word(w, s->declared.v[i].word);
		if (s->declared.v[i].assign)
			walk_assign(w, s->declared.v[i].assign);
	}
}

static void
walk_test(struct walk *w, const struct shell_test *t)
{
	if (!t)
		return;
	walk_word(w, t->left);
	walk_word(w, t->right);
	walk_test(w, t->a);
	walk_test(w, t->b);
}

static void
walk_pipeline(struct walk *w, const struct shell_pipeline *p)
{
	if (w->skip_subshells && p->stages.n > 1)
		return;
	for (size_t i = 0; i < p->stages.n; i++)
		walk_command(w, p->stages.v[i].command);
}

static void
walk_branches(struct walk *w, const struct shell_branch *b)
{
	for (size_t i = 0; i < b->arms.n; i++) {
		walk_list(w, b->arms.v[i].condition);
		walk_list(w, b->arms.v[i].body);
	}
	walk_list(w, b->otherwise);
}

static void
walk_choice(struct walk *w, const struct shell_choice *c)
{
	walk_word(w, c->word);
	for (size_t i = 0; i < c->clauses.n; i++) {
		walk_words(w, &c->clauses.v[i].patterns);
		walk_list(w, c->clauses.v[i].body);
	}
}

static void
walk_parts_of(struct walk *w, const struct shell_command *c)
{
	switch (c->kind) {
	case SHELL_SIMPLE:
	case SHELL_DECLARE:
		walk_simple(w, &c->simple);
		break;
	case SHELL_PIPELINE:
		walk_pipeline(w, &c->pipeline);
		break;
	case SHELL_AND_OR:
		for (size_t i = 0; i < c->and_or.n; i++)
			walk_command(w, c->and_or.v[i].command);
		break;
	case SHELL_SUBSHELL:
		if (!w->skip_subshells)
			walk_list(w, c->list);
		break;
	case SHELL_GROUP:
		walk_list(w, c->list);
		break;
	case SHELL_IF:
		walk_branches(w, &c->branch);
		break;
	case SHELL_WHILE:
	case SHELL_UNTIL:
		walk_list(w, c->loop.condition);
		walk_list(w, c->loop.body);
		break;
	case SHELL_FOR:
	case SHELL_SELECT:
		walk_words(w, &c->each.words);
		walk_list(w, c->each.body);
		break;
	case SHELL_FOR_ARITH:
		walk_arith(w, c->for_arith.init);
		walk_arith(w, c->for_arith.condition);
		walk_arith(w, c->for_arith.step);
		walk_list(w, c->for_arith.body);
		break;
	case SHELL_CASE:
		walk_choice(w, &c->choice);
		break;
	case SHELL_FUNCTION:
		if (!w->skip_functions)
			walk_command(w, c->function.body);
		break;
	case SHELL_TEST:
		walk_test(w, c->test);
		break;
	case SHELL_ARITH:
		walk_arith(w, c->arith);
		break;
	case SHELL_COPROC:
		walk_command(w, c->coproc.command);
		break;
	}
}

void
walk_command(struct walk *w, const struct shell_command *c)
{
	if (!c)
		return;
	if (w->command)
		w->command(w, c);
	for (size_t i = 0; i < c->redirects.n; i++) {
		const struct shell_redirect *r = c->redirects.v[i];
		walk_word(w, r->heredoc ? r->heredoc->word : r->target);
	}
	walk_parts_of(w, c);
}

void
walk_list(struct walk *w, const struct shell_list *list)
{
	if (!list)
		return;
	for (size_t i = 0; i < list->items.n; i++) {
		const struct shell_item *item = &list->items.v[i];
		if (!w->skip_subshells || !item->background)
			walk_command(w, item->command);
	}
}
