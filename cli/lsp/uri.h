/* File URIs and paths. */
#ifndef LSP_URI_H
#define LSP_URI_H

#include <stdbool.h>
#include <stddef.h>

/* The path of a file: URI, decoded; false for other URIs and what has no path. */
bool uri_to_path(const char *uri, char *buf, size_t size);
/* By malloc; NULL: out of memory. `path` NULL: of the folder itself. */
char *uri_of_file(const char *folder, const char *path);

#endif
