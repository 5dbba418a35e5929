/* The language server's client. */
#include "lsp.h"

#include "cli.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEADLINE_MS = 60000 };

/* ---- the process ---------------------------------------------------------------- */

static void
run_server(const char *folder, const int in[2], const int out[2])
{
	const char *program = realpath(cli_program(), NULL);
	dup2(in[0], 0);
	dup2(out[1], 1);
	for (int i = 0; i < 2; i++) {
		close(in[i]);
		close(out[i]);
	}
	if (program && chdir(folder) == 0)
		execle(program, program, "lsp", (char *)NULL,
			(char *const *)(uintptr_t)cli_plain);
	_exit(127);
}

struct lsp *
lsp_start(struct arena *a, const char *folder)
{
	struct lsp *l = NEW(a, struct lsp);
	int in[2], out[2];
	l->arena = a;
	char *real = realpath(folder, NULL);
	assert_non_null(real);
	l->folder = str_z(a, str_from(real));
	free(real);
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(pipe(in), 0);
	assert_int_equal(pipe(out), 0);
	fcntl(in[1], F_SETFD, FD_CLOEXEC);
	fcntl(out[0], F_SETFD, FD_CLOEXEC);
	l->pid = fork();
	assert_true(l->pid >= 0);
	if (l->pid == 0)
		run_server(l->folder, in, out);
	close(in[0]);
	close(out[1]);
	l->to = in[1];
	l->from = out[0];
	l->notices = json_array();
	return l;
}

int
lsp_end(struct lsp *l)
{
	int status = 0;
	if (l->to >= 0)
		close(l->to);
	l->to = -1;
	json_t *m;
	while ((m = lsp_receive(l)))
		json_decref(m);
	close(l->from);
	assert_int_equal(waitpid(l->pid, &status, 0), l->pid);
	json_decref(l->notices);
	free(l->p);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void
lsp_close(struct lsp *l)
{
	assert_int_equal(lsp_error(l, "shutdown", NULL), 0);
	lsp_notify(l, "exit", NULL);
	assert_int_equal(lsp_end(l), 0);
}

/* ---- sending -------------------------------------------------------------------- */

void
lsp_send_bytes(struct lsp *l, struct str bytes)
{
	while (bytes.n) {
		ssize_t n = write(l->to, bytes.p, bytes.n);
		assert_true(n > 0);
		bytes = str_slice(bytes, (size_t)n, bytes.n);
	}
}

void
lsp_send(struct lsp *l, json_t *message)
{
	assert_non_null(message);
	char *body = json_dumps(message, JSON_COMPACT);
	json_decref(message);
	char header[64];
	snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", strlen(body));
	lsp_send_bytes(l, str_from(header));
	lsp_send_bytes(l, str_from(body));
	free(body);
}

void
lsp_notify(struct lsp *l, const char *method, json_t *params)
{
	json_t *m = json_pack("{s:s, s:s}", "jsonrpc", "2.0", "method", method);
	if (params)
		json_object_set_new(m, "params", params);
	lsp_send(l, m);
}

int
lsp_request(struct lsp *l, const char *method, json_t *params)
{
	json_t *m = json_pack("{s:s, s:s, s:i}", "jsonrpc", "2.0", "method", method, "id",
		++l->id + 100);
	if (params)
		json_object_set_new(m, "params", params);
	lsp_send(l, m);
	return l->id + 100; /* others are used by tests */
}

/* ---- receiving ------------------------------------------------------------------ */

/* A whole message at the front of what came; NULL: not yet. */
static json_t *
take_message(struct lsp *l)
{
	size_t length = 0;
	char *end = l->n ? strstr(l->p, "\r\n\r\n") : NULL;
	if (!end)
		return NULL;
	assert_int_equal(sscanf(l->p, "Content-Length: %zu", &length), 1);
	size_t header = (size_t)(end - l->p) + 4;
	if (l->n < header + length)
		return NULL;
	json_error_t err;
	json_t *m = json_loadb(l->p + header, length, JSON_ALLOW_NUL, &err);
	assert_non_null(m);
	l->n -= header + length;
	memmove(l->p, l->p + header + length, l->n);
	return m;
}

json_t *
lsp_receive(struct lsp *l)
{
	json_t *m;
	while (!(m = take_message(l))) {
		struct pollfd fd = {.fd = l->from, .events = POLLIN};
		if (l->cap - l->n < 65536) {
			l->cap = l->cap * 2 + 65536;
			l->p = realloc(l->p, l->cap);
			assert_non_null(l->p);
		}
		assert_int_equal(poll(&fd, 1, DEADLINE_MS), 1);
		ssize_t n = read(l->from, l->p + l->n, l->cap - l->n - 1);
		if (n <= 0)
			return NULL;
		l->n += (size_t)n;
		l->p[l->n] = 0;
	}
	return m;
}

json_t *
lsp_answer(struct lsp *l, int id)
{
	for (;;) {
		json_t *m = lsp_receive(l);
		assert_non_null(m);
		const json_t *of = json_object_get(m, "id");
		if (json_is_integer(of) && json_integer_value(of) == id &&
			!json_object_get(m, "method"))
			return m;
		json_array_append_new(l->notices, m);
	}
}

json_t *
lsp_call(struct lsp *l, const char *method, json_t *params)
{
	json_t *m = lsp_answer(l, lsp_request(l, method, params));
	json_t *result = json_object_get(m, "result");
	assert_non_null(result);
	json_incref(result);
	json_decref(m);
	return result;
}

int
lsp_error(struct lsp *l, const char *method, json_t *params)
{
	json_t *m = lsp_answer(l, lsp_request(l, method, params));
	const json_t *code = json_object_get(json_object_get(m, "error"), "code");
	int ret = (int)json_integer_value(code);
	json_decref(m);
	return ret;
}

static json_t *
diagnostics_in(struct lsp *l, json_t *m, const char *path, int version)
{
	json_t *params = json_object_get(m, "params");
	const char *method = json_string_value(json_object_get(m, "method"));
	const char *uri = json_string_value(json_object_get(params, "uri"));
	const json_t *v = json_object_get(params, "version");
	if (!method || strcmp(method, "textDocument/publishDiagnostics") != 0 || !uri ||
		strcmp(uri, lsp_uri(l, path)) != 0 ||
		(v ? (int)json_integer_value(v) : -1) != version)
		return NULL;
	return json_incref(json_object_get(params, "diagnostics"));
}

json_t *
lsp_diagnostics(struct lsp *l, const char *path, int version)
{
	for (size_t i = 0; i < json_array_size(l->notices); i++) {
		json_t *d =
			diagnostics_in(l, json_array_get(l->notices, i), path, version);
		if (!d)
			continue;
		json_array_remove(l->notices, i);
		return d;
	}
	for (;;) {
		json_t *m = lsp_receive(l);
		assert_non_null(m);
		json_t *d = diagnostics_in(l, m, path, version);
		if (d) {
			json_decref(m);
			return d;
		}
		json_array_append_new(l->notices, m);
	}
}

/* ---- documents ------------------------------------------------------------------ */

const char *
lsp_uri(struct lsp *l, const char *path)
{
	return str_fmt(l->arena, "file://%s/%s", l->folder, path).p;
}

json_t *
lsp_document(struct lsp *l, const char *path)
{
	return json_pack("{s:s}", "uri", lsp_uri(l, path));
}

json_t *
lsp_at(struct lsp *l, const char *path, int line, int character)
{
	return json_pack("{s:o, s:{s:i, s:i}}", "textDocument", lsp_document(l, path),
		"position", "line", line, "character", character);
}

void
lsp_did_open(struct lsp *l, const char *path, int version, struct str text)
{
	lsp_notify(l, "textDocument/didOpen",
		json_pack("{s:{s:s, s:s, s:i, s:s%}}", "textDocument", "uri",
			lsp_uri(l, path), "languageId", "any", "version", version, "text",
			text.p, text.n));
}

json_t *
lsp_change(int line, int character, int end_line, int end_character, struct str text)
{
	const char *p = text.p ? text.p : "";
	if (end_line < 0)
		return json_pack("{s:s%}", "text", p, text.n);
	return json_pack("{s:{s:{s:i, s:i}, s:{s:i, s:i}}, s:s%}", "range", "start",
		"line", line, "character", character, "end", "line", end_line,
		"character", end_character, "text", p, text.n);
}

void
lsp_did_change(struct lsp *l, const char *path, int version, json_t *changes)
{
	lsp_notify(l, "textDocument/didChange",
		json_pack("{s:{s:s, s:i}, s:o}", "textDocument", "uri", lsp_uri(l, path),
			"version", version, "contentChanges", changes));
}

struct lsp *
lsp_open(struct arena *a, const char *folder, const json_t **ret_capabilities)
{
	struct lsp *l = lsp_start(a, folder);
	json_t *result = lsp_call(l, "initialize",
		json_pack("{s:s, s:n, s:{}}", "rootUri", lsp_uri(l, "."), "processId",
			"capabilities"));
	if (ret_capabilities)
		*ret_capabilities = json_object_get(result, "capabilities");
	else
		json_decref(result);
	lsp_notify(l, "initialized", json_object());
	return l;
}
