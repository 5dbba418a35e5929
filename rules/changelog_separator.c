/* changelog-separator: white space around and in new entries. */
#include "gate_faults.h"

/* Number of LFs directly before a byte. */
static unsigned
newlines_before(struct str bytes, uint32_t at)
{
	unsigned n = 0;
	while (at > 0 && bytes.p[at - 1] == '\n') {
		at--;
		n++;
	}
	return n;
}

static void
check_before(struct check *c, const struct changelog_entry *e, const struct changelog_entry *before)
{
	struct str bytes = e->owner->source->bytes;
	unsigned lfs = newlines_before(bytes, e->span.begin);
	struct span gap = {e->span.file, before->span.end, e->span.begin};
	/* Behind an old entry nobody may touch the lines that were there before. */
	bool too_many = lfs > 2 && before->is_new;
	if (lfs == 2 || (lfs > 2 && !too_many))
		return;
	struct ixc_finding *f = too_many
		? report(c, e->span, "%u empty lines stand before entry %zu instead of one",
			  lfs - 1, e->index)
		: report(c, e->span, "no empty line stands before entry %zu", e->index);
	f->span.end = f->span.begin + (uint32_t)(sizeof "- config-keys:" - 1);
	if (f->span.end > e->span.end)
		f->span.end = e->span.end;
	finding_subject(f, "separator before: %.*s", STR(changelog_entry_text(e)));
	finding_related(f, before->span, "the entry before it");
	f->related.v[0].span.begin = before->span.end - (before->span.end > before->span.begin);
	finding_note(f, "the merge step wants exactly one empty line between entries");
	finding_help(f, "leave exactly one empty line");
	if (before->is_new) /* comments are a part of the entry before them */
		finding_fix(f, true, gap, S("\n\n"), "one empty line before the entry");
	else
		finding_fix(f, true, (struct span){gap.file, gap.end, gap.end},
			lfs ? S("\n") : S("\n\n"), "one empty line before the entry");
}

static void
check_lines(struct check *c, const struct changelog_entry *e)
{
	struct str text = changelog_entry_text(e), rest = text;
	uint32_t at = e->span.begin;
	while (rest.p && rest.n) {
		struct str line = str_cut(rest, '\n', &rest);
		size_t n = line.n;
		while (n && (line.p[n - 1] == ' ' || line.p[n - 1] == '\t'))
			n--;
		if (n < line.n) {
			struct span sp = {e->span.file, at + (uint32_t)n, at + (uint32_t)line.n};
			struct ixc_finding *f = report(c, sp, "%zu trailing blank%s in entry %zu",
				line.n - n, line.n - n == 1 ? "" : "s", e->index);
			finding_subject(f, "%.*s", STR(line));
			finding_note(f, "once merged they are frozen: history may not change by a "
					"byte");
			finding_help(f, "remove them");
			finding_fix(f, true, sp, S(""), "remove the trailing blanks");
		}
		at += (uint32_t)line.n + 1;
	}
}

static void
check_end(struct check *c, const struct changelog_entry *last)
{
	struct str bytes = last->owner->source->bytes;
	struct span tail = {last->span.file, last->span.end, (uint32_t)bytes.n};
	struct str after = str_slice(bytes, tail.begin, tail.end);
	if (str_eqz(after, "\n"))
		return;
	bool missing = bytes.n && bytes.p[bytes.n - 1] != '\n' && str_is_blank(after) &&
		!str_contains(after, S("\n"));
	struct ixc_finding *f = missing
		? report(c, tail, "the file does not end in a newline")
		: report(c, tail, "blank lines stand after the last entry");
	finding_subject(f, "end of file");
	if (missing)
		finding_note(f, "the pull request's check and the merge step both stop here");
	else if (str_ends(bytes, S("\n\n")))
		finding_note(f, "the merge step stops at an empty line at the end");
	else
		finding_note(f, "once merged it is frozen: the next entry has to leave it, and an "
				"editor that strips it edits history");
	finding_help(f, "end the file with exactly one newline");
	finding_fix(f, true, tail, S("\n"), "end the file with one newline");
}

static void
check_changelog(struct check *c, const struct changelog *log)
{
	size_t n = log->entries.n;
	if (log->doc->partial) {
		not_judged(c, log->source->path, "the file has syntax faults");
		return;
	}
	for (size_t i = 0; i < n; i++) {
		const struct changelog_entry *e = log->entries.v[i];
		if (!e->is_new)
			continue;
		if (i)
			check_before(c, e, log->entries.v[i - 1]);
		check_lines(c, e);
	}
	if (n && log->entries.v[n - 1]->is_new)
		check_end(c, log->entries.v[n - 1]);
}

/* A line of blanks at the end: the merge step takes it. */
static void
check_blanks_at_end(struct check *c, const struct changelog_gate *g)
{
	size_t n = g->head->entries.n;
	const struct changelog_entry *last = n ? g->head->entries.v[n - 1] : NULL;
	for (size_t i = 0; i < g->added.n; i++) {
		struct str bytes = g->head->source->bytes;
		if (g->added.v[i] == last && str_ends(bytes, S("\n")) &&
			!str_ends(bytes, S("\n\n")))
			check_end(c, last);
	}
}

static void
check_change(struct check *c, const struct changelog_gate *g)
{
	gate_report(c, g, 1u << CHANGELOG_SPACING | 1u << CHANGELOG_END_OF_FILE);
	for (size_t i = 0; i < g->added.n; i++)
		check_lines(c, g->added.v[i]);
	check_blanks_at_end(c, g);
}

const struct ixc_rule rule_changelog_separator = {
	.id = "changelog-separator",
	.severity = IXC_WARNING,
	.fixes = IXC_FIX_SAFE,
	.locked = true,
	.since = "0.1",
	.summary = "white space around a new entry that the merge step refuses",
	.help = "perf-changelog.yaml only grows at its end, and byte for byte. Between the old\n"
		"end and a new entry, and between new entries, stands exactly one empty line;\n"
		"the file ends with exactly one newline; new lines have no trailing blanks. The\n"
		"merge step refuses other separators, and blanks that are merged stay for ever.\n"
		"\n"
		"Old separators are never reported: many are odd, all are frozen.\n"
		"\n"
		"--fix leaves one empty line before a new entry and one newline at the end, and\n"
		"takes the blanks away; comments stay.",
	.on_changelog = check_changelog,
	.on_change = check_change,
};
