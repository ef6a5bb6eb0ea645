/*
 * luck_csv_test.c - luck.csv is read as it was written, or is refused with the
 * number of the line.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"
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

static const struct {
	const char *bytes, *where, *part;
} wrong[] = {
	{ "", ":1: ", "expected the header match,game,luck" },
	{ "match,game\n1,1\n", ":1: ", "header" },
	{ "match,game,luck\n1,1\n", ":2: ", "three fields" },
	{ "match,game,luck\n1,1,,\n", ":2: ", "three fields" },
	{ "match,game,luck\n0,1,\n", ":2: ", "number of a match" },
	{ "match,game,luck\n1,01,\n", ":2: ", "number of a game" },
	{ "match,game,luck\n1,1,\n1,1,\n", ":3: ",
	  "game 1 of match 1 comes after game 1 of match 1" },
	{ "match,game,luck\n2,1,\n1,2,\n", ":3: ", "comes after" },
	{ "match,game,luck\n1,1,0.5|-0.5\n", ":2: ", "6 decimal places" },
	{ "match,game,luck\n1,1,+0.500000|-0.500000\n", ":2: ", "found" },
	{ "match,game,luck\n1,1,0.500000|-0.500000|\n", ":2: ", "found" },
	{ "match,game,luck\n1,1,00.500000|-0.500000\n", ":2: ", "found" },
	{ "match,game,luck\n1,1,-0.000000|0.000000\n", ":2: ", "found" },
	{ "match,game,luck\n1,1,1000.000001|0.000000\n", ":2: ", "found" },
	{ "match,game,luck\n1,1,0.000000\n", ":2: ", "adds up to 0" },
	{ "match,game,luck\n1,1,0.500000|-0.499000\n", ":2: ",
	  "not 0.001000" },
	{ "match,game,luck\n1,1,", ":2: ", "ends with LF" },
	{ "match,game,luck\n1,1,\n\n1,2,\n", ":3: ", "three fields" },
};

enum { WRONG = sizeof wrong / sizeof *wrong };

TEST_EACH(anything_else_is_refused, WRONG)
{
	struct error err = {0};

	file_write(wrong[_i].bytes, strlen(wrong[_i].bytes));
	ck_assert_int_eq(luck_csv_read(&csv, file_name, &err), -1);
	ck_assert_msg(strncmp(err.text, file_name, strlen(file_name)) == 0 &&
		      strncmp(err.text + strlen(file_name), wrong[_i].where,
			      strlen(wrong[_i].where)) == 0 &&
		      strstr(err.text, wrong[_i].part) != NULL, "%d: %s", _i,
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
