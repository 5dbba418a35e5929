/* libyaml's complaints in words that say what was expected. */
#ifndef YAML_FAULT_H
#define YAML_FAULT_H

#include "yaml/loader.h"

/* Where libyaml stopped. */
struct fault {
	const char *problem, *context; /* its texts; context may be NULL */
	size_t at, context_at;         /* bytes of the source */
};

void fault_report(struct loader *l, const struct fault *fault);

#endif
