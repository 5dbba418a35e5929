/* What the files about workspaces share. */
#ifndef API_WORKSPACE_H
#define API_WORKSPACE_H

#include "api.h"

#include "check/kept.h"

/* A text that is not saved. */
struct unsaved {
	char *path, *p;
	size_t n;
};

struct ixc_workspace {
	ixc_checker *checker;
	VEC(, struct unsaved) unsaved; /* by malloc */
	/* All that is kept; its arenas jump to `escape` whatever call is running. */
	struct ixc_report opened;
	struct check_options options;
	struct kept *kept;  /* NULL: to be read */
	size_t fresh_bytes; /* memory in use when it was read */
	bool frozen_known;
	size_t frozen; /* how much of the changelog is merged */
	jmp_buf escape;
};

/* Runs work(arg) with what is kept at hand, in an arena of the caller's. After a fault
 * nothing is kept. */
ixc_status api_workspace_run(ixc_workspace *w, struct arena *a,
	ixc_status (*work)(void *, struct ixc_error *), void *arg, struct ixc_error *err);

#endif
