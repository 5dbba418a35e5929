/* Operands that name files of the repository, and a file from standard input. */
#ifndef PATHS_H
#define PATHS_H

#include "cli.h"

/* The path relative to the root, into buf; false when it lies outside or is not there. */
bool path_inside(const char *root, const char *path, char *buf, size_t size);
/* It is there, from here or from the root, wherever a link may lead. */
bool path_exists(const char *root, const char *path);

/* Judge this file, with the bytes of standard input; it need not exist, its folder must. */
int stdin_take(const char *root, const char *path, ixc_checker *checker);

#endif
