/* What the parts of the expansion share; lib/matrix only. */
#ifndef MATRIX_EXPAND_H
#define MATRIX_EXPAND_H

#include "matrix/matrix.h"

struct expansion {
	struct arena *arena;
	const struct matrix_options *o;
	const struct runners *runners;
	struct matrix *out;
	struct points *points; /* where rows go */
	bool want_fixed, want_agentic, want_single, want_multi;
	int64_t step;
	/* the config at hand, as written */
	const struct config *config;
	struct pyval image, model, model_prefix, precision, framework, runner, disagg;
	struct pylist run_on; /* the label, or runners that pass the filter */
	bool wanted;          /* single- or multi-node as asked for */
	/* what the error, if any, is about */
	const struct scenario *scenario;
	const struct arm *arm;
	const struct arm *checked; /* the last one with a row that passed its check */
	struct matrix_error error; /* id NULL: none */
};

/* Records the error; false, so that it can be returned. */
bool expand_fail(struct expansion *x, const char *id, enum py_error raised,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
/* What the generator dies of without having meant to. */
bool expand_crash(struct expansion *x, enum py_error raised, const char *what);
/* map[name]; a KeyError when absent. */
bool expand_required(struct expansion *x, const struct yaml_node *map, const char *name,
	struct pyval *ret);
/* map.get(name, otherwise) */
struct pyval expand_get(
	const struct yaml_node *map, const char *name, struct pyval otherwise);

/* expand_conc.c: the concurrencies of an arm. ret_skip: the arm gives no rows. */
bool expand_conc(struct expansion *x, const struct yaml_node *bmk, struct pyval *ret,
	bool *ret_skip);

/* expand_fixed.c, expand_agentic.c: the rows of one arm. */
bool expand_fixed(struct expansion *x, struct pyval isl, struct pyval osl);
bool expand_agentic(struct expansion *x);

/* expand_row.c */
/* What all points of the arm have in common, typed too. */
struct point expand_base(struct expansion *x, const struct row_template *t);
/* One more point, checked and kept. exp_name: empty when it is in the template. */
bool expand_keep(struct expansion *x, const struct point *base, struct pyval runner,
	struct pyval conc, struct str exp_name);
void expand_row_head(struct expansion *x, struct row_template *t);
void expand_components(
	struct expansion *x, const struct yaml_node *bmk, struct row_template *t);
/* An item of a list, or the value itself. */
size_t expand_count(struct pyval v);
struct pyval expand_item(struct pyval v, size_t i);

/* dram.c: total-cpu-dram-gb */
bool expand_dram(struct expansion *x, const struct yaml_node *bmk, int64_t *ret);

/* evals.c */
bool evals_mark(struct expansion *x, struct points *points);
bool evals_mark_all(struct expansion *x, struct points *points);
void evals_keep_marked(struct points *points);

/* curve.c: text that is equal exactly when Python finds the rows equal, some fields
 * aside. It is written into b, which may be used again: keep a copy. */
struct str curve_key(struct buf *b, const struct row *r, uint64_t leave_out);
struct str curve_key_of(
	struct buf *b, const struct row *r, const enum row_field *field, size_t n);

#endif
