/*
 * arena.c - many small allocations that are freed together.
 */
#include "base/arena.h"

#include <stdlib.h>

#include "base/memory.h"

enum { FIRST = 1024, MOST = 65536, ALIGNED = 8 };

struct arena_chunk {
	struct arena_chunk *before;
	_Alignas(ALIGNED) unsigned char bytes[];
};

static void add_chunk(struct arena *arena, size_t least)
{
	struct arena_chunk *chunk;
	size_t room = arena->last == NULL ? FIRST : 2 * arena->room;

	if (room > MOST)
		room = MOST;
	if (room < least)
		room = least;
	chunk = memory_new(1, sizeof *chunk + room);
	chunk->before = arena->last;
	*arena = (struct arena){ chunk, 0, room };
}

void *arena_new(struct arena *arena, size_t count, size_t size)
{
	size_t aligned = size & -size, start;
	size_t bytes = count * size;

	if (aligned > ALIGNED)
		aligned = ALIGNED;
	start = (arena->used + aligned - 1) & -aligned;
	if (arena->last == NULL || start > arena->room ||
	    arena->room - start < bytes) {
		add_chunk(arena, bytes);
		start = 0;
	}
	arena->used = start + bytes;
	return arena->last->bytes + start;
}

void arena_release(struct arena *arena)
{
	while (arena->last != NULL) {
		struct arena_chunk *chunk = arena->last;

		arena->last = chunk->before;
		free(chunk);
	}
	*arena = (struct arena){0};
}
