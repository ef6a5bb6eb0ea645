/*
 * balanced_groups.c - groups of three and more that meet evenly.
 */
#include "tournaments/format/balanced_groups.h"

#include <assert.h>
#include <string.h>

#include "games/game.h"

/* Where perfect designs are known, small second places find them. */
enum { SECOND_MAX = 100 };

/* Using a distance again costs more than any sum of squares. */
#define AGAIN (UINT64_C(1) << 48)

static int apart(int count, int from, int to)
{
	return to >= from ? to - from : to - from + count;
}

void balanced_groups_count(int count, const int *base, int size,
			   uint32_t *meets)
{
	for (int i = 0; i < size; i++)
		for (int j = 0; j < size; j++)
			if (i != j)
				meets[apart(count, base[i], base[j])]++;
}

static uint64_t meet(uint32_t *meets)
{
	uint64_t before = (*meets)++;

	return before > 0 ? AGAIN + 2 * before : 0;
}

/* Adds a place to a base.  Returns the cost: distances used again, then what
   they add to the sum of the squares. */
static uint64_t add_place(int count, int *base, int size, int place,
			  uint32_t *meets)
{
	uint64_t cost = 0;

	/* A distance can occur twice here, so each is counted at once. */
	for (int i = 0; i < size; i++) {
		cost += meet(&meets[apart(count, base[i], place)]);
		cost += meet(&meets[apart(count, place, base[i])]);
	}
	base[size] = place;
	return cost;
}

/* Removes the last place of a base, and its distances. */
static void take_place(int count, const int *base, int size, uint32_t *meets)
{
	for (int i = 0; i < size - 1; i++) {
		meets[apart(count, base[i], base[size - 1])]--;
		meets[apart(count, base[size - 1], base[i])]--;
	}
}

static bool is_in(const int *base, int size, int place)
{
	for (int i = 0; i < size; i++)
		if (base[i] == place)
			return true;
	return false;
}

/* Adds the place that costs least; of equal ones, the smallest. */
static uint64_t add_best(int count, int *base, int size, uint32_t *meets)
{
	uint64_t least = UINT64_MAX;
	int best = 0;

	for (int place = 1; place < count; place++) {
		uint64_t cost;

		if (is_in(base, size, place))
			continue;
		cost = add_place(count, base, size, place, meets);
		take_place(count, base, size + 1, meets);
		if (cost < least) {
			least = cost;
			best = place;
		}
	}
	return add_place(count, base, size, best, meets);
}

void balanced_groups_choose(int count, int size, uint32_t *meets, int *base)
{
	uint64_t least = UINT64_MAX;
	int best[GAME_SEATS_MAX] = {0};

	assert(size <= count && size <= GAME_SEATS_MAX);
	base[0] = 0;
	for (int second = 1; size > 1 && second < count &&
			     second <= SECOND_MAX; second++) {
		uint64_t cost = add_place(count, base, 1, second, meets);

		for (int chosen = 2; chosen < size; chosen++)
			cost += add_best(count, base, chosen, meets);
		for (int chosen = size; chosen > 1; chosen--)
			take_place(count, base, chosen, meets);
		if (cost < least) {
			least = cost;
			memcpy(best, base, (size_t)size * sizeof *base);
		}
	}
	memcpy(base, best, (size_t)size * sizeof *base);
}

static bool all_met(int count, const uint32_t *meets)
{
	for (int d = 1; d < count; d++)
		if (meets[d] == 0)
			return false;
	return true;
}

int balanced_groups_cover(int count, int size, uint32_t *meets)
{
	int base[GAME_SEATS_MAX], bases = 0;

	for (; !all_met(count, meets); bases++) {
		balanced_groups_choose(count, size, meets, base);
		balanced_groups_count(count, base, size, meets);
	}
	return bases;
}

void balanced_groups_first(int size, int *base)
{
	for (int i = 0; i < size; i++)
		base[i] = i;
}

static int gap(int count, const int *base, int size, int i)
{
	int next = (i + 1) % size;

	return next == 0 ? count - base[i] + base[0] : base[next] - base[i];
}

/* Compares a base with itself seen from its place `from`: <0, 0, >0. */
static int compare_from(int count, const int *base, int size, int from)
{
	for (int i = 0; i < size; i++) {
		int difference = gap(count, base, size, i) -
			gap(count, base, size, (i + from) % size);

		if (difference != 0)
			return difference;
	}
	return 0;
}

/* Is it the smallest of its turned copies? */
static bool is_smallest(int count, const int *base, int size)
{
	for (int from = 1; from < size; from++)
		if (compare_from(count, base, size, from) > 0)
			return false;
	return true;
}

bool balanced_groups_next(int count, int size, int *base)
{
	do {
		int i = size - 1;

		while (i > 0 && base[i] == count - size + i)
			i--;
		if (i == 0)
			return false;
		base[i]++;
		for (i++; i < size; i++)
			base[i] = base[i - 1] + 1;
	} while (!is_smallest(count, base, size));
	return true;
}

int balanced_groups_period(int count, const int *base, int size)
{
	for (int from = 1; from < size; from++)
		if (compare_from(count, base, size, from) == 0)
			return base[from] - base[0];
	return count;
}

int balanced_groups_turn(int count, const int *base, int size, int turns,
			 const bool *taken, const uint32_t *played)
{
	uint64_t least = UINT64_MAX;
	int best = -1;

	for (int turn = 0; turn < turns; turn++) {
		uint64_t sum = 0;

		if (taken[turn])
			continue;
		for (int i = 0; i < size; i++)
			sum += played[balanced_groups_place(count, base[i],
							    turn)];
		if (sum < least) {
			least = sum;
			best = turn;
		}
	}
	return best;
}
