/*
 * The HBM profile: how much GPU memory was measured free, by GPU and runner label.
 *
 * It comes from a file that the caller names, or from configs/hbm.yaml of the checked
 * tree. Reading never fails: what is wrong is a fault in the list, and a measurement that
 * can't be relied on says why in `unfit`. infxcheck-hbm writes such files.
 */
#ifndef MODEL_HBM_PROFILE_H
#define MODEL_HBM_PROFILE_H

#include "base/map.h"
#include "facts/gpu.h"
#include "model/schema.h"
#include "yaml/load.h"

#define HBM_PROFILE_PATH "configs/hbm.yaml"
#define HBM_PROFILE_DAYS 90 /* then a measurement is old */

struct hbm_measurement {
	size_t index; /* in the list, from 0 */
	const struct yaml_node *item;
	struct span span;               /* of its first key */
	struct str gpu;                 /* "mi355x" */
	struct str label;               /* runner label; empty: of any node with this GPU */
	struct str node;                /* the machine, or empty */
	const struct gpu_facts *facts;  /* of the GPU; NULL: not known */
	double total_gib;               /* of one device, as the runtime reports it */
	/* The least that was free over devices and samples. By HIP that is what a process
	 * with a context sees, as an engine is; by sysfs or NVML nothing has a context, and
	 * it is an upper bound. Either way an engine can't have more. */
	double free_gib;
	double engine_free_gib;         /* less the communicators' margin; 0: not given */
	int64_t devices, samples;       /* 0: not given */
	struct str date;
	int64_t day;                    /* hbm_day() of the date; 0: not readable */
	struct str method;              /* "hip", "sysfs", "nvml" */
	struct str driver, runtime;     /* versions, or empty */
	struct str compute_partition, memory_partition; /* "SPX", "NPS1"; empty: not given */
	const struct yaml_node *gpu_node, *label_node, *total_node, *free_node, *date_node,
		*compute_node, *memory_node; /* NULL: not given */
	/* An earlier one of this GPU, label and node; NULL: none. */
	const struct hbm_measurement *duplicate_of;
	bool replaced; /* by a newer one of the same */
	bool faulty;      /* there are faults of it in the list */
	struct str unfit; /* why nothing is concluded from it; empty: it counts */
};

VEC(hbm_measurements, struct hbm_measurement *);

struct hbm_profile {
	struct str path;                      /* as shown */
	const struct yaml_doc *doc;           /* NULL: the file could not be read */
	struct hbm_measurements measurements; /* in the order written */
	struct schema_faults faults;
	struct map by_label; /* GPU and label to the measurement that counts for them */
};

struct hbm_profile *hbm_profile_read(
	struct arena *a, struct str path, const struct yaml_doc *doc);

/*
 * The measurement that counts for a GPU ("mi355x") behind a runner label: that of
 * exactly this label, else that of the GPU without a label; never that of another label.
 * Of several nodes it is the one with the least free, since a job may land on any of them.
 * NULL when there is none, or none is fit. `profile` may be NULL.
 */
const struct hbm_measurement *hbm_measured(struct arena *a,
	const struct hbm_profile *profile, struct str gpu, struct str label);
/* For the ledger: why hbm_measured() gives NULL, in one clause. */
struct str hbm_why_not(struct arena *a, const struct hbm_profile *profile, struct str gpu,
	struct str label);

/* "YYYY-MM-DD" as a number of days, of which 0 is none; false when it is no such date. */
bool hbm_day(struct str date, int64_t *ret);
/* Devices that one GPU shows in a compute partition mode: 1 for "SPX" or empty, 2 for
 * "DPX" and so on; 0: no such mode. */
int hbm_partitions(struct str mode);
/* The total that a device should have, in GiB; 0: not known. */
double hbm_expected_total(const struct hbm_measurement *m);
/* The two differ by more than one percent. */
bool hbm_total_contradicts(const struct hbm_measurement *m);
bool hbm_is_partitioned(const struct hbm_measurement *m);
/* The GPU that the label names is another one; NULL: it is not, or names none. */
const struct gpu_facts *hbm_label_contradicts(const struct hbm_measurement *m);

#endif
