/*
 * worth_full_test.c - what positions are worth, near 9000 points and in so many
 * random games that a little unfairness shows.
 *
 * tier: full
 */
#include "tests/support/duel_checks.h"
#include "tests/support/worth_settings.h"
#include "tests/unit/unit.h"

TEST(a_roll_changes_no_chance_on_average_near_9000)
{
	check_rolls(&bolo5, "target=9400,min_first=700,min_9000=1200,"
		    "nine_k=win,last_round=true", 2);
}

TEST_EACH(nobody_is_lucky_on_the_average, SETTINGS)
{
	check_luck(&settings[_i], 0, 60);
	check_luck(&settings[_i], settings[_i].seats - 1, 60);
}

TEST_EACH(start_luck_and_losses_make_the_points, SETS + 1)
{
	struct play play;

	if (_i < SETS)
		open_set(_i);
	else
		open_rules(&bolo5, "target=9500,nine_k=win");
	play_begin(&play, &exact);
	check_sums(&play, _i < SETS ? 200 : 20);
	play_end(&play);
	duel_free(duel);
}

TEST_EACH(the_best_moves_lose_nothing, SETS)
{
	open_set(_i);
	check_best_play(50);
	duel_free(duel);
}
