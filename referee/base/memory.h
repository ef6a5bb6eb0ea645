/*
 * memory.h - allocation that succeeds or ends the program, growable arrays and
 * arenas.
 *
 * No function here returns NULL: if memory runs out, the program prints one
 * sentence and exits with status 2.  Nothing is lost, because logs are written
 * ahead.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Zeroed memory for `count` elements of `size` bytes.  The caller frees it. */
void *memory_new(size_t count, size_t size);

/*
 * Moves `count` elements of `size` bytes to memory for `room` of them; the new
 * elements are zeroed.  `items` is freed and may be NULL.
 */
void *memory_resize(void *items, size_t count, size_t room, size_t size);

/* A copy that the caller frees; the second one adds a NUL. */
char *memory_copy(const char *string);
char *memory_copy_bytes(const char *bytes, size_t size);

/*
 * A local that owns something is released when its block is left, however that
 * happens: AUTOFREE frees a pointer, OWNED(text) calls text_release and so on.
 * It must be initialised where it is declared.
 */
#define AUTOFREE __attribute__((cleanup(memory_release)))
#define OWNED(module) __attribute__((cleanup(module##_release)))

/* Frees what `pointer` points to; for AUTOFREE. */
void memory_release(void *pointer);

/* Ends the program as described above. */
_Noreturn void memory_exhausted(void);

/* Sets a function that memory_exhausted calls first, or NULL; for code that has
   changed the terminal's settings.  `restore` must not allocate. */
void memory_before_end(void (*restore)(void));

/* ### array: growable arrays */

/*
 * Makes `items`, which has memory for `room` elements, large enough for `count`
 * of them.  Growing at least doubles the array and zeroes the new elements.
 * NULL and 0 are an empty array.  The macro assigns to `items` and `room`, so
 * pointers into the array may become invalid; the owner frees it.  The
 * arguments are evaluated more than once.
 */
#define ARRAY_GROW(items, room, count) \
	do { \
		if ((size_t)(count) > (size_t)(room)) { \
			size_t array_room_ = array_room((size_t)(room), \
							(size_t)(count)); \
			(items) = memory_resize((items), (size_t)(room), \
						array_room_, \
						sizeof *(items)); \
			(room) = array_room_; \
		} \
	} while (0)

/* The new room, for ARRAY_GROW. */
static inline size_t array_room(size_t room, size_t count)
{
	size_t doubled = room < 8 ? 16 : 2 * room;

	return doubled > count ? doubled : count;
}

/* ### arena: many small allocations that are freed together */

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
