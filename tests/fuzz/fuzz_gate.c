/*
 * Fuzz target: any two texts as the changelog before and after a change. Canonicalizing is
 * refused, or its result reads, begins with the base where nothing but entries came to it,
 * has final links alone, and changes no more when it is canonicalized again. What the gate
 * lets pass the merge tools take.
 *
 * What stands behind "#@file head" is the text after; behind "#@file added" it is what
 * follows the text before.
 */
#include "../support/fuzz_parts.h"

#include "base/arena.h"
#include "model/changelog_strict.h"

#include <infxcheck.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { PR = 1234 };

struct texts {
	struct str base, head;
};

static struct texts
read_texts(struct arena *a, struct str input)
{
	struct fuzz_parts parts = fuzz_parts(a, input, S("base"));
	const struct fuzz_part *base = fuzz_part(&parts, "base"),
			       *head = fuzz_part(&parts, "head"),
			       *added = fuzz_part(&parts, "added");
	struct texts t = {{0}, {0}};
	if (base)
		t.base = base->bytes;
	if (head)
		t.head = head->bytes;
	else
		t.head = added ? str_cat(a, t.base, added->bytes) : t.base;
	return t;
}

static struct ixc_bytes
bytes(struct str s)
{
	return (struct ixc_bytes){s.p, s.n};
}

static void
must_be_ok(ixc_status status, const struct ixc_error *err)
{
	fuzz_must(status == IXC_OK, err->message);
}

/* Whether the strict rules of the merge tools take the change. */
static bool
is_taken(struct str base, struct str head, enum changelog_links links)
{
	struct arena a;
	struct sources sources = {0};
	struct changelog_parsed old, new;
	struct changelog_verdict v = {0};
	struct changelog_pr pr = {.links = links, .number = PR};
	size_t additions, corrections;
	arena_init(&a, 0, NULL);
	bool ok = changelog_parse(&a, sources_add(&a, &sources, S("base"), base), NULL, &old,
			  &v) &&
		changelog_parse(&a, sources_add(&a, &sources, S("head"), head), NULL, &new,
			&v) &&
		changelog_check_change(&a, &old, &new, &pr, &additions, &corrections, &v);
	arena_release(&a);
	return ok;
}

/* The gate says more than the merge tools: of what they refuse it has at least an error. */
static void
check_gate(const struct texts *t)
{
	struct ixc_error err;
	ixc_report *r = NULL;
	must_be_ok(ixc_gate_bytes(bytes(t->base), bytes(t->head), PR, NULL, &r, &err), &err);
	fuzz_must(ixc_report_count_severity(r, IXC_ERROR) > 0 ||
			is_taken(t->base, t->head, CHANGELOG_LINKS_PR),
		"what passes the gate is taken");
	ixc_report_free(r);
}

static ixc_change *
canonicalize(struct str base, struct str head)
{
	struct ixc_error err;
	ixc_change *c = NULL;
	must_be_ok(
		ixc_canonicalize_bytes(bytes(base), bytes(head), PR, NULL, &c, &err), &err);
	return c;
}

static void
check_refused(const ixc_change *c)
{
	fuzz_must(ixc_report_count_severity(ixc_change_report(c), IXC_ERROR) > 0,
		"a refusal has its reason");
	fuzz_must(ixc_change_bytes(c).n == 0, "what is refused has no bytes");
}

static void
check_result(const struct texts *t, const ixc_change *c)
{
	struct ixc_bytes b = ixc_change_bytes(c);
	struct str result = {b.p, b.n};
	bool was_prefix = str_starts(t->head, t->base);
	fuzz_must(ixc_change_differs(c) == !str_eq(result, t->head),
		"it differs when its bytes do");
	fuzz_must(!was_prefix || str_starts(result, t->base), "the base is its beginning");
	fuzz_must(is_taken(t->base, result, CHANGELOG_LINKS_CANONICAL),
		"the result is canonical");
	fuzz_must(is_taken(t->base, t->head, CHANGELOG_LINKS_PR), "what is edited is taken");
	ixc_change *again = canonicalize(t->base, result);
	fuzz_must(!ixc_change_refused(again), "the result is not refused");
	fuzz_must(!ixc_change_differs(again), "a second time changes nothing");
	ixc_change_free(again);
}

/* A conflict with a main that did not move. */
static void
check_resolve(const struct texts *t)
{
	struct ixc_error err;
	ixc_change *c = NULL;
	must_be_ok(ixc_resolve_bytes(bytes(t->base), bytes(t->head), bytes(t->base), PR,
			   NULL, &c, &err),
		&err);
	struct ixc_bytes b = ixc_change_bytes(c);
	if (ixc_change_refused(c))
		check_refused(c);
	else
		fuzz_must(is_taken(t->base, (struct str){b.p, b.n}, CHANGELOG_LINKS_CANONICAL),
			"what resolves a conflict is canonical");
	ixc_change_free(c);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a;
	arena_init(&a, 0, NULL);
	struct texts t = read_texts(&a, (struct str){(const char *)data, n});
	ixc_change *c = canonicalize(t.base, t.head);
	if (ixc_change_refused(c))
		check_refused(c);
	else
		check_result(&t, c);
	ixc_change_free(c);
	check_resolve(&t);
	check_gate(&t);
	arena_release(&a);
	return 0;
}
