/* Diagnostics: judging, and telling the client. */
#ifndef LSP_DIAGNOSTICS_H
#define LSP_DIAGNOSTICS_H

#include "server.h"

/* Judges a document at once, and tells of it. */
void diagnose(struct server *s, struct document *d);
/* Begins to judge the whole repository. */
void diagnose_all(struct server *s);
/* It is done: tells of every file that differs from what the client has. */
void diagnosed_all(struct server *s);
/* The document was closed, or what is known of it is to be told again. */
void diagnostics_send(struct server *s, const char *path);
/* As the protocol has it; for code actions. */
json_t *diagnostic_json(struct server *s, const char *path, const struct shown *d);
/* The range of bytes in the file: by its document, else as the library says. */
json_t *range_json(struct server *s, const char *path, size_t begin, size_t end,
	const json_t *otherwise);

#endif
