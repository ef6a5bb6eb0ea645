/*
 * test_folder.h - a temporary folder for a test, with one file in it.
 */
#ifndef SUPPORT_TEST_FOLDER_H
#define SUPPORT_TEST_FOLDER_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

static inline void remove_tree(void)
{
	unlink(file_name);
	if (rmdir(folder) != 0)
		perror(folder);
}

static inline void file_write(const char *bytes, size_t size)
{
	FILE *file = fopen(file_name, "w");

	ck_assert_ptr_nonnull(file);
	ck_assert(size == 0 || fwrite(bytes, 1, size, file) == size);
	ck_assert(fclose(file) == 0);
}

#endif
