/*
 * seat_counts_test.c - who has played more often in one seat than in another.
 */
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tournaments/rating/seat_counts.h"

static void add_three(struct games_table *table, int a, int b, int c)
{
	const int seated[] = { a, b, c };
	const long ranks[] = { 1, 2, 3 };

	games_table_add_game(table, seated, ranks, 3, GAMES_NEW_BLOCK);
}

static void check_heading(const struct games_table *table, const char *line)
{
	struct text out = {0};

	ladder_label_uneven_seats(table, &out);
	ck_assert_str_eq(text_string(&out), line);
	text_release(&out);
}

TEST(nobody_is_named_while_seats_are_level)
{
	struct games_table table;
	struct seat_counts worst;

	make_table(&table, 4);
	ck_assert(!seat_counts_uneven(&table, &worst));
	add_pair(&table, 0, 1, 1, 2, 3);
	add_pair(&table, 1, 2, 1, 2, 3);
	add_pair(&table, 2, 0, 1, 2, 3);
	add_three(&table, 0, 1, 2);
	add_three(&table, 1, 2, 0);
	add_three(&table, 2, 0, 1);
	ck_assert(!seat_counts_uneven(&table, &worst));
	check_heading(&table, "");
	games_table_release(&table);
}

TEST(the_widest_difference_is_named)
{
	struct games_table table;
	struct seat_counts worst;

	make_table(&table, 4);
	add_pair(&table, 3, 0, 1, 2, 2);        /* 3: 2 0, 0: 0 2 */
	add_pair(&table, 1, 2, 1, 2, 5);        /* 1: 5 0, 2: 0 5 */
	add_pair(&table, 0, 1, 1, 2, 1);
	add_three(&table, 3, 2, 1);
	ck_assert(seat_counts_uneven(&table, &worst));
	ck_assert_int_eq(worst.entrant, 2);
	ck_assert_int_eq(worst.seat, 1);
	ck_assert_int_eq(worst.games, 5);
	ck_assert_int_eq(worst.games_all, 5);
	check_heading(&table, "seats are not balanced: c had seat 1 in 5 of 5 "
		      "games\n");
	games_table_release(&table);
}

TEST(numbers_of_seats_are_counted_apart)
{
	struct games_table table;
	struct seat_counts worst;

	make_table(&table, 3);
	add_pair(&table, 0, 1, 1, 2, 1);
	add_pair(&table, 1, 0, 1, 2, 1);
	add_three(&table, 2, 1, 0);
	ck_assert(seat_counts_uneven(&table, &worst));
	ck_assert_int_eq(worst.entrant, 0);
	ck_assert_int_eq(worst.seat, 2);
	ck_assert_int_eq(worst.games_all, 1);
	games_table_release(&table);
}
