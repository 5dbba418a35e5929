/* GPUs: how much memory they have, and what was seen free when a server started. */
#ifndef FACTS_GPU_H
#define FACTS_GPU_H

#include "facts/facts.h"

struct gpu_facts {
	const char *name; /* "mi355x": as runner labels and config keys say it */
	const char *title;
	bool is_amd;
	/* As the runtime (hipMemGetInfo, cudaMemGetInfo) reports it, in GiB; it depends on
	 * the driver within half a percent. */
	double total_gib;
	double nvml_total_gib; /* NVIDIA: what NVML says, more than the runtime; else 0 */
	/* Free when an engine looks, communicators set up, nothing else on the card: in GiB;
	 * 0: nobody reported it. */
	double healthy_free_gib;
	/* The least that someone reported free on a card with its full total that then was
	 * used for serving, in GiB; 0: nobody did. */
	double reported_free_gib;
	struct fact total, free, reported;
};

/* By name, or by a text that has it between '-', '_', ':' or at the ends, such as a runner
 * label; NULL: not known. */
const struct gpu_facts *gpu_facts(struct str name);
const struct gpu_facts *gpu_facts_at(size_t i); /* NULL behind the last */

/* How a device shows itself; what is not known is empty or 0. */
struct gpu_signs {
	struct str product;  /* "AMD Instinct MI355X", "NVIDIA H200" */
	unsigned pci_device; /* of AMD: 0x75a3 */
	double total_gib;    /* of the device, as the runtime or NVML says */
};

/* The GPU by product name or PCI id, if its total is right too: that of the whole GPU, or
 * an AMD partition's share. NULL: not one that is known, or not sure. */
const struct gpu_facts *gpu_identify(const struct gpu_signs *signs);

/* Memory that an engine's communicators take before it looks, with nothing else on the
 * card, in GiB: the margin between what a probe sees and what the engine sees. */
struct gpu_margin {
	double gib;
	struct fact fact;
};
const struct gpu_margin *gpu_margin(bool is_amd);

#endif
