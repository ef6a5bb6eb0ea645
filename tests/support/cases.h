/*
 * cases.h - runs the cases of a test program: what its main ends with.
 */
#ifndef SUPPORT_CASES_H
#define SUPPORT_CASES_H

#include <check.h>
#include <stdlib.h>

/* Runs the suite, which then is gone.  Returns what main is to return. */
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
