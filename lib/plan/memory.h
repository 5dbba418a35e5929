/*
 * What a server asks of one GPU's memory, beside what is free there when it starts. What is
 * free was measured, else somebody has reported it; that is no proof for another node.
 */
#ifndef PLAN_MEMORY_H
#define PLAN_MEMORY_H

#include "model/hbm_profile.h"
#include "plan/serve.h"

/* What the engine's memory fraction is a fraction of. */
enum memory_basis {
	MEMORY_OF_NOTHING,
	MEMORY_OF_TOTAL,
	MEMORY_OF_FREE, /* before the weights are loaded */
	MEMORY_OF_REST, /* after weights and activations */
};

enum memory_source {
	MEMORY_UNKNOWN,
	MEMORY_MEASURED,
	MEMORY_REPORTED, /* the least that somebody has seen on a node that served */
	MEMORY_HEALTHY,  /* seen with nothing else on the card */
};

struct memory_picture {
	enum memory_source source;
	const struct hbm_measurement *measured; /* MEASURED */
	const struct fact *fact;                /* REPORTED, HEALTHY */
	double total_gib, free_gib;             /* free: not of UNKNOWN */
	bool asks;                              /* asked_gib is known */
	double asked_gib;
	/* MEASURED: memory that communicators may take before the engine looks. */
	const struct gpu_margin *margin;
};

VEC(memory_pictures, struct memory_picture);

enum memory_basis memory_basis(enum plan_engine engine);
const char *memory_basis_name(enum memory_basis basis);
const char *memory_source_name(enum memory_source source);

/* One for each measurement behind the labels, and one of the facts if some label has none.
 * Empty when the GPU is not known. */
struct memory_pictures memory_of(struct arena *a, const struct serve *s,
	const struct hbm_profile *profile, const struct names *labels);

#endif
