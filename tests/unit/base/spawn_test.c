/*
 * spawn_test.c - programs are found, started and waited for.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/spawn.h"
#include "base/text.h"
#include "tests/support/rows.h"

TEST(the_first_folder_of_PATH_that_has_a_program_counts)
{
	char *found;

	setenv("PATH", "/nowhere:/bin::/usr/bin", 1);
	found = spawn_find("sh");
	ck_assert_ptr_nonnull(found);
	ck_assert_str_eq(found, "/bin/sh");
	free(found);
	ck_assert_ptr_null(spawn_find("no-such-program"));
	setenv("PATH", "", 1);
	ck_assert_ptr_null(spawn_find("sh"));
	unsetenv("PATH");
	ck_assert_ptr_null(spawn_find("sh"));
}

struct borrower {
	pid_t parent;
	int seen;
	bool had_signals;       /* some were not blocked */
};

static void take_down(void *context)
{
	struct borrower *borrower = context;
	sigset_t mask;

	sigprocmask(SIG_BLOCK, NULL, &mask);
	borrower->had_signals = sigismember(&mask, SIGTERM) == 0;
	borrower->seen = getppid() == borrower->parent;
	_exit(5);
}

static void fall_through(void *context)
{
	(void)context;
}

TEST(a_child_that_borrows_memory_is_done_with_it)
{
	struct borrower borrower = { .parent = getpid(), .had_signals = true };
	sigset_t mask;
	int status;
	pid_t pid = spawn_borrowing(take_down, &borrower);

	ck_assert_int_gt(pid, 0);
	ck_assert_int_eq(borrower.seen, 1);
	ck_assert(!borrower.had_signals);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 5);
	sigprocmask(SIG_BLOCK, NULL, &mask);
	ck_assert_int_eq(sigismember(&mask, SIGTERM), 0);

	/* A child whose function returns does not continue as its parent. */
	pid = spawn_borrowing(fall_through, NULL);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 127);
}

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
