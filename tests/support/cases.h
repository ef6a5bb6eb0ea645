/*
 * cases.h - runs the cases of a test program at the end of its main.
 */
#ifndef SUPPORT_CASES_H
#define SUPPORT_CASES_H

#include <check.h>
#include <stdlib.h>

/* Runs the suite and frees it.  Returns the value for main to return. */
static inline int cases_run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The same for a single case. */
static inline int cases_run(const char *name, TCase *tcase)
{
	Suite *suite = suite_create(name);

	suite_add_tcase(suite, tcase);
	return cases_run_suite(suite);
}

#endif
