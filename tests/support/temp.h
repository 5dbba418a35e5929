/* Temporary folders and git commands for tests. */
#ifndef SUPPORT_TEMP_H
#define SUPPORT_TEMP_H

#include "base/str.h"

/* A new folder, removed with everything in it when the arena goes. */
const char *temp_folder(struct arena *a);
/* Folders on the way are made. */
void temp_put(struct arena *a, const char *folder, const char *path, struct str bytes);
/* False when there is no such file. */
bool temp_get(struct arena *a, const char *folder, const char *path, struct str *ret);
const char *temp_path(struct arena *a, const char *folder, const char *path);

/* Runs git with the arguments (NULL at the end) in the folder, with an identity, fixed
 * dates and no configuration of the user. Fails the test on an exit code that is not 0.
 * Gives the standard output without its last LF. */
struct str temp_git(struct arena *a, const char *folder, ...) __attribute__((sentinel));
/* The same, and the exit code instead. */
int temp_git_code(struct arena *a, const char *folder, ...) __attribute__((sentinel));
/* The environment of these commands. */
extern const char *const temp_git_env[];

#endif
