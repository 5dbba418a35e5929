/*
 * SARIF 2.1.0, as GitHub's code scanning reads it.
 *
 * Nothing in it depends on where or when the run was made: equal trees give equal bytes.
 */
#include "report/sarif.h"

#include "base/arena.h"
#include "base/map.h"
#include "check/rule.h"
#include "check/suppress.h"
#include "report/line_hash.h"
#include "report/outline.h"
#include "report/report.h"

#define SCHEMA \
	"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/" \
	"sarif-schema-2.1.0.json"
#define ROOT_ID "SRCROOT"

enum { GITHUB_KEEPS = 5000 };

struct writer {
	struct arena *arena;
	struct maker m;
	const struct run *run;
	struct line_hashes **hashes; /* of each source, once asked for */
};

/* ---- places --------------------------------------------------------------------- */

static void
put_region(
	struct writer *w, json_t *parent, const char *key, const struct outline_place *p)
{
	json_t *o = maker_object(&w->m, parent, key);
	maker_integer(&w->m, o, "startLine", p->line);
	maker_integer(&w->m, o, "startColumn", p->utf16_column);
	maker_integer(&w->m, o, "endLine", p->end_line);
	maker_integer(&w->m, o, "endColumn", p->utf16_end_column);
}

static void
put_artifact(struct writer *w, json_t *parent, const struct outline_place *p)
{
	json_t *o = maker_object(&w->m, parent, "artifactLocation");
	maker_string(&w->m, o, "uri", sarif_uri(w->arena, p->path));
	maker_stringz(&w->m, o, "uriBaseId", ROOT_ID);
}

/* Lines of another state of the file are not lines of this one. */
static void
put_physical(struct writer *w, json_t *location, const struct outline_place *p)
{
	json_t *o = maker_object(&w->m, location, "physicalLocation");
	put_artifact(w, o, p);
	if (!p->elsewhere)
		put_region(w, o, "region", p);
	else
		maker_integer(&w->m, maker_object(&w->m, o, "region"), "startLine", 1);
}

static struct str
related_label(struct writer *w, const struct ixc_finding *f, size_t i,
	const struct outline_place *p)
{
	struct str label = f->related.v[i].label;
	if (!p->elsewhere && label.n)
		return label;
	return str_fmt(
		w->arena, "%.*s%s%.*s", STR(p->shown), label.n ? ": " : "", STR(label));
}

static void
put_related(struct writer *w, json_t *result, const struct ixc_finding *f)
{
	if (!f->related.n)
		return;
	json_t *list = maker_list(&w->m, result, "relatedLocations");
	for (size_t i = 0; i < f->related.n; i++) {
		struct outline_place p = outline_place(w->arena, f, f->related.v[i].span);
		if (!p.path.n)
			continue;
		json_t *o = maker_object(&w->m, list, NULL);
		maker_integer(&w->m, o, "id", (int64_t)i + 1);
		put_physical(w, o, &p);
		maker_string(&w->m, maker_object(&w->m, o, "message"), "text",
			related_label(w, f, i, &p));
	}
}

/* ---- texts ---------------------------------------------------------------------- */

static void
add_paragraph(struct buf *b, const char *kind, struct str text)
{
	if (!text.n)
		return;
	buf_addf(b, "\n%s: ", kind);
	sarif_add_text(b, text);
}

/* Lists show the first sentence; a related place is shown only when it is linked to. */
static struct str
message(struct writer *w, const struct ixc_finding *f, const struct outline_place *at)
{
	struct buf b = buf_new(w->arena, 1 << 20);
	sarif_add_text(&b, f->headline);
	buf_addc(&b, '.');
	if (at->elsewhere)
		add_paragraph(&b, "Place", at->shown);
	for (size_t i = 0; i < f->related.n; i++) {
		struct outline_place p = outline_place(w->arena, f, f->related.v[i].span);
		if (!p.path.n)
			continue;
		buf_addz(&b, "\nSee ");
		sarif_add_link(&b, related_label(w, f, i, &p), i + 1);
		buf_addc(&b, '.');
	}
	for (size_t i = 0; i < f->notes.n; i++)
		add_paragraph(&b, "Note", f->notes.v[i]);
	add_paragraph(&b, "Note", outline_arms(w->arena, f));
	add_paragraph(&b, "Help", f->help);
	return buf_str(&b);
}

/* ---- results -------------------------------------------------------------------- */

static void
put_fingerprints(struct writer *w, json_t *result, const struct ixc_finding *f,
	const struct outline_place *p)
{
	json_t *o = maker_object(&w->m, result, "partialFingerprints");
	const struct source *s = sources_get(f->owner->sources, f->span.file);
	if (s && !p->elsewhere && f->owner->sources == w->run->sources) {
		struct line_hashes **h = &w->hashes[s->id - 1];
		if (!*h) {
			*h = NEW(w->arena, struct line_hashes);
			**h = line_hashes(w->arena, s->bytes);
		}
		struct str text = line_hash_text(w->arena, *h, p->line);
		if (text.n)
			maker_string(&w->m, o, "primaryLocationLineHash", text);
	}
	maker_string(&w->m, o, "infxcheckFinding/v1", outline_key(w->arena, f, 0));
}

static void
put_edit(struct writer *w, json_t *replacements, const struct ixc_finding *f,
	const struct edit *e)
{
	struct outline_place p = outline_place(w->arena, f, e->span);
	json_t *o = maker_object(&w->m, replacements, NULL);
	put_region(w, o, "deletedRegion", &p);
	if (e->bytes.n)
		maker_string(&w->m, maker_object(&w->m, o, "insertedContent"), "text",
			e->bytes);
}

/* One fix; its edits file by file. */
static void
put_fix(struct writer *w, json_t *result, const struct ixc_finding *f)
{
	if (!f->fix.title.n || !f->fix.edits.n)
		return;
	json_t *o = maker_object(&w->m, maker_list(&w->m, result, "fixes"), NULL);
	maker_string(&w->m, maker_object(&w->m, o, "description"), "text", f->fix.title);
	json_t *changes = maker_list(&w->m, o, "artifactChanges");
	const struct edits *all = &f->fix.edits;
	for (size_t i = 0; i < all->n; i++) {
		size_t k = 0;
		while (k < i && all->v[k].span.file != all->v[i].span.file)
			k++;
		if (k < i)
			continue; /* its file had its turn */
		struct outline_place p = outline_place(w->arena, f, all->v[i].span);
		json_t *change = maker_object(&w->m, changes, NULL);
		put_artifact(w, change, &p);
		json_t *list = maker_list(&w->m, change, "replacements");
		for (k = i; k < all->n; k++)
			if (all->v[k].span.file == all->v[i].span.file)
				put_edit(w, list, f, &all->v[k]);
	}
}

/* GitHub takes no notice of these, so that they are only there when asked for; then of all
 * results, as the standard wants it. */
static void
put_suppressions(struct writer *w, json_t *result, const struct ixc_finding *f)
{
	if (!w->run->shows_suppressed)
		return;
	json_t *list = maker_list(&w->m, result, "suppressions");
	if (!f->allowed && !f->known.file)
		return;
	json_t *o = maker_object(&w->m, list, NULL);
	maker_stringz(&w->m, o, "kind", f->allowed ? "inSource" : "external");
	if (f->allowed)
		maker_string(&w->m, o, "justification", f->allowed->reason);
}

static void
put_result(struct writer *w, json_t *results, const struct ixc_finding *f)
{
	struct outline_place p = outline_place(w->arena, f, f->span);
	json_t *o = maker_object(&w->m, results, NULL);
	maker_stringz(&w->m, o, "ruleId", f->rule->id);
	maker_integer(&w->m, o, "ruleIndex", (int64_t)rules_index(str_from(f->rule->id)));
	maker_stringz(&w->m, o, "level", sarif_level(f->severity));
	maker_string(&w->m, maker_object(&w->m, o, "message"), "text", message(w, f, &p));
	json_t *list = maker_list(&w->m, o, "locations");
	if (p.path.n)
		put_physical(w, maker_object(&w->m, list, NULL), &p);
	put_related(w, o, f);
	put_fingerprints(w, o, f, &p);
	put_fix(w, o, f);
	if (w->run->trees)
		maker_stringz(&w->m, o, "baselineState",
			f->status == FINDING_UNCHANGED ? "unchanged" : "new");
	put_suppressions(w, o, f);
}

/* ---- the run -------------------------------------------------------------------- */

static void
put_tool(struct writer *w, json_t *run)
{
	json_t *driver = maker_object(&w->m, maker_object(&w->m, run, "tool"), "driver");
	maker_stringz(&w->m, driver, "name", "infxcheck");
	maker_stringz(&w->m, driver, "semanticVersion", IXC_VERSION_STRING);
	sarif_put_rules(&w->m, w->arena, driver);
}

static void
put_notice(struct writer *w, json_t *notices, const char *level, struct str text)
{
	json_t *o = maker_object(&w->m, notices, NULL);
	maker_stringz(&w->m, o, "level", level);
	maker_string(&w->m, maker_object(&w->m, o, "message"), "text", text);
}

/* The ledger, and what the reader will not show. */
static void
put_invocation(struct writer *w, json_t *run)
{
	json_t *o = maker_object(&w->m, maker_list(&w->m, run, "invocations"), NULL);
	maker_bool(&w->m, o, "executionSuccessful", true);
	json_t *notices = maker_list(&w->m, o, "toolExecutionNotifications");
	size_t n = w->run->findings.list.n;
	if (n > GITHUB_KEEPS)
		put_notice(w, notices, "warning",
			str_fmt(w->arena, "%zu results, errors first; GitHub keeps %d", n,
				GITHUB_KEEPS));
	for (size_t i = 0; i < w->run->findings.gaps.n; i++) {
		const struct gap *g = w->run->findings.gaps.v[i];
		put_notice(w, notices, "note",
			str_fmt(w->arena, "%.*s did not judge %.*s: %.*s (%llu)",
				STR(g->check), STR(g->subject), STR(g->reason),
				(unsigned long long)g->count));
	}
}

static void
put_run(struct writer *w, json_t *runs)
{
	struct maker *m = &w->m;
	json_t *run = maker_object(m, runs, NULL);
	put_tool(w, run);
	/* What is behind the slash is left open: one report a category and commit. */
	maker_stringz(m, maker_object(m, run, "automationDetails"), "id",
		w->run->is_gate ? "infxcheck/gate/" : "infxcheck/check/");
	put_invocation(w, run);
	json_t *root =
		maker_object(m, maker_object(m, run, "originalUriBaseIds"), ROOT_ID);
	maker_stringz(m, maker_object(m, root, "description"), "text",
		"The root of the repository.");
	maker_stringz(m, run, "columnKind", "utf16CodeUnits");
	json_t *results = maker_list(m, run, "results");
	struct finding_list list = outline_by_severity(w->arena, w->run);
	for (size_t i = 0; i < list.n; i++)
		put_result(w, results, list.v[i]);
	for (size_t i = 0; w->run->shows_suppressed && i < w->run->suppressed.n; i++)
		put_result(w, results, w->run->suppressed.v[i]);
}

void
report_sarif(struct buf *b, const struct run *run)
{
	struct writer w = {.arena = b->arena, .run = run};
	w.hashes = NEW_ARRAY(b->arena, struct line_hashes *, run->sources->n);
	json_t *o = maker_root(b->arena);
	maker_stringz(&w.m, o, "$schema", SCHEMA);
	maker_stringz(&w.m, o, "version", "2.1.0");
	put_run(&w, maker_list(&w.m, o, "runs"));
	maker_dump_root(b, &w.m, o, 0);
	buf_addc(b, '\n');
}
