/*
 * unit.c - runs the tests of all files of tests/unit/, or of some: see unit.h.
 */
#define _GNU_SOURCE             /* MAP_ANONYMOUS */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILES_MAX = 200 };

char *unit_rows;

static struct unit_test *tests;         /* in the order of the files */
static struct unit_test **tests_end = &tests;
static struct {
	const char *file;
	bool each;
	void (*set_up)(void), (*tear_down)(void);
} files[FILES_MAX];
static int file_count;

void unit_test_add(struct unit_test *test)
{
	*tests_end = test;
	tests_end = &test->next;
}

void unit_hooks_add(const char *file, bool each, void (*set_up)(void),
		    void (*tear_down)(void))
{
	if (file_count == FILES_MAX)
		abort();
	files[file_count].file = file;
	files[file_count].each = each;
	files[file_count].set_up = set_up;
	files[file_count++].tear_down = tear_down;
}

/* As fixtures of check, so that they may assert. */
static void add_hooks(TCase *tcase, const char *file)
{
	for (int i = 0; i < file_count; i++)
		if (strcmp(files[i].file, file) == 0)
			(files[i].each ? tcase_add_checked_fixture :
			 tcase_add_unchecked_fixture)(
				tcase, files[i].set_up, files[i].tear_down);
}

/* Runs the tests of one file whose names contain `word`; returns how many
   failed. */
static int run_file(const char *file, const char *word)
{
	Suite *suite = suite_create(strstr(file, "unit/") + 5);
	TCase *tcase = tcase_create("");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(tcase, 1200);
	add_hooks(tcase, file);
	for (struct unit_test *one = tests; one != NULL; one = one->next)
		if (strcmp(one->file, file) == 0 &&
		    strstr(one->test->name, word) != NULL)
			_tcase_add_test(tcase, one->test, one->signal,
					one->exit, one->from(), one->end());
	suite_add_tcase(suite, tcase);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	fputs(unit_rows, stdout);
	srunner_free(runner);
	return failed;
}

/* In a process of its own, as a file may change to another folder. */
static int run_apart(const char *file)
{
	int status = 0;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0)
		exit(run_file(file, "") != 0);
	return child < 0 || waitpid(child, &status, 0) != child ||
		status != 0;
}

int main(int argc, char **argv)
{
	const char *srcdir = getenv("srcdir");
	char *source = realpath(srcdir != NULL ? srcdir : ".", NULL);
	int failed = 0, ran = 0;

	/* Tests may change to another folder. */
	if (source == NULL || setenv("srcdir", source, 1) != 0)
		return 1;
	free(source);
	/* The processes of tests write it. */
	unit_rows = mmap(NULL, UNIT_ROWS_SIZE, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (unit_rows == MAP_FAILED)
		return 1;
	for (struct unit_test *one = tests; one != NULL; one = one->next) {
		bool is_first = true;

		for (struct unit_test *other = tests; other != one;
		     other = other->next)
			is_first = is_first &&
				strcmp(other->file, one->file) != 0;
		if (!is_first ||
		    (argc > 1 && strstr(one->file, argv[1]) == NULL))
			continue;
		ran++;
		failed += argc > 2 ? run_file(one->file, argv[2]) :
			run_apart(one->file);
	}
	if (ran == 0)
		fprintf(stderr, "unit_tests: there is no file %s\n",
			argc > 1 ? argv[1] : "");
	return failed > 0 || ran == 0;
}
