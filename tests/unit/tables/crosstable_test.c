/*
 * crosstable_test.c - everyone against everyone, game by game.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/random.h"
#include "tournaments/report/crosstable_show.h"

static const char *const three[] = { "ada", "bob, jr", "cyd" };

/* Standings in which the last entrant is first. */
static struct standings backwards(int count)
{
	struct standings standings = { .count = count };

	standings.list = memory_new((size_t)count, sizeof *standings.list);
	for (int i = 0; i < count; i++)
		standings.list[i].entrant = count - 1 - i;
	return standings;
}

static void game(struct crosstable *table, enum result result,
		 const char *entrants, const char *ranks)
{
	int seats = (int)strlen(entrants), entrant[GAME_SEATS_MAX];
	unsigned char rank[GAME_SEATS_MAX];

	for (int i = 0; i < seats; i++) {
		entrant[i] = entrants[i] - '0';
		rank[i] = (unsigned char)(ranks[i] - '0');
	}
	crosstable_add(table, result, seats, entrant, rank);
}

/* Games as entrants and ranks, and the table of 2, 1 and 0 against each. */
static const struct {
	const char *name;
	enum result result;
	const char *games[3][2];
	const char *csv;
} tables[] = {
	{ "two seats", RESULT_RANKING,
	  { { "01", "12" }, { "10", "11" }, { "21", "21" } },
	  "cyd,\"bob, jr\",0.000000,1,0,0,1\n"
	  "\"bob, jr\",cyd,1.000000,1,1,0,0\n"
	  "\"bob, jr\",ada,0.500000,2,0,1,1\n"
	  "ada,\"bob, jr\",1.500000,2,1,1,0\n" },
	{ "three seats", RESULT_RANKING, { { "012", "213" } },
	  "cyd,\"bob, jr\",0.000000,1,0,0,1\n"
	  "cyd,ada,0.000000,1,0,0,1\n"
	  "\"bob, jr\",cyd,1.000000,1,1,0,0\n"
	  "\"bob, jr\",ada,1.000000,1,1,0,0\n"
	  "ada,cyd,1.000000,1,1,0,0\n"
	  "ada,\"bob, jr\",0.000000,1,0,0,1\n" },
	{ "losers are not compared", RESULT_WINNER, { { "012", "321" } },
	  "cyd,\"bob, jr\",1.000000,1,1,0,0\n"
	  "cyd,ada,1.000000,1,1,0,0\n"
	  "\"bob, jr\",cyd,0.000000,1,0,0,1\n"
	  "ada,cyd,0.000000,1,0,0,1\n" },
	{ "winners are", RESULT_WINNER, { { "012", "211" } },
	  "cyd,\"bob, jr\",0.500000,1,0,1,0\n"
	  "cyd,ada,1.000000,1,1,0,0\n"
	  "\"bob, jr\",cyd,0.500000,1,0,1,0\n"
	  "\"bob, jr\",ada,1.000000,1,1,0,0\n"
	  "ada,cyd,0.000000,1,0,0,1\n"
	  "ada,\"bob, jr\",0.000000,1,0,0,1\n" },
	{ "partners are not, nor one with itself", RESULT_TEAMS,
	  { { "0102", "2211" } },
	  "cyd,ada,1.000000,2,0,2,0\n"
	  "\"bob, jr\",ada,1.000000,2,0,2,0\n"
	  "ada,cyd,1.000000,2,0,2,0\n"
	  "ada,\"bob, jr\",1.000000,2,0,2,0\n" },
	{ "nothing played", RESULT_RANKING, { { NULL, NULL } }, "" },
};

enum { TABLES = sizeof tables / sizeof *tables };

TEST_EACH(each_pair_is_counted_from_both_sides, TABLES)
{
	struct standings standings = backwards(3);
	struct crosstable table = {0};
	struct text out = {0};
	char want[400];

	for (int i = 0; i < 3 && tables[_i].games[i][0] != NULL; i++)
		game(&table, tables[_i].result, tables[_i].games[i][0],
		     tables[_i].games[i][1]);
	crosstable_show(&table, &standings, three, REPORT_CSV, &out);
	snprintf(want, sizeof want, "entrant,opponent,points,games,"
		 "wins,draws,losses\n%s",
		 tables[_i].csv);
	ck_assert_msg(strcmp(text_string(&out), want) == 0, "%s: got\n%s",
		      tables[_i].name, text_string(&out));
	text_release(&out);
	crosstable_release(&table);
	standings_release(&standings);
}

TEST(the_matrix_is_in_the_order_of_the_standings)
{
	struct standings standings = backwards(3);
	struct crosstable table = {0};
	struct json_writer w = {0};
	struct text out = {0};

	game(&table, RESULT_RANKING, "01", "12");
	game(&table, RESULT_RANKING, "10", "11");
	game(&table, RESULT_RANKING, "20", "12");
	crosstable_show(&table, &standings, three, REPORT_TEXT, &out);
	ck_assert_str_eq(text_string(&out),
		"points/games, row against column\n"
		"     1      2      3\n"
		"1    *      .    1/1  cyd\n"
		"2    .      *  0.5/2  bob, jr\n"
		"3  0/1  1.5/2      *  ada\n");
	crosstable_show(&table, &standings, three, REPORT_JSON, &w.out);
	ck_assert_ptr_nonnull(strstr(text_string(&w.out),
		"[{\"entrant\":\"cyd\",\"opponent\":\"ada\","
		"\"points\":1.000000,\"games\":1,\"wins\":1,"
		"\"draws\":0,\"losses\":0},"));
	text_release(&w.out);
	text_release(&out);
	crosstable_release(&table);
	standings_release(&standings);
}

enum { MANY = 25, GAMES = 30000 };

TEST(many_entrants_fit_into_80_columns_as_percent)
{
	struct standings standings = backwards(MANY);
	struct random random = { 4 };
	struct crosstable table = {0};
	const char *names[MANY];
	struct text out = {0};
	uint64_t games = 0;

	for (int i = 0; i < MANY; i++)
		names[i] = "name";
	for (int i = 0; i < GAMES; i++) {
		int entrant[2] = { random_below(&random, MANY), 0 };
		unsigned char rank[2] = { 1, 1 };

		entrant[1] = (entrant[0] + 1 + random_below(&random,
							    MANY - 1)) % MANY;
		rank[random_below(&random, 2)] = 2;
		crosstable_add(&table, RESULT_RANKING, 2, entrant, rank);
	}
	crosstable_show(&table, &standings, names, REPORT_TEXT, &out);
	ck_assert_uint_eq(table.count, MANY * (MANY - 1) / 2);
	for (size_t i = 0; i < table.count; i++)
		games += table.list[i].games;
	ck_assert_uint_eq(games, GAMES);
	ck_assert_ptr_nonnull(strstr(text_string(&out), "percent"));
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     "the first 20 of 25"));
	for (char *line = strtok(out.bytes, "\n"); line != NULL;
	     line = strtok(NULL, "\n"))
		ck_assert_uint_le(strlen(line), 80);
	text_release(&out);
	crosstable_release(&table);
	standings_release(&standings);
}

enum { CROWD = 150 };

TEST(every_pair_of_a_crowd_is_kept)
{
	struct crosstable table = {0};
	unsigned char rank[2] = { 1, 2 };
	struct text out = {0};
	struct standings standings = backwards(CROWD);
	const char *names[CROWD];

	for (int i = 0; i < CROWD; i++)
		names[i] = "name";
	for (int i = 0; i < CROWD; i++)
		for (int j = 0; j < i; j++)
			for (int game = 0; game < 2; game++)
				crosstable_add(&table, RESULT_RANKING, 2,
					       (int[]){ i, j }, rank);
	crosstable_show(&table, &standings, names, REPORT_CSV, &out);
	ck_assert_uint_eq(table.count, CROWD * (CROWD - 1) / 2);
	for (size_t i = 0; i < table.count; i++) {
		ck_assert_uint_eq(table.list[i].games, 2);
		ck_assert_uint_eq(table.list[i].wins, 0);
		ck_assert_uint_eq(table.list[i].draws, 0);
	}
	text_release(&out);
	crosstable_release(&table);
	standings_release(&standings);
}
