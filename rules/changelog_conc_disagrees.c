/* changelog-conc-disagrees: an entry names concurrencies that none of its arms runs. */
#include "concs.h"
#include "entry_text.h"

enum { TEXT_BYTES = 4096 };

/* The concurrencies of all arms of an entry's configs. */
struct run {
	struct map values; /* the number as text to its place */
	int64_t low, high;
	const struct yaml_node *first;
	bool known;
};

static struct str
text_of(struct check *c, int64_t v)
{
	return str_fmt(c->arena, "%lld", (long long)v);
}

static void
add_arm(struct check *c, struct run *r, const struct arm *arm)
{
	r->known = r->known && arm->conc.n > 0;
	for (size_t i = 0; i < arm->conc.n; i++) {
		const struct int_field *f = &arm->conc.v[i];
		struct str text = text_of(c, f->v);
		if (!map_has(&r->values, text))
			map_put(c->arena, &r->values, text, r);
		r->low = f->v < r->low ? f->v : r->low;
		r->high = f->v > r->high ? f->v : r->high;
		r->first = r->first ? r->first : f->node;
	}
}

static struct run
runs_of(struct check *c, const struct configs *configs)
{
	struct run r = {.known = true, .low = INT64_MAX, .high = INT64_MIN};
	for (size_t i = 0; i < configs->n; i++)
		for (size_t s = 0; s < configs->v[i]->scenarios.n; s++) {
			const struct arms *arms = &configs->v[i]->scenarios.v[s]->arms;
			for (size_t k = 0; k < arms->n; k++)
				add_arm(c, &r, arms->v[k]);
		}
	return r;
}

static bool
is_run(struct check *c, const struct run *r, const struct claim *x)
{
	if (x->low == x->high)
		return map_has(&r->values, text_of(c, x->low));
	/* Of a range nobody knows which numbers are meant. */
	return x->low >= r->low && x->high <= r->high;
}

static void
add_claim(struct check *c, struct buf *b, const struct claim *x)
{
	if (x->low == x->high)
		concs_add(b, x->low);
	else
		buf_addf(b, "%s%s to %.*s", b->n ? ", " : "", text_of(c, x->low).p,
			STR(text_of(c, x->high)));
}

/* One finding an item of the description. */
static void
check_item(struct check *c, const struct changelog_entry *e, const struct saids *said,
	size_t item, const struct run *r)
{
	struct buf wrong = buf_new(c->arena, TEXT_BYTES);
	const struct said *first = NULL;
	for (size_t i = 0; i < said->n; i++) {
		const struct said *s = &said->v[i];
		if (s->item != item || s->claim.kind != CLAIM_CONC ||
			!said_plainly(&s->claim) || is_run(c, r, &s->claim))
			continue;
		add_claim(c, &wrong, &s->claim);
		first = first ? first : s;
	}
	if (!first)
		return;
	struct buf all = buf_new(c->arena, TEXT_BYTES);
	for (size_t i = 0; i < r->values.n; i++)
		buf_addf(&all, "%s%.*s", i ? ", " : "", STR(r->values.entry[i].key));
	struct ixc_finding *f = report(c, first->span,
		"entry %zu speaks of concurrency %.*s, which no arm of its keys runs",
		e->index, STR(buf_str(&wrong)));
	finding_subject(f, "entry %zu: %.*s", e->index, STR(buf_str(&wrong)));
	if (r->first)
		finding_related(f, r->first->span, "the first arm's");
	finding_note(f, "they run %.*s", STR(buf_str(&all)));
	finding_help(f, "mend the text, or the arms");
}

static void
check_entry(struct check *c, const struct changelog_entry *e)
{
	bool whole;
	struct configs configs = entry_configs(c, e, &whole);
	struct saids said = entry_claims(c, e);
	size_t concs = 0;
	for (size_t i = 0; i < said.n; i++)
		concs += said.v[i].claim.kind == CLAIM_CONC;
	if (!concs || entry_is_outdated_for(e, &configs))
		return;
	struct run r = runs_of(c, &configs);
	if (!whole || !r.known) {
		not_judged(c, str_fmt(c->arena, "entry %zu", e->index),
			"the concurrencies of its keys are not all known");
		return;
	}
	for (size_t i = 0; i < e->lines.n; i++)
		check_item(c, e, &said, i, &r);
}

const struct ixc_rule rule_changelog_conc_disagrees = {
	.id = "changelog-conc-disagrees",
	.severity = IXC_WARNING,
	.since = "0.1",
	.summary = "a new entry names a concurrency that no arm of its keys runs",
	.help = "What an entry says was swept is what people look for in the results. A number\n"
		"that follows \"conc\" or \"concurrency\" (lists, ranges, c8/c16 and Chinese\n"
		"wording too) has to be among those of some arm of some of the entry's keys.\n"
		"\n"
		"Not judged are sentences about what is removed, what was before, what failed,\n"
		"bounds (\"conc <= 16\", \"8 and below\"), and entries whose key a later entry\n"
		"names again. Of a range only its ends count, and they only have to lie within\n"
		"what is run.",
	.on_entry = check_entry,
};
