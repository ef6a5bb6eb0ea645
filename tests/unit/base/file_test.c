/*
 * file_test.c - files are read and written completely or not at all.
 */
#include <fcntl.h>

#include "tests/support/rows.h"
#include "tests/support/test_folder.h"

TEST(a_file_is_read_behind_what_is_there)
{
	struct text text = {0};
	struct error err;

	file_put("four");
	text_add(&text, "two ");
	ck_assert_int_eq(file_read(&text, file_name, 4, &err), 0);
	ck_assert_str_eq(text_string(&text), "two four");
	assert_says(file_read(&text, file_name, 3, &err), &err,
		    "is too large: at most 3 ");
	assert_says(file_read(&text, "none", 3, &err), &err,
		    "cannot open none: No such file or directory");
	text_release(&text);
}

TEST(a_new_file_never_replaces_one)
{
	struct stat status;
	struct error err;

	ck_assert_int_eq(file_create(file_name, 0600, "one", 3, true, &err),
			 0);
	assert_holds("one");
	ck_assert_int_eq(stat(file_name, &status), 0);
	ck_assert_int_eq(status.st_mode & 07777, 0600);
	assert_says(file_create(file_name, 0600, "two", 3, true, &err), &err,
		    ": File exists");
	assert_holds("one");
}

TEST(a_replaced_file_is_new_and_whole)
{
	char bytes[] = "longer than before";
	struct text text = { bytes, sizeof bytes - 1, sizeof bytes };
	struct error err;

	file_put("old");
	ck_assert_int_eq(file_replace(file_name, &text, true, &err), 0);
	assert_holds(bytes);
	text.length = 6;
	ck_assert_int_eq(file_replace(file_name, &text, false, &err), 0);
	assert_holds("longer");
	assert_says(file_replace("none/file", &text, false, &err), &err,
		    "cannot create none/file.new: No such file "
		    "or directory");
}

TEST(a_full_disk_leaves_the_old_file)
{
	char bytes[] = "more than ten bytes";
	struct text text = { bytes, sizeof bytes - 1, sizeof bytes };
	char new[sizeof file_name + 4];
	struct rlimit before;
	struct error err;
	int created, replaced;

	snprintf(new, sizeof new, "%s.new", file_name);
	file_put("old");
	before = disk_limit(10);
	replaced = file_replace(file_name, &text, false, &err);
	created = file_create(new, 0644, bytes, sizeof bytes, false, &err);
	setrlimit(RLIMIT_FSIZE, &before);
	ck_assert_int_eq(replaced, -1);
	assert_says(created, &err, "cannot write ");
	ck_assert_int_ne(access(new, F_OK), 0);
	assert_holds("old");
}

TEST(what_has_no_disk_is_in_sync)
{
	struct error err;
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(file_write_all(ends[1], "x", 1), 0);
	ck_assert_int_eq(file_sync(ends[1], "a pipe", &err), 0);
	assert_says(file_sync(-1, "nothing", &err), &err,
		    "cannot sync nothing to disk: Bad file descriptor");
	ck_assert_int_eq(file_sync_folder(folder, &err), 0);
	ck_assert_int_eq(file_sync_folder("none", &err), -1);
	ck_assert_int_eq(file_write_all(ends[0], "x", 1), -1);
	close(ends[0]);
	close(ends[1]);
}

static void check_cut(const char *there, const char *expected)
{
	size_t size = 77;
	int fd;

	file_put(there);
	fd = file_open_lines(file_name, 0644, &size);
	ck_assert_int_ge(fd, 0);
	ck_assert_uint_eq(size, strlen(expected));
	assert_holds(expected);
	ck_assert_int_eq(file_write_all(fd, "new\n", 4), 0);
	close(fd);
	file_write("", 0);
}

TEST(a_line_without_an_end_is_cut)
{
	char many[10001];
	size_t size = 77;
	int fd;

	check_cut("", "");
	check_cut("one\ntwo\n", "one\ntwo\n");
	check_cut("one\ntwo", "one\n");
	check_cut("one", "");
	memset(many, 'x', sizeof many - 1);
	many[sizeof many - 1] = '\0';
	check_cut(many, "");
	many[3] = '\n';
	check_cut(many, "xxx\n");
	unlink(file_name);
	fd = file_open_lines(file_name, 0600, &size);
	ck_assert_int_ge(fd, 0);
	ck_assert_uint_eq(size, 0);
	close(fd);
	ck_assert_int_eq(file_open_lines("none/none", 0600, &size), -1);
}

UNIT_FOLDER("file")
