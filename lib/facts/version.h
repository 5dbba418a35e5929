/* Versions of engines, as the tags of container images tell them. */
#ifndef FACTS_VERSION_H
#define FACTS_VERSION_H

#include "base/str.h"

#include <stdint.h>

struct engine_version {
	bool known; /* the tag names a release */
	int32_t part[3];
	/* yyyymmdd of a nightly build, which is no release; 0: not told. */
	int32_t date;
};

/* "vllm/vllm-openai:v0.25.0", "lmsysorg/sglang:v0.5.16-rocm720-mi35x-20260730",
 * "rocm/atom:..._atom0.1.3", "nvcr.io#nvidia/tensorrt-llm/release:1.3.0rc18". */
struct engine_version version_of_image(struct str image);
/* "0.25" is 0.25.0. */
bool version_parse(struct str text, struct engine_version *ret);
/* Of releases: <0, 0, >0. */
int version_compare(const struct engine_version *x, const struct engine_version *y);
/* Release known and from <= v < to; NULL: no bound. */
bool version_within(const struct engine_version *v, const char *from, const char *to);
/* Release known, and not within. */
bool version_outside(const struct engine_version *v, const char *from, const char *to);

#endif
