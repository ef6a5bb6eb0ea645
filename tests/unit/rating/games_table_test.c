/*
 * games_table_test.c - every game reaches the ladder with the right seats,
 * ranks and block, or is refused with its line.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exact_math.h"
#include "games/game_points.h"
#include "tests/unit/unit.h"
#include "tests/support/vectors.h"
#include "tournaments/rating/games_table.h"

/* ### the book's vector */

static const cJSON *line_of(const cJSON *book, const char *type, int match)
{
	const cJSON *line;

	cJSON_ArrayForEach(line, book)
		if (strcmp(json_get(line, "t")->valuestring, type) == 0 &&
		    json_get(line, "match")->valueint == match)
			return line;
	return NULL;
}

static void add_match(struct games_table *table, const cJSON *book, int match,
		      int rotations)
{
	const cJSON *end = line_of(book, "end", match), *item, *rank;
	int entrant[GAME_SEATS_MAX], seats = 0, games = 0, faults = 0, n = 0;
	unsigned char ranks[64];
	struct games_fault fault[8];
	struct error err;

	cJSON_ArrayForEach(item, json_get(line_of(book, "start", match),
					  "entrants"))
		entrant[seats++] = item->valueint;
	cJSON_ArrayForEach(item, json_get(end, "ranks")) {
		cJSON_ArrayForEach(rank, item)
			ranks[n++] = (unsigned char)rank->valueint;
		games++;
	}
	cJSON_ArrayForEach(item, json_get(end, "faults"))
		fault[faults++] = (struct games_fault){
			json_get(item, "game")->valueint,
			json_get(item, "entrant")->valueint, false
		};
	ck_assert_int_eq(games_table_add_match(table, entrant, seats,
					       rotations, games, ranks, fault,
					       faults, &err), 0);
}

/* Compares the games that count, their blocks and what they are worth. */
static void assert_games(const struct games_table *table, const cJSON *games,
			 bool drop, const cJSON *expect)
{
	const cJSON *game = games->child;
	double points[3] = {0};
	int played[3] = {0}, left_out = 0, rank[2], value[2];
	const char *block = "";

	for (size_t g = 0, place = 0; g < table->game_count; g++, place += 2) {
		ck_assert_int_eq(table->games[g] & GAMES_SEATS, 2);
		if (drop && table->games[g] & GAMES_FAULTED) {
			left_out++;
			continue;
		}
		ck_assert_ptr_nonnull(game);
		ck_assert_int_eq(strcmp(json_get(game, "block")->valuestring,
					block) != 0,
				 (table->games[g] & GAMES_NEW_BLOCK) != 0);
		block = json_get(game, "block")->valuestring;
		for (int s = 0; s < 2; s++) {
			rank[s] = table->ranks[place + (size_t)s];
			ck_assert_int_eq((int)table->seated[place + (size_t)s],
					 cJSON_GetArrayItem(
						json_get(game, "seats"), s)
					 ->valueint);
			ck_assert_int_eq(rank[s], cJSON_GetArrayItem(
					json_get(game, "ranks"), s)->valueint);
		}
		game_points(RESULT_RANKING, 2, rank, value);
		for (int s = 0; s < 2; s++) {
			points[table->seated[place + (size_t)s]] +=
				(double)value[s] / GAME_POINTS;
			played[table->seated[place + (size_t)s]]++;
		}
		game = game->next;
	}
	ck_assert_ptr_null(game);
	ck_assert_int_eq(left_out, json_get(expect,
					    "games_left_out")->valueint);
	for (int i = 0; i < 3; i++) {
		ck_assert(points[i] == cJSON_GetArrayItem(
				json_get(expect, "points"), i)->valuedouble);
		ck_assert_int_eq(played[i], cJSON_GetArrayItem(
				json_get(expect, "played"), i)->valueint);
	}
}

static void assert_faults(const struct games_table *table, const cJSON *expect)
{
	for (int i = 0; i < 3; i++) {
		const struct games_entrant *entrant = &table->entrants[i];
		const cJSON *interval = cJSON_GetArrayItem(
			json_get(expect, "wilson95"), i);
		double low, high;

		exact_math_wilson(entrant->games_faulted, entrant->games_all,
				  &low, &high);
		ck_assert_int_eq(entrant->games_faulted, cJSON_GetArrayItem(
				 json_get(expect, "faulted_games"), i)
				 ->valueint);
		ck_assert_int_eq(entrant->games_all, cJSON_GetArrayItem(
				 json_get(expect, "played_all"), i)->valueint);
		ck_assert_double_le(fabs(low - cJSON_GetArrayItem(interval, 0)
					 ->valuedouble), 1e-12);
		ck_assert_double_le(fabs(high - cJSON_GetArrayItem(interval, 1)
					 ->valuedouble), 1e-12);
	}
}

TEST(a_book_becomes_the_games_of_the_vector)
{
	cJSON *file = vectors_load("ratings.json");
	const cJSON *vector = vectors_group(file, "book")->child, *name;
	const cJSON *manifest = json_get(vector, "manifest");
	const cJSON *book = json_get(vector, "book");
	const cJSON *expect = json_get(vector, "expect");
	struct games_table table;

	games_table_init(&table, NULL);
	cJSON_ArrayForEach(name, json_get(manifest, "entrants"))
		games_table_entrant(&table, name->valuestring,
				    name->valuestring);
	for (int match = 1; match <= 3; match++)
		add_match(&table, book, match,
			  json_get(manifest, "rotations")->valueint);
	assert_games(&table, json_get(json_get(expect, "loss"), "games"),
		     false, json_get(expect, "loss"));
	assert_games(&table, json_get(json_get(expect, "drop"), "games"), true,
		     json_get(expect, "drop"));
	assert_faults(&table, json_get(expect, "separate"));
	games_table_release(&table);
	games_table_release(&table);
	cJSON_Delete(file);
}

/* ### matches */

TEST(places_rotate_through_the_seats)
{
	const int entrant[] = { 2, 0, 1 };
	const unsigned char ranks[] = { 1, 2, 3,  1, 2, 2,  3, 1, 1 };
	const uint32_t seated[] = { 2, 0, 1,  0, 1, 2,  1, 2, 0 };
	const unsigned char rank[] = { 1, 2, 3,  2, 2, 1,  1, 3, 1 };
	struct games_table table;
	struct error err;

	games_table_init(&table, NULL);
	games_table_entrant(&table, "a", "");
	games_table_entrant(&table, "b", "");
	games_table_entrant(&table, "c", "");
	ck_assert_int_eq(games_table_add_match(&table, entrant, 3, 3, 3, ranks,
					       NULL, 0, &err), 0);
	ck_assert_int_eq(memcmp(table.seated, seated, sizeof seated), 0);
	ck_assert_int_eq(memcmp(table.ranks, rank, sizeof rank), 0);
	ck_assert_int_eq(table.games[0],
			 3 | GAMES_NEW_BLOCK | GAMES_NEW_MATCH);
	ck_assert_int_eq(table.games[1], 3);
	ck_assert_int_eq(table.games[2], 3);
	ck_assert_int_eq(table.entrants[1].games_all, 3);
	games_table_release(&table);
}

TEST(an_entrant_in_two_seats_plays_one_game)
{
	const int entrant[] = { 0, 1, 0 };
	const unsigned char ranks[] = { 1, 2, 3 };
	const struct games_fault faults[] = { { 1, 0, false },
					      { 1, 2, false } };
	struct games_table table;
	struct error err;

	games_table_init(&table, NULL);
	games_table_entrant(&table, "a", "");
	games_table_entrant(&table, "b", "");
	ck_assert_int_eq(games_table_add_match(&table, entrant, 3, 1, 1, ranks,
					       faults, 2, &err), 0);
	ck_assert_int_eq(table.entrants[0].games_all, 1);
	ck_assert_int_eq(table.entrants[0].games_faulted, 1);
	ck_assert_int_eq(table.entrants[1].games_faulted, 0);
	games_table_release(&table);
}

TEST(a_match_that_cannot_be_changes_nothing)
{
	const int entrant[] = { 0, 1 };
	const unsigned char good[] = { 1, 2, 2, 1 }, zero[] = { 1, 2, 2, 0 };
	const struct games_fault early = { 0, 0, false },
		late = { 3, 0, false }, place = { 1, 2, false };
	struct games_table table;
	struct error err = {0};

	games_table_init(&table, NULL);
	games_table_entrant(&table, "a", "");
	games_table_entrant(&table, "b", "");
	ck_assert_int_eq(games_table_add_match(&table, entrant, 2, 2, 2, zero,
					       NULL, 0, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "row 2"));
	ck_assert_int_eq(games_table_add_match(&table, entrant, 2, 2, 1, good,
					       NULL, 0, &err), -1);
	ck_assert_int_eq(games_table_add_match(&table, entrant, 1, 1, 2, good,
					       NULL, 0, &err), -1);
	ck_assert_int_eq(games_table_add_match(&table, entrant, 11, 1, 2, good,
					       NULL, 0, &err), -1);
	ck_assert_int_eq(games_table_add_match(&table, entrant, 2, 2, 2, good,
					       &early, 1, &err), -1);
	ck_assert_int_eq(games_table_add_match(&table, entrant, 2, 2, 2, good,
					       &late, 1, &err), -1);
	ck_assert_int_eq(games_table_add_match(&table, entrant, 2, 2, 2, good,
					       &place, 1, &err), -1);
	ck_assert_uint_eq(table.game_count, 0);
	games_table_release(&table);
}

TEST(a_bot_is_one_entrant_in_all_folders)
{
	struct games_table table;
	char name[16];

	games_table_init(&table, NULL);
	ck_assert_int_eq(games_table_entrant(&table, "old", "aa"), 0);
	ck_assert_int_eq(games_table_entrant(&table, "other", "bb"), 1);
	ck_assert_int_eq(games_table_entrant(&table, "new", "aa"), 0);
	ck_assert_int_eq(games_table_entrant(&table, "old", "cc"), 2);
	ck_assert_int_eq(games_table_entrant(&table, "old", ""), 3);
	ck_assert_int_eq(games_table_entrant(&table, "old", ""), 3);
	ck_assert_str_eq(table.entrants[0].name, "old");
	for (int i = 0; i < 5000; i++) {
		snprintf(name, sizeof name, "bot %d", i);
		ck_assert_int_eq(games_table_entrant(&table, name, ""), i + 4);
	}
	ck_assert_int_eq(games_table_entrant(&table, "bot 4999", ""), 5003);
	games_table_release(&table);
}

TEST(games_sort_by_entrants_and_then_by_ranks)
{
	static const int seated[][2] = {
		{ 1, 0 }, { 0, 1 }, { 0, 1 }, { 0, 2 }, { 0, 1 }
	};
	static const long ranks[][2] = {
		{ 1, 2 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 1, 2 }
	};
	const uint32_t expected[] = { 4, 8, 2, 6, 0 };
	uint32_t places[] = { 0, 2, 4, 6, 8 };
	struct games_table table;

	games_table_init(&table, NULL);
	for (int i = 0; i < 3; i++)
		games_table_entrant(&table, i == 0 ? "a" : i == 1 ? "b" : "c",
				    "");
	for (int g = 0; g < 5; g++)
		games_table_add_game(&table, seated[g], ranks[g], 2, 0);
	games_table_sort(&table, 2, places, 5);
	ck_assert_int_eq(memcmp(places, expected, sizeof places), 0);
	games_table_release(&table);
}

/* ### CSV */

/* Reads bytes as a file.  Returns the reader's result. */
static int read_bytes(struct games_table *table, const char *bytes,
		      size_t size, struct error *err)
{
	char path[] = "/tmp/check_games_table.XXXXXX";
	int fd = mkstemp(path), result;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
	close(fd);
	games_table_init(table, NULL);
	result = games_table_read_csv(table, path, err);
	remove(path);
	return result;
}

#define H "block,entrants,ranks\n"

TEST(names_may_hold_what_a_quoted_field_may)
{
	static const char csv[] = "\"block\",entrants,ranks\r\n"
		"1,\"Z, the \"\"great\"\"|a'=b\",2|1\r\n"
		",\"'=\xc3\xa9|a'=b\",1|1";
	struct games_table table;
	struct error err = {0};

	ck_assert_msg(read_bytes(&table, csv, sizeof csv - 1, &err) == 0,
		      "%s", err.text);
	ck_assert_int_eq(table.entrant_count, 3);
	ck_assert_str_eq(table.entrants[0].name, "=\xc3\xa9");
	ck_assert_str_eq(table.entrants[1].name, "Z, the \"great\"");
	ck_assert_str_eq(table.entrants[2].name, "a'=b");
	ck_assert_uint_eq(table.game_count, 2);
	ck_assert_uint_eq(table.seated[0], 0);
	ck_assert_uint_eq(table.seated[2], 1);
	ck_assert_uint_eq(table.seated[3], 2);
	ck_assert_uint_eq(table.ranks[1], 1);
	ck_assert_uint_eq(table.ranks[2], 2);
	games_table_release(&table);
}

/* The games of block x and of no block are between a and b: (a, b) was played 3
   times, twice as a whole block, and (b, a) once. */
static void check_sums(const struct games_table *table)
{
	const unsigned char games[] = {
		2 | GAMES_NEW_BLOCK | GAMES_NEW_MATCH, 2,
		3 | GAMES_NEW_BLOCK | GAMES_NEW_MATCH
	};

	ck_assert_uint_eq(table->game_count, sizeof games);
	ck_assert_int_eq(memcmp(table->games, games, sizeof games), 0);
	ck_assert_uint_eq(table->times[0], 3);
	ck_assert_uint_eq(table->times[2], 1);
	ck_assert_uint_eq(table->times[4], 2);
	ck_assert_uint_eq(table->ranks[6], 2);
	ck_assert_uint_eq(table->group_count, 2);
	ck_assert_uint_eq(table->groups[0].games, 2);
	ck_assert_uint_eq(table->groups[0].blocks, 3);
	ck_assert_uint_eq(table->groups[0].product[0], 3);
	ck_assert_uint_eq(table->groups[0].product[1], 1);
	ck_assert_uint_eq(table->groups[0].product[2], 1);
	ck_assert_uint_eq(table->groups[1].games, 1);
	ck_assert_uint_eq(table->groups[1].blocks, 2);
	ck_assert_ptr_null(table->groups[1].product);
	ck_assert_int_eq(table->entrants[0].games_all, 6);
	ck_assert_int_eq(table->entrants[2].games_all, 2);
}

TEST(blocks_are_brought_together_and_added_up)
{
	static const char *const csv[] = {
		H ",a|b,1|2\nx,a|b,1|2\nx,b|a,1|2\ny,a|c|b,1|300|20\n"
		",a|b,1|2\nz,a|c|b,2|9|3\n",
		H "x,a|b,1|2\n,a|b,1|2\ny,a|c|b,1|300|20\n"
		"x,b|a,1|2\n,a|b,1|2\nz,a|c|b,2|9|3\n",
	};

	for (int i = 0; i < 2; i++) {
		struct games_table table;
		struct error err = {0};

		ck_assert_int_eq(read_bytes(&table, csv[i], strlen(csv[i]),
					    &err), 0);
		check_sums(&table);
		games_table_release(&table);
	}
}

static const struct {
	const char *name, *csv;
	int line;
	const char *why;
} bad[] = {
	{ "nothing", "", 1, "header" },
	{ "no header", "1,a|b,1|2\n", 1, "header" },
	{ "another header", "block,ranks,entrants\n", 1, "header" },
	{ "a rank of NaN", H "1,a|b,1|2\n1,a|b,NaN|1\n", 3, "rank" },
	{ "a rank of 0", H "1,a|b,1|0\n", 2, "rank" },
	{ "a leading zero", H "1,a|b,1|01\n", 2, "rank" },
	{ "a negative rank", H "1,a|b,1|-2\n", 2, "rank" },
	{ "a fraction", H "1,a|b,1|1.5\n", 2, "rank" },
	{ "a space", H "1,a|b,1| 2\n", 2, "rank" },
	{ "an empty rank", H "1,a|b,1|\n", 2, "rank" },
	{ "a huge rank", H "1,a|b,1|9999999999\n", 2, "rank" },
	{ "too few ranks", H "1,a|b|c,1|2\n", 2, "rank for every" },
	{ "too many ranks", H "1,a|b,1|2|3\n", 2, "rank for every" },
	{ "a game for one", H "1,a,1\n", 2, "2 to 10" },
	{ "a game for eleven", H "1,a|b|c|d|e|f|g|h|i|j|k,"
	  "1|2|3|4|5|6|7|8|9|10|11\n", 2, "2 to 10" },
	{ "a bad line after blocks out of order", H "1,a|b,1|2\n2,a|b,1|2\n"
	  "1,a|b,1|2\n2,a|b,1|0\n", 5, "rank" },
	{ "no name", H "1,a|,1|2\n", 2, "name" },
	{ "bytes that are no text", H "1,a|\xff,1|2\n", 2, "UTF-8" },
	{ "two fields", H "1,a|b\n", 2, "three fields" },
	{ "four fields", H "1,a|b,1|2,x\n", 2, "three fields" },
	{ "an empty line", H "\n", 2, "three fields" },
	{ "a quote in the middle", H "1,a\"b|c,1|2\n", 2, "quote" },
	{ "text after a quote", H "1,\"a|b\"c,1|2\n", 2, "after a quoted" },
	{ "an open quote", H "1,\"a|b,1|2\n", 2, "never ends" },
	{ "a lone CR", H "1,a|b,1|2\rx", 2, "CR" },
	{ "after a block of two lines", H "\"x\ny\",a|b,1|2\n1,a|b,0|1\n", 4,
	  "rank" },
	{ "a name of two lines", H "1,\"a\nb|c\",1|2\n", 2, "a\\u000ab" },
	{ "a name without a width", H "1,a\xe2\x80\x8b|c,1|2\n", 2,
	  "a\\u200b" },
};

enum { BAD = sizeof bad / sizeof *bad };

TEST_EACH(a_bad_line_is_refused_with_its_number, BAD)
{
	struct games_table table;
	struct error err = {0};
	char line[32];

	snprintf(line, sizeof line, ":%d: ", bad[_i].line);
	ck_assert_msg(read_bytes(&table, bad[_i].csv, strlen(bad[_i].csv),
				 &err) == -1, "%s", bad[_i].name);
	ck_assert_msg(strstr(err.text, line) != NULL &&
		      strstr(err.text, bad[_i].why) != NULL, "%s: %s",
		      bad[_i].name, err.text);
	games_table_release(&table);
}

TEST(a_nul_and_a_missing_file_are_refused)
{
	static const char csv[] = H "1,a\0c|b,1|2\n";
	struct games_table table;
	struct error err = {0};

	ck_assert_int_eq(read_bytes(&table, csv, sizeof csv - 1, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, ":2: a NUL"));
	games_table_release(&table);
	games_table_init(&table, NULL);
	ck_assert_int_eq(games_table_read_csv(&table, "/nowhere/x.csv", &err),
			 -1);
	ck_assert_ptr_nonnull(strstr(err.text, "/nowhere/x.csv"));
}

TEST(a_header_alone_is_a_table_without_games)
{
	struct games_table table;
	struct error err = {0};

	ck_assert_int_eq(read_bytes(&table, H, strlen(H), &err), 0);
	ck_assert_uint_eq(table.game_count, 0);
	ck_assert_int_eq(table.entrant_count, 0);
	games_table_release(&table);
}
