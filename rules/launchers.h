/* Launch scripts of a runner label: runners/launch_PREFIX.sh, PREFIX being a node's name
 * up to its first '_'. */
#ifndef RULES_LAUNCHERS_H
#define RULES_LAUNCHERS_H

#include "check/rule.h"

/* Names in runners/; false when there is no such folder to conclude from. */
bool launchers_list(struct check *c, struct names *ret);
bool launchers_have(const struct names *list, struct str prefix);
struct str launchers_prefix(struct str node);
/* Whether a launcher that jobs with this label can reach holds the text. */
bool launchers_mention(struct check *c, struct str label, struct str text);

#endif
