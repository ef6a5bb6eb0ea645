/*
 * crosstable_test.c - everyone against everyone, game by game.
 */
#include "tests/support/random.h"
#include "tests/support/rows.h"
#include "tournaments/report/standings_show.h"

static const char *const three[] = { "ada", "bob, jr", "cyd" };

static struct crosstable table;
static struct standings standings;
static struct text out;

static void end(void)
{
	crosstable_release(&table);
	standings_release(&standings);
	text_release(&out);
}

UNIT_EACH(NULL, end)

/* Shows the table; in the standings the last entrant is first.  Without names
   all have the same. */
static void show(int count, const char *const *names, enum report_form form)
{
	const char *same[200];

	standings.count = count;
	standings.list = memory_new((size_t)count, sizeof *standings.list);
	for (int i = 0; i < count; i++) {
		standings.list[i].entrant = count - 1 - i;
		same[i] = "name";
	}
	crosstable_show(&table, &standings, names != NULL ? names : same, form,
			&out);
	standings_release(&standings);
}

/* Adds games as "01:12 10:11": entrants and their ranks. */
static void add_games(enum result result, const char *games)
{
	int entrant[GAME_SEATS_MAX];
	unsigned char rank[GAME_SEATS_MAX];

	for (int seats; *games != '\0'; games += *games == ' ') {
		seats = (int)strcspn(games, ":");
		for (int i = 0; i < seats; i++) {
			entrant[i] = games[i] - '0';
			rank[i] = (unsigned char)(games[seats + 1 + i] - '0');
		}
		crosstable_add(&table, result, seats, entrant, rank);
		games += 2 * seats + 1;
	}
}

TEST_ROWS(each_pair_is_counted_from_both_sides, "tables/crosstable.txt",
	  "why, result, games as ENTRANTS:RANKS; the table")
{
	end();
	add_games((enum result)row_word(row, 1, game_result_words),
		  row->text[2]);
	show(3, three, REPORT_CSV);
	ck_assert_str_eq(text_string(&out), row->text[3]);
}

TEST(the_matrix_is_in_the_order_of_the_standings)
{
	add_games(RESULT_RANKING, "01:12 10:11 20:12");
	show(3, three, REPORT_TEXT);
	ck_assert_str_eq(text_string(&out),
		"points/games, row against column\n"
		"     1      2      3\n"
		"1    *      .    1/1  cyd\n"
		"2    .      *  0.5/2  bob, jr\n"
		"3  0/1  1.5/2      *  ada\n");
	end();
	add_games(RESULT_RANKING, "01:12 10:11 20:12");
	show(3, three, REPORT_JSON);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
		"[{\"entrant\":\"cyd\",\"opponent\":\"ada\","
		"\"points\":1.000000,\"games\":1,\"wins\":1,"
		"\"draws\":0,\"losses\":0},"));
}

enum { MANY = 25, GAMES = 30000 };

TEST(many_entrants_fit_into_80_columns_as_percent)
{
	struct random random = { 4 };
	uint64_t games = 0;

	for (int i = 0; i < GAMES; i++) {
		int a = random_below(&random, MANY);
		int b = (a + 1 + random_below(&random, MANY - 1)) % MANY;
		unsigned char rank[2] = { 1, 1 };

		rank[random_below(&random, 2)] = 2;
		crosstable_add(&table, RESULT_RANKING, 2, (int[]){ a, b },
			       rank);
	}
	show(MANY, NULL, REPORT_TEXT);
	ck_assert_uint_eq(table.count, MANY * (MANY - 1));
	for (size_t i = 0; i < table.count; i++)
		games += table.list[i].games;
	ck_assert_uint_eq(games, 2 * GAMES);
	ck_assert_ptr_nonnull(strstr(text_string(&out), "percent"));
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     "the first 20 of 25"));
	for (char *line = strtok(out.bytes, "\n"); line != NULL;
	     line = strtok(NULL, "\n"))
		ck_assert_uint_le(strlen(line), 80);
}

enum { CROWD = 150 };

TEST(every_pair_of_a_crowd_is_kept)
{
	for (int i = 0; i < CROWD; i++)
		for (int j = 0; j < i; j++)
			for (int game = 0; game < 2; game++)
				crosstable_add(&table, RESULT_RANKING, 2,
					       (int[]){ i, j },
					       (unsigned char[]){ 1, 2 });
	show(CROWD, NULL, REPORT_CSV);
	ck_assert_uint_eq(table.count, CROWD * (CROWD - 1));
	for (size_t i = 0; i < table.count; i++) {
		const struct crosstable_side *side = &table.list[i];

		ck_assert_uint_eq(side->games, 2);
		/* The last entrant is in the first row. */
		ck_assert_uint_eq(side->wins, side->row < side->column ? 2 : 0);
		ck_assert_uint_eq(table.list[i].draws, 0);
	}
}
