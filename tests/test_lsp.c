/* The language server's life: order of messages, cancelling, hostile bytes, exit. */
#include "support/cli.h"
#include "support/lsp.h"

#include <string.h>

static struct arena arena;

static int
setup(void **state)
{
	(void)state;
	arena_init(&arena, 0, NULL);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

#define LOG "perf-changelog.yaml"

static void
test_order(void **state)
{
	(void)state;
	struct lsp *l = lsp_start(&arena, cli_fixture(&arena, "_base"));
	assert_int_equal(
		lsp_error(l, "textDocument/hover", lsp_at(l, LOG, 0, 0)), -32002);
	assert_int_equal(lsp_error(l, "shutdown", NULL), -32002);
	lsp_did_open(l, LOG, 1, S("- x")); /* before initialize: dropped */
	json_t *r = lsp_call(
		l, "initialize", json_pack("{s:n, s:{}}", "rootUri", "capabilities"));
	const json_t *c = json_object_get(r, "capabilities");
	assert_string_equal(
		json_string_value(json_object_get(c, "positionEncoding")), "utf-16");
	const json_t *sync = json_object_get(c, "textDocumentSync");
	assert_int_equal(json_integer_value(json_object_get(sync, "change")), 2);
	json_decref(r);
	assert_int_equal(lsp_error(l, "initialize", json_object()), -32600);
	assert_int_equal(lsp_error(l, "no/such", NULL), -32601);
	lsp_notify(l, "no/such", NULL);
	lsp_notify(l, "$/setTrace", json_pack("{s:s}", "value", "off"));
	assert_int_equal(lsp_error(l, "shutdown", NULL), 0);
	assert_int_equal(lsp_error(l, "shutdown", NULL), -32600);
	lsp_notify(l, "exit", NULL);
	assert_int_equal(lsp_end(l), 0);
}

static void
test_exit_status(void **state)
{
	(void)state;
	const char *folder = cli_fixture(&arena, "_base");
	struct lsp *l = lsp_open(&arena, folder, NULL);
	lsp_notify(l, "exit", NULL);
	assert_int_equal(lsp_end(l), 1);
	l = lsp_start(&arena, folder);
	lsp_notify(l, "exit", NULL);
	assert_int_equal(lsp_end(l), 1);
	l = lsp_open(&arena, folder, NULL); /* the client is gone without a word */
	assert_int_equal(lsp_end(l), 1);
	l = lsp_open(&arena, folder, NULL);
	assert_int_equal(lsp_error(l, "shutdown", NULL), 0);
	assert_int_equal(lsp_end(l), 0);
}

/* Both requests and what cancels one of them come at once. */
static void
test_cancel(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, cli_fixture(&arena, "_base"), NULL);
	static const char *const bodies[] = {
		"{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"shutdown\"}",
		"{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":\"a\"}}",
		"{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":77}}",
	};
	struct buf b = buf_new(&arena, 4096);
	for (size_t i = 0; i < 3; i++)
		buf_addf(&b, "Content-Length: %zu\r\n\r\n%s", strlen(bodies[i]),
			bodies[i]);
	lsp_send_bytes(l, buf_str(&b));
	json_t *m = lsp_receive(l);
	assert_string_equal(json_string_value(json_object_get(m, "id")), "a");
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(m, "error"), "code")),
		-32800);
	json_decref(m);
	lsp_close(l);
}

/* No messages at all. */
static const char *const no_frames[] = {
	"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
	"Content-Length: two\r\n\r\n{}",
	"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
	"\r\n\r\n\r\n",
	"\n",
};

static const char *const bad_bodies[] = {
	"",
	"{\"a\":",
	"[]",
	"null",
	"\xff\xfe\xfd",
	"{\"id\":{},\"method\":\"shutdown\"}",
	"{\"id\":1}",
	"{\"method\":3}",
	"{\"method\":\"initialize\"}",
	"{\"id\":1,\"method\":\"exit\"}",
	"{\"method\":\"textDocument/didOpen\"}",
	"{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":7}}}",
	"{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file:///x\"}}}",
	"{\"method\":\"textDocument/didChange\",\"params\":[1]}",
	"{\"method\":\"textDocument/didClose\",\"params\":\"x\"}",
	"{\"method\":\"$/cancelRequest\"}",
	"{\"id\":1,\"method\":\"textDocument/hover\",\"params\":{\"position\":{\"line\":-1}}}",
	"{\"id\":1,\"method\":\"textDocument/completion\",\"params\":null}",
	"{\"id\":1,\"method\":\"textDocument/codeAction\",\"params\":{\"range\":4}}",
	"{\"id\":1,\"result\":null}",
};

static void
test_hostile(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, cli_fixture(&arena, "_base"), NULL);
	for (size_t i = 0; i < sizeof no_frames / sizeof *no_frames; i++) {
		lsp_send_bytes(l, str_from(no_frames[i]));
		assert_int_equal(lsp_error(l, "alive", NULL), -32601);
	}
	for (size_t i = 0; i < sizeof bad_bodies / sizeof *bad_bodies; i++) {
		lsp_send_bytes(l, str_fmt(&arena, "Content-Length: %zu\r\n\r\n%s",
					  strlen(bad_bodies[i]), bad_bodies[i]));
		assert_int_equal(lsp_error(l, "alive", NULL), -32601);
	}
	lsp_close(l);
}

/* The server waits for the rest of a message, however it is cut. */
static void
test_half_messages(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, cli_fixture(&arena, "_base"), NULL);
	const char *body = "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"none\"}";
	struct str all =
		str_fmt(&arena, "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
	for (size_t cut = 1; cut < all.n; cut++) {
		lsp_send_bytes(l, str_slice(all, 0, cut));
		lsp_send_bytes(l, str_slice(all, cut, all.n));
		json_decref(lsp_answer(l, 5));
	}
	lsp_send_bytes(l, str_slice(all, 0, 30));
	assert_int_equal(lsp_end(l), 1);
	l = lsp_open(&arena, cli_fixture(&arena, "_base"), NULL);
	lsp_send_bytes(l, S("Content-Length: 99999999999999999999\r\n\r\nx"));
	assert_int_equal(lsp_end(l), 1); /* as many bytes never came */
}

/* Without a repository it lives, and says nothing. */
static void
test_no_repository(void **state)
{
	(void)state;
	struct lsp *l = lsp_open(&arena, make_folder(&arena), NULL);
	lsp_did_open(l, "a.sh", 1, S("if\n"));
	lsp_did_change(l, "a.sh", 2, json_pack("[o]", lsp_change(0, 0, 0, 1, S("x"))));
	lsp_notify(l, "textDocument/didClose",
		json_pack("{s:o}", "textDocument", lsp_document(l, "a.sh")));
	lsp_close(l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_exit_status, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cancel, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hostile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_half_messages, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_repository, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
