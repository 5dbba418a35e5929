/* Final links, and conflicts. */
#include "model/changelog_edit.h"

#include "base/arena.h"
#include "base/limits.h"
#include "model/changelog_bytes.h"
#include "model/changelog_json.h"

#include <string.h>

struct replacement {
	struct changelog_block at;
	struct str bytes;
};

VEC(replacements, struct replacement);
VEC(pieces, struct str);

static bool
find_blocks(struct arena *a, const struct changelog_parsed *p,
	struct changelog_blocks *ret, struct changelog_verdict *v)
{
	changelog_find_blocks(a, p->source->bytes, ret);
	if (ret->n == p->log->entries.n)
		return true;
	return changelog_refuse(v, CHANGELOG_BLOCKS, span_in(p->source, 0, 0),
		str_fmt(a,
			"%zu entries, but %zu lines of their own that begin with "
			"'- config-keys:'",
			p->log->entries.n, ret->n));
}

static struct str
block_bytes(const struct source *s, struct changelog_block b)
{
	return str_slice(s->bytes, b.begin, b.content_end);
}

static bool
relink(struct arena *a, const struct changelog_parsed *p, size_t i,
	struct changelog_block b, struct str link, struct str *ret,
	struct changelog_verdict *v)
{
	if (changelog_replace_link(a, block_bytes(p->source, b), link, ret))
		return true;
	return changelog_refuse(v, CHANGELOG_LINK_LINE, p->log->entries.v[i]->span,
		str_fmt(a, "entry %zu has no line that begins with '  pr-link:'", i + 1));
}

/* All pieces, one behind the other. The texts are large, so nothing grows by doubling. */
static struct str
join(struct arena *a, const struct pieces *pieces)
{
	size_t n = 0, at = 0;
	for (size_t i = 0; i < pieces->n; i++)
		n += pieces->v[i].n;
	char *p = NEW_ARRAY(a, char, n + 1);
	for (size_t i = 0; i < pieces->n; i++) {
		if (pieces->v[i].n)
			memcpy(p + at, pieces->v[i].p, pieces->v[i].n);
		at += pieces->v[i].n;
	}
	return (struct str){p, n};
}

/* Replacements are in order and do not overlap. */
static struct str
apply(struct arena *a, struct str bytes, const struct replacements *r)
{
	struct pieces pieces = {0};
	size_t at = 0;
	for (size_t i = 0; i < r->n; i++) {
		vec_push(a, &pieces, str_slice(bytes, at, r->v[i].at.begin));
		vec_push(a, &pieces, r->v[i].bytes);
		at = r->v[i].at.content_end;
	}
	vec_push(a, &pieces, str_slice(bytes, at, bytes.n));
	return join(a, &pieces);
}

/* A result goes through all that a change by hand goes through, from `base` to it. */
static struct changelog_edit
check_result(struct arena *a, struct sources *sources,
	const struct changelog_parsed *base, struct str before, struct str result,
	struct str path, const struct changelog_pr *pr)
{
	struct changelog_edit ret = {.bytes = result, .changed = !str_eq(before, result)};
	struct changelog_parsed parsed;
	size_t additions, corrections;
	if (result.n > LIMIT_FILE_BYTES) {
		changelog_refuse(&ret.verdict, CHANGELOG_YAML, (struct span){0},
			S("the result would be larger than 16 MiB"));
		return ret;
	}
	const struct source *s = sources_add(a, sources, path, result);
	if (changelog_parse(a, s, NULL, &parsed, &ret.verdict) &&
		changelog_check_change(
			a, base, &parsed, pr, &additions, &corrections, &ret.verdict)) {
		ret.verdict.additions = additions;
		ret.verdict.corrections = corrections;
	}
	return ret;
}

static struct changelog_edit
refused(struct changelog_verdict v)
{
	return (struct changelog_edit){.verdict = v};
}

/* ---- canonicalize ---- */

static bool
collect_placeholders(struct arena *a, const struct changelog_parsed *head, size_t first,
	const struct changelog_pr *pr, struct replacements *ret,
	struct changelog_verdict *v)
{
	struct changelog_blocks blocks = {0};
	struct str expected = changelog_link_expected(a, pr);
	if (!find_blocks(a, head, &blocks, v))
		return false;
	for (size_t i = first; i < blocks.n; i++) {
		const struct changelog_entry *e = head->log->entries.v[i];
		struct str link = changelog_entry_link(a, e);
		struct replacement r = {.at = blocks.v[i]};
		if (str_eq(link, expected))
			continue;
		/* Only possible with another repository than the rules have. */
		if (!changelog_link_is_placeholder(link))
			return changelog_refuse(v, CHANGELOG_PR_LINK,
				e->pr_link ? e->pr_link->span : e->span,
				str_fmt(a, "the link %.*s of new entry %zu is not %.*s",
					STR(schema_quote(a, link)), i + 1,
					STR(expected)));
		if (!relink(a, head, i, blocks.v[i], expected, &r.bytes, v))
			return false;
		vec_push(a, ret, r);
	}
	return true;
}

struct changelog_edit
changelog_canonicalize_parsed(struct arena *a, struct sources *sources,
	const struct changelog_parsed *base, const struct changelog_parsed *head,
	const struct changelog_pr *pr)
{
	struct changelog_verdict v = {0};
	struct replacements r = {0};
	const struct source *s = head->source;
	if (!changelog_check_change(a, base, head, pr, &v.additions, &v.corrections, &v))
		return refused(v);
	if (v.additions == 0)
		return (struct changelog_edit){.verdict = v, .bytes = s->bytes};
	if (!collect_placeholders(a, head, base->log->entries.n, pr, &r, &v))
		return refused(v);
	return check_result(
		a, sources, base, s->bytes, apply(a, s->bytes, &r), s->path, pr);
}

struct changelog_edit
changelog_canonicalize(struct arena *a, struct sources *sources,
	const struct source *base, const struct source *head,
	const struct changelog_pr *pr)
{
	struct changelog_verdict v = {0};
	struct changelog_parsed old, new;
	if (!changelog_parse(a, base, NULL, &old, &v) ||
		!changelog_parse(a, head, NULL, &new, &v))
		return refused(v);
	return changelog_canonicalize_parsed(a, sources, &old, &new, pr);
}

/* ---- what the branch adds ---- */

static bool
check_json(struct arena *a, const struct changelog_entry *e, struct changelog_verdict *v)
{
	if (changelog_has_json(e->node))
		return true;
	changelog_refuse(v, CHANGELOG_NOT_COMPARABLE, e->span,
		str_fmt(a, "entry %zu has a set or bytes, which can't be compared",
			e->index));
	v->crashes = true;
	return false;
}

static bool
main_has(const struct changelog_parsed *main, const struct changelog_entry *e)
{
	for (size_t i = 0; i < main->log->entries.n; i++)
		if (changelog_same_json(main->log->entries.v[i]->node, e->node))
			return true;
	return false;
}

/* ---- resolve ---- */

struct sides {
	struct changelog_parsed base, branch, main;
	const struct changelog_pr *pr;
};

/* The blocks of the branch's new entries that main does not have, with LF between. */
static bool
contribution(struct arena *a, const struct sides *s, struct pieces *ret,
	struct changelog_verdict *v)
{
	struct changelog_blocks blocks = {0};
	struct str link = changelog_link_expected(a, s->pr);
	for (size_t i = 0; i < s->main.log->entries.n; i++)
		if (!check_json(a, s->main.log->entries.v[i], v))
			return false;
	if (!find_blocks(a, &s->branch, &blocks, v))
		return false;
	size_t before = ret->n;
	for (size_t i = s->base.log->entries.n; i < blocks.n; i++) {
		const struct changelog_entry *e = s->branch.log->entries.v[i];
		struct str block = block_bytes(s->branch.source, blocks.v[i]);
		if (!check_json(a, e, v))
			return false;
		if (main_has(&s->main, e))
			continue;
		if (s->pr->links != CHANGELOG_LINKS_OPEN &&
			!relink(a, &s->branch, i, blocks.v[i], link, &block, v))
			return false;
		if (ret->n > before)
			vec_push(a, ret, S("\n"));
		vec_push(a, ret, block);
	}
	if (ret->n > before)
		return true;
	return changelog_refuse(v, CHANGELOG_NOTHING_TO_MERGE,
		s->branch.log->entries.v[s->base.log->entries.n]->span,
		S("main has every new entry of the branch already"));
}

static bool
append(struct arena *a, const struct sides *s, struct str *ret,
	struct changelog_verdict *v)
{
	struct str main = s->main.source->bytes;
	struct pieces pieces = {0};
	vec_push(a, &pieces, main);
	vec_push(a, &pieces, str_ends(main, S("\n\n")) ? S("") : S("\n"));
	if (!contribution(a, s, &pieces, v))
		return false;
	*ret = join(a, &pieces);
	return true;
}

/* Entry i was corrected on the branch: what becomes of it in main. False in *ret_needed:
 * it is as wanted already. */
static bool
correct_one(struct arena *a, const struct sides *s, size_t i,
	const struct changelog_blocks *blocks, struct replacement *ret, bool *ret_needed,
	struct changelog_verdict *v)
{
	const struct changelog_entry *old = s->base.log->entries.v[i];
	const struct changelog_entry *wanted = s->branch.log->entries.v[i];
	*ret_needed = false;
	if (i >= s->main.log->entries.n)
		return changelog_refuse(v, CHANGELOG_MAIN_CHANGED, wanted->span,
			str_fmt(a, "main has no entry %zu, whose link was corrected",
				i + 1));
	const struct changelog_entry *now = s->main.log->entries.v[i];
	if (!changelog_same_content(now->node, old->node))
		return changelog_refuse(v, CHANGELOG_MAIN_CHANGED, now->span,
			str_fmt(a, "entry %zu with the corrected link is another in main",
				i + 1));
	struct str link = changelog_entry_link(a, wanted),
		   is = changelog_entry_link(a, now);
	if (str_eq(is, link))
		return true;
	if (!str_eq(is, changelog_entry_link(a, old)))
		return changelog_refuse(v, CHANGELOG_MAIN_CHANGED, now->span,
			str_fmt(a, "the link of entry %zu became %.*s, and %.*s in main",
				i + 1, STR(schema_quote(a, link)),
				STR(schema_quote(a, is))));
	ret->at = blocks->v[i];
	*ret_needed = true;
	return relink(a, &s->main, i, blocks->v[i], link, &ret->bytes, v);
}

static bool
correct(struct arena *a, const struct sides *s, struct str *ret,
	struct changelog_verdict *v)
{
	struct changelog_blocks blocks = {0};
	struct replacements all = {0};
	if (!find_blocks(a, &s->main, &blocks, v))
		return false;
	for (size_t i = 0; i < s->base.log->entries.n; i++) {
		struct replacement r = {0};
		bool needed;
		if (changelog_same_entry(s->base.log->entries.v[i]->node,
			    s->branch.log->entries.v[i]->node))
			continue;
		if (!correct_one(a, s, i, &blocks, &r, &needed, v))
			return false;
		if (needed)
			vec_push(a, &all, r);
	}
	if (all.n == 0)
		return changelog_refuse(v, CHANGELOG_NOTHING_TO_MERGE, (struct span){0},
			S("main has the corrected links already"));
	*ret = apply(a, s->main.source->bytes, &all);
	return true;
}

struct changelog_edit
changelog_resolve(struct arena *a, struct sources *sources, const struct source *base,
	const struct source *branch, const struct source *main,
	const struct changelog_pr *pr)
{
	struct changelog_verdict v = {0};
	struct sides s = {.pr = pr};
	struct str result;
	size_t additions, corrections;
	if (!changelog_parse(a, base, NULL, &s.base, &v) ||
		!changelog_parse(a, branch, NULL, &s.branch, &v) ||
		!changelog_parse(a, main, NULL, &s.main, &v) ||
		!changelog_check_change(
			a, &s.base, &s.branch, pr, &additions, &corrections, &v))
		return refused(v);
	bool ok = additions ? append(a, &s, &result, &v)
		: corrections
		? correct(a, &s, &result, &v)
		: changelog_refuse(&v, CHANGELOG_NOTHING_TO_MERGE, (struct span){0},
			  S("the branch has no new entry and no corrected link"));
	if (!ok)
		return refused(v);
	return check_result(a, sources, &s.main, main->bytes, result, main->path, pr);
}
