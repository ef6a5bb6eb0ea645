/*
 * arena.h - many small allocations that are freed together.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

enum { ARENA_ALIGNED = 8 };

struct arena_chunk;

/* An arena of all zeroes is empty. */
struct arena {
	struct arena_chunk *last;       /* owned, like those before it */
	unsigned char *bytes;           /* of the last chunk */
	size_t used, room;              /* how many of them */
};

/* For arena_new, when the last chunk is full. */
void *arena_new_chunk(struct arena *arena, size_t bytes);

/*
 * Returns zeroed memory for `count` elements of `size` bytes, which stays where
 * it is until the arena is released.  Allocations have no header; they are
 * aligned to the largest power of two that divides `size`, at most 8.
 */
static inline void *arena_new(struct arena *arena, size_t count, size_t size)
{
	const size_t divisor = size & -size, bytes = count * size;
	const size_t aligned = divisor < ARENA_ALIGNED ? divisor :
		ARENA_ALIGNED;
	const size_t start = (arena->used + aligned - 1) & -aligned;

	if (arena->bytes == NULL || start > arena->room ||
	    arena->room - start < bytes)
		return arena_new_chunk(arena, bytes);
	arena->used = start + bytes;
	return arena->bytes + start;
}

/* Frees everything but a chunk for the next allocations, so that an arena that
   is reused stops allocating. */
void arena_clear(struct arena *arena);

/* Frees everything; may be called twice. */
void arena_release(struct arena *arena);

#endif
