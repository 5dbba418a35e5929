/* Comparing what two trees launch. */
#include "plan/compare.h"

#include "base/arena.h"
#include "base/limits.h"

enum { CELLS_MOST = 4 * 1000 * 1000 };

/* ---- longest common subsequences ------------------------------------------------ */

/* For each text of x the index in y that it goes with, or SIZE_MAX. Texts too many to
 * compare stay without. */
static size_t *
align(struct arena *a, const struct names *x, const struct names *y)
{
	size_t *to = NEW_ARRAY(a, size_t, x->n + 1);
	for (size_t i = 0; i < x->n; i++)
		to[i] = SIZE_MAX;
	if ((x->n + 1) * (y->n + 1) > CELLS_MOST)
		return to;
	size_t width = y->n + 1;
	uint32_t *best = NEW_ARRAY(a, uint32_t, (x->n + 1) * width);
	for (size_t i = x->n; i-- > 0;) {
		for (size_t k = y->n; k-- > 0;) {
			uint32_t down = best[(i + 1) * width + k];
			uint32_t right = best[i * width + k + 1];
			best[i * width + k] = down > right ? down : right;
			if (str_eq(x->v[i], y->v[k]))
				best[i * width + k] = best[(i + 1) * width + k + 1] + 1;
		}
	}
	for (size_t i = 0, k = 0; i < x->n && k < y->n;) {
		if (str_eq(x->v[i], y->v[k]))
			to[i++] = k++;
		else if (best[(i + 1) * width + k] >= best[i * width + k + 1])
			i++;
		else
			k++;
	}
	return to;
}

/* ---- texts of a command --------------------------------------------------------- */

static struct names
tokens_of(struct arena *a, const struct printed_command *c)
{
	struct names list = {0};
	for (size_t i = 0; i < c->tokens.n; i++) {
		struct buf b = buf_new(a, LIMIT_OUTPUT_BYTES);
		size_t from = c->tokens.v[i].word;
		for (size_t k = 0; k < c->tokens.v[i].n; k++) {
			if (k)
				buf_addc(&b, ' ');
			buf_add(&b, c->words.v[from + k]);
		}
		vec_push(a, &list, buf_str(&b));
	}
	return list;
}

static size_t
find_text(const struct names *list, const bool *used, struct str text, bool by_name)
{
	size_t i = 0;
	while (i < list->n && (used[i] || !(by_name ? str_eq(print_name(list->v[i]), text)
						    : str_eq(list->v[i], text))))
		i++;
	return i;
}

/* Equal texts go together wherever they stand; then those of the same name. */
static struct text_changes
compare_texts(struct arena *a, const struct names *old, const struct names *new)
{
	struct text_changes list = {0};
	if (old->n * new->n > CELLS_MOST) {
		struct text_change x = {str_fmt(a, "(%zu words)", old->n),
			str_fmt(a, "(%zu words)", new->n)};
		vec_push(a, &list, x);
		return list;
	}
	bool *gone = NEW_ARRAY(a, bool, old->n + 1),
	     *came = NEW_ARRAY(a, bool, new->n + 1);
	for (size_t i = 0; i < old->n; i++) {
		size_t k = find_text(new, came, old->v[i], false);
		if (k < new->n)
			gone[i] = came[k] = true;
	}
	for (size_t i = 0; i < old->n; i++) {
		if (gone[i])
			continue;
		struct text_change x = {.old = old->v[i]};
		size_t k = find_text(new, came, print_name(old->v[i]), true);
		if (k < new->n) {
			x.new = new->v[k];
			came[k] = true;
		}
		vec_push(a, &list, x);
	}
	for (size_t k = 0; k < new->n; k++) {
		struct text_change x = {.new = new->v[k]};
		if (!came[k])
			vec_push(a, &list, x);
	}
	return list;
}

/* ---- written files -------------------------------------------------------------- */

static struct str
path_of(struct str file)
{
	struct str rest;
	return str_cut(file, '\n', &rest);
}

static struct str
text_of(struct str file)
{
	struct str rest;
	str_cut(file, '\n', &rest);
	return rest.p ? rest : S("");
}

static const struct str *
file_at(const struct names *list, struct str path)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_eq(path_of(list->v[i]), path))
			return &list->v[i];
	return NULL;
}

static void
compare_file(struct arena *a, struct written_changes *list, struct str path,
	const struct str *old, const struct str *new)
{
	if (old && new &&str_eq(*old, *new))
		return;
	struct written_change *x = NEW(a, struct written_change);
	x->path = path;
	x->was = old != NULL;
	x->is = new != NULL;
	diff_lines(
		a, old ? text_of(*old) : S(""), new ? text_of(*new) : S(""), &x->lines);
	vec_push(a, list, x);
}

static struct written_changes
compare_files(struct arena *a, const struct names *old, const struct names *new)
{
	struct written_changes list = {0};
	for (size_t i = 0; i < old->n; i++) {
		struct str path = path_of(old->v[i]);
		compare_file(a, &list, path, &old->v[i], file_at(new, path));
	}
	for (size_t i = 0; i < new->n; i++) {
		struct str path = path_of(new->v[i]);
		if (!file_at(old, path))
			compare_file(a, &list, path, NULL, &new->v[i]);
	}
	return list;
}

/* ---- commands ------------------------------------------------------------------- */

static bool
is_background(const struct printed_command *c)
{
	return c->command->launch->job != 0;
}

static void
add_both(struct arena *a, struct command_changes *list,
	const struct printed_command *base, const struct printed_command *head)
{
	struct command_change *x = NEW(a, struct command_change);
	struct names old = tokens_of(a, base), new = tokens_of(a, head);
	x->base = base;
	x->head = head;
	x->words = compare_texts(a, &old, &new);
	x->variables = compare_texts(a, &base->variables, &head->variables);
	x->files = compare_files(a, &base->files, &head->files);
	x->background = is_background(base) != is_background(head);
	x->maybe = base->maybe != head->maybe;
	if (x->words.n || x->variables.n || x->files.n || x->background || x->maybe)
		vec_push(a, list, x);
}

static void
add_one(struct arena *a, struct command_changes *list, const struct printed_command *base,
	const struct printed_command *head)
{
	struct command_change *x = NEW(a, struct command_change);
	x->base = base;
	x->head = head;
	vec_push(a, list, x);
}

static bool
may_be_same(const struct printed_command *x, const struct printed_command *y)
{
	return x->command->kind == y->command->kind &&
	       (x->command->kind != PLAN_OTHER || str_eq(x->words.v[0], y->words.v[0]));
}

/* Commands between two that are the same in both. */
struct gap {
	size_t base, base_end, head, head_end;
};

static void
compare_gap(struct arena *a, struct command_changes *list,
	const struct launch_print *base, const struct launch_print *head,
	const struct gap *g)
{
	bool *came = NEW_ARRAY(a, bool, head->commands.n + 1);
	for (size_t i = g->base; i < g->base_end; i++) {
		const struct printed_command *x = base->commands.v[i];
		size_t k = g->head;
		while (k < g->head_end &&
			(came[k] || !may_be_same(x, head->commands.v[k])))
			k++;
		if (k == g->head_end) {
			add_one(a, list, x, NULL);
			continue;
		}
		came[k] = true;
		add_both(a, list, x, head->commands.v[k]);
	}
	for (size_t k = g->head; k < g->head_end; k++)
		if (!came[k])
			add_one(a, list, NULL, head->commands.v[k]);
}

static struct names
keys_of(struct arena *a, const struct launch_print *p)
{
	struct names list = {0};
	for (size_t i = 0; p && i < p->commands.n; i++)
		vec_push(a, &list, p->commands.v[i]->key);
	return list;
}

struct command_changes
launches_compare(
	struct arena *a, const struct launch_print *base, const struct launch_print *head)
{
	static const struct launch_print none;
	struct command_changes list = {0};
	base = base ? base : &none;
	head = head ? head : &none;
	if (str_eq(base->digest, head->digest))
		return list;
	struct names old = keys_of(a, base), new = keys_of(a, head);
	size_t *to = align(a, &old, &new);
	struct gap g = {0};
	for (size_t i = 0; i < old.n; i++) {
		if (to[i] == SIZE_MAX)
			continue;
		g.base_end = i;
		g.head_end = to[i];
		compare_gap(a, &list, base, head, &g);
		g.base = i + 1;
		g.head = to[i] + 1;
	}
	g.base_end = old.n;
	g.head_end = new.n;
	compare_gap(a, &list, base, head, &g);
	return list;
}

/* ---- points --------------------------------------------------------------------- */

static void
add_worker(struct buf *b, const struct worker *w)
{
	buf_addf(b, "|%lld,%lld,%lld,%lld,%d", (long long)int_or(w->num_worker, 0),
		(long long)int_or(w->tp, 0), (long long)int_or(w->pp, 1),
		(long long)int_or(w->ep, 0), w->dp_attn.set && w->dp_attn.v);
}

static void
add_component(struct buf *b, const struct component *c)
{
	buf_addf(b, "|%.*s", STR(c && c->set && c->name.set ? c->name.v : S("")));
}

static struct str
identity_of(struct arena *a, const struct launch_case *c)
{
	struct buf b = buf_new(a, LIMIT_SHELL_STRING_BYTES);
	const struct point *p = c->point;
	if (!p)
		return S("given");
	buf_addf(&b, "%.*s|%.*s|%d|%lld|%lld", STR(c->config->key),
		STR(c->route->machine->short_name), (int)p->kind, (long long)p->isl,
		(long long)p->osl);
	buf_addf(&b, "|%lld|%lld|%lld|%lld|%lld|%d|%.*s|%.*s", (long long)p->tp,
		(long long)p->pp, (long long)p->dcp_size, (long long)p->pcp_size,
		(long long)p->ep, p->dp_attn, STR(p->spec_decoding),
		STR(p->kv_offloading));
	add_component(&b, p->kv_offload_backend);
	if (p->multinode) {
		add_worker(&b, p->arm->prefill);
		add_worker(&b, p->arm->decode);
	}
	for (size_t i = 0; i < p->concs.n; i++)
		buf_addf(&b, "|%lld", (long long)p->concs.v[i]);
	return buf_str(&b);
}

VEC(case_list, const struct launch_case *);

static struct map
by_identity(struct arena *a, const struct launch_cases *cases)
{
	struct map m = {0};
	for (size_t i = 0; i < cases->n; i++) {
		struct str key = identity_of(a, &cases->v[i]);
		struct case_list *list = map_get(&m, key);
		if (!list) {
			list = NEW(a, struct case_list);
			map_put(a, &m, key, list);
		}
		vec_push(a, list, &cases->v[i]);
	}
	return m;
}

/* Points of one identity go together in their order. */
struct launch_pairs
launches_pair(
	struct arena *a, const struct launch_cases *base, const struct launch_cases *head)
{
	struct launch_pairs list = {0};
	struct map old = by_identity(a, base), seen = {0};
	for (size_t i = 0; i < head->n; i++) {
		struct str key = identity_of(a, &head->v[i]);
		struct case_list *with = map_get(&old, key);
		size_t *n = map_get(&seen, key);
		if (!n) {
			n = NEW(a, size_t);
			map_put(a, &seen, key, n);
		}
		struct launch_pair p = {.head = &head->v[i]};
		if (with && *n < with->n)
			p.base = with->v[*n];
		(*n)++;
		vec_push(a, &list, p);
	}
	for (size_t i = 0; i < old.n; i++) {
		const struct case_list *with = old.entry[i].value;
		const size_t *n = map_get(&seen, old.entry[i].key);
		for (size_t k = n ? *n : 0; k < with->n; k++)
			vec_push(a, &list, ((struct launch_pair){.base = with->v[k]}));
	}
	return list;
}
