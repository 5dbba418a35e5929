/* The priority policy and its schema, which is ours. */
#include "model/policy.h"

#include "base/arena.h"
#include "model/coerce.h"
#include "model/document.h"
#include "model/schema_engine.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define FIELD(text) .name = S_INIT(text)
#define REQUIRED .required = true

static const struct schema_field any_text = {.type = SCHEMA_STR};
static const struct schema_field any_number = {.type = SCHEMA_FLOAT};

static const struct schema_field adjustments_field[] = {
	{FIELD("event"), .type = SCHEMA_TABLE, .element = &any_number,
		.about = "by name of the event"},
	{FIELD("multi-node"), .type = SCHEMA_FLOAT, .fallback = "0"},
	{FIELD("agentic"), .type = SCHEMA_FLOAT, .fallback = "0"},
	{FIELD("eval-only"), .type = SCHEMA_FLOAT, .fallback = "0"},
	{FIELD("precision"), .type = SCHEMA_TABLE, .element = &any_number},
	{FIELD("spec-decoding"), .type = SCHEMA_TABLE, .element = &any_number},
	{FIELD("framework-prefix"), .type = SCHEMA_TABLE, .element = &any_number,
		.about =
			"the first that is the framework, or its part before '-', counts"},
	{FIELD("model-prefix"), .type = SCHEMA_TABLE, .element = &any_number},
};

static const struct schema schema_adjustments = {
	.name = "adjustments mapping",
	.ours = true,
	.raw = true,
	.field = adjustments_field,
	.fields = COUNT(adjustments_field),
};

static const struct schema_field patchwork_field[] = {
	{FIELD("names"), .type = SCHEMA_LIST, REQUIRED, .element = &any_text},
	{FIELD("score"), .type = SCHEMA_FLOAT, REQUIRED},
	{FIELD("waived-by"), .type = SCHEMA_LIST, .element = &any_text, .fallback = "[]"},
};

static const struct schema schema_patchwork = {
	.name = "patchwork label",
	.ours = true,
	.raw = true,
	.field = patchwork_field,
	.fields = COUNT(patchwork_field),
};

static const struct schema_field checklist_field[] = {
	{FIELD("names"), .type = SCHEMA_LIST, .element = &any_text, .fallback = "[]"},
	{FIELD("adjustment"), .type = SCHEMA_FLOAT, .fallback = "0"},
};

static const struct schema schema_checklist = {
	.name = "checklist label",
	.ours = true,
	.raw = true,
	.field = checklist_field,
	.fields = COUNT(checklist_field),
};

static const struct schema_field skip_field[] = {
	{FIELD("name"), .type = SCHEMA_STR, REQUIRED},
};

static const struct schema schema_skip = {
	.name = "skip-queue label",
	.ours = true,
	.raw = true,
	.field = skip_field,
	.fields = COUNT(skip_field),
};

static const struct schema_field labels_field[] = {
	{FIELD("patchwork"), .type = SCHEMA_OBJECT, REQUIRED,
		.object = &schema_patchwork},
	{FIELD("checklist-complete"), .type = SCHEMA_OBJECT, .object = &schema_checklist},
	{FIELD("skip-queue"), .type = SCHEMA_OBJECT, REQUIRED, .object = &schema_skip},
};

static const struct schema schema_labels = {
	.name = "labels mapping",
	.ours = true,
	.raw = true,
	.field = labels_field,
	.fields = COUNT(labels_field),
};

static const struct schema_field policy_field[] = {
	{FIELD("version"), .type = SCHEMA_LOOSE, .about = "1"},
	{FIELD("base-score"), .type = SCHEMA_FLOAT, REQUIRED,
		.about = "score to start from"},
	{FIELD("adjustments"), .type = SCHEMA_OBJECT, REQUIRED,
		.object = &schema_adjustments},
	{FIELD("labels"), .type = SCHEMA_OBJECT, REQUIRED, .object = &schema_labels},
};

/* The one thing that the reference checks. 1.0 and true are 1, too. */
static void
check_version(struct schema_object *o, const char *id)
{
	const struct schema_value *version = schema_value(o, "version");
	if (yaml_is(version->node, YAML_BAD) || (!version->pair && o->run->partial))
		return;
	if (!coerce_true(version->node))
		schema_refuse(o, id, schema_place(o, version), "version",
			"version is %.*s, not 1",
			STR(schema_show(o->run->arena, version->node)));
}

static const struct schema_cross policy_cross[] = {
	{"policy-version", .check = check_version, .about = "version is 1"},
};

static const struct schema schema_policy = {
	.name = "priority policy",
	.ours = true,
	.raw = true,
	.field = policy_field,
	.fields = COUNT(policy_field),
	.cross = policy_cross,
	.crosses = COUNT(policy_cross),
};

struct policy *
policy_read(struct arena *a, const struct yaml_doc *doc)
{
	struct policy *p = NEW(a, struct policy);
	p->doc = doc;
	p->verdict = document_verdict(doc);
	if (!doc || !doc->root)
		return p;
	struct schema_subject subject = {
		.node = doc->root,
		.holder = span_in(doc->source, 0, 0),
		.partial = doc->partial,
	};
	enum schema_verdict v = schema_check(a, &schema_policy, 0, &subject, &p->faults);
	if (p->verdict == SCHEMA_ACCEPTED)
		p->verdict = yaml_is(doc->root, YAML_MAP) ? v : SCHEMA_CRASHED;
	return p;
}
