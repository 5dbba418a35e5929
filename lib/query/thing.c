/* What stands at a place. */
#include "query/query.h"

#include "base/arena.h"

static bool
holds(const struct query *q, struct span sp)
{
	return sp.file == q->source->id && sp.begin <= q->offset && q->offset <= sp.end;
}

static bool
holds_node(const struct query *q, const struct yaml_node *n)
{
	return n && holds(q, n->span);
}

/* ---- configs -------------------------------------------------------------------- */

static const struct arm *
arm_at(const struct query *q, const struct config *c)
{
	for (size_t s = 0; s < c->scenarios.n; s++) {
		const struct arms *arms = &c->scenarios.v[s]->arms;
		for (size_t i = 0; i < arms->n; i++)
			if (holds(q, arms->v[i]->span))
				return arms->v[i];
	}
	return NULL;
}

static struct thing
thing_in_config(const struct query *q, const struct config *c)
{
	struct thing t = {.kind = THING_CONFIG, .config = c};
	if (holds_node(q, c->key_node)) {
		t.span = c->key_node->span;
	} else if (holds_node(q, c->runner.node)) {
		t.kind = THING_RUNNER;
		t.span = c->runner.node->span;
		t.text = c->runner.v;
	} else {
		t.arm = arm_at(q, c);
		if (t.arm)
			t.kind = THING_ARM;
	}
	return t;
}

static struct thing
thing_in_master(const struct query *q)
{
	const struct configs *all = &q->kept->repo->master->configs;
	for (size_t i = 0; i < all->n; i++) {
		const struct config *c = all->v[i];
		struct span sp = c->node ? span_join(c->key_node->span, c->node->span)
					 : c->key_node->span;
		if (holds(q, sp))
			return thing_in_config(q, c);
	}
	return (struct thing){0};
}

/* ---- changelog, runners --------------------------------------------------------- */

static struct thing
thing_in_log(const struct query *q)
{
	const struct changelog *log = q->kept->repo->changelog;
	struct thing t = {0};
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		if (!holds(q, e->span))
			continue;
		t.entry = e;
		for (size_t k = 0; k < e->keys.n; k++) {
			if (holds_node(q, e->keys.v[k])) {
				t.kind = THING_LOG_KEY;
				t.span = e->keys.v[k]->span;
				yaml_as_str(e->keys.v[k], &t.text);
			}
		}
		if (holds_node(q, e->pr_link)) {
			t.kind = THING_LOG_LINK;
			t.span = e->pr_link->span;
		}
	}
	return t;
}

static struct thing
thing_in_runners(const struct query *q)
{
	const struct runner_labels *all = &q->kept->repo->runners->labels;
	for (size_t i = 0; i < all->n; i++)
		if (holds_node(q, all->v[i]->key))
			return (struct thing){.kind = THING_LABEL,
				.span = all->v[i]->key->span,
				.text = all->v[i]->name};
	return (struct thing){0};
}

/* ---- scripts -------------------------------------------------------------------- */

static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static bool
is_name(struct str s)
{
	bool ok = s.n && !(s.p[0] >= '0' && s.p[0] <= '9');
	for (size_t i = 0; i < s.n; i++)
		ok = ok && s.p[i] != '-';
	return ok;
}

/* $NAME, ${NAME, NAME=, NAME+=; and what is in capitals, since arithmetic and lists of
 * names have no sign. */
static bool
is_variable(struct str text, size_t begin, size_t end)
{
	struct str word = str_slice(text, begin, end);
	char before = begin ? text.p[begin - 1] : ' ';
	char after = end < text.n ? text.p[end] : ' ';
	bool capitals = true;
	for (size_t i = 0; i < word.n; i++)
		capitals = capitals && !(word.p[i] >= 'a' && word.p[i] <= 'z');
	return is_name(word) &&
	       (before == '$' || before == '{' || before == '!' || before == '#' ||
		       after == '=' ||
		       str_starts(str_slice(text, end, text.n), S("+=")) || capitals);
}

static bool
is_comment(const struct query *q)
{
	struct session *s = plans_session(q->kept->plans);
	const struct session_script *script = session_script(s, session_path(s, q->path));
	for (size_t i = 0; script && i < script->tree->comments.n; i++) {
		struct span c = script->tree->comments.v[i];
		if (c.begin <= q->offset && q->offset < c.end)
			return true;
	}
	return false;
}

static struct thing
thing_in_script(const struct query *q)
{
	struct str text = q->source->bytes;
	size_t begin = q->offset, end = q->offset;
	struct thing t = {.kind = THING_SCRIPT};
	while (begin && is_word(text.p[begin - 1]))
		begin--;
	while (end < text.n && is_word(text.p[end]))
		end++;
	/* ${NAME:-x} and $NAME-x: the name ends at the dash. */
	for (size_t i = begin; i < end; i++) {
		bool expands =
			begin && (text.p[begin - 1] == '$' || text.p[begin - 1] == '{');
		if (text.p[i] == '-' && expands) {
			end = i;
			break;
		}
	}
	if (begin == end || q->offset > end || is_comment(q))
		return t;
	t.kind = is_variable(text, begin, end) ? THING_VARIABLE : THING_WORD;
	t.span = span_in(q->source, begin, end);
	t.text = str_slice(text, begin, end);
	return t;
}

struct thing
thing_at(const struct query *q)
{
	const struct repo *r = q->kept->repo;
	if (!q->source || q->offset > q->source->bytes.n)
		return (struct thing){0};
	if (q->source == r->amd->source || q->source == r->nvidia->source)
		return thing_in_master(q);
	if (q->source == r->changelog_file->source)
		return thing_in_log(q);
	if (q->source == r->runners_file->source)
		return thing_in_runners(q);
	if (str_ends(q->path, S(".sh")) || str_ends(q->path, S(".bash")))
		return thing_in_script(q);
	return (struct thing){0};
}
