/* The characters and operands of an arithmetic expression. Internal to lib/shell. */
#ifndef SHELL_ARITH_H
#define SHELL_ARITH_H

#include "shell/scan.h"

enum { ARITH_PART = -2 }; /* an expansion stands here */

struct arith_place {
	size_t part, offset;
};

struct arith_reader {
	struct shell_reader *r;
	struct shell_parts parts; /* flat: no PART_DOUBLE */
	struct arith_place at;
	uint32_t end;         /* of the whole text */
	unsigned depth, most; /* of both the reading and the tree */
	bool is_too_deep;
};

/* Character here, ARITH_PART or SHELL_END. */
int arith_char(struct arith_reader *a);
bool arith_at(struct arith_reader *a, const char *text);
void arith_skip(struct arith_reader *a, size_t n); /* characters that are here */
void arith_skip_blanks(struct arith_reader *a);
bool arith_deeper(struct arith_reader *a);
struct span arith_span_here(struct arith_reader *a); /* empty */
/* A copy of the node whose span ends here; NULL when it gets too high. */
struct shell_arith_node *arith_node(
	struct arith_reader *a, const struct shell_arith_node *node);

/* NULL: none that bash would take, or text is glued to it. */
struct shell_arith_node *arith_number(struct arith_reader *a);
struct shell_arith_node *arith_expansion(struct arith_reader *a);
struct shell_arith_node *arith_variable(struct arith_reader *a,
	struct shell_arith_node *(*read_index)(struct arith_reader *));

struct shell_arith_node *arith_read_tree(struct arith_reader *a);

#endif
