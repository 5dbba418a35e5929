/*
 * 10,000 random edits: what the language server says of its text is what a fresh check
 * says of a copy of ours, to which the same edits were made.
 */
#include "support/cli.h"
#include "support/lsp.h"
#include "support/temp.h"

#include <stdio.h>
#include <string.h>

static struct arena arena;

#define RECIPE "benchmarks/single_node/fixed_seq_len/ling2_fp8_b200_vllm.sh"
#define FRESH "check --format json --no-suppressions --stdin-filename " RECIPE " -"

enum { EDITS = 10000, EACH_CHECK = 200, EACH_RESET = 40, TEXT_MOST = 16384 };

static uint64_t seed = 20260802;

static unsigned
roll(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed % n);
}

/* ---- our copy ------------------------------------------------------------------- */

struct copy {
	char p[TEXT_MOST];
	size_t n;
};

/* Where a byte is, as the protocol says it; `at` goes back to the beginning of its
 * character.
 */
static void
position(const struct copy *c, size_t *at, int *line, int *character)
{
	while (*at && ((unsigned char)c->p[*at] & 0xC0) == 0x80)
		--*at;
	*line = *character = 0;
	for (size_t i = 0; i < *at; i++) {
		unsigned char b = (unsigned char)c->p[i];
		if (b == '\n')
			++*line;
		*character =
			b == '\n' ? 0 : *character + ((b & 0xC0) != 0x80) + (b >= 0xF0);
	}
}

static void
replace(struct copy *c, size_t begin, size_t end, const char *text)
{
	size_t n = strlen(text);
	memmove(c->p + begin + n, c->p + end, c->n - end);
	memcpy(c->p + begin, text, n);
	c->n = c->n - (end - begin) + n;
}

static const char *const pieces[] = {"x", "\n", " ", "\"", "$TP", " --port 1",
	"if true; then\n", "fi\n", "# \xf0\x9f\x98\x80 \xe4\xbd\xa0\n",
	"export A=\"\xe5\xa5\xbd\"\n", " \\\n", "${", "}", "--max-num-seqs 4 ",
	"EP_SIZE=2\n", ""};

/* One random edit of the copy, as the change that says so. */
static json_t *
edit(struct copy *c)
{
	int line, character, end_line, end_character;
	size_t begin = roll((unsigned)c->n + 1), end = begin + (roll(3) ? 0 : roll(8));
	const char *text = pieces[roll(sizeof pieces / sizeof *pieces)];
	end = end < c->n ? end : c->n;
	position(c, &begin, &line, &character);
	position(c, &end, &end_line, &end_character);
	if (c->n + strlen(text) >= TEXT_MOST)
		text = "";
	replace(c, begin, end, text);
	return lsp_change(line, character, end_line, end_character, str_from(text));
}

static json_t *
whole(struct copy *c, struct str text)
{
	memcpy(c->p, text.p, text.n);
	c->n = text.n;
	return lsp_change(0, 0, -1, 0, text);
}

/* ---- comparing ------------------------------------------------------------------ */

/* "line:column rule headline" of each, from 1. */
static struct str
of_server(struct arena *a, const json_t *list)
{
	struct buf b = buf_new(a, 1024 * 1024);
	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *d = json_array_get(list, i);
		const json_t *start =
			json_object_get(json_object_get(d, "range"), "start");
		struct str rest, message = str_from(json_string_value(
					 json_object_get(d, "message")));
		buf_addf(&b, "%lld:%lld %s %.*s\n",
			json_integer_value(json_object_get(start, "line")) + 1,
			json_integer_value(json_object_get(start, "character")) + 1,
			json_string_value(json_object_get(d, "code")),
			STR(str_cut(message, '\n', &rest)));
	}
	return buf_str(&b);
}

static struct str
of_fresh_check(struct arena *a, const char *folder, struct str text)
{
	struct buf b = buf_new(a, 1024 * 1024);
	struct outcome o = cli_run_input(a, folder, FRESH, text);
	json_t *report = json_loadb(o.out.p, o.out.n, 0, NULL);
	assert_non_null(report);
	const json_t *list = json_object_get(report, "findings");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *f = json_array_get(list, i);
		const json_t *p = json_object_get(f, "place");
		buf_addf(&b, "%lld:%lld %s %s\n",
			json_integer_value(json_object_get(p, "line")),
			json_integer_value(json_object_get(p, "utf16_column")),
			json_string_value(json_object_get(f, "rule")),
			json_string_value(json_object_get(f, "message")));
	}
	json_decref(report);
	return buf_str(&b);
}

static void
compare(struct lsp *l, const struct copy *c, int version)
{
	struct arena a;
	arena_init(&a, 0, NULL);
	json_t *list = lsp_diagnostics(l, RECIPE, version);
	struct str got = of_server(&a, list);
	struct str want = of_fresh_check(&a, l->folder, (struct str){c->p, c->n});
	assert_string_equal(str_z(&a, got), str_z(&a, want));
	json_decref(list);
	json_array_clear(l->notices);
	arena_release(&a);
}

/* Questions about any place in between: they share what is kept with the checks. */
static void
ask(struct lsp *l, const struct copy *c)
{
	static const char *const methods[] = {"textDocument/hover",
		"textDocument/definition", "textDocument/completion"};
	size_t at = roll((unsigned)c->n + 1);
	int line, character;
	position(c, &at, &line, &character);
	const char *method = methods[roll(3)];
	json_decref(lsp_call(l, method, lsp_at(l, RECIPE, line, character)));
}

static void
test_random_edits(void **state)
{
	static struct copy c;
	(void)state;
	arena_init(&arena, 0, NULL);
	const char *folder = cli_copy(&arena, "_base");
	cli_lay(&arena, folder, "_recipes");
	struct str text = read_file(&arena, temp_path(&arena, folder, RECIPE));
	struct lsp *l = lsp_open(&arena, folder, NULL);
	lsp_did_open(l, RECIPE, 1, text);
	json_decref(whole(&c, text));
	int version = 1;
	for (int done = 0; done < EDITS;) {
		json_t *changes = json_array();
		if (done % EACH_RESET == 0) /* or nothing would be left of it */
			json_array_append_new(changes, whole(&c, text));
		do
			json_array_append_new(changes, edit(&c));
		while (++done % EACH_RESET && roll(4));
		lsp_did_change(l, RECIPE, ++version, changes);
		if (roll(60) == 0)
			ask(l, &c);
		if (done % EACH_CHECK <= 3 || roll(100) == 0)
			compare(l, &c, version);
	}
	lsp_close(l);
	remove_folder(folder);
	arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_edits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
