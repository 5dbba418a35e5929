/* A client of the language server: the program as a process, messages over pipes. */
#ifndef SUPPORT_LSP_H
#define SUPPORT_LSP_H

#include "support.h"

#include <jansson.h>
#include <sys/types.h>

struct lsp {
	struct arena *arena;
	pid_t pid;
	int to, from;
	const char *folder; /* the client's; real path */
	char *p;            /* what came and was not taken */
	size_t n, cap;
	int id;
	json_t *notices; /* what came while an answer was waited for */
};

/* Starts `infxcheck lsp` and nothing else. */
struct lsp *lsp_start(struct arena *a, const char *folder);
/* And goes through initialize; the server's capabilities. */
struct lsp *lsp_open(
	struct arena *a, const char *folder, const json_t **ret_capabilities);

void lsp_send_bytes(struct lsp *l, struct str bytes);
/* These take over `params`; format as json_pack() has it. */
void lsp_send(struct lsp *l, json_t *message);
void lsp_notify(struct lsp *l, const char *method, json_t *params);
int lsp_request(struct lsp *l, const char *method, json_t *params); /* the id */

/* The next message; NULL at the end of the stream. The test fails when none comes. */
json_t *lsp_receive(struct lsp *l);
/* The answer to a request; what else comes is kept. */
json_t *lsp_answer(struct lsp *l, int id);
/* The result of a request; the test fails at an error. */
json_t *lsp_call(struct lsp *l, const char *method, json_t *params);
/* The code of the error that a request is answered with; 0: none. */
int lsp_error(struct lsp *l, const char *method, json_t *params);
/* Diagnostics told of the document of this version; -1: without version. */
json_t *lsp_diagnostics(struct lsp *l, const char *path, int version);

const char *lsp_uri(struct lsp *l, const char *path);
json_t *lsp_document(struct lsp *l, const char *path); /* {"uri": ...} */
json_t *lsp_at(struct lsp *l, const char *path, int line, int character);
void lsp_did_open(struct lsp *l, const char *path, int version, struct str text);
/* One change; end_line -1: the whole text. */
json_t *lsp_change(
	int line, int character, int end_line, int end_character, struct str text);
void lsp_did_change(struct lsp *l, const char *path, int version, json_t *changes);

/* Closes the server's input and gives its exit status. */
int lsp_end(struct lsp *l);
/* shutdown and exit, which must give 0. */
void lsp_close(struct lsp *l);

#endif
