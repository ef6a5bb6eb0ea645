/*
 * memory.h - allocation that succeeds or ends the program.
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

/* Ends the program as described above. */
_Noreturn void memory_exhausted(void);

/* Sets a function that memory_exhausted calls first, or NULL; for code that has
   changed the terminal's settings.  `restore` must not allocate. */
void memory_before_end(void (*restore)(void));

#endif
