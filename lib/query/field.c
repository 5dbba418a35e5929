/* From a place in the text to a field of a table. */
#include "query/field.h"

#include "base/arena.h"

enum { LINES_MOST = 5000, FLOW_DEPTH = 8 };

/* ---- one line ------------------------------------------------------------------- */

struct line {
	size_t begin;    /* in the text */
	size_t dash;     /* column of the first "- "; = content without one */
	size_t content;  /* column of what follows blanks and dashes */
	struct str text; /* from there on */
};

static struct line
read_line(struct str text, size_t begin, size_t end)
{
	struct line l = {.begin = begin};
	size_t at = begin;
	bool dashed = false;
	while (at < end && text.p[at] == ' ')
		at++;
	l.dash = at - begin;
	while (at < end && text.p[at] == '-' &&
		(at + 1 == end || text.p[at + 1] == ' ')) {
		dashed = true;
		at++;
		while (at < end && text.p[at] == ' ')
			at++;
	}
	l.content = at - begin;
	if (!dashed)
		l.dash = l.content;
	l.text = str_slice(text, at, end);
	return l;
}

static bool
is_key_char(char c)
{
	return c != ':' && c != ',' && c != '{' && c != '}' && c != '[' && c != ']' &&
	       c != ' ' && c != '#' && c != '"' && c != '\'';
}

/* `key:` at the front; empty: there is none. */
static struct str
key_of(struct str s)
{
	size_t n = 0;
	while (n < s.n && is_key_char(s.p[n]))
		n++;
	bool ends = n && n < s.n && s.p[n] == ':' && (n + 1 == s.n || s.p[n + 1] == ' ');
	return ends ? str_slice(s, 0, n) : (struct str){0};
}

/* ---- block style ---------------------------------------------------------------- */

/* Keys of the lines above that hold the line, the innermost first. */
static struct names
parents(struct arena *a, struct str text, struct line l)
{
	struct names found = {0};
	bool dashed = l.dash < l.content;
	size_t limit =
		dashed ? l.dash + 1 : l.content; /* columns left of it hold the line */
	size_t end = l.begin;
	for (int n = 0; end && limit && n < LINES_MOST; n++) {
		size_t begin = end - 1;
		while (begin && text.p[begin - 1] != '\n')
			begin--;
		struct line above = read_line(text, begin, end - 1);
		end = begin;
		if (!above.text.n || above.text.p[0] == '#')
			continue;
		dashed = above.dash < above.content;
		struct str key = key_of(above.text);
		if (above.content < limit && key.n)
			vec_push(a, &found, key);
		if (above.content < limit)
			limit = dashed ? above.dash + 1 : above.content;
		else if (above.content == limit && dashed)
			limit = above.dash + 1;
	}
	return found;
}

/* ---- flow style ----------------------------------------------------------------- */

struct flow {
	struct str
		key[FLOW_DEPTH]; /* in front of each bracket that is open; may be empty */
	size_t depth;
	size_t item;  /* where the item begins that the place is in */
	size_t first; /* where the innermost bracket's contents begin */
};

static struct flow
flow_at(struct str s, size_t at)
{
	struct flow f = {0};
	char quote = 0;
	for (size_t i = 0; i < at; i++) {
		char c = s.p[i];
		if (quote) {
			quote = c == quote ? 0 : quote;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == '{' || c == '[') {
			struct str before = str_trim(str_slice(s, f.item, i));
			if (f.depth < FLOW_DEPTH)
				f.key[f.depth] = key_of(str_slice(s, f.item, i));
			if (f.depth < FLOW_DEPTH && !f.key[f.depth].n && before.n)
				f.key[f.depth] = key_of(before);
			f.depth++;
			f.item = f.first = i + 1;
		} else if ((c == '}' || c == ']') && f.depth) {
			f.depth--;
			f.item = i + 1;
		} else if (c == ',' && f.depth) {
			f.item = i + 1;
		}
		while (f.item < at && f.item <= i + 1 && s.p[f.item] == ' ')
			f.item++;
	}
	return f;
}

/* ---- both ----------------------------------------------------------------------- */

static void
add(struct arena *a, struct names *list, struct str name)
{
	if (name.n)
		vec_push(a, list, name);
}

/* The word around the place, not in front of `from`. */
static struct span
word_at(const struct query *q, size_t from)
{
	struct str text = q->source->bytes;
	size_t begin = q->offset, end = q->offset;
	while (begin > from && is_key_char(text.p[begin - 1]) &&
		text.p[begin - 1] != '\n')
		begin--;
	while (end < text.n && is_key_char(text.p[end]) && text.p[end] != '\n')
		end++;
	return span_in(q->source, begin, end);
}

/* Labels and links have colons. */
static struct span
value_at(const struct query *q, size_t from, bool in_flow)
{
	struct str text = q->source->bytes;
	size_t end = q->offset;
	while (from < q->offset && text.p[from] == ' ')
		from++;
	while (end < text.n && text.p[end] != '\n' && text.p[end] != ' ' &&
		!(in_flow &&
			(text.p[end] == ',' || text.p[end] == '}' || text.p[end] == ']')))
		end++;
	return span_in(q->source, from, end);
}

struct field_place
field_place_at(const struct query *q)
{
	struct field_place p = {0};
	struct str text = q->source->bytes;
	size_t begin = q->offset, end = q->offset;
	while (begin && text.p[begin - 1] != '\n')
		begin--;
	while (end < text.n && text.p[end] != '\n')
		end++;
	struct line l = read_line(text, begin, end);
	size_t content = begin + l.content;
	size_t at = q->offset > content ? q->offset - content : 0;
	struct flow f = flow_at(l.text, at);
	struct names above = parents(q->a, text, l);
	for (size_t i = above.n; i-- > 0;)
		add(q->a, &p.path, above.v[i]);
	for (size_t i = 0; i < f.depth && i < FLOW_DEPTH; i++)
		add(q->a, &p.path, f.key[i]);
	struct str item = str_slice(l.text, f.item, l.text.n), key = key_of(item);
	p.is_value = key.n && at > f.item + key.n;
	p.key = key;
	if (p.is_value)
		add(q->a, &p.path, key);
	p.beside = f.depth ? str_slice(l.text, f.first, l.text.n) : (struct str){0};
	p.word = p.is_value ? value_at(q, content + f.item + key.n + 1, f.depth > 0)
			    : word_at(q, content + f.item);
	return p;
}

/* ---- tables --------------------------------------------------------------------- */

const struct schema_field *
field_named(const struct schema *s, struct str name)
{
	for (size_t i = 0; s && i < s->fields; i++) {
		struct str f = s->field[i].name;
		bool same = f.n == name.n;
		for (size_t k = 0; same && k < f.n; k++)
			same = f.p[k] == name.p[k] || (f.p[k] == '-' && name.p[k] == '_');
		if (same)
			return &s->field[i];
	}
	return NULL;
}

/* Through lists and tables to what they hold. */
static void
enter(struct field_table *t, const struct schema_field *f, size_t *at)
{
	if (f->type == SCHEMA_TABLE)
		++*at; /* whatever name */
	while (f->element && (f->type == SCHEMA_LIST || f->type == SCHEMA_TABLE))
		f = f->element;
	t->field = f;
	if (f->type != SCHEMA_OBJECT)
		return;
	t->schema = f->object;
	if (f->inner)
		t->scope = f->inner;
}

static struct field_table
root_table(const struct query *q, const struct field_place *p, size_t *ret_at)
{
	const struct repo *r = q->kept->repo;
	struct field_table t = {.scope = SCHEMA_ANY};
	if (q->source == r->changelog_file->source)
		t.schema = &schema_changelog_entry;
	if (q->source == r->runners_file->source)
		t.schema = &schema_runners;
	if (q->source != r->amd->source && q->source != r->nvidia->source)
		return t;
	if (!p->path.n)
		return t;
	const struct config *c = master_config(r->master, p->path.v[0]);
	t.schema = &schema_config;
	if (c)
		t.scope = c->multinode ? SCHEMA_MULTI : SCHEMA_SINGLE;
	*ret_at = 1;
	return t;
}

struct field_table
field_table_at(const struct query *q, const struct field_place *p)
{
	size_t at = 0;
	struct field_table t = root_table(q, p, &at);
	for (; t.schema && at < p->path.n; at++) {
		const struct schema_field *f = field_named(t.schema, p->path.v[at]);
		if (!f)
			return (struct field_table){0};
		size_t before = at;
		enter(&t, f, &at);
		if (t.field->type != SCHEMA_OBJECT && before + 1 < p->path.n)
			return (struct field_table){0};
	}
	if (t.field && t.field->type == SCHEMA_OBJECT)
		t.field = NULL; /* a key in it */
	return t;
}
