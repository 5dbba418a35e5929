/*
 * The sweep matrix: which benchmark points the master configs ask for.
 *
 * The rows are those of the reference's generator, field for field and in its order; its
 * refusals and crashes come back as values. Beside the row a point has typed values and
 * the place of the search-space item that made it.
 */
#ifndef MATRIX_MATRIX_H
#define MATRIX_MATRIX_H

#include "base/buf.h"
#include "matrix/pyjson.h"
#include "matrix/row.h"
#include "model/master.h"
#include "model/runners.h"

enum matrix_command { MATRIX_FULL_SWEEP, MATRIX_TEST_CONFIG };

struct matrix_words {
	const struct str *v;
	size_t n; /* 0: the option was not given */
};

struct matrix_number {
	bool set;
	int64_t v;
};

VEC(matrix_ints, int64_t);

struct matrix_options {
	enum matrix_command command;
	/* both */
	struct matrix_words seq_lens;      /* 1k1k, 8k1k */
	struct matrix_words scenario_type; /* fixed-seq-len, agentic-coding */
	struct str runner_node_filter;     /* empty: none */
	bool no_evals, evals_only, all_evals;
	/* full-sweep */
	struct matrix_words model_prefix, precision, framework, runner_type;
	struct matrix_number step_size; /* default 2 */
	struct matrix_number min_conc, max_conc, max_tp, max_ep;
	bool single_node, multi_node; /* neither: both */
	/* test-config */
	struct matrix_words config_keys;
	struct matrix_ints conc; /* none: all */
	/* Ours: leave out what fails and go on, so that the rest can be looked at. */
	bool keep_going;
};

struct matrix_error {
	const char
		*id; /* "usage", "file", "schema", "runners", "config-key", "runner-type",
			"runner-hardware", "dram", "row", "crash", "limit" */
	int exit_status;             /* of the reference: 2 for usage, else 1 */
	enum py_error raised;        /* what it dies of; PY_FINE for usage */
	struct str text;             /* one clause */
	const struct config *config; /* or NULL */
	const struct arm *arm;       /* or NULL */
	struct str runner;           /* of runner-hardware */
	struct span span;            /* file 0: none */
};

VEC(matrix_errors, struct matrix_error);

struct point {
	const struct config *config;
	const struct arm *arm; /* arm->span is the place of the search-space item */
	enum scenario_kind kind;
	bool multinode;
	struct row row; /* as the reference prints it */
	/* The same, typed; what a kind of point does not have is 0 or empty. */
	struct str runner; /* a label, or a runner when filtered by node */
	struct str exp_name, spec_decoding, kv_offloading, kv_p2p_transfer;
	int64_t isl, osl, max_model_len;
	int64_t tp, pp, dcp_size, pcp_size, ep; /* single-node; workers are in the arm */
	bool dp_attn, disagg;
	int64_t conc;             /* single-node; else the first one */
	struct matrix_ints concs; /* all of the point */
	int64_t total_cpu_dram_gb, duration;
	const struct component *router, *kv_offload_backend; /* or NULL */
	bool run_eval, eval_only, eval_all_concs;
	int64_t eval_conc; /* 0: none */
	struct str fingerprint; /* see matrix_fingerprint(); empty: not asked for yet */
};

VEC(points, struct point *);

struct matrix {
	struct points points;
	bool ok; /* the reference would have printed exactly these rows */
	struct matrix_error error;   /* the first, when not ok */
	struct matrix_errors errors; /* all, with keep_going */
};

/* Never NULL. `step_size` not set counts as 2. */
struct matrix *matrix_generate(struct arena *a, const struct master *m,
	const struct runners *r, const struct matrix_options *o);

/* One array: as the generator prints it (without its final LF), or compact. */
void matrix_write(struct buf *b, const struct points *points, enum pyjson_style style);

/* One point a curve, the lowest concurrency: what a pull request without the label for a
 * full sweep runs. Points are copied where they change. */
struct points matrix_trim(struct arena *a, const struct points *points);

/* SHA-256 in lower hexadecimal over the row without concurrency and names. */
struct str matrix_fingerprint(struct arena *a, const struct point *p);
/* Keeps it in the point. */
void matrix_add_fingerprint(struct arena *a, struct point *p);

#endif
