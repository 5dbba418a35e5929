/* Baselines: matching, making, pruning. */
#include "check/baseline.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "check/rule.h"
#include "check/run.h"

/* A baseline is a text, so what is not one becomes U+FFFD. */
static struct str
clean(struct arena *a, struct str s)
{
	if (utf8_first_bad(s) == s.n)
		return s;
	struct buf b = buf_new(a, 3 * s.n + 1);
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t n = utf8_decode(s, i, &cp);
		buf_add(&b, n ? str_slice(s, i, i + n) : S("\xEF\xBF\xBD"));
		i += n ? n : 1;
	}
	return buf_str(&b);
}

static struct str
key_of(struct arena *a, struct str rule, struct str path, struct str subject)
{
	return str_fmt(a, "%.*s\n%.*s\n%.*s", STR(rule), STR(path), STR(subject));
}

static struct str
key_of_finding(struct arena *a, const struct ixc_finding *f)
{
	return key_of(a, str_from(f->rule->id), clean(a, finding_path(f)),
		clean(a, f->subject));
}

/* ---- reading -------------------------------------------------------------------- */

struct reading {
	struct arena *arena;
	struct baseline *b;
};

static struct baseline_fault *
fault(struct reading *r, const struct yaml_node *n, struct str text)
{
	struct baseline_fault f = {.span = n->span, .text = text};
	vec_push(r->arena, &r->b->faults, f);
	return &r->b->faults.v[r->b->faults.n - 1];
}

static bool
take_text(struct reading *r, const struct yaml_node *item, struct str name, struct str *ret)
{
	const struct yaml_node *n = yaml_get(item, name);
	if (yaml_as_str(n, ret))
		return true;
	fault(r, n ? n : item,
		str_fmt(r->arena, "an entry needs '%.*s', a text", STR(name)));
	return false;
}

static void
unknown_rule(struct reading *r, const struct yaml_node *item, struct str id)
{
	struct suggestions near = {0};
	for (size_t i = 0; rules_at(i); i++)
		suggest_offer(&near, id, str_from(rules_at(i)->id));
	fault(r, yaml_get(item, S("rule")),
		str_fmt(r->arena, "there is no rule %.*s", STR(quote(r->arena, id))))
		->help = suggest_text(r->arena, &near);
}

static void
read_entry(struct reading *r, const struct yaml_node *item)
{
	struct baseline_entry *e = NEW(r->arena, struct baseline_entry);
	if (!yaml_is(item, YAML_MAP)) {
		fault(r, item, S("an entry is a map of rule, path, subject and count"));
		return;
	}
	if (!take_text(r, item, S("rule"), &e->rule_id) ||
		!take_text(r, item, S("path"), &e->path) ||
		!take_text(r, item, S("subject"), &e->subject))
		return;
	e->rule = rules_at(rules_index(e->rule_id));
	e->span = item->span;
	const struct yaml_node *count = yaml_get(item, S("count"));
	struct str key = key_of(r->arena, e->rule_id, e->path, e->subject);
	if (!yaml_as_int(count, &e->count) || e->count < 1)
		fault(r, count ? count : item, S("an entry needs 'count', a number from 1"));
	else if (!e->rule)
		unknown_rule(r, item, e->rule_id);
	else if (e->rule->locked)
		fault(r, yaml_get(item, S("rule")),
			str_fmt(r->arena, "findings of %s can't be in a baseline",
				e->rule->id));
	else if (map_has(&r->b->by_key, key))
		fault(r, item, S("the baseline has this entry twice"));
	else {
		map_put(r->arena, &r->b->by_key, key, e);
		vec_push(r->arena, &r->b->entries, e);
	}
}

struct baseline *
baseline_read(struct arena *a, const struct yaml_doc *doc)
{
	struct baseline *b = NEW(a, struct baseline);
	struct reading r = {a, b};
	int64_t version;
	b->source = doc->source;
	for (size_t i = 0; i < doc->problems.n; i++) {
		const struct yaml_node at = {.span = doc->problems.v[i].span};
		if (doc->problems.v[i].safe_refuses)
			fault(&r, &at, doc->problems.v[i].text);
	}
	if (!yaml_is(doc->root, YAML_MAP)) {
		if (doc->root && !yaml_is(doc->root, YAML_BAD))
			fault(&r, doc->root,
				S("a baseline is a map of version and findings"));
		return b;
	}
	if (!yaml_as_int(yaml_get(doc->root, S("version")), &version) || version != 1)
		fault(&r, doc->root, S("a baseline has version 1"));
	const struct yaml_node *list = yaml_get(doc->root, S("findings"));
	if (!yaml_is(list, YAML_LIST)) {
		if (!doc->partial)
			fault(&r, doc->root, S("a baseline has a list of findings"));
		return b;
	}
	for (size_t i = 0; i < yaml_count(list); i++)
		read_entry(&r, yaml_item(list, i));
	return b;
}

/* ---- a run against it ----------------------------------------------------------- */

static bool
can_tell(const struct check_options *o, const bool *active, const struct ixc_rule *r)
{
	return active[rules_index(str_from(r->id))] && !o->paths.n && !o->changelog_only &&
		(!o->base_tree || o->whole);
}

static struct baseline_entry *
entry_of(struct check *c, const struct baseline *b, const struct ixc_finding *f)
{
	if (f->severity == IXC_OFF || f->rule->locked)
		return NULL;
	return map_get(&b->by_key, key_of_finding(c->arena, f));
}

static void
hide(struct check *c, const struct baseline *b, struct finding_list *hidden)
{
	struct finding_list *list = &c->findings->list;
	size_t kept = 0;
	for (size_t i = 0; i < list->n; i++) {
		struct ixc_finding *f = list->v[i];
		const struct baseline_entry *e = entry_of(c, b, f);
		if (e && e->seen <= (uint64_t)e->count) {
			f->known = e->span;
			vec_push(c->arena, hidden, f);
			continue;
		}
		if (e)
			finding_note(f,
				"the baseline has %lld of this kind, now there are %zu",
				(long long)e->count, e->seen);
		list->v[kept++] = f;
	}
	list->n = kept;
}

void
baseline_apply(struct check *c, const struct check_options *o, const bool *active,
	struct baseline *b, struct finding_list *hidden)
{
	for (size_t i = 0; i < b->entries.n; i++)
		b->entries.v[i]->judged = can_tell(o, active, b->entries.v[i]->rule);
	for (size_t i = 0; i < c->findings->list.n; i++) {
		struct baseline_entry *e = entry_of(c, b, c->findings->list.v[i]);
		if (e)
			e->seen++;
	}
	hide(c, b, hidden);
	for (size_t i = 0; i < rules_count(); i++) {
		c->rule = rules_at(i);
		c->severity = o->severity ? o->severity[i] : c->rule->severity;
		if (active[i] && c->rule->on_baseline)
			c->rule->on_baseline(c, b);
	}
}

/* ---- making --------------------------------------------------------------------- */

struct baseline *
baseline_of(struct arena *a, const struct finding_list *list)
{
	struct baseline *b = NEW(a, struct baseline);
	for (size_t i = 0; i < list->n; i++) {
		const struct ixc_finding *f = list->v[i];
		struct str key = key_of_finding(a, f);
		struct baseline_entry *e = map_get(&b->by_key, key);
		if (f->rule->locked)
			continue;
		if (!e) {
			e = NEW(a, struct baseline_entry);
			*e = (struct baseline_entry){.rule_id = str_from(f->rule->id),
				.path = clean(a, finding_path(f)),
				.subject = clean(a, f->subject),
				.rule = f->rule};
			map_put(a, &b->by_key, key, e);
			vec_push(a, &b->entries, e);
		}
		e->count++;
	}
	return b;
}

void
baseline_prune(struct baseline *b)
{
	size_t kept = 0;
	for (size_t i = 0; i < b->entries.n; i++) {
		struct baseline_entry *e = b->entries.v[i];
		if (e->judged && e->seen < (uint64_t)e->count)
			e->count = (int64_t)e->seen;
		if (e->count)
			b->entries.v[kept++] = e;
	}
	b->entries.n = kept;
}
