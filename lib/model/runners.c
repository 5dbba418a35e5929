/* The runner file. */
#include "model/runners.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/suggest.h"
#include "model/coerce.h"
#include "model/document.h"

static void
read_labels(struct arena *a, struct runners *r, const struct yaml_node *labels)
{
	for (size_t i = 0; yaml_is(labels, YAML_MAP) && i < labels->pairs.n; i++) {
		const struct yaml_pair *pair = &labels->pairs.v[i];
		struct runner_label *label = NEW(a, struct runner_label);
		if (!coerce_str(pair->key, &label->name))
			continue;
		label->key = pair->key;
		for (size_t k = 0;
			yaml_is(pair->value, YAML_LIST) && k < pair->value->list.n; k++) {
			struct runner_name name = {.node = pair->value->list.v[k]};
			if (yaml_as_str(name.node, &name.name))
				vec_push(a, &label->nodes, name);
		}
		vec_push(a, &r->labels, label);
		map_put(a, &r->label_by_name, label->name, label);
	}
}

static int64_t
positive(struct arena *a, const struct yaml_node *n)
{
	struct yaml_int i;
	return coerce_int(a, n, &i) && i.fits && i.value > 0 ? i.value : 0;
}

static void
read_hardware(struct arena *a, struct runners *r, const struct yaml_node *hardware)
{
	for (size_t i = 0; yaml_is(hardware, YAML_MAP) && i < hardware->pairs.n; i++) {
		const struct yaml_pair *pair = &hardware->pairs.v[i];
		struct runner_hardware *h = NEW(a, struct runner_hardware);
		if (!coerce_str(pair->key, &h->label))
			continue;
		h->key = pair->key;
		h->dram_node = yaml_get(pair->value, S("available-cpu-dram-mib"));
		h->gpus_node = yaml_get(pair->value, S("gpus-per-node"));
		h->available_cpu_dram_mib = positive(a, h->dram_node);
		h->gpus_per_node = positive(a, h->gpus_node);
		vec_push(a, &r->hardware, h);
		map_put(a, &r->hardware_by_label, h->label, h);
	}
}

/* The reference looks at the labels first, in an orderly way, and only then at the keys
 * of the file, where one that is no text makes it crash. */
static enum schema_verdict
verdict_of(const struct runners *r)
{
	for (size_t i = 0; i < r->faults.n; i++) {
		const struct schema_fault *f = &r->faults.v[i];
		if (f->reference_refuses && str_starts(f->path, S("labels")) &&
			!str_eqz(str_from(f->id), "key"))
			return SCHEMA_REFUSED;
	}
	return schema_faults_verdict(&r->faults, 0);
}

struct runners *
runners_read(struct arena *a, const struct yaml_doc *doc)
{
	struct runners *r = NEW(a, struct runners);
	r->doc = doc;
	r->verdict = document_verdict(doc);
	if (!doc || !doc->root)
		return r;
	struct schema_subject subject = {
		.node = doc->root,
		.holder = span_in(doc->source, 0, 0),
		.partial = doc->partial,
	};
	schema_check(a, &schema_runners, 0, &subject, &r->faults);
	if (r->verdict == SCHEMA_ACCEPTED)
		r->verdict =
			yaml_is(doc->root, YAML_MAP) ? verdict_of(r) : SCHEMA_CRASHED;
	read_labels(a, r, yaml_get(doc->root, S("labels")));
	read_hardware(a, r, yaml_get(doc->root, S("hardware")));
	return r;
}

const struct runner_label *
runners_label(const struct runners *r, struct str name)
{
	return r ? map_get(&r->label_by_name, name) : NULL;
}

const struct runner_hardware *
runners_hardware(const struct runners *r, struct str label)
{
	return r ? map_get(&r->hardware_by_label, label) : NULL;
}

struct str
runners_nearest(struct arena *a, const struct runners *r, struct str label)
{
	struct suggestions s = {0};
	for (size_t i = 0; r && i < r->labels.n && i < LIMIT_SUGGEST_NAMES; i++)
		suggest_offer(&s, label, r->labels.v[i]->name);
	return suggest_text(a, &s);
}
