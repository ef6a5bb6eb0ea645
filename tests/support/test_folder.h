/*
 * test_folder.h - a temporary folder for a test, with one file in it.
 */
#ifndef SUPPORT_TEST_FOLDER_H
#define SUPPORT_TEST_FOLDER_H

#include <check.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static char folder[] = "/tmp/rollcall-check.XXXXXX";
static char file_name[sizeof folder + 16];

/* Makes the folder; the file, which is not made yet, is to be `name`. */
static inline void tournament_folder_make(const char *name)
{
	if (mkdtemp(folder) == NULL) {
		perror(folder);
		exit(EXIT_FAILURE);
	}
	snprintf(file_name, sizeof file_name, "%s/%s", folder, name);
}

static inline int remove_one(const char *path, const struct stat *status,
			     int type, struct FTW *place)
{
	(void)status;
	(void)type;
	(void)place;
	return remove(path);
}

static inline void remove_tree(void)
{
	if (nftw(folder, remove_one, 9, FTW_DEPTH | FTW_PHYS) != 0)
		perror(folder);
	/* For the next one. */
	memset(folder + sizeof folder - 7, 'X', 6);
}

static inline void file_write_to(const char *path, const char *bytes,
				 size_t size)
{
	FILE *file = fopen(path, "w");

	ck_assert_msg(file != NULL, "%s", path);
	ck_assert(size == 0 || fwrite(bytes, 1, size, file) == size);
	ck_assert(fclose(file) == 0);
}

static inline void file_write(const char *bytes, size_t size)
{
	file_write_to(file_name, bytes, size);
}

static inline void file_put(const char *text)
{
	file_write(text, strlen(text));
}

static inline void assert_file_holds(const char *path, const char *expected)
{
	struct text found = {0};
	struct error err;

	ck_assert_msg(file_read(&found, path, 1 << 24, &err) == 0, "%s",
		      err.text);
	ck_assert_str_eq(text_string(&found), expected);
	text_release(&found);
}

static inline void assert_holds(const char *expected)
{
	assert_file_holds(file_name, expected);
}

static inline int mode_of(const char *path)
{
	struct stat status;

	ck_assert_msg(stat(path, &status) == 0, "%s is not there", path);
	return (int)(status.st_mode & 07777);
}

/* A limit on the size of files simulates a full disk.  No assertions while it
   holds, as Check writes to files too. */
static inline struct rlimit disk_limit(rlim_t most)
{
	struct rlimit before = { RLIM_INFINITY, RLIM_INFINITY };

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &before);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ most, before.rlim_max });
	return before;
}

/* The tests of a file of tests share a folder with the file `name`, which is
   gone before each. */
#define UNIT_FOLDER(name) \
	static void folder_set_up(void) { tournament_folder_make(name); } \
	static void file_remove(void) { unlink(file_name); } \
	UNIT_FILE(folder_set_up, remove_tree) \
	UNIT_EACH(file_remove, file_remove)

#endif
