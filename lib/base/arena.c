/* Bump allocator with a limit, clean-ups and marks. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	FIRST_BLOCK_BYTES = 64 * 1024,
	LARGEST_BLOCK_BYTES = 1024 * 1024, /* from here on the kernel hands out zeroed pages */
	SPARE_BYTES_MAX = 32 * LARGEST_BLOCK_BYTES,
};

struct arena_block {
	struct arena_block *next;
	size_t size, used; /* bytes behind the used ones are zero */
	_Alignas(max_align_t) unsigned char bytes[];
};

struct arena_cleanup {
	struct arena_cleanup *next;
	void (*fn)(void *);
	void *ptr;
};

void
arena_init(struct arena *a, size_t limit_bytes, jmp_buf *escape)
{
	memset(a, 0, sizeof *a);
	a->limit_bytes = limit_bytes;
	a->escape = escape;
}

static _Noreturn void
leave(struct arena *a, enum arena_fault fault)
{
	a->fault = fault;
#ifdef IXC_ABORT_ON_BUG
	if (fault == ARENA_BUG)
		abort();
#endif
	if (!a->escape)
		abort();
	longjmp(*a->escape, 1);
}

void
arena_nomem(struct arena *a)
{
	leave(a, ARENA_NOMEM);
}

void
arena_bug(struct arena *a, const char *file, int line, const char *cond)
{
	(void)line;
	(void)file;
	a->bug = cond;
	leave(a, ARENA_BUG);
}

#ifndef ARENA_ONE_EACH
static struct arena_block *
take_spare(struct arena *a, size_t need)
{
	struct arena_block *b = a->spare;
	if (!b || b->size < need)
		return NULL;
	a->spare = b->next;
	a->spare_bytes -= b->size;
	b->next = a->block;
	a->block = b;
	return b;
}
#endif

static struct arena_block *
add_block(struct arena *a, size_t need)
{
	size_t size = need;
#ifndef ARENA_ONE_EACH
	struct arena_block *spare = take_spare(a, need);
	if (spare)
		return spare;
	size_t usual = a->block ? a->block->size * 2 : FIRST_BLOCK_BYTES;
	if (usual > LARGEST_BLOCK_BYTES)
		usual = LARGEST_BLOCK_BYTES;
	if (size < usual)
		size = usual;
#endif
	struct arena_block *b = calloc(1, sizeof *b + size);
	if (!b)
		arena_nomem(a);
	b->next = a->block;
	b->size = size;
	a->block = b;
	return b;
}

/* The block in use knows how much of it is taken only here. */
static void
close_block(struct arena *a)
{
	if (a->block)
		a->block->used = (size_t)(a->at - a->block->bytes);
}

static void
open_block(struct arena *a)
{
	struct arena_block *b = a->block;
	a->at = a->end = NULL;
	if (!b)
		return;
	size_t left = b->size - b->used;
	if (a->limit_bytes && left > a->limit_bytes - a->used_bytes)
		left = a->limit_bytes - a->used_bytes;
	a->at = b->bytes + b->used;
	a->end = a->at + left;
}

void *
arena_alloc_anew(struct arena *a, size_t n, size_t size)
{
	if (size && n > (SIZE_MAX / 2) / size)
		arena_nomem(a);
	size_t want = n * size;
#ifdef ARENA_ONE_EACH
	size_t need = want ? want : 1; /* exact, so that a sanitizer sees the first byte over */
#else
	size_t need = want ? (want + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN
			   : ARENA_ALIGN;
#endif
	if (a->limit_bytes && need > a->limit_bytes - a->used_bytes)
		arena_nomem(a);
	close_block(a);
#ifndef ARENA_ONE_EACH
	if (!a->block || need > a->block->size - a->block->used)
#endif
		add_block(a, need);
	unsigned char *p = a->block->bytes + a->block->used;
	a->block->used += need;
	a->used_bytes += need;
	open_block(a);
	return p;
}

void
arena_defer(struct arena *a, void (*fn)(void *), void *ptr)
{
	/* From malloc, so that the handle is never lost to the arena's own limit. */
	struct arena_cleanup *c = malloc(sizeof *c);
	if (!c) {
		fn(ptr);
		arena_nomem(a);
	}
	c->next = a->cleanup;
	c->fn = fn;
	c->ptr = ptr;
	a->cleanup = c;
}

struct arena_mark
arena_mark(const struct arena *a)
{
	return (struct arena_mark){
		.block = a->block,
		.cleanup = a->cleanup,
		.offset = a->block ? (size_t)(a->at - a->block->bytes) : 0,
		.used_bytes = a->used_bytes,
	};
}

static void
clear_from(struct arena_block *b, size_t offset)
{
	memset(b->bytes + offset, 0, b->used - offset);
	b->used = offset;
}

/* Scratch use needs as much again and again, and pages that are mapped already. */
static void
give_back(struct arena *a, struct arena_block *b)
{
#ifndef ARENA_ONE_EACH
	if (b->size <= SPARE_BYTES_MAX - a->spare_bytes) {
		clear_from(b, 0);
		b->next = a->spare;
		a->spare = b;
		a->spare_bytes += b->size;
		return;
	}
#endif
	(void)a;
	free(b);
}

void
arena_rewind(struct arena *a, struct arena_mark mark)
{
	while (a->cleanup != mark.cleanup) {
		struct arena_cleanup *c = a->cleanup;
		a->cleanup = c->next;
		c->fn(c->ptr);
		free(c);
	}
	close_block(a);
	while (a->block != mark.block) {
		struct arena_block *b = a->block;
		a->block = b->next;
		give_back(a, b);
	}
	if (a->block)
		clear_from(a->block, mark.offset);
	a->used_bytes = mark.used_bytes;
	open_block(a);
}

void
arena_release(struct arena *a)
{
	arena_rewind(a, (struct arena_mark){0});
	while (a->spare) {
		struct arena_block *b = a->spare;
		a->spare = b->next;
		free(b);
	}
	a->spare_bytes = 0;
}
