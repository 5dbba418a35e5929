/* What is said of a place. */
#include "query/field.h"

#include "base/arena.h"
#include "base/limits.h"
#include "model/changelog_link.h"
#include "model/keys.h"

enum { KEYS_SHOWN = 10 };

/* ---- fields --------------------------------------------------------------------- */

static const char *
type_name(const struct schema_field *f)
{
	static const char *const names[] = {
		[SCHEMA_INT] = "integer",
		[SCHEMA_BOOL] = "true or false",
		[SCHEMA_STR] = "string",
		[SCHEMA_FLOAT] = "number",
		[SCHEMA_CHOICE] = "one of",
		[SCHEMA_FALSE] = "false",
		[SCHEMA_TRUE] = "true",
		[SCHEMA_OBJECT] = "mapping",
		[SCHEMA_LIST] = "list",
		[SCHEMA_TABLE] = "mapping",
		[SCHEMA_LOOSE] = "any",
	};
	return names[f->type];
}

static void
hover_field(struct buf *b, const struct query *q, struct span *ret)
{
	struct field_place p = field_place_at(q);
	if (p.is_value || !p.key.n)
		return;
	struct field_table t = field_table_at(q, &p);
	const struct schema_field *f = field_named(t.schema, p.key);
	if (!f)
		return;
	*ret = p.word;
	buf_addf(b, "**%.*s**: %s", STR(f->name), type_name(f));
	for (size_t i = 0; i < SCHEMA_MAX_CHOICES && f->choice[i].n; i++)
		buf_addf(b, "%s `%.*s`", i ? "," : "", STR(f->choice[i]));
	if (f->required)
		buf_addz(b, ", required");
	if (f->fallback)
		buf_addf(b, ", by default %s", f->fallback);
	buf_addz(b, "\n\n");
	if (f->about)
		buf_addf(b, "%s\n\n", f->about);
}

/* ---- changelog ------------------------------------------------------------------ */

static void
show_config(struct buf *b, const struct config *c)
{
	buf_addf(b, "- **%.*s**: %.*s, %.*s %.*s on %.*s, `%.*s`\n", STR(c->key),
		STR(c->model.v), STR(c->framework.v), STR(c->precision.v),
		STR(c->runner.v), STR(c->image.v));
}

static void
hover_key(struct buf *b, const struct query *q, struct str written)
{
	struct selection s = keys_selection(q->a, q->kept->repo->master);
	if (!keys_of_entry(q->a, &s, written)) {
		buf_addf(b, "no config has the key `%.*s`\n", STR(written));
		return;
	}
	buf_addf(b, "%zu config%s\n\n", s.list.n, s.list.n == 1 ? "" : "s");
	for (size_t i = 0; i < s.list.n && i < KEYS_SHOWN; i++)
		show_config(b, s.list.v[i]);
	if (s.list.n > KEYS_SHOWN)
		buf_addf(b, "- ... and %zu more\n", s.list.n - KEYS_SHOWN);
}

/* The entries of one pull request stand behind its number. */
static void
hover_link(struct buf *b, const struct query *q, const struct changelog_entry *e)
{
	struct str link, number;
	if (!yaml_as_str(e->pr_link, &link))
		return;
	size_t slash = str_rfind_byte(link, '/');
	number = str_slice(link, slash < link.n ? slash + 1 : 0, link.n);
	const struct changelog_entries *all = &q->kept->repo->changelog->entries;
	if (str_all_digits(number))
		buf_addf(b, "pull request %.*s\n\n%.*s\n\n", STR(number), STR(link));
	else
		buf_addf(b,
			"a placeholder: the merge step puts in the number where it is "
			"`XXX`\n\n");
	buf_addf(b, "entry %zu%s; entries with this link:\n\n", e->index,
		e->is_new ? ", new" : "");
	size_t shown = 0;
	for (size_t i = 0; i < all->n; i++) {
		struct str other;
		if (!yaml_as_str(all->v[i]->pr_link, &other) || !str_eq(other, link))
			continue;
		for (size_t k = 0; k < all->v[i]->keys.n && shown < KEYS_SHOWN; k++) {
			struct str key = {0};
			yaml_as_str(all->v[i]->keys.v[k], &key);
			buf_addf(b, "- %zu: `%.*s`\n", all->v[i]->index, STR(key));
			shown++;
		}
	}
}

/* ---- all of it ------------------------------------------------------------------ */

static void
hover_label(struct buf *b, const struct query *q, struct str name)
{
	const struct runner_label *l = runners_label(q->kept->repo->runners, name);
	buf_addf(b, "**%.*s**: ", STR(name));
	if (!l)
		buf_addz(b, "not in configs/runners.yaml");
	for (size_t i = 0; l && i < l->nodes.n && i < KEYS_SHOWN; i++)
		buf_addf(b, "%s%.*s", i ? ", " : "", STR(l->nodes.v[i].name));
	if (l && l->nodes.n > KEYS_SHOWN)
		buf_addf(b, " and %zu more", l->nodes.n - KEYS_SHOWN);
	buf_addz(b, "\n\n");
}

struct str
query_hover(const struct query *q, struct span *ret)
{
	struct buf b = buf_new(q->a, LIMIT_OUTPUT_BYTES);
	struct thing t = thing_at(q);
	*ret = t.span;
	switch (t.kind) {
	case THING_NONE:
	case THING_SCRIPT:
	case THING_WORD:
		break;
	case THING_CONFIG:
		hover_field(&b, q, ret);
		if (t.span.file)
			hover_config(&b, q, &t);
		break;
	case THING_ARM:
		hover_field(&b, q, ret);
		hover_config(&b, q, &t);
		break;
	case THING_RUNNER:
	case THING_LABEL:
		hover_label(&b, q, t.text);
		break;
	case THING_LOG_KEY:
		hover_key(&b, q, t.text);
		break;
	case THING_LOG_LINK:
		hover_link(&b, q, t.entry);
		break;
	case THING_VARIABLE:
		hover_variable(&b, q, t.text);
		break;
	}
	return buf_str(&b);
}
