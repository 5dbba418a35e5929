/* Which method may be called when, and by whom. */
#include "server.h"

#include <string.h>

struct method {
	const char *name;
	method_fn *call;
	bool is_request;
};

static const struct method methods[] = {
	{"initialize", method_initialize, true},
	{"initialized", method_initialized, false},
	{"shutdown", method_shutdown, true},
	{"exit", method_exit, false},
	{"textDocument/didOpen", method_did_open, false},
	{"textDocument/didChange", method_did_change, false},
	{"textDocument/didClose", method_did_close, false},
	{"textDocument/didSave", method_did_save, false},
	{"textDocument/hover", method_hover, true},
	{"textDocument/definition", method_definition, true},
	{"textDocument/completion", method_completion, true},
	{"textDocument/codeAction", method_code_action, true},
	{"workspace/didChangeWatchedFiles", method_files_changed, false},
};

static const struct method *
find(const char *name)
{
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (strcmp(methods[i].name, name) == 0)
			return &methods[i];
	return NULL;
}

static bool
is_id(const json_t *id)
{
	return json_is_integer(id) || json_is_string(id) || json_is_null(id);
}

static void
dispatch_request(struct server *s, const struct method *m, const json_t *id,
	const json_t *params, bool is_cancelled)
{
	struct rpc *r = &s->rpc;
	bool is_first = m && m->call == method_initialize;
	if (s->state == SERVER_NEW && !is_first)
		rpc_refuse(r, id, RPC_NOT_INITIALIZED, "initialize comes first");
	else if (s->state == SERVER_SHUT_DOWN)
		rpc_refuse(r, id, RPC_INVALID_REQUEST, "the server was shut down");
	else if (!m || !m->is_request)
		rpc_refuse(r, id, RPC_METHOD_NOT_FOUND, "there is no such request");
	else if (s->state == SERVER_READY && is_first)
		rpc_refuse(r, id, RPC_INVALID_REQUEST, "initialize comes once");
	else if (is_cancelled)
		rpc_refuse(r, id, RPC_CANCELLED, "cancelled");
	else
		m->call(s, id, params);
}

void
dispatch(struct server *s, const struct message *message)
{
	const json_t *id = json_object_get(message->json, "id");
	const json_t *params = json_object_get(message->json, "params");
	const char *name = json_string_value(json_object_get(message->json, "method"));
	if (!name) {
		bool is_answer = json_object_get(message->json, "result") ||
				 json_object_get(message->json, "error");
		if (!is_answer)
			rpc_refuse(&s->rpc, is_id(id) ? id : NULL, RPC_INVALID_REQUEST,
				"a message has a method");
		return;
	}
	const struct method *m = find(name);
	if (id && !is_id(id))
		rpc_refuse(&s->rpc, NULL, RPC_INVALID_REQUEST,
			"an id is a number or a text");
	else if (id)
		dispatch_request(s, m, id, params, message->is_cancelled);
	else if (m && !m->is_request &&
		 (s->state == SERVER_READY || m->call == method_exit))
		m->call(s, NULL, params);
}
