/*
 * JUnit's XML: a suite for each file, in it a case for each rule that found something
 * there. A file without findings has one case that passes; so has a rule with notes
 * alone.
 */
#include "base/arena.h"
#include "base/map.h"
#include "check/rule.h"
#include "report/excerpt.h"
#include "report/outline.h"
#include "report/report.h"
#include "report/xml.h"

struct suite {
	struct str path;
	struct finding_list findings;
};

VEC(suites, struct suite *);

struct totals {
	size_t tests, failures;
};

static struct suite *
suite_of(struct arena *a, struct suites *list, struct map *by_path, struct str path)
{
	struct suite *s = map_get(by_path, path);
	if (!s) {
		s = NEW(a, struct suite);
		s->path = path;
		map_put(a, by_path, path, s);
		vec_push(a, list, s);
	}
	return s;
}

/* Files that were read, then those of findings. */
static struct suites
suites_of(struct arena *a, const struct run *run)
{
	struct suites list = {0};
	struct map by_path = {0};
	for (size_t i = 0; run->repo && i < run->repo->files.n; i++)
		if (run->repo->files.v[i]->status == TREE_OK)
			suite_of(a, &list, &by_path, run->repo->files.v[i]->path);
	for (size_t i = 0; i < run->findings.list.n; i++) {
		struct ixc_finding *f = run->findings.list.v[i];
		struct suite *s =
			suite_of(a, &list, &by_path, outline_place(a, f, f->span).path);
		vec_push(a, &s->findings, f);
	}
	return list;
}

static bool
is_first_of_rule(const struct finding_list *list, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (list->v[k]->rule == list->v[i]->rule)
			return false;
	return true;
}

static ixc_severity
worst_of_rule(const struct finding_list *list, const struct ixc_rule *rule)
{
	ixc_severity worst = IXC_NOTE;
	for (size_t i = 0; i < list->n; i++)
		if (list->v[i]->rule == rule && list->v[i]->severity > worst)
			worst = list->v[i]->severity;
	return worst;
}

static struct totals
count(const struct suite *s)
{
	struct totals t = {0};
	for (size_t i = 0; i < s->findings.n; i++) {
		if (!is_first_of_rule(&s->findings, i))
			continue;
		t.tests++;
		t.failures +=
			worst_of_rule(&s->findings, s->findings.v[i]->rule) > IXC_NOTE;
	}
	t.tests += s->findings.n == 0;
	return t;
}

static void
add_totals(struct buf *b, struct totals t)
{
	xml_attribute_number(b, "tests", t.tests);
	xml_attribute_number(b, "failures", t.failures);
	xml_attribute_number(b, "errors", 0);
	xml_attribute_number(b, "skipped", 0);
}

static struct str
texts_of_rule(
	struct arena *a, const struct finding_list *list, const struct ixc_rule *rule)
{
	struct buf b = buf_new(a, 1 << 24);
	for (size_t i = 0; i < list->n; i++) {
		const struct ixc_finding *f = list->v[i];
		if (f->rule != rule)
			continue;
		buf_add(&b, outline_place(a, f, f->span).shown);
		buf_addf(&b, ": %s: ", severity_name(f->severity));
		buf_add(&b, outline_message(a, f));
		buf_addc(&b, '\n');
	}
	return buf_str(&b);
}

static void
add_case(struct buf *b, const struct suite *s, size_t first)
{
	const struct ixc_rule *rule = s->findings.v[first]->rule;
	ixc_severity worst = worst_of_rule(&s->findings, rule);
	buf_addz(b, "    <testcase");
	xml_attribute(b, "classname", s->path);
	xml_attribute(b, "name", str_from(rule->id));
	buf_addz(b, worst > IXC_NOTE ? ">\n      <failure" : ">\n      <system-out");
	if (worst > IXC_NOTE) {
		xml_attribute(b, "type", str_from(severity_name(worst)));
		xml_attribute(b, "message", str_from(rule->summary));
	}
	buf_addc(b, '>');
	xml_add(b, texts_of_rule(b->arena, &s->findings, rule));
	buf_addz(b, worst > IXC_NOTE ? "</failure>\n" : "</system-out>\n");
	buf_addz(b, "    </testcase>\n");
}

static void
add_suite(struct buf *b, const struct suite *s)
{
	buf_addz(b, "  <testsuite");
	xml_attribute(b, "name", s->path);
	add_totals(b, count(s));
	buf_addz(b, ">\n");
	for (size_t i = 0; i < s->findings.n; i++)
		if (is_first_of_rule(&s->findings, i))
			add_case(b, s, i);
	if (!s->findings.n) {
		buf_addz(b, "    <testcase");
		xml_attribute(b, "classname", s->path);
		buf_addz(b, " name=\"all rules\"/>\n");
	}
	buf_addz(b, "  </testsuite>\n");
}

void
report_junit(struct buf *b, const struct run *run)
{
	struct suites list = suites_of(b->arena, run);
	struct totals all = {0};
	for (size_t i = 0; i < list.n; i++) {
		struct totals t = count(list.v[i]);
		all.tests += t.tests;
		all.failures += t.failures;
	}
	buf_addz(b,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"infxcheck\"");
	add_totals(b, all);
	buf_addz(b, ">\n");
	for (size_t i = 0; i < list.n; i++)
		add_suite(b, list.v[i]);
	buf_addz(b, "</testsuites>\n");
}
