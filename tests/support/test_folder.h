/*
 * test_folder.h - a temporary folder for a test, with one file in it.
 */
#ifndef SUPPORT_TEST_FOLDER_H
#define SUPPORT_TEST_FOLDER_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static inline void file_put(const char *text)
{
	file_write(text, strlen(text));
}

static inline void assert_holds(const char *expected)
{
	struct text found = {0};
	struct error err;

	ck_assert_msg(file_read(&found, file_name, 1 << 24, &err) == 0, "%s",
		      err.text);
	ck_assert_str_eq(text_string(&found), expected);
	text_release(&found);
}

/* The tests of a file of tests share a folder with the file `name`, which is
   gone before each. */
#define UNIT_FOLDER(name) \
	static void folder_set_up(void) { tournament_folder_make(name); } \
	static void file_remove(void) { unlink(file_name); } \
	UNIT_FILE(folder_set_up, remove_tree) \
	UNIT_EACH(file_remove, file_remove)

#endif
