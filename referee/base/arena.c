/*
 * arena.c - many small allocations that are freed together.
 */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST = 1024, MOST = 65536 };

struct arena_chunk {
	struct arena_chunk *before;
	_Alignas(ARENA_ALIGNED) unsigned char bytes[];
};

void *arena_new_chunk(struct arena *arena, size_t bytes)
{
	struct arena_chunk *chunk;
	size_t room = arena->last == NULL ? FIRST : 2 * arena->room;

	if (room > MOST)
		room = MOST;
	if (room < bytes)
		room = bytes;
	chunk = memory_new(1, sizeof *chunk + room);
	chunk->before = arena->last;
	*arena = (struct arena){ chunk, chunk->bytes, bytes, room };
	return chunk->bytes;
}

static void free_from(struct arena_chunk *chunk)
{
	while (chunk != NULL) {
		struct arena_chunk *before = chunk->before;

		free(chunk);
		chunk = before;
	}
}

void arena_clear(struct arena *arena)
{
	if (arena->last == NULL)
		return;
	free_from(arena->last->before);
	arena->last->before = NULL;
	memset(arena->bytes, 0, arena->used);
	arena->used = 0;
}

void arena_release(struct arena *arena)
{
	free_from(arena->last);
	*arena = (struct arena){0};
}
