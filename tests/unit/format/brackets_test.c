/*
 * brackets_test.c - drawings, byes, ties and places of a knockout and a double
 * knockout.  tests/end_to_end/tournament/formats.py compares those of many more
 * entrants with a second implementation.
 */
#include <stdlib.h>

#include "tests/support/contests.h"
#include "tests/support/rows.h"
#include "tournaments/format/bracket.h"

UNIT_EACH(NULL, cup_end)

TEST_ROWS(a_drawing_keeps_the_best_apart, "format/formats.txt",
	  "a drawing of so many for so many seats")
{
	int order[16];
	struct text text = {0};

	bracket_order(order, row_int(row, 0), row_int(row, 1));
	for (int i = 0; i < row_int(row, 0); i++)
		text_printf(&text, "%s%d", i > 0 ? " " : "", order[i]);
	ck_assert_str_eq(text_string(&text), row->text[2]);
	text_release(&text);
}

TEST_ROWS(a_small_cup_has_the_due_matches_and_places, "format/formats.txt",
	  "a cup, its entrants and seats, who loses, its matches and places")
{
	cup_plain(row->text[0], row_int(row, 1), row_int(row, 2));
	while (contest_advance(&cup))
		first_wins(&cup, row->text[3]);
	cup_expect(0, row->text[4]);
	cup_expect_places(row->text[5]);
}

/* ### ties */

TEST_ROWS(a_tie_goes_on_until_the_sums_differ_and_ten_matches_at_most,
	  "format/formats.txt", "a cup of two, points of its matches, else "
	  "0:0; how many are due, winner, by seed")
{
	int place[2], by_seed[2], count = 0, winner = row_int(row, 3);
	char *at = row->text[1];

	cup_plain(row->text[0], 2, 2);
	cup.boards = 9;
	cup.tie_boards = 2;
	while (contest_advance(&cup)) {
		for (size_t i = 0; i < cup.past.count; i++) {
			struct fixture *fixture = &cup.past.list[i];

			if (fixture->decided)
				continue;
			ck_assert_uint_eq(fixture->boards, count <
					  cup.matches ? 9 : 2);
			ck_assert_int_lt(count, 12);
			count++;
			fixture->decided = true;
			for (int s = 0; s < 2 && *at != '\0'; s++)
				fixture->points[s] = strtol(at + (*at == ':'),
							    &at, 10);
		}
	}
	ck_assert_int_eq(count, row_int(row, 2));
	cup.format->places(&cup, place);
	ck_assert_int_eq(place[winner], 1);
	bracket_by_seed(&cup, by_seed);
	ck_assert_int_eq(by_seed[winner], row_int(row, 4));
	ck_assert_int_eq(by_seed[!winner], 0);
}

TEST(a_tie_keeps_nobody_else_waiting)
{
	cup_plain("{'type':'knockout'}", 8, 2);
	ck_assert(contest_advance(&cup));
	first_wins(&cup, "");
	cup.past.list[1].points[1] = GAME_POINTS;
	ck_assert(contest_advance(&cup));
	cup_expect(4, "1.1:3-4 2.1:1-2");
}

TEST(places_so_far_put_the_losers_behind)
{
	cup_plain("{'type':'knockout'}", 4, 2);
	ck_assert(contest_advance(&cup));
	cup_expect_places("1 1 1 1");
	cup.past.list[0].decided = true;
	cup.past.list[0].points[1] = GAME_POINTS;
	cup_expect_places("4 2 2 1");
}

TEST(who_has_met_meets_again_late)
{
	for (int run = 0; run < 100; run++) {
		bool met[64][64] = {{0}};
		size_t at = 0, next, pairs;

		cup_plain("{'type':'double_knockout'}", 8 << run % 4, 2);
		play_all(&cup, (uint64_t)run, 0);
		for (; at < cup.past.count; at = next) {
			const struct fixture *list = cup.past.list;
			uint32_t round = list[at].round;

			next = at;
			while (next < cup.past.count &&
			       list[next].round == round)
				next++;
			pairs = next - at;
			for (; at < next; at++) {
				const int *who = list[at].entrant;

				/* While there are four pairings in a half. */
				if (round <= 3 ||
				    pairs >= (round % 2 == 0 ? 8 : 4))
					ck_assert(!met[who[0]][who[1]]);
				met[who[0]][who[1]] = true;
				met[who[1]][who[0]] = true;
			}
		}
	}
}
