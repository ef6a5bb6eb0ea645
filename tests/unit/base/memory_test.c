/*
 * memory_test.c - arrays grow; out of memory, the program ends in order.
 */
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/unit/unit.h"

/* Makes large allocations fail under AddressSanitizer too. */
__attribute__((visibility("default")))
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

TEST(an_array_grows_and_keeps_what_it_holds)
{
	short *items = NULL;
	int room = 0, wrong = 0;

	for (int i = 0; i < 1000; i++) {
		ARRAY_GROW(items, room, i + 1);
		ck_assert_int_gt(room, i);
		wrong += items[i] != 0;
		items[i] = (short)(i + 1);
	}
	for (int i = 0; i < 1000; i++)
		wrong += items[i] != i + 1;
	ck_assert_int_eq(wrong, 0);
	ck_assert_int_le(room, 2000);
	free(items);
}

/* How many of the bytes are not `byte`. */
static size_t others(const unsigned char *bytes, size_t size, size_t byte)
{
	size_t count = 0;

	while (size-- > 0)
		count += bytes[size] != (unsigned char)byte;
	return count;
}

TEST(pieces_of_an_arena_are_zeroed_and_apart)
{
	enum { PIECES = 3000 };
	static const size_t sizes[] = { 1, 8, 4, 24, 2, 1 };
	static unsigned char *piece[PIECES];
	static size_t bytes[PIECES];
	struct arena arena = {0};

	for (size_t i = 0; i < PIECES; i++) {
		const size_t size = sizes[i % 6], count = i % 7 * (i % 101);

		bytes[i] = count * size;
		piece[i] = arena_new(&arena, count, size);
		ck_assert_uint_eq((uintptr_t)piece[i] %
				  (size == 24 ? 8 : size), 0);
		ck_assert_uint_eq(others(piece[i], bytes[i], 0), 0);
		if (bytes[i] > 0)
			memset(piece[i], (int)i, bytes[i]);
	}
	for (size_t i = 0; i < PIECES; i++)
		ck_assert_uint_eq(others(piece[i], bytes[i], i), 0);
	/* Larger than a chunk. */
	memset(arena_new(&arena, 300000, 8), 1, 300000 * 8);
	arena_clear(&arena);
	ck_assert_uint_eq(others(arena_new(&arena, 300000, 8), 300000 * 8, 0),
			  0);
	arena_clear(&arena);
	arena_release(&arena);
	arena_release(&arena);
}

TEST(an_array_grows_by_as_much_as_is_needed)
{
	uint32_t room = 0;
	char *items = NULL, *same;

	ARRAY_GROW(items, room, 100);
	ck_assert_uint_eq(room, 100);
	same = items;
	ARRAY_GROW(items, room, 100);
	ck_assert_ptr_eq(items, same);
	ARRAY_GROW(items, room, 101);
	ck_assert_uint_eq(room, 200);
	free(items);
}

TEST_ENDS(without_memory_the_program_ends_with_status_2, 0, 1, 0, 2)
{
	/* More than any machine has, but no overflow. */
	free(memory_new(SIZE_MAX / 4, 2));
}

static void end_at_once(void)
{
	_exit(7);
}

TEST_ENDS(before_that_the_hook_is_called, 0, 1, 0, 7)
{
	memory_before_end(end_at_once);
	memory_exhausted();
}
