/* case. */
#include "shell/eval.h"

#include "base/arena.h"
#include "shell/pattern.h"

struct pending {
	struct state *state;
	const struct value *word;
};

VEC(pendings, struct pending);

static enum tri
matches(struct eval *e, struct state *s, const struct value *word,
	const struct shell_clause *c)
{
	enum tri any = TRI_NO;
	for (size_t i = 0; i < c->patterns.n && any != TRI_YES; i++) {
		const struct pattern *p =
			pattern_parse(e->arena, expand_pattern(e, s, c->patterns.v[i]),
				s->options & OPTION_NOCASEMATCH);
		enum tri t = pattern_match(e->arena, word, p);
		any = t == TRI_NO ? any : t;
	}
	return any;
}

static struct span
patterns_span(const struct shell_clause *c)
{
	return span_join(c->patterns.v[0]->span, c->patterns.v[c->patterns.n - 1]->span);
}

/* Takes the states that go into the clause. */
static void
choose(struct eval *e, const struct shell_clause *c, struct pendings *list,
	struct guard *g, struct pendings *go)
{
	size_t kept = 0;
	g->decided = true;
	for (size_t i = 0; i < list->n; i++) {
		struct pending p = list->v[i];
		enum tri t = matches(e, p.state, p.word, c);
		if (t == TRI_UNKNOWN) {
			g->decided = false;
			struct pending other = {eval_fork(e, p.state, g), p.word};
			list->v[kept++] = other;
		}
		if (t == TRI_NO)
			list->v[kept++] = p;
		else
			vec_push(e->arena, go, p);
	}
	list->n = kept;
}

static void
expand_all(struct eval *e, const struct shell_choice *c, struct states *set,
	struct pendings *list, struct guard *g)
{
	struct collector k = eval_collect(e);
	for (size_t i = 0; i < set->n; i++) {
		struct state *s = set->v[i];
		struct pending p = {s, expand_one(e, s, c->word)};
		if (s->exit)
			eval_exit(e, s, s->exit, s->exit_span);
		else
			vec_push(e->arena, list, p);
	}
	g->reads = eval_collected(e, k);
	set->n = 0;
}

/* The word of a state comes along, because ;;& goes on comparing it. */
static void
run_clause(struct eval *e, const struct shell_choice *c, size_t at, struct states *run,
	const struct guard *g)
{
	for (size_t i = 0; i < run->n; i++)
		eval_status(run->v[i], 0);
	for (size_t i = 0; i < c->clauses.n; i++)
		if (i != at)
			eval_keep(e, run, c->clauses.v[i].body, g);
	eval_guarded(e, c->clauses.v[at].body, run, g, true);
}

void
eval_case(struct eval *e, const struct shell_command *command, struct states *set)
{
	const struct shell_choice *c = &command->choice;
	struct fork_point p = eval_fork_begin(e, set);
	struct guard g = {.span = c->word->span};
	struct pendings list = {0};
	struct states fall = {0};
	expand_all(e, c, set, &list, &g);
	const struct value *word = list.n ? list.v[0].word : &value_empty;
	for (size_t i = 0; i < c->clauses.n && (list.n || fall.n); i++) {
		const struct shell_clause *clause = &c->clauses.v[i];
		struct pendings go = {0};
		struct states run = {0};
		g.pattern = patterns_span(clause);
		choose(e, clause, &list, &g, &go);
		states_move(e, &fall, &run);
		for (size_t k = 0; k < go.n; k++)
			vec_push(e->arena, &run, go.v[k].state);
		if (!run.n)
			continue;
		run_clause(e, c, i, &run, &g);
		for (size_t k = 0; k < run.n && clause->end == CLAUSE_TEST; k++)
			vec_push(e->arena, &list, ((struct pending){run.v[k], word}));
		if (clause->end != CLAUSE_TEST)
			states_move(e, &run, clause->end == CLAUSE_FALL ? &fall : set);
	}
	for (size_t i = 0; i < list.n; i++) {
		eval_status(list.v[i].state, 0);
		vec_push(e->arena, set, list.v[i].state);
		struct states one = {&list.v[i].state, 1, 1};
		for (size_t k = 0; k < c->clauses.n; k++)
			eval_keep(e, &one, c->clauses.v[k].body, &g);
	}
	states_move(e, &fall, set);
	eval_settle(e, set, true);
	eval_fork_end(e, set, p);
}
