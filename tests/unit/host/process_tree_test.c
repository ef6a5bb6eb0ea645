/*
 * process_tree_test.c - more children, and a longer table of mounts, than one
 * read of a file in /proc tells.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"
#include "host/process_tree.h"
#include "tests/unit/unit.h"

enum { MANY = 3000, STACK = 2048, MOUNTS = 300, MOUNT_TABLE = 20000 };

static const int counts[] = { 1500, MANY };
static char stacks[MANY][STACK] __attribute__((aligned(16)));
static pid_t children[MANY];
static int count;

/* Shares the memory of this process, or so many would not fit. */
__attribute__((no_sanitize("address", "undefined")))
static int wait_for_the_end(void *unused)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;)
		pause();
	return unused != NULL;
}

static void begin(int wanted)
{
	for (count = 0; count < wanted; count++) {
		children[count] = clone(wait_for_the_end,
					stacks[count] + STACK,
					CLONE_VM | SIGCHLD, NULL);
		ck_assert_int_gt(children[count], 0);
	}
}

static void end(void)
{
	for (int i = 0; i < count; i++)
		kill(children[i], SIGKILL);
	for (int i = 0; i < count; i++)
		ck_assert_int_eq(waitpid(children[i], NULL, 0), children[i]);
	count = 0;
}

TEST_EACH(all_children_are_found, 2)
{
	struct usage usage;
	int64_t one, all;

	begin(1);
	one = process_tree_memory(getpid());
	end();
	begin(counts[_i]);
	ck_assert(process_tree_usage(getpid(), counts[_i], &usage));
	ck_assert_int_eq(usage.tasks, counts[_i]);
	ck_assert(!process_tree_usage(getpid(), counts[_i] - 1, &usage));
	all = process_tree_memory(getpid());
	ck_assert_int_ge(all, one * counts[_i]);
	end();
}

/* Each child tells that soon, if it was sent the signal. */
static void all_tell(int change)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	int waits = 10000;
	siginfo_t info;

	for (int i = 0; i < count; i++)
		for (info.si_pid = 0; info.si_pid == 0; waits--) {
			ck_assert_int_gt(waits, 0);
			ck_assert_int_eq(waitid(P_PID, (id_t)children[i],
						&info, change | WNOHANG), 0);
			if (info.si_pid == 0)
				nanosleep(&moment, NULL);
		}
}

TEST_EACH(all_children_are_stopped, 2)
{
	begin(counts[_i]);
	ck_assert_int_eq(process_tree_stop(getpid()), 0);
	all_tell(WSTOPPED);
	ck_assert_int_eq(process_tree_continue(getpid()), 0);
	all_tell(WCONTINUED);
	end();
}

TEST(a_long_table_of_mounts_is_read_to_its_end)
{
	struct text text = {0};
	char folder[] = "/tmp/rollcall-mounts-XXXXXX";

	ck_assert_ptr_nonnull(mkdtemp(folder));
	if (unshare(geteuid() == 0 ? CLONE_NEWNS :
		    CLONE_NEWUSER | CLONE_NEWNS) != 0 ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) {
		printf("not tried: a long table of mounts (no namespaces)\n");
		rmdir(folder);
		return;
	}
	for (int i = 0; i < MOUNTS; i++)
		ck_assert_int_eq(mount(folder, folder, NULL, MS_BIND, NULL),
				 0);
	ck_assert_int_eq(mount("the last of all", folder, "tmpfs", 0, NULL),
			 0);
	ck_assert(process_read("self", "mountinfo", &text));
	ck_assert_int_gt(text.length, MOUNT_TABLE);
	ck_assert_ptr_nonnull(strstr(text.bytes, "the\\040last\\040of\\040all"));
	text_release(&text);
	for (int i = 0; i <= MOUNTS; i++)
		umount(folder);
	rmdir(folder);
}
