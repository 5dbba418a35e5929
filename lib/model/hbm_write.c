/* Writing of HBM profiles. */
#include "model/hbm_write.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"

#include <math.h>
#include <strings.h>

/* ---- values ---- */

static bool
is_plain(struct str s)
{
	static const char *const words[] = {
		"y", "n", "yes", "no", "on", "off", "true", "false", "null"};
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		bool other = (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
			     c == '/' || (c == ':' && i + 1 < s.n);
		if (!letter && !(i && other))
			return false;
	}
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (s.n == str_from(words[i]).n && strncasecmp(s.p, words[i], s.n) == 0)
			return false;
	return s.n > 0;
}

static void
add_quoted(struct buf *b, struct str s)
{
	uint32_t cp;
	buf_addc(b, '"');
	for (size_t i = 0, n; i < s.n; i += n) {
		n = utf8_decode(s, i, &cp);
		if (n == 0) {
			buf_addf(b, "\\x%02x", (unsigned char)s.p[i]);
			n = 1;
		} else if (utf8_is_unsafe(cp)) {
			buf_addf(b, "\\U%08x", (unsigned)cp);
		} else {
			if (cp == '"' || cp == '\\')
				buf_addc(b, '\\');
			buf_add(b, str_slice(s, i, i + n));
		}
	}
	buf_addc(b, '"');
}

static void
add_text(struct buf *b, size_t indent, const char *key, struct str value, bool quoted)
{
	if (!value.n)
		return;
	buf_fill(b, ' ', indent);
	buf_addf(b, "%s: ", key);
	if (quoted || !is_plain(value))
		add_quoted(b, value);
	else
		buf_add(b, value);
	buf_addc(b, '\n');
}

/* Thousandths of a GiB, about a MiB; by hand, since printf's point depends on the locale.
 * What is free is never rounded up. */
static void
add_gib(struct buf *b, size_t indent, const char *key, double gib, bool down)
{
	double n = down ? floor(gib * 1000 + 1e-6) : round(gib * 1000);
	long long thousandths = (long long)n;
	buf_fill(b, ' ', indent);
	buf_addf(b, "%s: %lld.%03lld\n", key, thousandths / 1000, thousandths % 1000);
}

static void
add_count(struct buf *b, size_t indent, const char *key, int64_t n)
{
	if (n <= 0)
		return;
	buf_fill(b, ' ', indent);
	buf_addf(b, "%s: %lld\n", key, (long long)n);
}

static void
add_item(struct buf *b, size_t indent, const struct hbm_measurement *m)
{
	buf_fill(b, ' ', indent);
	buf_addz(b, "- ");
	indent += 2;
	add_text(b, 0, "gpu", m->gpu, false);
	add_text(b, indent, "label", m->label, false);
	add_text(b, indent, "node", m->node, false);
	add_gib(b, indent, "total-gib", m->total_gib, false);
	add_gib(b, indent, "free-gib", m->free_gib, true);
	if (m->engine_free_gib > 0)
		add_gib(b, indent, "engine-free-gib", m->engine_free_gib, true);
	add_count(b, indent, "devices", m->devices);
	add_count(b, indent, "samples", m->samples);
	buf_fill(b, ' ', indent);
	buf_addf(b, "date: %.*s\n", STR(m->date));
	add_text(b, indent, "method", m->method, false);
	add_text(b, indent, "driver", m->driver, true);
	add_text(b, indent, "runtime", m->runtime, true);
	add_text(b, indent, "compute-partition", m->compute_partition, false);
	add_text(b, indent, "memory-partition", m->memory_partition, false);
}

/* ---- the list ---- */

static bool
same_subject(const struct hbm_measurement *x, const struct hbm_measurement *y)
{
	return str_eq(x->gpu, y->gpu) && str_eq(x->label, y->label) &&
	       str_eq(x->node, y->node);
}

struct merge {
	struct arena *arena;
	const struct hbm_profile *old;
	const struct hbm_measurement *new;
	size_t n;
	bool *placed; /* per new one */
	struct buf out;
};

/* Index of the new measurement that takes the old one's place, or n. */
static size_t
find_new(const struct merge *m, const struct hbm_measurement *old)
{
	size_t i = 0;
	while (i < m->n && !same_subject(&m->new[i], old))
		i++;
	return i;
}

static void
add_rest(struct merge *m, size_t indent)
{
	for (size_t i = 0; i < m->n; i++)
		if (!m->placed[i])
			add_item(&m->out, indent, &m->new[i]);
}

static void
start(struct merge *m, struct arena *a, const struct hbm_profile *old,
	const struct hbm_measurement *new, size_t n)
{
	*m = (struct merge){.arena = a, .old = old, .new = new, .n = n};
	m->placed = NEW_ARRAY(a, bool, n);
	m->out = buf_new(a, LIMIT_FILE_BYTES);
}

/* Comments before the first key. */
static struct str
head_of(const struct hbm_profile *p)
{
	const struct yaml_node *root = p->doc->root;
	const struct source *s = p->doc->source;
	uint32_t line = source_place(s, root->span.begin).line;
	return str_slice(s->bytes, 0, source_line_begin(s, line));
}

/* All of it anew, in our own form. */
static struct str
write_whole(struct arena *a, const struct hbm_profile *old,
	const struct hbm_measurement *new, size_t n)
{
	struct merge m;
	start(&m, a, old, new, n);
	if (old)
		buf_add(&m.out, head_of(old));
	else
		buf_addz(&m.out,
			"# GPU memory that was measured free; infxcheck-hbm --merge "
			"writes this.\n");
	buf_addz(&m.out, "version: 1\nmeasurements:\n");
	for (size_t i = 0; old && i < old->measurements.n; i++) {
		const struct hbm_measurement *o = old->measurements.v[i];
		size_t k = find_new(&m, o);
		if (k == n)
			add_item(&m.out, 2, o);
		else if (!m.placed[k])
			add_item(&m.out, 2, &new[k]);
		if (k < n)
			m.placed[k] = true;
	}
	add_rest(&m, 2);
	return buf_str(&m.out);
}

/* The bytes of an item with its dash, to the end of its last line. False: it does not
 * start with a dash on its own line. */
static bool
item_lines(const struct hbm_profile *p, const struct hbm_measurement *o, struct span *ret,
	size_t *ret_indent)
{
	const struct source *s = p->doc->source;
	uint32_t begin = source_line_begin(s, source_place(s, o->item->span.begin).line);
	struct str lead = str_slice(s->bytes, begin, o->item->span.begin);
	size_t dash = str_find_byte(lead, '-', 0);
	if (dash == lead.n || !str_is_blank(str_slice(lead, 0, dash)) ||
		!str_is_blank(str_slice(lead, dash + 1, lead.n)))
		return false;
	size_t end = str_find_byte(s->bytes, '\n', o->item->span.end);
	*ret = span_in(s, begin, end < s->bytes.n ? end + 1 : end);
	*ret_indent = dash;
	return true;
}

/* Only the lines of what is replaced change. False: the list is not written so. */
static bool
write_lines(struct arena *a, const struct hbm_profile *old,
	const struct hbm_measurement *new, size_t n, struct str *ret)
{
	struct merge m;
	struct str bytes = old->doc->source->bytes;
	size_t at = 0, indent = 0;
	start(&m, a, old, new, n);
	for (size_t i = 0; i < old->measurements.n; i++) {
		const struct hbm_measurement *o = old->measurements.v[i];
		size_t k = find_new(&m, o);
		struct span lines;
		if (!item_lines(old, o, &lines, &indent) || lines.begin < at)
			return false;
		if (k < n) {
			buf_add(&m.out, str_slice(bytes, at, lines.begin));
			if (!m.placed[k])
				add_item(&m.out, indent, &new[k]);
			m.placed[k] = true;
		} else {
			buf_add(&m.out, str_slice(bytes, at, lines.end));
		}
		at = lines.end;
	}
	if (m.out.n && m.out.p[m.out.n - 1] != '\n')
		buf_addc(&m.out, '\n');
	add_rest(&m, indent);
	buf_add(&m.out, str_slice(bytes, at, bytes.n));
	*ret = buf_str(&m.out);
	return old->measurements.n > 0;
}

/* ---- what came out ---- */

static bool
is_equal(const struct hbm_measurement *x, const struct hbm_measurement *y)
{
	/* Half a thousandth by rounding, a whole one by rounding down. */
	return same_subject(x, y) && fabs(x->total_gib - y->total_gib) < 0.0011 &&
	       fabs(x->free_gib - y->free_gib) < 0.0011 && x->day == y->day &&
	       x->devices == y->devices && x->samples == y->samples &&
	       str_eq(x->method, y->method) && str_eq(x->driver, y->driver) &&
	       str_eq(x->runtime, y->runtime) &&
	       str_eq(x->compute_partition, y->compute_partition) &&
	       str_eq(x->memory_partition, y->memory_partition);
}

static bool
says(const struct hbm_profile *p, const struct hbm_measurement *m)
{
	for (size_t i = 0; i < p->measurements.n; i++)
		if (is_equal(p->measurements.v[i], m))
			return true;
	return false;
}

/* The text says what was there and is not replaced, the new, and nothing else. */
static bool
is_right(struct arena *a, const struct hbm_profile *old, struct str bytes,
	const struct hbm_measurement *new, size_t n)
{
	struct sources scratch = {0};
	struct merge m;
	const struct yaml_doc *doc =
		yaml_load(a, sources_add(a, &scratch, S(HBM_PROFILE_PATH), bytes));
	const struct hbm_profile *p = hbm_profile_read(a, S(HBM_PROFILE_PATH), doc);
	size_t kept = 0;
	if (!doc->safe_ok || doc->partial || p->faults.n)
		return false;
	start(&m, a, old, new, n);
	for (size_t i = 0; old && i < old->measurements.n; i++) {
		if (find_new(&m, old->measurements.v[i]) < n)
			continue;
		kept++;
		if (!says(p, old->measurements.v[i]))
			return false;
	}
	for (size_t i = 0; i < n; i++)
		if (!says(p, &new[i]))
			return false;
	return p->measurements.n == kept + n;
}

struct str
hbm_merge(struct arena *a, const struct hbm_profile *old, const struct hbm_measurement *m,
	size_t n)
{
	struct str bytes;
	if (old && write_lines(a, old, m, n, &bytes) && is_right(a, old, bytes, m, n))
		return bytes;
	bytes = write_whole(a, old, m, n);
	return is_right(a, old, bytes, m, n) ? bytes : (struct str){0};
}
