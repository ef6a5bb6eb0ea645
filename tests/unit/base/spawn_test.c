/*
 * spawn_test.c - programs are found, and children borrow memory.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
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
