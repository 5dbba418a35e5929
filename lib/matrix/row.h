/* A matrix row: fields in the order in which the reference's generator puts them. */
#ifndef MATRIX_ROW_H
#define MATRIX_ROW_H

#include "matrix/pyval.h"

/* FIELD(name, text); sorted by nothing: the order of a row is its own. */
#define ROW_FIELDS(FIELD) \
	FIELD(IMAGE, "image") \
	FIELD(MODEL, "model") \
	FIELD(MODEL_PREFIX, "model-prefix") \
	FIELD(PRECISION, "precision") \
	FIELD(FRAMEWORK, "framework") \
	FIELD(RUNNER, "runner") \
	FIELD(ISL, "isl") \
	FIELD(OSL, "osl") \
	FIELD(TP, "tp") \
	FIELD(PP, "pp") \
	FIELD(DCP_SIZE, "dcp-size") \
	FIELD(PCP_SIZE, "pcp-size") \
	FIELD(EP, "ep") \
	FIELD(DP_ATTN, "dp-attn") \
	FIELD(SPEC_DECODING, "spec-decoding") \
	FIELD(PREFILL, "prefill") \
	FIELD(DECODE, "decode") \
	FIELD(CONC, "conc") \
	FIELD(MAX_MODEL_LEN, "max-model-len") \
	FIELD(KV_OFFLOADING, "kv-offloading") \
	FIELD(TOTAL_CPU_DRAM_GB, "total-cpu-dram-gb") \
	FIELD(DURATION, "duration") \
	FIELD(EXP_NAME, "exp-name") \
	FIELD(DISAGG, "disagg") \
	FIELD(SCENARIO_TYPE, "scenario-type") \
	FIELD(KV_OFFLOAD_BACKEND, "kv-offload-backend") \
	FIELD(ROUTER, "router") \
	FIELD(KV_P2P_TRANSFER, "kv-p2p-transfer") \
	FIELD(RUN_EVAL, "run-eval") \
	FIELD(EVAL_ONLY, "eval-only") \
	FIELD(EVAL_CONC, "eval-conc") \
	FIELD(EVAL_ALL_CONCS, "eval-all-concs")

enum row_field {
#define FIELD(name, text) ROW_##name,
	ROW_FIELDS(FIELD)
#undef FIELD
		ROW_FIELD_COUNT,
};

struct row_item {
	enum row_field field;
	struct pyval value;
};

/* The fields that all rows of an arm have in common are stored once. */
struct row_template {
	struct row_item item[ROW_FIELD_COUNT];
	size_t n;
};

/* runner, conc, exp-name, run-eval; then run-eval, eval-conc, eval-all-concs, eval-only.
 */
#define ROW_CHANGES 4
#define ROW_ADDITIONS 4

struct row {
	const struct row_item *shared;
	size_t n_shared;
	struct row_item changed[ROW_CHANGES]; /* take the place of shared ones */
	struct row_item added[ROW_ADDITIONS]; /* come behind them */
	unsigned char n_changed, n_added;
};

struct str row_field_name(enum row_field f);
/* Puts a field at the end; each at most once. */
void row_put(struct row_template *t, enum row_field f, struct pyval v);
struct row row_from(struct arena *a, const struct row_template *t);
/* In its place when present, else at the end. */
void row_set(struct row *r, enum row_field f, struct pyval v);
void row_drop(struct row *r, enum row_field f); /* one that was added */
const struct pyval *row_get(const struct row *r, enum row_field f); /* NULL when absent */
size_t row_count(const struct row *r);
struct row_item row_at(const struct row *r, size_t i); /* in order */

#endif
