/* awk, as its parts share it. */
#ifndef SHELL_AWK_H
#define SHELL_AWK_H

#include "shell/tool.h"

/* ---- numbers, without regard to the host's locale --------------------------------- */

/* The number at the beginning of the text; 0 when there is none. *ret_n: how many bytes
 * it has. False: more digits than can be converted exactly. */
bool awk_number(struct str s, double *ret, size_t *ret_n);
/* Integers in full, others as %.6g. */
struct str awk_text(struct arena *a, double v);
/* %.Nf and %.Ng, %.Ne for `letter`. */
struct str awk_format(struct arena *a, char letter, unsigned precision, double v);

/* ---- the program ------------------------------------------------------------------ */

enum { AWK_NAMES_MAX = 32 };

struct cell {
	bool is_number;
	bool looks_numeric; /* input: compared as a number */
	double number;
	struct str text;
};

struct awk {
	struct arena *arena;
	struct str program;
	size_t at;
	struct {
		struct str name;
		struct cell cell;
	} names[AWK_NAMES_MAX];
	size_t n_names;
	char separator; /* 0: blanks */
	struct str line;
	struct lines fields;
	size_t record;
	struct buf out;
	unsigned depth;
	bool failed; /* not understood */
	bool skip;   /* the branch not taken */
	bool exited;
	int status;
};

struct cell awk_input(struct str s);
double awk_as_number(struct awk *w, struct cell c);
struct str awk_as_text(struct awk *w, struct cell c);
bool awk_truth(struct awk *w, struct cell c);
struct cell *awk_variable(struct awk *w, struct str name);
void awk_blanks(struct awk *w, bool lines);
bool awk_take(struct awk *w, const char *token);
bool awk_take_word(struct awk *w, const char *word);
struct str awk_take_name(struct awk *w);
void awk_expect(struct awk *w, const char *token);
struct cell awk_expression(struct awk *w);

#endif
