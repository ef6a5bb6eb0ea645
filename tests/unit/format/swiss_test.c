/*
 * swiss_test.c - rounds of a Swiss tournament by hand, and that pairings stay
 * what they were.
 *
 * tests/end_to_end/tournament/formats.py compares the pairings of many
 * tournaments with those of a search.
 */
#include <inttypes.h>

#include "tests/support/contests.h"
#include "tests/support/rows.h"

UNIT_EACH(NULL, cup_end)

/* Each pair is a round; "AB " letters are entrants, one alone has a bye. */
static void add_by_hand(const char *past)
{
	uint32_t number = 0;

	for (const char *at = past; *at != '\0'; at += *at == ' ') {
		int who[2], seats = 0;
		struct fixture *fixture;

		while (*at >= 'A')
			who[seats++] = *at++ - 'A';
		number++;
		fixture = fixtures_add(&cup.past, number, 0, who, seats, 1);
		fixture->number = seats == 1 ? 0 : number;
		fixture->points[0] = seats == 1 ? 0 : 2 * GAME_POINTS;
		fixture->decided = true;
	}
}

TEST_ROWS(a_round_follows_from_the_past, "format/formats.txt",
	  "why, entrants, pairs before in which the first one won, the next "
	  "round")
{
	struct text due = {0};
	size_t from;

	cup_plain("{'type':'swiss'}", row_int(row, 1), 2);
	cup.option[0].number = 100;
	add_by_hand(row->text[2]);
	from = cup.past.count;
	ck_assert(contest_advance(&cup));
	for (size_t i = from; i < cup.past.count; i++) {
		const struct fixture *fixture = &cup.past.list[i];

		text_add(&due, i > from ? " " : "");
		for (int s = 0; s < fixture->seats; s++)
			text_byte(&due, (char)('A' + fixture->entrant[s]));
	}
	ck_assert_str_eq(text_string(&due), row->text[3]);
	text_release(&due);
}

/* Nearly everyone meets everyone: pairings must not change, however they are
   found. */
TEST_ROWS(pairings_stay_what_they_were, "format/formats.txt",
	  "entrants, seats, rounds, FNV-1a over all of a tournament's pairings")
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	cup_plain(words("{'type':'swiss','rounds':%s}", row->text[2]),
		  row_int(row, 0), row_int(row, 1));
	play_all(&cup, 1, 30);
	for (size_t i = 0; i < cup.past.count; i++)
		for (int s = 0; s < cup.past.list[i].seats; s++)
			hash = (hash ^ (uint64_t)cup.past.list[i].entrant[s]) *
				UINT64_C(0x100000001b3);
	ck_assert_str_eq(words("%016" PRIx64, hash), row->text[3]);
}

TEST(a_bye_is_worth_a_pairing_that_is_won)
{
	size_t byes = 0;

	cup_planned("{'type':'swiss','matches':3}", 5, 2, RESULT_RANKING);
	ck_assert_uint_eq(cup.past.count, 9);
	for (size_t i = 0; i < 9; i++)
		byes += cup.past.list[i].seats == 1;
	ck_assert_uint_eq(byes, 3);
}

TEST(a_team_game_is_played_in_every_partnership)
{
	cup_planned("{'type':'swiss'}", 5, 4, RESULT_TEAMS);
	cup_expect(0, "1.0:0-1-2-3 1.0:0-2-1-3 1.0:0-1-3-2 1.0:4 1.0:4 1.0:4");
}
