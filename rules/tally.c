/* Claims against runs. */
#include "tally.h"

bool
tally_is_for(const struct claim *c)
{
	return c->kind == CLAIM_FLAG || c->kind == CLAIM_VARIABLE ||
	       c->kind == CLAIM_SETTING;
}

/* "ib" of "ib,cuda_copy,sm": what a text has room for. */
static bool
is_item(struct str list, struct str item)
{
	for (struct str rest = list; rest.n;)
		if (str_eq(str_trim(str_cut(rest, ',', &rest)), item))
			return true;
	return false;
}

/* "max_num_seqs=conc" is a formula, "--speculative-config eagle3" tells a part of it. */
static bool
is_other_kind(const struct claim *claim, struct str value)
{
	double number;
	bool structured = value.n && (value.p[0] == '{' || value.p[0] == '[');
	return structured || (claim_number(value, &number) && !claim_has_number(claim));
}

void
tally_value(struct check *c, struct tally *t, const struct claim *claim, struct str value,
	struct span place)
{
	if (!claim->value.n || claim_value_is(claim, value) ||
		is_item(value, claim->value))
		t->agrees = true;
	if (claim->value.n && is_other_kind(claim, value))
		t->unclear = true;
	if (map_has(&t->values, value))
		return;
	if (t->values.n == 0)
		t->place = place;
	map_put(c->arena, &t->values, str_dup(c->arena, value), t);
}

static void
take(struct check *c, struct tally *t, const struct claim *claim, const struct passed *p)
{
	t->unclear = t->unclear || p->unclear;
	for (size_t i = 0; i < p->values.n; i++) {
		const struct passed_value *v = &p->values.v[i];
		if (v->known)
			tally_value(c, t, claim, v->text, v->span);
		else if (claim->value.n)
			t->unclear = true;
		else
			t->agrees = true;
	}
}

void
tally_case(struct check *c, struct tally *t, const struct claim *claim,
	const struct case_plan *p)
{
	struct passed found = claim->kind == CLAIM_VARIABLE
				      ? passed_variable(p->arena, p, claim->name)
				      : passed_option(p->arena, p, claim->name);
	take(c, t, claim, &found);
}

void
tally_yaml(struct check *c, struct tally *t, const struct claim *claim,
	const struct yaml_node *root)
{
	struct passed found = passed_in_yaml(c->arena, root, claim->name);
	take(c, t, claim, &found);
}

struct str
tally_values(struct check *c, const struct tally *t)
{
	enum { SHOWN = 6 };
	struct buf b = buf_new(c->arena, 4096);
	size_t n = t->values.n < SHOWN ? t->values.n : SHOWN;
	for (size_t i = 0; i < n; i++) {
		struct str v = t->values.entry[i].key;
		if (i)
			buf_addz(&b, i + 1 == n && n == t->values.n ? " or " : ", ");
		buf_add(&b, v.n ? v : S("no value"));
	}
	if (n < t->values.n)
		buf_addz(&b, " ...");
	return buf_str(&b);
}
