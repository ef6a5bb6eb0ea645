/*
 * unit.h - how a unit test is written.
 *
 *	#include "tests/unit/unit.h"
 *
 *	TEST(two_and_two_are_four)
 *	{
 *		ck_assert_int_eq(2 + 2, 4);
 *	}
 *
 * tests/support/rows.h has tests whose cases are rows of a text file.
 *
 * All files of tests/unit/ are linked into one program, tests/unit/unit_tests;
 * a test in one of them is known to it by being there.  Each runs in a process
 * of its own.  `tests/unit/unit_tests base/file_test` runs one file,
 * `tests/unit/unit_tests base/file_test two_and` the tests of it whose names
 * contain the second word.
 */
#ifndef UNIT_UNIT_H
#define UNIT_UNIT_H

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>

struct unit_test {
	const char *file;       /* __BASE_FILE__: a test in a header is one of
				   the file that includes it */
	const TTest *test;
	int (*from)(void), (*end)(void);
	int signal, exit;       /* how it has to end; 0: it returns */
	struct unit_test *next;
};

/* Where the data of tests are that failed, or are in progress (rows.h). */
enum { UNIT_ROWS_SIZE = 10000 };
extern char *unit_rows;

void unit_test_add(struct unit_test *test);
/* `set_up` runs before the tests of the file, `tear_down` after them: once, or
   with `each` around each test.  Both may be NULL. */
void unit_hooks_add(const char *file, bool each, void (*set_up)(void),
		    void (*tear_down)(void));

#define TEST_ENDS(name, first, last, with_signal, with_exit) \
	static void name##_fn(int _i CK_ATTRIBUTE_UNUSED); \
	static const TTest name##_ttest = { #name, name##_fn, __FILE__, \
		__LINE__ }; \
	static int name##_from(void) { return (int)(first); } \
	static int name##_end(void) { return (int)(last); } \
	__attribute__((constructor)) static void name##_add(void) \
	{ \
		static struct unit_test one = { __BASE_FILE__, &name##_ttest, \
			name##_from, name##_end, with_signal, with_exit, NULL \
		}; \
		unit_test_add(&one); \
	} \
	static void name##_fn(int _i CK_ATTRIBUTE_UNUSED)

/* The test runs once. */
#define TEST(name) TEST_ENDS(name, 0, 1, 0, 0)
/* It runs for each `_i` from 0 to before `count`. */
#define TEST_EACH(name, count) TEST_ENDS(name, 0, count, 0, 0)
#define TEST_FROM(name, first, last) TEST_ENDS(name, first, last, 0, 0)

/* Static functions that run before and after the tests of this file, or each of
   them. */
#define UNIT_FILE(set_up, tear_down) UNIT_HOOKS(file, set_up, tear_down)
#define UNIT_EACH(set_up, tear_down) UNIT_HOOKS(each, set_up, tear_down)
#define UNIT_HOOKS(kind, set_up, tear_down) \
	__attribute__((constructor)) static void unit_##kind##_add(void) \
	{ \
		unit_hooks_add(__BASE_FILE__, #kind[0] == 'e', set_up, \
			       tear_down); \
	}

#endif
