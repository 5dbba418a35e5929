/*
 * Fuzz target: any bytes as a script. Nothing may crash, every span lies in the text and
 * in its parent's, the memory stays in proportion to the input.
 */
#include "../support/shell_check.h"

#include "base/arena.h"
#include "shell/parse.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { BYTES_EACH = 4000, BYTES_BASE = 4 * 1024 * 1024 };

static void
must(const char *fault)
{
	if (!fault)
		return;
	fprintf(stderr, "%s\n", fault);
	abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a;
	struct sources sources = {0};
	struct str text = {(const char *)data, n};
	struct span origin = {1, 3, 5};
	arena_init(&a, 0, NULL);
	const struct source *s = sources_add(&a, &sources, S("script"), text);
	must(shell_check(shell_parse(&a, s)));
	must(a.used_bytes > BYTES_BASE + n * BYTES_EACH ? "too much memory" : NULL);
	/* The same text where it has no place of its own. */
	must(shell_check(shell_parse_text(&a, text, origin)));
	(void)shell_parse_arith(&a, text, origin);
	arena_release(&a);
	return 0;
}
