/* Entries of perf-changelog.yaml. */
#include "model/changelog.h"

#include "base/arena.h"
#include "base/limits.h"
#include "model/keys.h"

static void
collect_strings(struct arena *a, const struct yaml_node *list, struct yaml_refs *ret)
{
	for (size_t i = 0; i < yaml_count(list); i++) {
		const struct yaml_node *n = yaml_item(list, i);
		if (yaml_is(n, YAML_STR))
			vec_push(a, ret, n);
	}
}

static struct changelog_entry *
read_entry(struct arena *a, const struct changelog *c, const struct yaml_node *n)
{
	struct changelog_entry *e = NEW(a, struct changelog_entry);
	e->owner = c;
	e->node = n;
	e->config_keys = yaml_get(n, S("config-keys"));
	e->description = yaml_get(n, S("description"));
	e->pr_link = yaml_get(n, S("pr-link"));
	collect_strings(a, e->config_keys, &e->keys);
	collect_strings(a, e->description, &e->lines);
	return e;
}

/* Back to the start of the line, when only the list's dash and blanks stand before the node. */
static uint32_t
dash_of(const struct source *s, uint32_t at)
{
	uint32_t begin = source_line_begin(s, source_place(s, at).line);
	struct str before = str_trim(str_slice(s->bytes, begin, at));
	return str_eq(before, S("-")) ? begin : at;
}

/* End of the last line with content before `limit`; blanks at that line's end belong to it. */
static uint32_t
content_end(const struct source *s, uint32_t begin, uint32_t limit)
{
	uint32_t end = limit;
	while (end > begin) {
		uint32_t line = end; /* the start of the line that ends here */
		while (line > begin && s->bytes.p[line - 1] != '\n')
			line--;
		if (!str_is_blank(str_slice(s->bytes, line, end)))
			break;
		end = line > begin ? line - 1 : begin;
	}
	return end;
}

static void
note_keys(struct arena *a, struct changelog *c, struct changelog_entry *e)
{
	for (size_t i = 0; i < e->keys.n; i++) {
		struct str key = e->keys.v[i]->text;
		if (str_contains(key, S("*")) && !map_has(&c->last, key))
			vec_push(a, &c->patterns, key);
		map_put(a, &c->last, key, e);
	}
}

static bool
is_later(const struct changelog_entry *e, struct str written)
{
	const struct changelog_entry *last = map_get(&e->owner->last, written);
	return last && last->index > e->index;
}

bool
changelog_names_later(const struct changelog_entry *e, struct str key)
{
	const struct names *patterns = &e->owner->patterns;
	if (is_later(e, key) || patterns->n > LIMIT_PATTERNS)
		return true;
	for (size_t i = 0; i < patterns->n; i++)
		if (is_later(e, patterns->v[i]) && keys_star_match(patterns->v[i], key))
			return true;
	return false;
}

struct changelog *
changelog_read(struct arena *a, const struct yaml_doc *doc)
{
	struct changelog *c = NEW(a, struct changelog);
	c->doc = doc;
	c->source = doc->source;
	if (!yaml_is(doc->root, YAML_LIST))
		return c;
	size_t n = yaml_count(doc->root);
	for (size_t i = 0; i < n; i++) {
		struct changelog_entry *e = read_entry(a, c, yaml_item(doc->root, i));
		e->index = i + 1;
		e->span.file = c->source->id;
		e->span.begin = dash_of(c->source, e->node->span.begin);
		vec_push(a, &c->entries, e);
		note_keys(a, c, e);
	}
	for (size_t i = 0; i < n; i++) {
		struct changelog_entry *e = c->entries.v[i];
		uint32_t limit = i + 1 < n ? c->entries.v[i + 1]->span.begin
					   : (uint32_t)c->source->bytes.n;
		e->span.end = content_end(c->source, e->span.begin, limit);
	}
	return c;
}

struct str
changelog_entry_text(const struct changelog_entry *e)
{
	return str_slice(e->owner->source->bytes, e->span.begin, e->span.end);
}
