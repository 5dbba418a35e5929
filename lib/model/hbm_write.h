/* Writing of HBM profiles: new measurements into an old text, everything else as it was. */
#ifndef MODEL_HBM_WRITE_H
#define MODEL_HBM_WRITE_H

#include "model/hbm_profile.h"

/*
 * The bytes of the profile with the n measurements in it. One of the same GPU, label and
 * node takes the place of the old one; comments and the form of the others stay where the
 * list is written item by item. `old` has no faults and its doc is safe; NULL: a new file.
 * Of each measurement the texts and numbers are taken, not the nodes.
 */
struct str hbm_merge(struct arena *a, const struct hbm_profile *old,
	const struct hbm_measurement *m, size_t n);

#endif
