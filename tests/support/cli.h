/* The program as a process, and folders for it to look at. */
#ifndef SUPPORT_CLI_H
#define SUPPORT_CLI_H

#include "support.h"

/* A plain environment: UTF-8, a terminal's name, no colour settings. */
extern const char *const cli_plain[];

const char *cli_program(void);
/* Runs `infxcheck WORDS`, split at blanks, in the folder (NULL: here). */
struct outcome cli_run(struct arena *a, const char *folder, const char *words);
struct outcome cli_run_input(
	struct arena *a, const char *folder, const char *words, struct str input);
struct outcome cli_run_env(
	struct arena *a, const char *const *env, const char *folder, const char *words);
/* Absolute path of a file or folder under fixtures/. */
const char *cli_fixture(struct arena *a, const char *path);
/* A copy of a folder under fixtures/ in a new folder; more go over it with cli_lay(). */
const char *cli_copy(struct arena *a, const char *fixture);
void cli_lay(struct arena *a, const char *folder, const char *fixture);
void cli_append(struct arena *a, const char *folder, const char *file, const char *text);

#endif
