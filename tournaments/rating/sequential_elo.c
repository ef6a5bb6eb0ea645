/*
 * sequential_elo.c - sequential Elo.
 */
#include "tournaments/rating/sequential_elo.h"

#include <assert.h>

#include "base/exact_math.h"

/* The expected score of an entrant that is `ahead` Elo better. */
static double expected(double ahead)
{
	return 1 / (1 + exact_math_exp(-ahead / EXACT_MATH_ELO_PER_LOGIT));
}

static double score(int mine, int other)
{
	return mine < other ? 1 : mine == other ? 0.5 : 0;
}

static void add_teams(double *elo, const int *entrant,
		      const unsigned char *rank, double k)
{
	double sum[2], moved;
	int side[2];

	for (int s = 0; s < 2; s++) {
		sum[s] = elo[entrant[s]] + elo[entrant[s + 2]];
		side[s] = rank[s] > rank[s + 2] ? rank[s] : rank[s + 2];
	}
	moved = k * (score(side[0], side[1]) - expected(sum[0] - sum[1]));
	for (int s = 0; s < 4; s++)
		elo[entrant[s]] += s % 2 == 0 ? moved : -moved;
}

void sequential_elo_add(double *elo, enum result result, int seats,
			const int *entrant, const unsigned char *rank, double k)
{
	double moved[GAME_SEATS_MAX] = {0};
	int best = rank[0];

	if (result == RESULT_TEAMS) {
		assert(seats == 4);
		add_teams(elo, entrant, rank, k);
		return;
	}
	for (int i = 1; i < seats; i++)
		if (rank[i] < best)
			best = rank[i];
	for (int i = 0; i < seats; i++) {
		for (int j = 0; j < seats; j++) {
			if (j == i || (result == RESULT_WINNER &&
				       rank[i] > best && rank[j] > best))
				continue;
			moved[i] += score(rank[i], rank[j]) -
				expected(elo[entrant[i]] - elo[entrant[j]]);
		}
	}
	for (int i = 0; i < seats; i++)
		elo[entrant[i]] += k / (seats - 1) * moved[i];
}
