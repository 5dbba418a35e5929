/* What must hold for every launch plan, whatever the script. */
#ifndef SUPPORT_TRACE_CHECK_H
#define SUPPORT_TRACE_CHECK_H

#include "plan/launch.h"

/* NULL, or what is wrong: a span outside of its text, a value that is not in its one form
 * (an empty text, two texts side by side, a choice of one), a job that there is not. */
const char *trace_check(const struct sources *sources, const struct launch_plan *p);

#endif
