/*
 * arena.h - many small allocations that are freed together.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_chunk;

/* An arena of all zeroes is empty. */
struct arena {
	struct arena_chunk *last;       /* owned, like those before it */
	size_t used, room;              /* bytes of the last chunk */
};

/*
 * Returns zeroed memory for `count` elements of `size` bytes, which stays where
 * it is until the arena is released.  Allocations have no header; they are
 * aligned to the largest power of two that divides `size`, at most 8.
 */
void *arena_new(struct arena *arena, size_t count, size_t size);

/* Frees everything; may be called twice. */
void arena_release(struct arena *arena);

#endif
