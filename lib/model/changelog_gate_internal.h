/* What the files of the gate share. */
#ifndef MODEL_CHANGELOG_GATE_INTERNAL_H
#define MODEL_CHANGELOG_GATE_INTERNAL_H

#include "base/arena.h"
#include "base/diff.h"
#include "model/changelog_gate.h"

struct gate {
	struct arena *arena;
	struct sources *sources;
	const struct source *base, *head;
	const struct changelog *old, *new; /* read as far as they can be */
	const struct changelog_pr *pr;
	struct diff diff;   /* base to head */
	bool *line_is_new;  /* of head: not taken over from base */
	bool *is_touched;   /* ... : new, or next to a deletion */
	bool *is_added;     /* entry of head, by index from 0: a new one */
	bool *is_misplaced; /* ... and it stands before old text */
	struct changelog_gate *ret;
	struct changelog_fault not_listed; /* beyond the limit */
};

/* A new fault that aborts the merge unless its class is CHANGELOG_FINE. Valid until the
 * next one. */
struct changelog_fault *gate_fault(struct gate *g, enum changelog_what what,
	enum changelog_class class, struct span span, struct str text);

/* Says how 'check --fix' mends the fault: it does nothing to a file that can't be read. */
void gate_mend(const struct gate *g, struct changelog_fault *f, struct span span,
	struct str instead);

/* Index from 0 of the line that the offset is in. */
uint32_t gate_line(const struct source *s, uint32_t offset);
/* Lines [begin, end), from 0, without the last one's LF. */
struct span gate_lines(const struct source *s, uint32_t begin, uint32_t end);
bool gate_span_is_new(const struct gate *g, struct span span);
/* Index of the entry that the line belongs to, blank lines after it included; entries.n
 * before the first one. */
size_t gate_entry_at(const struct changelog *log, uint32_t line);
/* The line that the entry begins on. */
uint32_t gate_entry_line(const struct changelog_entry *e);

/* changelog_gate_read.c: bytes, YAML and shape of one side. */
void gate_read(struct gate *g, const struct changelog *log);
/* changelog_gate_history.c: what became of the old text. Fills is_added, is_misplaced. */
void gate_history(struct gate *g);
/* The same when the merge tools find nothing wrong with it. */
void gate_history_is_fine(struct gate *g);
/* changelog_gate_new.c: spacing, links, and whether final links can be put in. */
void gate_new_entries(struct gate *g);

#endif
