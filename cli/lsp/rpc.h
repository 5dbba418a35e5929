/* JSON-RPC: what is sent. */
#ifndef LSP_RPC_H
#define LSP_RPC_H

#include <jansson.h>
#include <stdbool.h>

enum rpc_error {
	RPC_PARSE_ERROR = -32700,
	RPC_INVALID_REQUEST = -32600,
	RPC_METHOD_NOT_FOUND = -32601,
	RPC_INVALID_PARAMS = -32602,
	RPC_INTERNAL_ERROR = -32603,
	RPC_NOT_INITIALIZED = -32002,
	RPC_CANCELLED = -32800,
};

struct rpc {
	int fd;
	bool is_broken; /* nobody reads any more */
	int next_id;    /* of requests of ours */
};

/* All of these take over `result`, `params`; NULL stands for null, or for none. `id` is
 * borrowed. */
void rpc_reply(struct rpc *r, const json_t *id, json_t *result);
void rpc_refuse(
	struct rpc *r, const json_t *id, enum rpc_error code, const char *message);
void rpc_notify(struct rpc *r, const char *method, json_t *params);
void rpc_request(struct rpc *r, const char *method, json_t *params);

#endif
