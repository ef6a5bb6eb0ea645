/*
 * games_table_test.c - every game reaches the ladder with the right seats,
 * ranks and block, or is refused with its line.
 */
#include "base/exact_math.h"
#include "games/game.h"
#include "tests/support/ladder_games.h"
#include "tests/support/rows.h"

UNIT_EACH(ladder_begin, ladder_end)

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

static void load_match(const cJSON *book, int match, int rotations)
{
	const cJSON *end = line_of(book, "end", match), *item, *rank;
	int entrant[GAME_SEATS_MAX], seats = 0, games = 0, faults = 0, n = 0;
	unsigned char ranks[64];
	struct games_fault fault[8];

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
	games_table_add_match(&table, entrant, seats, rotations, games, ranks,
			      fault, faults);
}

static bool is_at(const cJSON *list, int at, double value)
{
	return fabs(number_at(list, at) - value) <= 1e-12;
}

/* Compares the games that count, their blocks and what they are worth. */
static void assert_games(const cJSON *expect, bool drop)
{
	const cJSON *game = json_get(expect, "games")->child;
	double points[3] = {0};
	int played[3] = {0}, left_out = 0, rank[2], value[2];
	const char *block = "";

	for (size_t g = 0; g < table.game_count; g++) {
		const uint32_t *seated = table.seated + 2 * g;

		ck_assert_int_eq(table.games[g] & GAMES_SEATS, 2);
		if (drop && table.games[g] & GAMES_FAULTED) {
			left_out++;
			continue;
		}
		ck_assert_ptr_nonnull(game);
		ck_assert_int_eq(strcmp(json_get(game, "block")->valuestring,
					block) != 0,
				 (table.games[g] & GAMES_NEW_BLOCK) != 0);
		block = json_get(game, "block")->valuestring;
		for (int s = 0; s < 2; s++) {
			rank[s] = table.ranks[2 * g + (size_t)s];
			ck_assert(is_at(json_get(game, "seats"), s, seated[s]));
			ck_assert(is_at(json_get(game, "ranks"), s, rank[s]));
		}
		game_points(RESULT_RANKING, 2, rank, value);
		for (int s = 0; s < 2; s++) {
			points[seated[s]] += (double)value[s] / GAME_POINTS;
			played[seated[s]]++;
		}
		game = game->next;
	}
	ck_assert_ptr_null(game);
	ck_assert_int_eq(left_out, json_get(expect,
					    "games_left_out")->valueint);
	for (int i = 0; i < 3; i++) {
		ck_assert(is_at(json_get(expect, "points"), i, points[i]));
		ck_assert(is_at(json_get(expect, "played"), i, played[i]));
	}
}

static void assert_faults(const cJSON *expect)
{
	for (int i = 0; i < 3; i++) {
		const struct games_entrant *entrant = &table.entrants[i];
		const cJSON *interval = cJSON_GetArrayItem(
			json_get(expect, "wilson95"), i);
		double low, high;

		games_table_wilson(entrant->games_faulted, entrant->games_all,
				   EXACT_MATH_NORMAL_97_5,
				  &low, &high);
		ck_assert(is_at(json_get(expect, "faulted_games"), i,
				entrant->games_faulted));
		ck_assert(is_at(json_get(expect, "played_all"), i,
				entrant->games_all));
		ck_assert(is_at(interval, 0, low) && is_at(interval, 1, high));
	}
}

TEST(a_book_becomes_the_games_of_the_vector)
{
	const cJSON *vector = rating_vectors("book")->child, *name;
	const cJSON *manifest = json_get(vector, "manifest");
	const cJSON *expect = json_get(vector, "expect");

	cJSON_ArrayForEach(name, json_get(manifest, "entrants"))
		games_table_entrant(&table, name->valuestring,
				    name->valuestring);
	for (int match = 1; match <= 3; match++)
		load_match(json_get(vector, "book"), match,
			   json_get(manifest, "rotations")->valueint);
	assert_games(json_get(expect, "loss"), false);
	assert_games(json_get(expect, "drop"), true);
	assert_faults(json_get(expect, "separate"));
	games_table_release(&table);
}

/* ### matches */

TEST(places_rotate_through_the_seats)
{
	const unsigned char ranks[] = { 1, 2, 3,  1, 2, 2,  3, 1, 1 };
	const uint32_t seated[] = { 2, 0, 1,  0, 1, 2,  1, 2, 0 };
	const unsigned char rank[] = { 1, 2, 3,  2, 2, 1,  1, 3, 1 };
	const unsigned char bits[] = { 3 | ALONE, 3, 3 };

	make_table(3);
	games_table_add_match(&table, (int[]){ 2, 0, 1 }, 3, 3, 3, ranks, NULL,
			      0);
	ck_assert_mem_eq(table.seated, seated, sizeof seated);
	ck_assert_mem_eq(table.ranks, rank, sizeof rank);
	ck_assert_mem_eq(table.games, bits, sizeof bits);
	ck_assert_int_eq(table.entrants[1].games_all, 3);
}

TEST(an_entrant_in_two_seats_plays_one_game)
{
	const struct games_fault faults[] = { { 1, 0, false },
					      { 1, 2, false } };

	make_table(2);
	games_table_add_match(&table, (int[]){ 0, 1, 0 }, 3, 1, 1,
			      (unsigned char[]){ 1, 2, 3 }, faults, 2);
	ck_assert_int_eq(table.entrants[0].games_all, 1);
	ck_assert_int_eq(table.entrants[0].games_faulted, 1);
	ck_assert_int_eq(table.entrants[1].games_faulted, 0);
}

TEST(a_bot_is_one_entrant_in_all_folders)
{
	static const char *const bots[][2] = { { "old", "aa" },
		{ "other", "bb" }, { "new", "aa" }, { "old", "cc" },
		{ "old", "" }, { "old", "" } };
	char name[16];

	for (int i = 0; i < 6; i++)
		ck_assert_int_eq(games_table_entrant(&table, bots[i][0],
				 bots[i][1]), "010233"[i] - '0');
	ck_assert_str_eq(table.entrants[0].name, "old");
	for (int i = 0; i < 5000; i++) {
		snprintf(name, sizeof name, "bot %d", i);
		ck_assert_int_eq(games_table_entrant(&table, name, ""), i + 4);
	}
	ck_assert_int_eq(games_table_entrant(&table, "bot 4999", ""), 5003);
}

TEST(games_sort_by_entrants_and_then_by_ranks)
{
	const uint32_t expected[] = { 4, 8, 2, 6, 0 };
	uint32_t places[] = { 0, 2, 4, 6, 8 };

	make_table(3);
	add_games("b>a a<b a=b a>c a>b");
	games_table_sort(&table, 2, places, 5);
	ck_assert_mem_eq(places, expected, sizeof places);
}

/* ### CSV */

#define H "block,entrants,ranks\n"

TEST(names_may_hold_what_a_quoted_field_may)
{
	static const char csv[] = "\"block\",entrants,ranks\r\n"
		"1,\"Z, the \"\"great\"\"|a'=b\",2|1\r\n"
		",\"'=\xc3\xa9|a'=b\",1|1";
	static const char *const names[] = { "=\xc3\xa9", "Z, the \"great\"",
		"a'=b" };
	static const uint32_t seated[] = { 0, 2, 1, 2 };
	static const unsigned char ranks[] = { 1, 1, 2, 1 };
	struct error err = {0};

	ck_assert_msg(read_csv(csv, sizeof csv - 1, &err) == 0, "%s",
		      err.text);
	ck_assert_int_eq(table.entrant_count, 3);
	for (int i = 0; i < 3; i++)
		ck_assert_str_eq(table.entrants[i].name, names[i]);
	ck_assert_uint_eq(table.game_count, 2);
	ck_assert_mem_eq(table.seated, seated, sizeof seated);
	ck_assert_mem_eq(table.ranks, ranks, sizeof ranks);
}

static const char *const orders[] = {
	H ",a|b,1|2\nx,a|b,1|2\nx,b|a,1|2\ny,a|c|b,1|300|20\n"
	",a|b,1|2\nz,a|c|b,2|9|3\n",
	H "z,a|c|b,1|3|2\nx,b|a,1|2\n,a|b,1|2\ny,a|c|b,1|300|20\n"
	"x,a|b,1|2\n,a|b,1|2\n",
};

/* Blocks and their games are in the order of what was played. */
TEST_EACH(the_order_of_the_lines_does_not_show, 2)
{
	static const unsigned char games[] = { 2 | ALONE, 2 | ALONE, 2 | ALONE,
		2, 3 | ALONE, 3 | ALONE };
	static const uint32_t seated[] = { 0, 1, 0, 1, 0, 1, 1, 0, 0, 2, 1, 0,
		2, 1 };
	struct error err = {0};

	ck_assert_int_eq(read_csv(orders[_i], strlen(orders[_i]), &err), 0);
	ck_assert_uint_eq(table.game_count, sizeof games);
	ck_assert_mem_eq(table.games, games, sizeof games);
	ck_assert_mem_eq(table.seated, seated, sizeof seated);
	ck_assert_uint_eq(table.ranks[9], 3);
}

TEST_ROWS(a_bad_line_is_refused_with_its_number, "rating/games.txt",
	  "games, the line, why")
{
	struct error err = {0};
	char line[32];

	assert_says(read_csv(row->text[0], row->size[0], &err), &err,
		    row->text[2]);
	snprintf(line, sizeof line, ":%s: ", row->text[1]);
	ck_assert_msg(strstr(err.text, line) != NULL, "%s", err.text);
}

TEST(a_nul_and_a_missing_file_are_refused_and_a_header_is_not)
{
	static const char csv[] = H "1,a\0c|b,1|2\n";
	struct error err = {0};

	ck_assert_int_eq(read_csv(csv, sizeof csv - 1, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, ":2: a NUL"));
	make_table(0);
	ck_assert_int_eq(games_table_read(&table, (char *[]){ "/nowhere/x.csv" },
					  1, true, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "/nowhere/x.csv"));
	ck_assert_int_eq(read_csv(H, strlen(H), &err), 0);
	ck_assert_uint_eq(table.game_count, 0);
	ck_assert_int_eq(table.entrant_count, 0);
}

TEST(wilson_gives_the_interval_of_a_share)
{
	double low, high;

	games_table_wilson(3, 8, EXACT_MATH_NORMAL_97_5, &low, &high);
	assert_near(low, 0.13684428582359737, 1e-12);
	assert_near(high, 0.6942576053973728, 1e-12);
	games_table_wilson(0, 8, EXACT_MATH_NORMAL_97_5, &low, &high);
	ck_assert(low == 0);
	assert_near(high, 0.32440756488388023, 1e-12);
	games_table_wilson(8, 8, EXACT_MATH_NORMAL_97_5, &low, &high);
	assert_near(low, 1 - 0.32440756488388023, 1e-12);
	ck_assert(high == 1);
	games_table_wilson(0, 0, EXACT_MATH_NORMAL_97_5, &low, &high);
	ck_assert(low == 0 && high == 1);
}
