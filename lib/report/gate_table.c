/* The table of new entries: keys, jobs, hours, what changed. */
#include "report/gate_table.h"

#include "base/arena.h"
#include "check/trees.h"
#include "model/keys.h"

/* Jobs of one config that an entry asks for. */
struct jobs {
	size_t n;
	int64_t seconds; /* of those whose duration is known: single-node agentic ones */
	size_t timed;
};

static bool
wants_scenario(const struct changelog_entry *e, const struct point *p)
{
	const struct yaml_node *types = yaml_get(e->node, S("scenario-type"));
	if (!yaml_count(types))
		return true;
	struct str want = p->kind == SCENARIO_AGENTIC ? S("agentic-coding")
						      : S("fixed-seq-len");
	for (size_t i = 0; i < yaml_count(types); i++) {
		struct str type;
		if (yaml_as_str(yaml_item(types, i), &type) && str_eq(type, want))
			return true;
	}
	return false;
}

static struct jobs
jobs_of(const struct trees *t, const struct changelog_entry *e, const struct config *config)
{
	struct jobs j = {0};
	const struct points *all = &t->head.plans->matrix->points;
	bool evals = yaml_truthy(yaml_get(e->node, S("evals-only")));
	for (size_t i = 0; i < all->n; i++) {
		const struct point *p = all->v[i];
		if (p->config != config || !wants_scenario(e, p) || (evals && !p->run_eval))
			continue;
		j.n++;
		if (evals || p->multinode || p->kind != SCENARIO_AGENTIC || p->duration <= 0)
			continue;
		j.seconds += p->duration;
		j.timed++;
	}
	return j;
}

static void
add_jobs(struct buf *b, struct jobs j, const struct changelog_entry *e,
	const struct key_change *k)
{
	bool append = yaml_truthy(yaml_get(e->node, S("append-only")));
	if (append) {
		buf_addf(b, "%zu added point%s of %zu", k ? k->added : 0,
			k && k->added == 1 ? "" : "s", j.n);
		return;
	}
	buf_addf(b, "%zu job%s", j.n, j.n == 1 ? "" : "s");
	if (j.timed)
		buf_addf(b, ", at least %.1f node-hours", (double)j.seconds / 3600);
}

static void
add_key(struct buf *b, struct trees *t, const struct changelog_entry *e,
	const struct config *config)
{
	const struct key_change *k = trees_key(t, config->key);
	buf_addf(b, "    %-52.*s ", STR(config->key));
	add_jobs(b, jobs_of(t, e, config), e, k);
	struct str what = k ? trees_key_difference(b->arena, k) : S("nothing");
	if (k && !k->base)
		buf_addz(b, "; a new key\n");
	else
		buf_addf(b, "; changed: %.*s\n",
			STR(what.n ? what : S("nothing that runs")));
}

void
report_gate_table(struct buf *b, const struct run *run)
{
	struct trees *t = run->trees;
	bool any = false;
	if (!t)
		return;
	trees_keys(t);
	const struct changelog *log = run->repo->changelog;
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		if (!e->is_new)
			continue;
		if (!any)
			buf_addz(b, "new entries:\n");
		any = true;
		struct place at = source_place(log->source, e->span.begin);
		buf_addf(b, "  entry %zu, line %u\n", e->index, (unsigned)at.line);
		struct selection s = keys_selection(b->arena, run->repo->master);
		for (size_t k = 0; k < e->keys.n; k++)
			keys_of_entry(b->arena, &s, e->keys.v[k]->text);
		for (size_t k = 0; k < s.list.n; k++)
			add_key(b, t, e, s.list.v[k]);
	}
	if (any)
		buf_addc(b, '\n');
}
