/*
 * duel_full_test.c - the exact solution of games to 10,000: who wins between
 * two perfect players, and how they play.
 *
 * tier: full
 */
#include "tests/support/duel_checks.h"
#include "tests/unit/unit.h"

TEST(chances_and_decisions_to_10000_are_the_known_ones)
{
	check_tables(2001, 10000);
}
