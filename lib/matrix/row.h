/* A matrix row: fields in the order in which the reference's generator puts them. */
#ifndef MATRIX_ROW_H
#define MATRIX_ROW_H

#include "matrix/pyval.h"

/* FIELD(name, text); sorted by nothing: the order of a row is its own. */
#define ROW_FIELDS(FIELD)                                                                \
	FIELD(IMAGE, "image")                                                            \
	FIELD(MODEL, "model")                                                            \
	FIELD(MODEL_PREFIX, "model-prefix")                                              \
	FIELD(PRECISION, "precision")                                                    \
	FIELD(FRAMEWORK, "framework")                                                    \
	FIELD(RUNNER, "runner")                                                          \
	FIELD(ISL, "isl")                                                                \
	FIELD(OSL, "osl")                                                                \
	FIELD(TP, "tp")                                                                  \
	FIELD(PP, "pp")                                                                  \
	FIELD(DCP_SIZE, "dcp-size")                                                      \
	FIELD(PCP_SIZE, "pcp-size")                                                      \
	FIELD(EP, "ep")                                                                  \
	FIELD(DP_ATTN, "dp-attn")                                                        \
	FIELD(SPEC_DECODING, "spec-decoding")                                            \
	FIELD(PREFILL, "prefill")                                                        \
	FIELD(DECODE, "decode")                                                          \
	FIELD(CONC, "conc")                                                              \
	FIELD(MAX_MODEL_LEN, "max-model-len")                                            \
	FIELD(KV_OFFLOADING, "kv-offloading")                                            \
	FIELD(TOTAL_CPU_DRAM_GB, "total-cpu-dram-gb")                                    \
	FIELD(DURATION, "duration")                                                      \
	FIELD(EXP_NAME, "exp-name")                                                      \
	FIELD(DISAGG, "disagg")                                                          \
	FIELD(SCENARIO_TYPE, "scenario-type")                                            \
	FIELD(KV_OFFLOAD_BACKEND, "kv-offload-backend")                                  \
	FIELD(ROUTER, "router")                                                          \
	FIELD(KV_P2P_TRANSFER, "kv-p2p-transfer")                                        \
	FIELD(RUN_EVAL, "run-eval")                                                      \
	FIELD(EVAL_ONLY, "eval-only")                                                    \
	FIELD(EVAL_CONC, "eval-conc")                                                    \
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

struct row {
	struct row_item *item;
	size_t n;
};

struct str row_field_name(enum row_field f);
/* A row on storage for ROW_FIELD_COUNT items that the caller has. */
struct row row_on(struct row_item *storage);
/* With room for what the choice of evaluations adds. */
struct row row_copy(struct arena *a, const struct row *r);
/* In its place when present, else at the end. */
void row_set(struct row *r, enum row_field f, struct pyval v);
void row_drop(struct row *r, enum row_field f);
const struct pyval *row_get(const struct row *r, enum row_field f); /* NULL when absent */

#endif
