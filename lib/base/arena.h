/*
 * Bump allocator that owns everything a run makes.
 *
 * Invariants: memory is zeroed; nothing is freed one by one; arena_release() runs the
 * registered clean-ups, newest first, and then gives back every block. An allocation never
 * returns NULL: when memory or the limit is exhausted, or an invariant is broken, control
 * jumps to the arena's escape, which only api.c sets. Without an escape the process aborts,
 * which happens in tests only.
 *
 * The jump must not cross a foreign library's frame: hand whole buffers to libyaml, PCRE2
 * and jansson, and register what they open with arena_defer() in the next statement.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

enum arena_fault { ARENA_OK = 0, ARENA_NOMEM, ARENA_BUG };

struct arena_block;
struct arena_cleanup;

struct arena {
	struct arena_block *block; /* newest first */
	struct arena_block *spare; /* given back by a rewind, for the next use */
	size_t spare_bytes;
	struct arena_cleanup *cleanup;
	unsigned char *at, *end; /* what is left of the newest block, within the limit */
	size_t used_bytes;  /* handed out, padding included */
	size_t limit_bytes; /* 0: no limit */
	jmp_buf *escape;
	enum arena_fault fault;
	const char *bug; /* "file:line: condition" when fault is ARENA_BUG */
};

struct arena_mark {
	struct arena_block *block;
	struct arena_cleanup *cleanup;
	size_t offset;
	size_t used_bytes;
};

#define NEW(a, type) ((type *)arena_alloc((a), 1, sizeof(type)))
#define NEW_ARRAY(a, type, n) ((type *)arena_alloc((a), (n), sizeof(type)))

/* For invariants, never for input. */
#define MUST(a, cond) ((cond) ? (void)0 : arena_bug((a), __FILE__, __LINE__, #cond))

void arena_init(struct arena *a, size_t limit_bytes, jmp_buf *escape);
void arena_release(struct arena *a);

enum { ARENA_ALIGN = _Alignof(max_align_t), ARENA_SMALL_BYTES = 4096 };

void *arena_alloc_anew(struct arena *a, size_t n, size_t size);

/* n objects of the size given, zeroed and aligned for any type. n == 0 gives a valid pointer.
 * Here, as there is no call more frequent: most fit into the newest block. */
static inline void *
arena_alloc(struct arena *a, size_t n, size_t size)
{
#ifndef ARENA_ONE_EACH
	size_t want = n < ARENA_SMALL_BYTES && size < ARENA_SMALL_BYTES ? n * size : 0;
	size_t need = (want + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
	if (want && need <= (size_t)(a->end - a->at)) {
		void *p = a->at;
		a->at += need;
		a->used_bytes += need;
		return p;
	}
#endif
	return arena_alloc_anew(a, n, size);
}

/* Registers fn(ptr), run by arena_release() or by arena_rewind() to an earlier mark. */
void arena_defer(struct arena *a, void (*fn)(void *), void *ptr);

/* Scratch use: what was allocated or deferred after the mark goes away at the rewind. */
struct arena_mark arena_mark(const struct arena *a);
void arena_rewind(struct arena *a, struct arena_mark mark);

_Noreturn void arena_bug(struct arena *a, const char *file, int line, const char *cond);
_Noreturn void arena_nomem(struct arena *a);

#endif
