/*
 * game_luck.c - the effect of luck on the score of a game.
 */
#include "tournaments/rating/game_luck.h"

int64_t game_luck_of(enum result result, const int32_t *luck, int seat)
{
	/* Two sides of two. */
	return luck[seat] +
		(result == RESULT_TEAMS ? (int64_t)luck[(seat + 2) % 4] : 0);
}

int64_t game_luck_against(enum result result, int seats, const int *entrant,
			  const int32_t *luck, int a, int b)
{
	int64_t of_a = 0, of_b = 0;
	int seats_a = 0, seats_b = 0;

	for (int s = 0; s < seats; s++) {
		int64_t own = game_luck_of(result, luck, s);

		of_a += entrant[s] == a ? own : 0;
		of_b += entrant[s] == b ? own : 0;
		seats_a += entrant[s] == a;
		seats_b += entrant[s] == b;
	}
	/* Shares of a win add up over the seats of an entrant; otherwise the
	   mean of its seats counts. */
	if (result == RESULT_WINNER)
		return of_a - of_b;
	return of_a / seats_a - of_b / seats_b;
}
