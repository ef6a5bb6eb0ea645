/*
 * memory.c - allocation that succeeds or ends the program, and arenas.
 */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void (*before_end)(void);

void memory_before_end(void (*restore)(void))
{
	before_end = restore;
}

void memory_exhausted(void)
{
	static const char sentence[] = "out of memory\n";

	if (before_end != NULL)
		before_end();
	if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
		_exit(2);
	_exit(2);
}

void *memory_new(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);

	if (memory == NULL)
		memory_exhausted();
	return memory;
}

void *memory_resize(void *items, size_t count, size_t room, size_t size)
{
	void *larger = memory_new(room, size);

	if (count > 0)
		memcpy(larger, items, count * size);
	free(items);
	return larger;
}

char *memory_copy_bytes(const char *bytes, size_t size)
{
	char *copy = memory_new(size + 1, 1);

	memcpy(copy, bytes, size);
	return copy;
}

char *memory_copy(const char *string)
{
	return memory_copy_bytes(string, strlen(string));
}

void memory_release(void *pointer)
{
	free(*(void **)pointer);
}

/* ### arena */

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
