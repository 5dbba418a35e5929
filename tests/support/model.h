/* Texts to models, for the tests of lib/model and lib/matrix. */
#ifndef SUPPORT_MODEL_H
#define SUPPORT_MODEL_H

#include "base/arena.h"
#include "model/master.h"
#include "model/runners.h"

struct bench {
	struct arena arena;
	struct sources sources;
};

void bench_open(struct bench *b);
void bench_close(struct bench *b);

const struct yaml_doc *bench_doc(struct bench *b, struct str path, struct str bytes);
struct master *bench_master(struct bench *b, struct str bytes);
struct runners *bench_runners(struct bench *b, struct str bytes);

/* "line:column id path" of each fault, joined by "; ". A stricter one of ours has a `+`
 * before its id. */
struct str bench_faults(struct bench *b, const struct schema_faults *faults);
/* "id path `source text`" of each, joined by "; "; at most 24 bytes of the text. */
struct str bench_fault_texts(struct bench *b, const struct schema_faults *faults);
const char *bench_verdict(enum schema_verdict v); /* "accept", "refuse", "crash" */

#endif
