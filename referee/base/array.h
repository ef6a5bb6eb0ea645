/*
 * array.h - growable arrays.
 */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include "base/memory.h"

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

#endif
