/* Sending. */
#include "rpc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
send_all(struct rpc *r, const char *p, size_t n)
{
	while (n && !r->is_broken) {
		ssize_t done = write(r->fd, p, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			r->is_broken = true;
			break;
		}
		p += done;
		n -= (size_t)done;
	}
}

static void
send_message(struct rpc *r, json_t *message)
{
	char *body = message ? json_dumps(message, JSON_COMPACT) : NULL;
	json_decref(message);
	if (!body)
		return; /* out of memory: the next message may do */
	char header[64];
	size_t n = strlen(body);
	int length = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", n);
	send_all(r, header, (size_t)length);
	send_all(r, body, n);
	free(body);
}

static json_t *
copy_of_id(const json_t *id)
{
	return id ? json_deep_copy(id) : json_null();
}

void
rpc_reply(struct rpc *r, const json_t *id, json_t *result)
{
	send_message(r, json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id",
				copy_of_id(id), "result", result ? result : json_null()));
}

void
rpc_refuse(struct rpc *r, const json_t *id, enum rpc_error code, const char *message)
{
	send_message(r,
		json_pack("{s:s, s:o, s:{s:i, s:s}}", "jsonrpc", "2.0", "id",
			copy_of_id(id), "error", "code", (int)code, "message", message));
}

void
rpc_notify(struct rpc *r, const char *method, json_t *params)
{
	send_message(r, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method,
				"params", params ? params : json_object()));
}

void
rpc_request(struct rpc *r, const char *method, json_t *params)
{
	send_message(
		r, json_pack("{s:s, s:i, s:s, s:o}", "jsonrpc", "2.0", "id", ++r->next_id,
			   "method", method, "params", params ? params : json_object()));
}
