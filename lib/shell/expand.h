/*
 * Expansion of words: what its parts share.
 *
 * An emitter takes the pieces of one word in order and makes of them what the mode wants:
 * fields (split, file names), one value, a pattern, or a regular expression.
 */
#ifndef SHELL_EXPAND_H
#define SHELL_EXPAND_H

#include "shell/eval.h"
#include "shell/pattern.h"

enum expand_mode { EXPAND_FIELDS, EXPAND_ONE, EXPAND_PATTERN, EXPAND_REGEX };

struct segment {
	const struct value *value;
	bool quoted;
};

struct emitter {
	struct eval *e;
	struct state *s;
	enum expand_mode mode;
	struct value_builder text; /* all modes but fields */
	struct fields *out;        /* fields */
	struct span span;          /* of the word */
	/* The field being made. */
	VEC(, struct segment) segments;
	bool begun;                 /* it exists even if it is empty */
	bool loose;                 /* a hole in it may be split */
	bool special;               /* characters of patterns, unquoted */
	unsigned operand; /* > 0: within the word of ${x:-word}, whose text is split too */
	struct origin *item_origin; /* of the array element it is, if it is just one */
	struct span item_span;
};

void emit_text(struct emitter *em, struct str text, bool quoted);
/* The result of an expansion: split where it is not quoted. */
void emit_value(struct emitter *em, const struct value *v, bool quoted);
/* "$@" and its kin; `star`: "$*". */
void emit_list(struct emitter *em, const struct fields *list, bool quoted, bool star);
void emit_break(struct emitter *em); /* ends the field */
void emit_parts(struct emitter *em, struct shell_parts parts, bool quoted);
void emit_word(struct emitter *em, const struct shell_word *w, bool quoted);
void emit_param(struct emitter *em, const struct shell_part *part, bool quoted);

/* File names that a field with pattern characters stands for. */
void expand_path(struct emitter *em, const struct field *f, const struct value *pattern);

/* ---- parameters ----------------------------------------------------------------- */

struct lookup {
	enum tri set;
	const struct value *value; /* of a scalar; &value_empty when unset */
	bool is_list;              /* @ or *: `list` */
	bool star;
	struct fields list;
	struct origin *origin;
	const struct variable *variable; /* NULL: a parameter that is no variable */
};

struct lookup param_lookup(struct eval *e, struct state *s, const struct shell_param *p);
/* The same by name; `subscript` may be NULL. */
struct lookup param_named(struct eval *e, struct state *s, struct str name,
	const struct shell_subscript *subscript, struct span span);
/* Parameters that bash computes; false when the name is none of them. */
bool param_special(struct eval *e, struct state *s, struct str name, struct span span,
	struct lookup *ret);
/* # % / ^ , : @ applied to one value. */
const struct value *param_operate(
	struct emitter *em, const struct shell_param *p, const struct value *v);
struct fields param_names(struct eval *e, struct state *s, struct str prefix);

struct str quote_for_shell(struct arena *a, struct str text);        /* as printf %q */
struct str quote_with_apostrophes(struct arena *a, struct str text); /* as ${x@Q} */
const struct value *ifs_value(struct eval *e, struct state *s);
/* The first character of IFS as "$*" uses it. */
struct str ifs_joiner(struct eval *e, struct state *s);

/* The words that braces make of the parts of one. False: too many. */
VEC(shell_parts_list, struct shell_parts);
bool brace_expand(
	struct eval *e, struct shell_parts parts, struct shell_parts_list *ret);

#endif
