/*
 * landlock_test.c - what a process in a Landlock domain can still do, by the
 * version of Landlock.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/landlock.h"
#include "tests/unit/unit.h"

/* What a child found; bits of its exit status. */
enum {
	ENTERED = 1, SEES_PARENT = 2, SIGNALS_PARENT = 4, SIGNALS_OWN = 8,
	MOVES_FILES = 16
};

static bool opens_parent(void)
{
	char path[64], place[4096];

	snprintf(path, sizeof path, "/proc/%ld/cwd", (long)getppid());
	return readlink(path, place, sizeof place) > 0;
}

static bool moves_a_file(const char *folder)
{
	char from[64], to[64];
	int fd;

	snprintf(from, sizeof from, "%s/a", folder);
	snprintf(to, sizeof to, "%s/b", folder);
	mkdir(from, 0700);
	mkdir(to, 0700);
	snprintf(from, sizeof from, "%s/a/file", folder);
	snprintf(to, sizeof to, "%s/b/file", folder);
	fd = open(from, O_WRONLY | O_CREAT, 0600);
	return fd >= 0 && rename(from, to) == 0;
}

/* Tries everything in a child; returns what it found. */
static int tried(int version, bool enters)
{
	char folder[] = "/tmp/domain-XXXXXX", path[64];
	int status, found;
	pid_t child;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		pid_t own;

		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
		found = !enters || landlock_enter(version) == 0 ? ENTERED : 0;
		own = fork();
		if (own == 0) {
			pause();
			_exit(0);
		}
		found |= opens_parent() ? SEES_PARENT : 0;
		found |= kill(getppid(), 0) == 0 ? SIGNALS_PARENT : 0;
		found |= kill(own, SIGKILL) == 0 ? SIGNALS_OWN : 0;
		waitpid(own, NULL, 0);
		found |= moves_a_file(folder) ? MOVES_FILES : 0;
		_exit(found);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	for (const char *const *name = (const char *const[]){ "a/file",
	     "b/file", "a", "b", "", NULL }; *name != NULL; name++) {
		snprintf(path, sizeof path, "%s/%s", folder, *name);
		remove(path);
	}
	return WEXITSTATUS(status);
}

TEST(outside_of_one_all_is_open)
{
	ck_assert_int_eq(tried(0, false), ENTERED | SEES_PARENT |
			 SIGNALS_PARENT | SIGNALS_OWN | MOVES_FILES);
}

TEST(without_landlock_nothing_changes)
{
	ck_assert_int_eq(tried(0, true), ENTERED | SEES_PARENT |
			 SIGNALS_PARENT | SIGNALS_OWN | MOVES_FILES);
}

/* Every version that this kernel supports. */
TEST(inside_others_are_closed)
{
	const int newest = landlock_version();

	if (newest == 0)
		printf("not tried: domains (landlock_create_ruleset: %d)\n",
		       errno);
	for (int version = 1; version <= newest; version++) {
		int expected = ENTERED | SIGNALS_OWN;

		/* Version 1 cannot allow this. */
		if (version > 1)
			expected |= MOVES_FILES;
		if (version < LANDLOCK_VERSION_SIGNALS)
			expected |= SIGNALS_PARENT;
		ck_assert_msg(tried(version, true) == expected,
			      "version %d: %d", version, tried(version, true));
	}
}
