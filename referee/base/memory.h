/*
 * memory.h - memory, or the end of the program.
 *
 * No function here returns without what was asked for: when there is no
 * memory, the program prints one sentence and exits with status 2.  Nothing is
 * lost by that, because logs are written ahead.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Memory for `count` things of `size` bytes, zeroed.  The caller frees it. */
void *memory_new(size_t count, size_t size);

/*
 * Moves `count` things of `size` bytes to memory for `room` of them; what is
 * new is zeroed.  `items` is freed and may be NULL.
 */
void *memory_resize(void *items, size_t count, size_t room, size_t size);

/* A copy that the caller frees; the second one adds a NUL. */
char *memory_copy(const char *string);
char *memory_copy_bytes(const char *bytes, size_t size);

/* Ends the program as described above. */
_Noreturn void memory_exhausted(void);

/* Before it ends like that it calls `restore`, which must not allocate; NULL:
   nothing.  For what has changed the terminal. */
void memory_before_end(void (*restore)(void));

#endif
