/* Entries, keys and their changes. */
#include "change_rule.h"

const struct changelog_entry *
entry_naming(const struct changelog *log, struct str key)
{
	for (size_t i = log->entries.n; i-- > 0;) {
		const struct changelog_entry *e = log->entries.v[i];
		for (size_t k = 0; e->is_new && k < e->keys.n; k++) {
			struct str written;
			if (yaml_as_str(e->keys.v[k], &written) &&
				keys_star_match(written, key))
				return e;
		}
	}
	return NULL;
}

bool
has_new_entries(const struct changelog *log)
{
	for (size_t i = 0; i < log->entries.n; i++)
		if (log->entries.v[i]->is_new)
			return true;
	return false;
}

bool
key_runs_differ(const struct key_change *k)
{
	/* Points that are gone leave nothing to run. */
	return k->head && (k->added || k->launches);
}

bool
key_change_is_shared(struct trees *t, const struct key_change *k)
{
	if (k->added || !k->launches)
		return false;
	for (size_t i = 0; i < k->recipes.n; i++)
		if (trees_file(t, k->recipes.v[i])->state != FILE_SAME)
			return false;
	return true;
}

/* The words of a key that tell variants of one thing apart. */
static bool
is_variant_word(struct str word)
{
	static const char *const words[] = {"mtp", "agg", "disagg", "agentic"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eqz(word, words[i]))
			return true;
	return false;
}

/* The next word that tells no variant apart; empty at the end. */
static struct str
next_word(struct str *rest)
{
	while (rest->p) {
		struct str word = str_cut(*rest, '-', rest);
		if (!is_variant_word(word))
			return word;
	}
	return (struct str){0};
}

bool
keys_are_siblings(const struct config *x, const struct config *y)
{
	if (!str_eq(x->model_prefix.v, y->model_prefix.v) ||
		!str_eq(x->precision.v, y->precision.v))
		return false;
	struct str a = x->key, b = y->key;
	for (;;) {
		struct str v = next_word(&a), w = next_word(&b);
		if (!str_eq(v, w))
			return false;
		if (!v.n && !a.p && !b.p)
			return true;
	}
}

struct span
key_change_place(struct trees *t, const struct key_change *k)
{
	struct span place;
	if (k->rows && (!k->base || k->fields.n))
		return k->head->key_node->span;
	for (size_t i = 0; i < k->recipes.n; i++)
		if (trees_first_change(t, k->recipes.v[i], &place))
			return place;
	return trees_first_shared_change(t, &place) ? place : k->head->key_node->span;
}
