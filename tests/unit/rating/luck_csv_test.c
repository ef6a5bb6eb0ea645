/*
 * luck_csv_test.c - luck.csv is read as it was written, or is refused with the
 * number of the line.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/support/rows.h"
#include "tests/support/test_folder.h"
#include "tournaments/rating/luck_csv.h"

static struct luck_csv csv;

TEST(what_is_written_is_read)
{
	const int32_t two[] = { -1, 1 }, four[] = { 1234567, -1000000, -234568,
		0 };
	struct text out = {0};
	struct error err = {0};
	const struct luck_csv_game *game;

	luck_csv_add_header(&out);
	luck_csv_add_game(&out, 1, 1, two, 2);
	luck_csv_add_game(&out, 1, 2, NULL, 2);
	luck_csv_add_game(&out, 12, 1, four, 4);
	ck_assert_str_eq(text_string(&out), "match,game,luck\n"
			 "1,1,-0.000001|0.000001\n1,2,\n"
			 "12,1,1.234567|-1.000000|-0.234568|0.000000\n");
	file_write(out.bytes, out.length);
	ck_assert_msg(luck_csv_read(&csv, file_name, &err) == 0, "%s",
		      err.text);
	ck_assert_uint_eq(csv.count, 3);
	game = luck_csv_find(&csv, 12, 1);
	ck_assert(game != NULL && game->seats == 4);
	ck_assert(memcmp(csv.luck + game->first, four, sizeof four) == 0);
	game = luck_csv_find(&csv, 1, 2);
	ck_assert(game != NULL && game->seats == 0);
	ck_assert(memcmp(csv.luck + luck_csv_find(&csv, 1, 1)->first, two,
			 sizeof two) == 0);
	ck_assert_ptr_null(luck_csv_find(&csv, 1, 3));
	ck_assert_ptr_null(luck_csv_find(&csv, 2, 1));
	ck_assert_ptr_null(luck_csv_find(&csv, 13, 1));
	text_release(&out);
	luck_csv_release(&csv);
}

TEST_ROWS(anything_else_is_refused, "rating/games.txt",
	  "a luck.csv, the line, why")
{
	struct error err = {0};
	char line[sizeof file_name + 8];

	file_write(row->text[0], row->size[0]);
	assert_says(luck_csv_read(&csv, file_name, &err), &err, row->text[2]);
	snprintf(line, sizeof line, "%s:%s: ", file_name, row->text[1]);
	ck_assert_msg(strncmp(err.text, line, strlen(line)) == 0, "%s",
		      err.text);
	luck_csv_release(&csv);
}

TEST(other_files_are_refused)
{
	struct error err = {0};

	file_write("match,game,luck\n1,1,\0\n", 22);
	ck_assert_int_eq(luck_csv_read(&csv, file_name, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "a NUL byte"));
	luck_csv_release(&csv);
	ck_assert_int_eq(luck_csv_read(&csv, folder, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "expected a luck.csv"));
	luck_csv_release(&csv);
}

static void set_up(void)
{
	tournament_folder_make("luck.csv");
}

UNIT_FILE(set_up, remove_tree)
