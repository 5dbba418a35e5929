/* Reading .infxcheck.yaml. */
#include "check/project.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/suggest.h"
#include "check/rule.h"
#include "check/run.h"

struct reading {
	struct arena *arena;
	struct project *s;
};

static struct project_fault *
fault(struct reading *r, const struct yaml_node *n, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static struct project_fault *
fault(struct reading *r, const struct yaml_node *n, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	struct project_fault f = {.span = n->span, .text = str_vfmt(r->arena, format, ap)};
	va_end(ap);
	vec_push(r->arena, &r->s->faults, f);
	return &r->s->faults.v[r->s->faults.n - 1];
}

static bool
expect_kind(struct reading *r, const struct yaml_node *n, enum yaml_kind kind,
	const char *what)
{
	if (yaml_is(n, kind))
		return true;
	if (!yaml_is(n, YAML_BAD)) /* told by yaml-syntax */
		fault(r, n, "%s must be a %s (found: %s)", what, yaml_kind_name(kind),
			yaml_kind_name(n->kind));
	return false;
}

static void
unknown_key(struct reading *r, const struct yaml_node *key, const struct str *names,
	size_t n)
{
	struct project_fault *f = fault(r, key, "there is no setting %.*s",
		STR(quote(r->arena, key->text)));
	f->help = suggest_among(r->arena, key->text, names, n);
	if (f->help.n)
		return;
	struct buf b = buf_new(r->arena, 1000);
	buf_addz(&b, "there are ");
	for (size_t i = 0; i < n; i++)
		buf_addf(&b, "%s%.*s", i ? ", " : "", STR(names[i]));
	f->help = buf_str(&b);
}

/* ---- severities ----------------------------------------------------------------- */

/* YAML takes a bare off for false, and other words too. */
static bool
take_severity(struct reading *r, const struct yaml_node *n, const char *none,
	struct rule_setting *ret)
{
	static const struct {
		const char *name;
		ixc_severity severity;
	} row[] = {{"error", IXC_ERROR}, {"warning", IXC_WARNING}, {"note", IXC_NOTE}};
	bool word = yaml_is(n, YAML_STR) || yaml_is(n, YAML_BOOL);
	ret->span = n->span;
	for (size_t i = 0; word && i < sizeof row / sizeof *row; i++) {
		ret->severity = row[i].severity;
		if (str_eqz(n->text, row[i].name))
			return true;
	}
	ret->severity = IXC_OFF;
	if (word && str_eqz(n->text, none))
		return true;
	ret->span = (struct span){0};
	struct project_fault *f = fault(r, n, "%.*s is no severity",
		STR(quote(r->arena, word ? n->text : str_from(yaml_kind_name(n->kind)))));
	f->help = str_fmt(r->arena, "write error, warning, note or %s", none);
	return false;
}

static void
unknown_rule(struct reading *r, const struct yaml_node *key)
{
	struct project_fault *f =
		fault(r, key, "there is no rule %.*s", STR(quote(r->arena, key->text)));
	struct suggestions near = {0};
	for (size_t i = 0; rules_at(i); i++)
		suggest_offer(&near, key->text, str_from(rules_at(i)->id));
	f->help = suggest_text(r->arena, &near);
	if (!f->help.n)
		f->help = S("'infxcheck rules' lists the rules");
}

static void
read_rules(struct reading *r, const struct yaml_node *n, struct rule_setting *to)
{
	if (!expect_kind(r, n, YAML_MAP, "rules"))
		return;
	for (size_t i = 0; i < n->pairs.n; i++) {
		const struct yaml_node *key = n->pairs.v[i].key;
		size_t rule = rules_index(key->text);
		struct rule_setting set;
		if (rule == rules_count()) {
			unknown_rule(r, key);
			continue;
		}
		if (!take_severity(r, n->pairs.v[i].value, "off", &set))
			continue;
		const struct ixc_rule *of = rules_at(rule);
		if (of->locked && set.severity < of->severity)
			fault(r, n->pairs.v[i].value,
				"%s is locked: it can't be made less than it is", of->id)
				->help = S("take it out; --ignore leaves it out of one run");
		else
			to[rule] = set;
	}
}

/* ---- overrides ------------------------------------------------------------------ */

static void
read_patterns(struct reading *r, const struct yaml_node *n, struct project_override *o)
{
	enum { MOST = 100, LONGEST = 200 };
	if (!expect_kind(r, n, YAML_LIST, "paths"))
		return;
	for (size_t i = 0; i < n->list.n; i++) {
		const struct yaml_node *item = n->list.v[i];
		if (!expect_kind(r, item, YAML_STR, "a path"))
			continue;
		if (item->text.n > LONGEST || i >= MOST)
			fault(r, item, "more than %d paths, or one longer than %d bytes",
				MOST, LONGEST);
		else if (item->text.n == 0 || item->text.p[0] == '/' ||
			str_starts(item->text, S("./")) ||
			str_contains(item->text, S("..")))
			fault(r, item,
				"a path begins at the root of the repository, without '/', "
				"'./' or '..'");
		else
			vec_push(r->arena, &o->patterns, item->text);
	}
}

static void
read_override(struct reading *r, const struct yaml_node *n)
{
	static const struct str names[] = {S_INIT("paths"), S_INIT("rules")};
	struct project_override o = {
		.rule = NEW_ARRAY(r->arena, struct rule_setting, rules_count())};
	if (!expect_kind(r, n, YAML_MAP, "an override"))
		return;
	for (size_t i = 0; i < n->pairs.n; i++) {
		const struct yaml_pair *p = &n->pairs.v[i];
		if (str_eqz(p->key->text, "paths"))
			read_patterns(r, p->value, &o);
		else if (str_eqz(p->key->text, "rules"))
			read_rules(r, p->value, o.rule);
		else
			unknown_key(r, p->key, names, 2);
	}
	for (size_t i = 0; i < 2; i++)
		if (!yaml_get(n, names[i]))
			fault(r, n, "an override needs '%.*s'", STR(names[i]));
	vec_push(r->arena, &r->s->overrides, o);
}

static void
read_overrides(struct reading *r, const struct yaml_node *n)
{
	enum { MOST = 100 };
	if (!expect_kind(r, n, YAML_LIST, "overrides"))
		return;
	for (size_t i = 0; i < n->list.n && i < MOST; i++)
		read_override(r, n->list.v[i]);
	if (n->list.n > MOST)
		fault(r, n->list.v[MOST], "more than %d overrides", MOST);
}

/* ---- the file ------------------------------------------------------------------- */

static void
read_text(struct reading *r, const struct yaml_node *n, const char *what,
	struct project_text *ret)
{
	if (!expect_kind(r, n, YAML_STR, what))
		return;
	ret->value = str_dup(r->arena, n->text);
	ret->span = n->span;
}

static void
read_repository(struct reading *r, const struct yaml_node *n)
{
	read_text(r, n, "repository", &r->s->repository);
	if (!r->s->repository.value.n || project_is_slug(r->s->repository.value))
		return;
	fault(r, n, "%.*s is not of the form OWNER/NAME", STR(quote(r->arena, n->text)));
	r->s->repository = (struct project_text){0};
}

static void
read_version(struct reading *r, const struct yaml_node *n)
{
	int64_t version;
	if (!yaml_as_int(n, &version) || version != 1)
		fault(r, n, "the version of this format is 1");
}

static void
read_setting(struct reading *r, const struct yaml_node *key, const struct yaml_node *value)
{
	static const struct str names[] = {S_INIT("fail-on"), S_INIT("hbm-profile"),
		S_INIT("overrides"), S_INIT("repository"), S_INIT("rules"),
		S_INIT("version")};
	struct str name = key->text;
	if (str_eqz(name, "fail-on"))
		take_severity(r, value, "never", &r->s->fail_on);
	else if (str_eqz(name, "hbm-profile"))
		read_text(r, value, "hbm-profile", &r->s->hbm_profile);
	else if (str_eqz(name, "overrides"))
		read_overrides(r, value);
	else if (str_eqz(name, "repository"))
		read_repository(r, value);
	else if (str_eqz(name, "rules"))
		read_rules(r, value, r->s->rule);
	else if (str_eqz(name, "version"))
		read_version(r, value);
	else
		unknown_key(r, key, names, sizeof names / sizeof *names);
}

struct project *
project_read(struct arena *a, const struct yaml_doc *doc)
{
	struct project *s = NEW(a, struct project);
	struct reading r = {a, s};
	s->arena = a;
	s->rule = NEW_ARRAY(a, struct rule_setting, rules_count());
	if (!doc)
		return s;
	s->source = doc->source;
	const struct yaml_node *root = doc->root;
	if (!root || yaml_is(root, YAML_NULL) ||
		!expect_kind(&r, root, YAML_MAP, PROJECT_PATH))
		return s;
	for (size_t i = 0; i < root->pairs.n; i++)
		read_setting(&r, root->pairs.v[i].key, root->pairs.v[i].value);
	return s;
}

/* ---- what holds ----------------------------------------------------------------- */

static bool
covers(const struct project_override *o, struct str path)
{
	for (size_t i = 0; i < o->patterns.n; i++)
		if (project_match(o->patterns.v[i], path))
			return true;
	return false;
}

struct rule_setting
project_of(const struct project *s, size_t rule, struct str path, ixc_severity otherwise)
{
	for (size_t i = s ? s->overrides.n : 0; i-- > 0;) {
		const struct project_override *o = &s->overrides.v[i];
		if (o->rule[rule].span.file && covers(o, path))
			return o->rule[rule];
	}
	if (s && s->rule[rule].span.file)
		return s->rule[rule];
	return (struct rule_setting){.severity = otherwise};
}

ixc_severity
project_most(const struct project *s, size_t rule, ixc_severity otherwise)
{
	ixc_severity most =
		s && s->rule[rule].span.file ? s->rule[rule].severity : otherwise;
	for (size_t i = 0; s && i < s->overrides.n; i++) {
		const struct rule_setting *o = &s->overrides.v[i].rule[rule];
		if (o->span.file && o->severity > most)
			most = o->severity;
	}
	return most;
}
