/*
 * seat_turns.c - who of a pairing gets which seat, if there are fewer rotations
 * than seats.
 */
#include "tournaments/format/seat_turns.h"

#include <string.h>

#include "base/memory.h"

bool seat_turns_are_due(const struct contest *contest)
{
	return contest->version > 1 && contest->rotations < contest->seats;
}

long *seat_turns_had(const struct contest *contest)
{
	const size_t seats = (size_t)contest->seats;
	long *had = memory_new((size_t)contest->entrants * seats, sizeof *had);

	for (size_t m = 0; m < contest->past.count; m++) {
		const struct fixture *fixture = &contest->past.list[m];

		if (fixture->seats == 1)
			continue;
		for (size_t r = 0; r < (size_t)contest->rotations; r++)
			for (size_t s = 0; s < seats; s++)
				had[(size_t)fixture->entrant[(s + r) % seats] *
				    seats + s] += fixture->boards;
	}
	return had;
}

/*
 * Visits the seats of a turned pairing in its matches: adds `add` to the count
 * of each entrant in its seat, and returns the sum of these counts.  What is
 * left out, whole cycles, is equal for all seats.
 */
static long visit(const struct contest *contest, long *had, const int *pairing,
		  int turn, long add)
{
	const size_t seats = (size_t)contest->seats;
	const int orders = contest_orders(contest);
	const int matches = contest->matches % contest->seats * orders;
	int turned[GAME_SEATS_MAX], order[GAME_SEATS_MAX];
	long sum = 0;

	memcpy(turned, pairing, seats * sizeof *turned);
	seat_turns_turn(contest, turned, turn);
	for (int match = 0; match < matches; match++) {
		contest_order(contest, turned, (uint32_t)match, order);
		for (size_t r = 0; r < (size_t)contest->rotations; r++)
			for (size_t s = 0; s < seats; s++) {
				long *cell = &had[(size_t)order[(s + r) %
					seats] * seats + s];

				*cell += add;
				sum += *cell;
			}
	}
	return sum;
}

int seat_turns_best(const struct contest *contest, long *had,
		    const int *pairing, int first)
{
	int best = first;
	long least = visit(contest, had, pairing, first, 0);

	for (int i = 1; i < contest->seats; i++) {
		const int turn = (first + i) % contest->seats;
		const long sum = visit(contest, had, pairing, turn, 0);

		if (sum < least) {
			least = sum;
			best = turn;
		}
	}
	return best;
}

void seat_turns_add(const struct contest *contest, long *had,
		    const int *pairing)
{
	visit(contest, had, pairing, 0, contest->boards);
}

void seat_turns_turn(const struct contest *contest, int *pairing, int turn)
{
	int before[GAME_SEATS_MAX];

	memcpy(before, pairing, (size_t)contest->seats * sizeof *before);
	for (int s = 0; s < contest->seats; s++)
		pairing[s] = before[(s + turn) % contest->seats];
}
