/*
 * Inputs of fuzz targets that are several files: a line "#@file PATH" says that what follows
 * is that file. Texts, so that a seed can be read, written and mutated like one.
 */
#ifndef SUPPORT_FUZZ_PARTS_H
#define SUPPORT_FUZZ_PARTS_H

#include "base/buf.h"
#include "base/tree.h"

struct fuzz_part {
	struct str path, bytes;
};

VEC(fuzz_parts, struct fuzz_part);

/* `first`: the path of what stands before the first such line; left out when it is empty. */
struct fuzz_parts fuzz_parts(struct arena *a, struct str input, struct str first);
/* NULL when no part has the path. */
const struct fuzz_part *fuzz_part(const struct fuzz_parts *parts, const char *path);
/* Aborts, which is a finding, and says what does not hold. */
void fuzz_must(bool holds, const char *what);
/* All files in and below the folder. Aborts when it is not there. */
struct tree *fuzz_tree(struct arena *a, const char *folder);
/* So that inputs that differ in nothing else differ in what they choose. */
uint32_t fuzz_hash(struct str text);
/* Reports for people have no byte that a terminal obeys, whatever the checked files hold. */
void fuzz_check_text(struct str report);

#endif
