/* Master configs: files, keys, verdicts. */
#include "model/master.h"

#include "base/arena.h"
#include "base/limits.h"
#include "model/document.h"
#include "model/master_fields.h"

static struct schema_fault *
file_fault(struct arena *a, struct master_file *f, const char *id, struct span span,
	struct str text)
{
	struct schema_fault fault = {
		.id = id, .reference_refuses = true, .span = span, .text = text};
	vec_push(a, &f->faults, fault);
	return &f->faults.v[f->faults.n - 1];
}

/* The keys of the file, before any entry is looked at. */
static void
check_keys(struct arena *a, const struct master *m, struct master_file *f)
{
	const struct yaml_pairs *pairs = &f->doc->root->pairs;
	for (size_t i = 0; i < pairs->n; i++) {
		const struct yaml_node *key = pairs->v[i].key;
		if (yaml_is(key, YAML_BAD))
			continue;
		if (!yaml_is(key, YAML_STR)) {
			file_fault(a, f, "key", key->span,
				str_fmt(a, "a config key is %.*s, not a string",
					STR(schema_show(a, key))))
				->reference_crashes = true;
			continue;
		}
		const struct config *earlier = master_config(m, key->text);
		if (str_contains(key->text, S("*")))
			file_fault(a, f, "star-in-key", key->span,
				str_fmt(a, "config key %.*s contains '*'",
					STR(schema_quote(a, key->text))))
				->help = S("'*' is kept for patterns in the changelog");
		if (earlier) {
			struct schema_fault *fault = file_fault(a, f, "key-in-two-files",
				key->span,
				str_fmt(a,
					"config key %.*s stands in another master file too",
					STR(schema_quote(a, key->text))));
			fault->related = earlier->key_node->span;
			fault->related_text = S("first here");
		}
	}
}

/* Keys are looked at in order, and one that is no string crashes; that a key stands in an
 * earlier file is seen only after all of them. */
static enum schema_verdict
keys_verdict(const struct master_file *f)
{
	for (size_t i = 0; i < f->faults.n; i++) {
		if (f->faults.v[i].reference_crashes)
			return SCHEMA_CRASHED;
		if (str_eqz(str_from(f->faults.v[i].id), "star-in-key"))
			return SCHEMA_REFUSED;
	}
	return schema_faults_verdict(&f->faults, 0);
}

static enum schema_verdict
check_shape(struct arena *a, const struct config *c, size_t most,
	struct schema_faults *faults)
{
	enum schema_scope scope = c->multinode ? SCHEMA_MULTI : SCHEMA_SINGLE;
	struct schema_subject subject = {
		.node = c->node,
		.holder = c->key_node->span,
		.partial = c->doc->partial,
		.most = most,
	};
	return schema_check(a, &schema_config, scope, &subject, faults);
}

/* When enough is listed, an entry that is refused has one fault without details. */
static void
check_briefly(struct arena *a, struct config *c)
{
	struct schema_faults found = {0};
	struct arena_mark mark = arena_mark(a);
	c->verdict = check_shape(a, c, 1, &found);
	arena_rewind(a, mark);
	if (c->verdict == SCHEMA_ACCEPTED)
		return;
	struct schema_fault *fault = NEW(a, struct schema_fault);
	*fault = (struct schema_fault){
		.id = "limit",
		.reference_refuses = true,
		.reference_crashes = c->verdict == SCHEMA_CRASHED,
		.span = c->key_node->span,
		.text = S("this config is not valid; too many violations to list them"),
	};
	c->faults = (struct schema_faults){.v = fault, .n = 1, .cap = 1};
}

static void
check_entry(struct arena *a, struct master *m, struct config *c)
{
	if (m->listed < LIMIT_SCHEMA_FAULTS) {
		c->verdict =
			check_shape(a, c, LIMIT_SCHEMA_FAULTS - m->listed, &c->faults);
		m->listed += c->faults.n;
	} else {
		check_briefly(a, c);
	}
	if (!yaml_is(c->node, YAML_MAP) && !yaml_is(c->node, YAML_BAD))
		c->verdict = SCHEMA_CRASHED;
}

/* What is beyond a limit is not read, and that is said once a file. */
static void
cut(struct arena *a, struct master *m, struct master_file *f, struct span span)
{
	m->cut = true;
	for (size_t i = 0; i < f->faults.n; i++)
		if (str_eqz(str_from(f->faults.v[i].id), "limit"))
			return;
	struct schema_fault *fault = file_fault(a, f, "limit", span,
		str_fmt(a,
			"more than %d configs or %d search-space entries: the rest is not read",
			LIMIT_CONFIGS, LIMIT_ARMS));
	fault->reference_refuses = false;
	fault->stricter = true;
}

static void
add_config(struct arena *a, struct master *m, struct master_file *f,
	const struct yaml_pair *pair)
{
	if (!yaml_is(pair->key, YAML_STR) || master_config(m, pair->key->text))
		return;
	if (m->configs.n >= LIMIT_CONFIGS) {
		cut(a, m, f, pair->key->span);
		return;
	}
	struct config *c = NEW(a, struct config);
	c->key = pair->key->text;
	c->index = m->configs.n;
	c->doc = f->doc;
	c->key_node = pair->key;
	c->node = pair->value;
	c->multinode = yaml_truthy(yaml_get(pair->value, S("multinode")));
	if (!m->keys_only) {
		check_entry(a, m, c);
		if (!master_read_fields(a, c, &m->arms_left))
			cut(a, m, f, pair->key->span);
	}
	vec_push(a, &m->configs, c);
	map_put(a, &m->by_key, c->key, c);
}

static void
read_file(struct arena *a, struct master *m, const struct master_source *source)
{
	struct master_file f = {.doc = source->doc, .path = source->path};
	f.verdict = document_verdict(f.doc);
	if (f.doc && !yaml_is(f.doc->root, YAML_MAP)) {
		if (f.doc->root && !yaml_is(f.doc->root, YAML_BAD))
			file_fault(a, &f, "root", f.doc->root->span,
				str_fmt(a, "a master file is %.*s, not a mapping",
					STR(schema_show(a, f.doc->root))));
		if (f.verdict == SCHEMA_ACCEPTED)
			f.verdict = SCHEMA_REFUSED;
	} else if (f.doc) {
		check_keys(a, m, &f);
		if (f.verdict == SCHEMA_ACCEPTED)
			f.verdict = keys_verdict(&f);
		for (size_t i = 0; i < f.doc->root->pairs.n; i++)
			add_config(a, m, &f, &f.doc->root->pairs.v[i]);
	}
	vec_push(a, &m->files, f);
}

/* Files first, all of them, then entries; the first that is not accepted ends it. */
static void
judge(struct master *m)
{
	for (size_t i = 0; i < m->files.n; i++) {
		m->verdict = m->files.v[i].verdict;
		if (m->verdict != SCHEMA_ACCEPTED)
			return;
	}
	for (size_t i = 0; i < m->configs.n; i++) {
		m->verdict = m->configs.v[i]->verdict;
		m->refused = m->configs.v[i];
		if (m->verdict != SCHEMA_ACCEPTED)
			return;
	}
	m->refused = NULL;
}

struct master *
master_read(struct arena *a, const struct master_source *file, size_t n)
{
	struct master *m = NEW(a, struct master);
	m->arms_left = LIMIT_ARMS;
	for (size_t i = 0; i < n; i++)
		read_file(a, m, &file[i]);
	judge(m);
	return m;
}

struct master *
master_read_keys(struct arena *a, const struct master_source *file, size_t n)
{
	struct master *m = NEW(a, struct master);
	m->keys_only = true;
	for (size_t i = 0; i < n; i++)
		read_file(a, m, &file[i]);
	return m;
}

struct config *
master_config(const struct master *m, struct str key)
{
	return m ? map_get(&m->by_key, key) : NULL;
}

struct str
arm_path(struct arena *a, const struct arm *arm)
{
	const struct scenario *s = arm->scenario;
	return str_fmt(a, "scenarios.%s.%zu.search-space.%zu",
		s->kind == SCENARIO_FIXED ? "fixed-seq-len" : "agentic-coding", s->index,
		arm->index);
}

int64_t
int_or(struct int_field f, int64_t otherwise)
{
	return f.set ? f.v : otherwise;
}
