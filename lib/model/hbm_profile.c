/* The HBM profile: reading, and looking up what counts. */
#include "model/hbm_profile.h"

#include "base/arena.h"
#include "base/limits.h"
#include "model/coerce.h"
#include "model/hbm_schema.h"
#include "yaml/timestamp.h"

#include <math.h>

#define MICROSECONDS_A_DAY (INT64_C(86400) * 1000000)
#define ITEMS "measurements."

bool
hbm_day(struct str date, int64_t *ret)
{
	struct timestamp t;
	struct yaml_date d;
	const char *why;
	if (!timestamp_match(date, &t) || t.has_time || !timestamp_value(&t, &d, &why))
		return false;
	*ret = d.microseconds / MICROSECONDS_A_DAY + 1;
	return true;
}

/* ---- reading ---- */

static const struct yaml_node *
read_text(const struct yaml_node *map, struct str key, struct str *ret)
{
	const struct yaml_node *n = yaml_get(map, key);
	if (!coerce_str(n, ret))
		*ret = (struct str){0};
	return n;
}

static const struct yaml_node *
read_gib(struct arena *a, const struct yaml_node *map, struct str key, double *ret)
{
	const struct yaml_node *n = yaml_get(map, key);
	if (!coerce_float(a, n, ret) || !isfinite(*ret))
		*ret = 0;
	return n;
}

static int64_t
read_count(struct arena *a, const struct yaml_node *map, struct str key)
{
	struct yaml_int i;
	return coerce_int(a, yaml_get(map, key), &i) && i.fits && i.value > 0 ? i.value
									      : 0;
}

static const struct gpu_facts *
facts_of(struct str gpu)
{
	const struct gpu_facts *g;
	for (size_t i = 0; (g = gpu_facts_at(i)); i++)
		if (str_eqz(gpu, g->name))
			return g;
	return NULL;
}

static struct hbm_measurement *
read_item(struct arena *a, const struct yaml_node *n, size_t index)
{
	struct hbm_measurement *m = NEW(a, struct hbm_measurement);
	m->index = index;
	m->item = n;
	m->span = yaml_is(n, YAML_MAP) && n->pairs.n ? n->pairs.v[0].key->span : n->span;
	m->gpu_node = read_text(n, S("gpu"), &m->gpu);
	m->label_node = read_text(n, S("label"), &m->label);
	read_text(n, S("node"), &m->node);
	m->facts = facts_of(m->gpu);
	m->total_node = read_gib(a, n, S("total-gib"), &m->total_gib);
	m->free_node = read_gib(a, n, S("free-gib"), &m->free_gib);
	read_gib(a, n, S("engine-free-gib"), &m->engine_free_gib);
	m->devices = read_count(a, n, S("devices"));
	m->samples = read_count(a, n, S("samples"));
	m->date_node = yaml_get(n, S("date"));
	if (m->date_node && hbm_day(m->date_node->text, &m->day))
		m->date = m->date_node->text;
	read_text(n, S("method"), &m->method);
	read_text(n, S("driver"), &m->driver);
	read_text(n, S("runtime"), &m->runtime);
	m->compute_node = read_text(n, S("compute-partition"), &m->compute_partition);
	m->memory_node = read_text(n, S("memory-partition"), &m->memory_partition);
	return m;
}

/* ---- what can be relied on ---- */

int
hbm_partitions(struct str mode)
{
	static const struct {
		const char *mode;
		int n;
	} row[] = {{"", 1}, {"CPX", 8}, {"DPX", 2}, {"QPX", 4}, {"SPX", 1}, {"TPX", 3}};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (str_eqz(mode, row[i].mode))
			return row[i].n;
	return 0;
}

double
hbm_expected_total(const struct hbm_measurement *m)
{
	int n = hbm_partitions(m->compute_partition);
	return m->facts && n ? m->facts->total_gib / n : 0;
}

bool
hbm_total_contradicts(const struct hbm_measurement *m)
{
	double expected = hbm_expected_total(m);
	return expected > 0 && fabs(m->total_gib - expected) > expected / 100;
}

bool
hbm_is_partitioned(const struct hbm_measurement *m)
{
	return hbm_partitions(m->compute_partition) != 1 ||
	       (m->memory_partition.n && !str_eqz(m->memory_partition, "NPS1"));
}

const struct gpu_facts *
hbm_label_contradicts(const struct hbm_measurement *m)
{
	const struct gpu_facts *of_label = m->label.n ? gpu_facts(m->label) : NULL;
	return of_label != m->facts ? of_label : NULL;
}

static const char *
why_unfit(const struct hbm_measurement *m)
{
	if (m->faulty)
		return "has faults";
	if (m->free_gib > m->total_gib)
		return "has more free than there is";
	if (hbm_label_contradicts(m))
		return "has a label that names another GPU";
	if (hbm_is_partitioned(m))
		return "is of partitions and not of whole GPUs";
	if (hbm_total_contradicts(m))
		return "has a total that this GPU does not have";
	return "";
}

/* Index of the measurement that the fault is in. */
static bool
fault_item(const struct schema_fault *f, size_t *ret)
{
	int64_t n;
	struct str rest;
	if (!str_starts(f->path, S(ITEMS)) ||
		!str_to_int64(str_cut(str_slice(f->path, sizeof ITEMS - 1, f->path.n),
				      '.', &rest),
			&n))
		return false;
	*ret = (size_t)n;
	return true;
}

static void
mark_unfit(struct hbm_profile *p)
{
	/* A fault of the file as a whole, or beyond what was listed, is one of all. */
	bool all = !p->doc->safe_ok;
	for (size_t i = 0, item; i < p->faults.n; i++) {
		if (!fault_item(&p->faults.v[i], &item) || item >= p->measurements.n)
			all = true;
		else
			p->measurements.v[item]->faulty = true;
	}
	for (size_t i = 0; i < p->measurements.n; i++) {
		struct hbm_measurement *m = p->measurements.v[i];
		m->unfit = str_from(all ? "stands in a file with faults" : why_unfit(m));
	}
}

static struct str
label_key(struct arena *a, struct str gpu, struct str label)
{
	return str_fmt(a, "%.*s\n%.*s", STR(gpu), STR(label));
}

/* Of several of one node the newest counts, and of those the last: each later one was
 * meant to replace what was there. */
static void
find_replaced(struct arena *a, struct hbm_profile *p)
{
	struct map by_node = {0};
	for (size_t i = 0; i < p->measurements.n; i++) {
		struct hbm_measurement *m = p->measurements.v[i];
		struct str key = str_fmt(a, "%.*s\n%.*s",
			STR(label_key(a, m->gpu, m->label)), STR(m->node));
		struct hbm_measurement *other = map_get(&by_node, key);
		m->duplicate_of = other;
		m->replaced = other && other->day > m->day;
		if (m->replaced)
			continue;
		if (other)
			other->replaced = true;
		map_put(a, &by_node, key, m);
	}
}

/* Fit ones first, then those with less free. */
static bool
counts_before(const struct hbm_measurement *m, const struct hbm_measurement *other)
{
	if ((m->unfit.n == 0) != (other->unfit.n == 0))
		return m->unfit.n == 0;
	return m->free_gib < other->free_gib;
}

static void
index_by_label(struct arena *a, struct hbm_profile *p)
{
	find_replaced(a, p);
	for (size_t i = 0; i < p->measurements.n; i++) {
		struct hbm_measurement *m = p->measurements.v[i];
		struct str key = label_key(a, m->gpu, m->label);
		const struct hbm_measurement *other = map_get(&p->by_label, key);
		if (!m->replaced && (!other || counts_before(m, other)))
			map_put(a, &p->by_label, key, m);
	}
}

/* A fault of the table is one of the file: there is no reference that takes it. */
static void
settle_faults(struct hbm_profile *p)
{
	for (size_t i = 0; i < p->faults.n; i++) {
		p->faults.v[i].stricter = false;
		p->faults.v[i].severity = SCHEMA_ERROR;
	}
}

static void
add_limit_fault(struct arena *a, struct hbm_profile *p, const struct yaml_node *n)
{
	struct schema_fault f = {
		.id = "limit",
		.span = n->span,
		.path = S("measurements"),
		.text = str_fmt(a, "only the first %d measurements are read",
			LIMIT_HBM_MEASUREMENTS),
		.help = S("keep the newest of each GPU and runner label"),
	};
	vec_push(a, &p->faults, f);
}

struct hbm_profile *
hbm_profile_read(struct arena *a, struct str path, const struct yaml_doc *doc)
{
	struct hbm_profile *p = NEW(a, struct hbm_profile);
	p->path = path;
	p->doc = doc;
	if (!doc || !doc->root)
		return p;
	struct schema_subject subject = {
		.node = doc->root,
		.holder = span_in(doc->source, 0, 0),
		.partial = doc->partial,
	};
	schema_check(a, &schema_hbm_profile, 0, &subject, &p->faults);
	settle_faults(p);
	const struct yaml_node *list = yaml_get(doc->root, S("measurements"));
	for (size_t i = 0; yaml_is(list, YAML_LIST) && i < list->list.n; i++) {
		if (i == LIMIT_HBM_MEASUREMENTS) {
			add_limit_fault(a, p, list->list.v[i]);
			break;
		}
		vec_push(a, &p->measurements, read_item(a, list->list.v[i], i));
	}
	mark_unfit(p);
	index_by_label(a, p);
	return p;
}

/* ---- looking up ---- */

static const struct hbm_measurement *
find(struct arena *a, const struct hbm_profile *p, struct str gpu, struct str label)
{
	if (!p)
		return NULL;
	const struct hbm_measurement *m = map_get(&p->by_label, label_key(a, gpu, label));
	return m || !label.n ? m : map_get(&p->by_label, label_key(a, gpu, S("")));
}

const struct hbm_measurement *
hbm_measured(struct arena *a, const struct hbm_profile *profile, struct str gpu,
	struct str label)
{
	const struct hbm_measurement *m = find(a, profile, gpu, label);
	return m && !m->unfit.n ? m : NULL;
}

struct str
hbm_why_not(struct arena *a, const struct hbm_profile *profile, struct str gpu,
	struct str label)
{
	const struct hbm_measurement *m = find(a, profile, gpu, label);
	if (!profile)
		return S("there is no HBM profile");
	if (!m)
		return str_fmt(a, "%.*s has no measurement of %.*s for runner '%.*s'",
			STR(profile->path), STR(gpu), STR(label));
	return str_fmt(a, "measurement %zu of %.*s %.*s", m->index + 1,
		STR(profile->path), STR(m->unfit));
}
