/*
 * The language server: a client of infxcheck.h that speaks the protocol over two files.
 *
 * One thread does everything in the order in which it came; a second one judges the whole
 * repository while nobody types (thorough.h). Messages are read before one is handled, so
 * that a request can be cancelled, and edits that wait are all put in before a check.
 */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include "frame.h"
#include "rpc.h"
#include "shown.h"
#include "text.h"
#include "thorough.h"

#include <infxcheck.h>
#include <limits.h>

/* With so many messages waiting no more are read. */
enum { DOCUMENTS_MOST = 1000, WAITING_MOST = 1000 };

struct document {
	char *uri;
	char *path; /* from the root; NULL: it is in no repository, nothing is said of it
		     */
	json_int_t version;
	struct text text;
	bool is_dirty; /* to be judged */
};

struct message {
	json_t *json;
	bool is_cancelled;
};

enum server_state { SERVER_NEW, SERVER_READY, SERVER_SHUT_DOWN, SERVER_GONE };

/* What the command line says of how to judge. */
struct server_options {
	const char *root; /* NULL: where the client's folder is */
	bool no_config;
	const char *config, *hbm_profile; /* or NULL */
	const char *const *ignored;       /* rules */
	size_t ignored_count;
};

struct server {
	const struct server_options *options;
	struct rpc rpc;
	int in;
	bool in_ended;
	struct frames frames;
	struct message *waiting; /* the oldest first */
	size_t waiting_n, waiting_cap;
	enum server_state state;
	bool may_register;        /* the client takes registrations of watched files */
	char root[PATH_MAX];      /* empty: not known yet */
	ixc_workspace *workspace; /* NULL: there is no repository */
	struct document **document;
	size_t documents;
	struct shown_files shown;
	struct thorough thorough;
};

/* Until the client is gone; the exit status of the program. */
int server_run(struct server *s);

/* ---- for the methods ---- */

/* A checker with what the command line says; NULL after having told the client. */
ixc_checker *server_checker(struct server *s);
/* Finds the repository above the folder or file, if none is known yet. */
void server_find_root(struct server *s, const char *path);
void server_log(struct server *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The document of params.textDocument.uri; NULL: it is not open. */
struct document *server_document(struct server *s, const json_t *params);
struct document *server_document_at(struct server *s, const char *path);

/* One method; of a notification `id` is NULL. */
typedef void method_fn(struct server *s, const json_t *id, const json_t *params);
method_fn method_initialize, method_initialized, method_shutdown, method_exit;
method_fn method_did_open, method_did_change, method_did_close, method_did_save,
	method_files_changed;
method_fn method_hover, method_definition, method_completion, method_code_action;

/* Calls the method of the message, or refuses it. */
void dispatch(struct server *s, const struct message *m);

#endif
