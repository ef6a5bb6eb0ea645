/*
 * memory_test.c - arrays grow; out of memory, the program ends in order.
 */
#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "tests/support/cases.h"

/* Makes large allocations fail under AddressSanitizer too. */
__attribute__((visibility("default")))
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

START_TEST(an_array_grows_and_keeps_what_it_holds)
{
	short *items = NULL;
	int room = 0;

	for (int i = 0; i < 1000; i++) {
		ARRAY_GROW(items, room, i + 1);
		ck_assert_int_gt(room, i);
		ck_assert_int_eq(items[i], 0);
		items[i] = (short)(i + 1);
	}
	for (int i = 0; i < 1000; i++)
		ck_assert_int_eq(items[i], i + 1);
	ck_assert_int_le(room, 2000);
	free(items);
}
END_TEST

START_TEST(pieces_of_an_arena_are_zeroed_and_apart)
{
	enum { PIECES = 3000 };
	static const size_t sizes[] = { 1, 8, 4, 24, 2, 1 };
	static unsigned char *piece[PIECES];
	struct arena arena = {0};

	for (size_t i = 0; i < PIECES; i++) {
		const size_t size = sizes[i % 6], count = i % 7 * (i % 101);
		const size_t bytes = count * size;

		piece[i] = arena_new(&arena, count, size);
		ck_assert_uint_eq((uintptr_t)piece[i] %
				  (size == 24 ? 8 : size), 0);
		for (size_t b = 0; b < bytes; b++) {
			ck_assert_int_eq(piece[i][b], 0);
			piece[i][b] = (unsigned char)i;
		}
	}
	for (size_t i = 0; i < PIECES; i++)
		for (size_t b = 0; b < i % 7 * (i % 101) * sizes[i % 6]; b++)
			ck_assert_int_eq(piece[i][b], (unsigned char)i);
	/* Larger than a chunk. */
	memset(arena_new(&arena, 300000, 8), 1, 300000 * 8);
	arena_release(&arena);
	arena_release(&arena);
}
END_TEST

START_TEST(an_array_grows_by_as_much_as_is_needed)
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
END_TEST

START_TEST(without_memory_the_program_ends_with_status_2)
{
	/* More than any machine has, but no overflow. */
	free(memory_new(SIZE_MAX / 4, 2));
}
END_TEST

static void end_at_once(void)
{
	_exit(7);
}

START_TEST(before_that_the_hook_is_called)
{
	memory_before_end(end_at_once);
	memory_exhausted();
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("memory");

	tcase_add_test(tcase, an_array_grows_and_keeps_what_it_holds);
	tcase_add_test(tcase, pieces_of_an_arena_are_zeroed_and_apart);
	tcase_add_test(tcase, an_array_grows_by_as_much_as_is_needed);
	tcase_add_exit_test(tcase,
			    without_memory_the_program_ends_with_status_2, 2);
	tcase_add_exit_test(tcase, before_that_the_hook_is_called, 7);
	return cases_run("memory", tcase);
}
