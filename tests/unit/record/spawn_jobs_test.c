/*
 * spawn_jobs_test.c - programs are started, read and waited for.
 */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/rows.h"
#include "tournaments/record/spawn_jobs.h"

static const struct {
	enum spawn_errors errors;
	const char *expected;
} outputs[] = {
	{ SPAWN_ERRORS_OUT, "outerr" },
	{ SPAWN_ERRORS_NULL, "out" },
};

TEST_EACH(what_a_child_prints_is_read, sizeof outputs / sizeof *outputs)
{
	char *argv[] = { "/bin/sh", "-c", "printf out; printf err >&2; exit 3",
		NULL };
	struct text out = {0};
	struct spawn child;
	struct error err;
	char bytes[100];
	ssize_t got;
	int status;

	assert_says(spawn_start(&child, argv, outputs[_i].errors, &err), &err,
		    NULL);
	while ((got = read(child.out, bytes, sizeof bytes)) > 0)
		text_append(&out, bytes, (size_t)got);
	status = spawn_end(&child);
	ck_assert_str_eq(text_string(&out), outputs[_i].expected);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	ck_assert_int_eq(child.pid, 0);
	text_release(&out);
}

TEST(what_cannot_be_run_leaves_no_child)
{
	char *argv[] = { "/nowhere/program", NULL };
	struct spawn child;
	struct error err;

	ck_assert_int_eq(spawn_start(&child, argv, SPAWN_ERRORS_NULL, &err),
			 -1);
	ck_assert_str_eq(err.text, "cannot run /nowhere/program: No such file "
			 "or directory");
	ck_assert_int_eq(child.pid, 0);
	ck_assert(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}
