/* The loop: bytes in, messages, and what is done while none come. */
#include "server.h"

#include "diagnostics.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
server_log(struct server *s, const char *format, ...)
{
	char text[1024];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	rpc_notify(&s->rpc, "window/logMessage",
		json_pack("{s:i, s:s}", "type", 2, "message", text));
}

/* ---- messages that wait --------------------------------------------------------- */

static void
add_message(struct server *s, json_t *json)
{
	if (s->waiting_n == s->waiting_cap) {
		size_t cap = s->waiting_cap ? s->waiting_cap * 2 : 16;
		struct message *v = realloc(s->waiting, cap * sizeof *v);
		if (!v) {
			json_decref(json);
			return;
		}
		s->waiting = v;
		s->waiting_cap = cap;
	}
	s->waiting[s->waiting_n++] = (struct message){json, false};
}

static void
cancel(struct server *s, const json_t *params)
{
	const json_t *id = json_object_get(params, "id");
	for (size_t i = 0; i < s->waiting_n; i++)
		if (json_equal(json_object_get(s->waiting[i].json, "id"), id))
			s->waiting[i].is_cancelled = true;
}

static void
take_body(struct server *s, const char *body, size_t n)
{
	json_error_t err;
	json_t *json = json_loadb(body, n, JSON_ALLOW_NUL | JSON_DECODE_ANY, &err);
	if (!json) {
		rpc_refuse(&s->rpc, NULL, RPC_PARSE_ERROR, err.text);
		return;
	}
	const char *method = json_string_value(json_object_get(json, "method"));
	if (!json_is_object(json)) {
		rpc_refuse(&s->rpc, NULL, RPC_INVALID_REQUEST, "a message is an object");
		json_decref(json);
	} else if (method && strcmp(method, "$/cancelRequest") == 0) {
		cancel(s, json_object_get(json, "params"));
		json_decref(json);
	} else {
		add_message(s, json);
	}
}

static void
take_frames(struct server *s)
{
	const char *body;
	size_t n;
	enum frame_status status;
	while ((status = frames_next(&s->frames, &body, &n)) != FRAME_MORE) {
		if (status == FRAME_WHOLE)
			take_body(s, body, n);
		else
			rpc_refuse(&s->rpc, NULL, RPC_PARSE_ERROR,
				"bytes that are no message were skipped");
	}
}

static void
read_input(struct server *s)
{
	char bytes[64 * 1024];
	ssize_t n = read(s->in, bytes, sizeof bytes);
	if (n < 0 && errno == EINTR)
		return;
	if (n <= 0 || !frames_add(&s->frames, bytes, (size_t)n)) {
		s->in_ended = true;
		return;
	}
	take_frames(s);
}

static void
handle_oldest(struct server *s)
{
	struct message m = s->waiting[0];
	s->waiting_n--;
	memmove(s->waiting, s->waiting + 1, s->waiting_n * sizeof *s->waiting);
	dispatch(s, &m);
	json_decref(m.json);
}

/* ---- the loop ------------------------------------------------------------------- */

static struct document *
first_dirty(struct server *s)
{
	for (size_t i = 0; i < s->documents; i++)
		if (s->document[i]->is_dirty)
			return s->document[i];
	return NULL;
}

/* Takes what has come; sleeps for so long when nothing has. */
static void
look(struct server *s, int timeout_ms)
{
	bool reads = !s->in_ended && s->waiting_n < WAITING_MOST;
	struct pollfd fds[2] = {{.fd = reads ? s->in : -1, .events = POLLIN},
		{.fd = s->thorough.is_running ? s->thorough.wake[0] : -1,
			.events = POLLIN}};
	if (poll(fds, 2, timeout_ms) <= 0)
		return;
	if (fds[0].revents)
		read_input(s);
	if (fds[1].revents)
		diagnosed_all(s);
}

static void
step(struct server *s)
{
	struct document *dirty = first_dirty(s);
	bool busy = s->waiting_n || dirty || s->in_ended;
	size_t waiting = s->waiting_n;
	look(s, busy ? 0 : thorough_wait(&s->thorough));
	if (s->waiting_n > waiting)
		return; /* perhaps more have come */
	if (s->waiting_n)
		handle_oldest(s);
	else if (s->in_ended)
		s->state = SERVER_GONE;
	else if (dirty)
		diagnose(s, dirty);
	else if (thorough_wait(&s->thorough) == 0)
		diagnose_all(s);
}

static void
release(struct server *s)
{
	for (size_t i = 0; i < s->waiting_n; i++)
		json_decref(s->waiting[i].json);
	free(s->waiting);
	for (size_t i = 0; i < s->documents; i++) {
		free(s->document[i]->uri);
		free(s->document[i]->path);
		text_free(&s->document[i]->text);
		free(s->document[i]);
	}
	free(s->document);
	shown_free(&s->shown);
	frames_free(&s->frames);
	ixc_workspace_free(s->workspace);
	thorough_free(&s->thorough);
}

int
server_run(struct server *s)
{
	bool was_shut_down = false;
	while (s->state != SERVER_GONE && !s->rpc.is_broken) {
		was_shut_down = s->state == SERVER_SHUT_DOWN;
		step(s);
	}
	if (s->thorough.is_running)
		_exit(was_shut_down ? 0 : 1); /* nobody waits for its result */
	release(s);
	return was_shut_down ? 0 : 1;
}
