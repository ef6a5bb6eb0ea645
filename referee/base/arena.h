/*
 * arena.h - many small pieces of memory that are freed together.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_chunk;

/* All zeroes is an empty arena. */
struct arena {
	struct arena_chunk *last;       /* owned, like those before it */
	size_t used, room;              /* bytes of the last one */
};

/*
 * Memory for `count` things of `size` bytes, zeroed, which stays where it is
 * until the arena is released.  It has no header of its own: pieces are aligned
 * to the largest power of two that divides `size`, to 8 at most.
 */
void *arena_new(struct arena *arena, size_t count, size_t size);

/* Frees all pieces; safe twice. */
void arena_release(struct arena *arena);

#endif
