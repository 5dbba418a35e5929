/*
 * The strict rules of a changelog change, as the merge tools of the repository apply
 * them: one verdict, the first thing that they refuse. changelog_gate.h gives all faults.
 *
 * Texts only; nothing here knows git. See changelog_edit.h for what changes a text.
 */
#ifndef MODEL_CHANGELOG_STRICT_H
#define MODEL_CHANGELOG_STRICT_H

#include "model/changelog.h"
#include "model/changelog_link.h"
#include "model/schema.h"

/* CLASS(name, id, what it is) in the order in which the rules are applied. */
#define CHANGELOG_CLASSES(CLASS) \
	CLASS(NO_FINAL_NEWLINE, "no-final-newline", "the last line has no line feed") \
	CLASS(CR, "cr", "a carriage return") \
	CLASS(TAB, "tab", "a tab") \
	CLASS(NUL, "nul", "a NUL byte") \
	CLASS(UTF8, "utf8", "a byte that is not UTF-8") \
	CLASS(YAML, "yaml", "not valid YAML under the strict reader") \
	CLASS(ROOT, "root", "the file is no list") \
	CLASS(ENTRY_COUNT, "entry-count", \
		"an entry does not begin with `- config-keys:`") \
	CLASS(SCHEMA, "schema", "an entry of the wrong shape") \
	CLASS(ENTRIES_DELETED, "entries-deleted", "there are fewer entries than before") \
	CLASS(HISTORY_CHANGED, "history-changed", "an old entry says something else") \
	CLASS(REFORMATTED, "reformatted", "an old entry's link is spelled differently") \
	CLASS(CORRECTION_LINK, "pr-link-correction", "a corrected link is not final") \
	CLASS(MIXED, "mixed-corrections", "corrected links beside new entries") \
	CLASS(PR_LINK, "pr-link", "the link of a new entry") \
	CLASS(HISTORY_BYTES, "history-bytes", "bytes of the old text changed") \
	CLASS(SEPARATOR, "separator", "not one empty line before a new entry") \
	CLASS(TRAILING_BLANK, "trailing-blank-line", "an empty line at the end") \
	CLASS(BLOCKS, "entry-blocks", "entries that can't be found by their first line") \
	CLASS(LINK_LINE, "link-line", "an entry without a line to put the link in") \
	CLASS(NOT_COMPARABLE, "not-comparable", "a value that has no JSON form") \
	CLASS(NOTHING_TO_MERGE, "nothing-to-merge", "nothing is left to add") \
	CLASS(MAIN_CHANGED, "main-changed", "the entry to correct is another one in main")

enum changelog_class {
	CHANGELOG_FINE = 0,
#define CLASS(name, id, text) CHANGELOG_##name,
	CHANGELOG_CLASSES(CLASS)
#undef CLASS
};

/* "history-changed"; "fine" for CHANGELOG_FINE. */
const char *changelog_class_id(enum changelog_class c);

struct changelog_verdict {
	enum changelog_class class; /* CHANGELOG_FINE: accepted */
	struct str text;  /* one clause with the values, lower case, no full stop */
	struct span span; /* in the source where it is; file 0: no place */
	struct span related;
	bool crashes;                  /* the reference dies of it instead of refusing */
	size_t additions, corrections; /* when accepted */
};

/* A text that has passed changelog_parse(). */
struct changelog_parsed {
	const struct source *source;
	const struct yaml_doc *doc;
	const struct changelog *log;
};

/*
 * All of these give false and fill *v when they refuse; otherwise *v is untouched.
 * A doc that is at hand for the source is passed in `doc`; NULL: it is loaded here.
 */
bool changelog_parse(struct arena *a, const struct source *src,
	const struct yaml_doc *doc, struct changelog_parsed *ret,
	struct changelog_verdict *v);
bool changelog_compare(struct arena *a, const struct changelog_parsed *base,
	const struct changelog_parsed *head, const struct changelog_pr *pr,
	size_t *ret_additions, size_t *ret_corrections, struct changelog_verdict *v);
bool changelog_check_bytes(struct arena *a, const struct source *base,
	const struct source *head, size_t additions, size_t corrections,
	struct changelog_verdict *v);
/* The last two, one after the other. */
bool changelog_check_change(struct arena *a, const struct changelog_parsed *base,
	const struct changelog_parsed *head, const struct changelog_pr *pr,
	size_t *ret_additions, size_t *ret_corrections, struct changelog_verdict *v);

/* Everything, from two texts. */
struct changelog_verdict changelog_verify(struct arena *a, const struct source *base,
	const struct source *head, const struct changelog_pr *pr);

/* Equal but for the link; and equal altogether. Python's ==, so 1 equals true. */
bool changelog_same_content(const struct yaml_node *x, const struct yaml_node *y);
bool changelog_same_entry(const struct yaml_node *x, const struct yaml_node *y);
/* Text of the entry's link, and the node it comes from (NULL when absent). */
struct str changelog_entry_link(struct arena *a, const struct changelog_entry *e);

/* Holds an entry of the document against the schema. Where the reader built nothing
 * although the reference does (a list that contains itself) that is a fault, too: nothing
 * the schema allows can have been meant. */
enum schema_verdict changelog_check_shape(struct arena *a, const struct yaml_doc *doc,
	const struct yaml_node *entry, struct span holder, struct schema_faults *faults);

bool changelog_refuse(struct changelog_verdict *v, enum changelog_class class,
	struct span span, struct str text);

#endif
