/* The evaluator: variables and expansion. */
#ifndef SHELL_EVAL_VARIABLE_H
#define SHELL_EVAL_VARIABLE_H

#include "shell/eval.h"

/* ---- what is read --------------------------------------------------------------- */

struct collector {
	size_t from;
	bool collecting;
};

struct collector eval_collect(struct eval *e);
struct origins eval_collected(struct eval *e, struct collector c);
void eval_read(struct eval *e, struct origin *o); /* o may be NULL */
struct origin *eval_origin(struct eval *e, const struct state *s, enum origin_kind kind,
	struct str name, struct span span, struct origins reads);

/* ---- assignment ----------------------------------------------------------------- */

void eval_set(struct eval *e, struct state *s, symbol id, const struct value *v,
	struct span span, struct origins reads);
void eval_set_array(struct eval *e, struct state *s, symbol id, enum variable_kind kind,
	struct elements elements, struct span span, struct origins reads);
void eval_unset(struct eval *e, struct state *s, symbol id);
void eval_export(struct eval *e, struct state *s, symbol id, enum tri exported);
void eval_assign(struct eval *e, struct state *s, const struct shell_assign *a);
const struct variable *eval_join_variables(
	struct eval *e, const struct variable *v, const struct variable *w);
/* As a list; a scalar is its element 0. */
struct elements variable_elements(struct eval *e, const struct variable *v);
void eval_unknown_arguments(struct eval *e, struct state *s, struct span span);

/* A new value for whatever may have been assigned there. `why`: "a loop". */
void eval_havoc(
	struct eval *e, struct state *s, symbol id, struct span span, struct str why);
void eval_havoc_list(
	struct eval *e, struct state *s, const struct shell_list *list, struct str why);
void eval_havoc_command(
	struct eval *e, struct state *s, const struct shell_command *c, struct str why);
void eval_havoc_arith(
	struct eval *e, struct state *s, const struct shell_arith *a, struct str why);
void eval_kept(struct eval *e, struct state *s, const struct shell_list *list,
	const struct origins *reads, struct span span);

/* ---- expansion ------------------------------------------------------------------ */

void expand_words(struct eval *e, struct state *s, const struct shell_words *words,
	struct fields *ret);
void expand_word(struct eval *e, struct state *s, const struct shell_word *word,
	struct fields *ret);
/* One value, not split. */
const struct value *expand_one(
	struct eval *e, struct state *s, const struct shell_word *word);
const struct value *expand_part(
	struct eval *e, struct state *s, const struct shell_part *part);
const struct value *expand_pattern(
	struct eval *e, struct state *s, const struct shell_word *word);
const struct value *expand_regex(
	struct eval *e, struct state *s, const struct shell_word *word);

/* ---- numbers and conditions ----------------------------------------------------- */

struct number {
	bool known;
	int64_t value;
	const struct value *text; /* when it is not known */
};

const struct value *number_value(struct eval *e, const struct number *n);
struct number eval_arith(struct eval *e, struct state *s, const struct shell_arith *a);
struct number eval_arith_text(
	struct eval *e, struct state *s, struct str text, struct span span);

struct subscript {
	bool known;
	int64_t index;
	struct str key;
};

struct subscript eval_subscript(struct eval *e, struct state *s, enum variable_kind kind,
	const struct shell_subscript *sub);

enum tri eval_test(struct eval *e, struct state *s, const struct shell_test *t);
/* The words of test, or those of [ without the "]". */
enum tri eval_test_words(struct eval *e, struct state *s, const struct field *v, size_t n,
	struct span span);
enum tri eval_test_unary(struct eval *e, struct state *s, char op, const struct value *v);

#endif
