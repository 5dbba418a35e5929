/*
 * Fuzz target: any bytes as a description, a YAML node and a comment. Nothing may crash,
 * every claim lies in the text, names stand where they are said to, the memory stays in
 * proportion to the input.
 */
#include "base/arena.h"
#include "model/description.h"
#include "yaml/load.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { BYTES_EACH = 2000, BYTES_BASE = 4 * 1024 * 1024 };

static void
must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n", what);
	abort();
}

static void
check_claims(struct arena *a, struct str text)
{
	struct claims list = description_read(a, text);
	for (size_t i = 0; i < list.n; i++) {
		const struct claim *c = &list.v[i];
		must(c->begin < c->end && c->end <= text.n, "a claim is not in the text");
		must(c->name.n > 0, "a claim has no name");
		must(c->name.p >= text.p && c->name.p + c->name.n <= text.p + text.n,
			"a name is not in the text");
		must(c->kind != CLAIM_CONC || c->low >= 0, "a negative concurrency");
		(void)claim_value_is(c, c->value);
		(void)claim_has_number(c);
	}
}

static void
check_node(struct arena *a, const struct source *s, const struct yaml_node *n, unsigned depth)
{
	if (n && n->kind == YAML_STR) {
		struct prose p = prose_of_node(a, s, n);
		check_claims(a, p.text);
		struct span sp = prose_span(&p, 0, p.text.n);
		must(sp.begin <= sp.end && sp.end <= s->bytes.n, "prose is not in the source");
	}
	for (size_t i = 0; n && n->kind == YAML_LIST && depth < 8 && i < n->list.n; i++)
		check_node(a, s, n->list.v[i], depth + 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a;
	struct sources sources = {0};
	struct str text = {(const char *)data, n};
	arena_init(&a, 0, NULL);
	check_claims(&a, text);
	must(a.used_bytes < BYTES_BASE + n * BYTES_EACH, "too much memory");
	const struct source *s = sources_add(&a, &sources, S("text"), text);
	check_node(&a, s, yaml_load(&a, s)->root, 0);
	struct prose p = prose_of_comment(&a, s, 1, (uint32_t)s->line.n);
	check_claims(&a, p.text);
	arena_release(&a);
	return 0;
}
