/*
 * game_points.c - what a game is worth to each seat.
 */
#include "games/game_points.h"

#include <assert.h>

/* Counts two for each seat that `seat` is ahead of and one for each tie. */
static int beaten(int seats, const int *rank, int seat)
{
	int halves = 0;

	for (int other = 0; other < seats; other++) {
		if (other == seat)
			continue;
		if (rank[seat] < rank[other])
			halves += 2;
		else if (rank[seat] == rank[other])
			halves++;
	}
	return halves;
}

static void share_the_win(int seats, const int *rank, int *points)
{
	int best = rank[0], winners = 0;

	for (int seat = 1; seat < seats; seat++)
		if (rank[seat] < best)
			best = rank[seat];
	for (int seat = 0; seat < seats; seat++)
		winners += rank[seat] == best;
	for (int seat = 0; seat < seats; seat++)
		points[seat] = rank[seat] == best ? GAME_POINTS / winners : 0;
}

/* A side has the rank of the worse of its two members. */
static int side_rank(const int *rank, int side)
{
	return rank[side] > rank[side + 2] ? rank[side] : rank[side + 2];
}

void game_points(enum result result, int seats, const int *rank,
		 int *points)
{
	int side[2], halves;

	assert(seats >= 2 && seats <= GAME_SEATS_MAX);
	switch (result) {
	case RESULT_RANKING:
		for (int seat = 0; seat < seats; seat++)
			points[seat] = beaten(seats, rank, seat) *
				GAME_POINTS / (2 * (seats - 1));
		break;
	case RESULT_WINNER:
		share_the_win(seats, rank, points);
		break;
	case RESULT_TEAMS:
		assert(seats == 4);
		side[0] = side_rank(rank, 0);
		side[1] = side_rank(rank, 1);
		halves = beaten(2, side, 0);
		for (int seat = 0; seat < seats; seat++)
			points[seat] = (seat % 2 == 0 ? halves : 2 - halves) *
				GAME_POINTS / 2;
		break;
	}
}
