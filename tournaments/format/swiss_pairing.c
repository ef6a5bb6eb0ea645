/*
 * swiss_pairing.c - a Swiss round of two seats.
 *
 * docs/formats.md defines the pairing, but not how to find it.  Every question
 * of the kind "can these be paired?" is answered exactly, from a matching that
 * is kept and changed step by step; if it can be completed at the start, it
 * still can at the end.
 */
#include "tournaments/format/swiss.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tournaments/format/blossom.h"

enum { NOBODY = -1 };

struct round {
	const struct swiss *swiss;
	struct blossom matching;
	int *left;              /* not paired yet, in the order of the table */
	int left_count;
	int singles;            /* how many of those have no mate */
	int *odd;               /* taken out of it: nobody new is left for
				   them */
	int odd_count;
	int *pairs;             /* the result */
	int pair_count;
};

static uint16_t times_met(const struct round *round, int a, int b)
{
	return round->swiss->met[(size_t)a * (size_t)round->swiss->count +
				 (size_t)b];
}

static void list_drop(int *list, int *count, int at)
{
	--*count;
	memmove(&list[at], &list[at + 1], (size_t)(*count - at) * sizeof *list);
}

static void add_pair(struct round *round, int a, int b)
{
	round->pairs[2 * round->pair_count] = a;
	round->pairs[2 * round->pair_count + 1] = b;
	round->pair_count++;
}

/* ### who cannot be paired */

/* Makes a maximum matching of entrants who have not met. */
static void match_most(struct round *round)
{
	struct blossom *matching = &round->matching;
	int count = round->left_count;

	for (int a = 0; a < count; a++)
		for (int b = a + 1; b < count &&
		     matching->mate[a] == NOBODY; b++)
			if (matching->mate[b] == NOBODY &&
			    blossom_joined(matching, a, b))
				blossom_pair(matching, a, b);
	for (int a = 0; a < count; a++)
		if (matching->mate[a] == NOBODY)
			blossom_augment(matching, round->left, count, a,
					NOBODY);
	for (int a = 0; a < count; a++)
		round->singles += matching->mate[a] == NOBODY;
}

/* Removes the spare entrant at `at`, which leaves one single fewer. */
static void take_out(struct round *round, int at)
{
	struct blossom *matching = &round->matching;
	int who = round->left[at];
	int other = blossom_part(matching, who);

	matching->gone[who] = true;
	if (other != NOBODY &&
	    !blossom_augment(matching, round->left, round->left_count, other,
			     NOBODY))
		assert(!"it was not spare");
	round->singles--;
	list_drop(round->left, &round->left_count, at);
}

static int take_bye(struct round *round)
{
	const struct swiss *swiss = round->swiss;
	int fewest = swiss->byes[0], lowest = NOBODY;
	const bool *spare = blossom_spare(&round->matching, round->left,
					  round->left_count);

	for (int v = 1; v < swiss->count; v++)
		if (swiss->byes[v] < fewest)
			fewest = swiss->byes[v];
	for (int at = swiss->count - 1; at >= 0; at--) {
		if (swiss->byes[at] > fewest)
			continue;
		if (lowest == NOBODY)
			lowest = at;
		if (spare[at]) {
			take_out(round, at);
			return at;
		}
	}
	blossom_part(&round->matching, lowest);
	round->singles++;
	list_drop(round->left, &round->left_count, lowest);
	return lowest;
}

/* Removes spare entrants, from the bottom, until the rest can be paired.  Who
   is spare changes only when one is removed. */
static void take_odd(struct round *round)
{
	const bool *spare = NULL;

	for (int at = round->left_count - 1; round->singles > 0; at--) {
		int who = round->left[at];

		if (spare == NULL)
			spare = blossom_spare(&round->matching, round->left,
					      round->left_count);
		if (!spare[who])
			continue;
		take_out(round, at);
		round->odd[round->odd_count++] = who;
		spare = NULL;
	}
}

/* They have all met, so each in turn plays the one it has met least often. */
static void pair_odd(struct round *round)
{
	int *odd = round->odd, count = round->odd_count;

	/* The best of them is the last one. */
	while (count > 0) {
		int first = odd[--count], best = count - 1;

		for (int at = count - 2; at >= 0; at--)
			if (times_met(round, first, odd[at]) <
			    times_met(round, first, odd[best]))
				best = at;
		add_pair(round, first, odd[best]);
		list_drop(odd, &count, best);
	}
}

/* ### within a score group */

/*
 * Pairs the first of `list` with the one at `at` if the others can then still
 * be paired with each other.
 */
static bool pair_first(struct round *round, const int *list, int count, int at)
{
	struct blossom *matching = &round->matching;
	int a = list[0], b = list[at], a_mate = matching->mate[a], b_mate;
	bool good = true;

	if (times_met(round, a, b) > 0)
		return false;
	if (a_mate == b)
		return true;
	blossom_part(matching, a);
	b_mate = blossom_part(matching, b);
	matching->gone[a] = matching->gone[b] = true;
	if (blossom_joined(matching, a_mate, b_mate))
		blossom_pair(matching, a_mate, b_mate);
	else
		good = blossom_augment(matching, list, count, a_mate, b_mate);
	matching->gone[a] = matching->gone[b] = false;
	if (good) {
		blossom_pair(matching, a, b);
	} else {
		blossom_pair(matching, a, a_mate);
		blossom_pair(matching, b, b_mate);
	}
	return good;
}

/* Pairs the top half with the bottom half, as nearly as possible. */
static void pair_group(struct round *round, int *list, int count)
{
	while (count > 0) {
		int half = count / 2, at = half;

		while (at < count && !pair_first(round, list, count, at))
			at++;
		if (at == count)
			for (at = half - 1;
			     !pair_first(round, list, count, at); at--)
				assert(at > 1);
		add_pair(round, list[0], list[at]);
		list_drop(list, &count, at);
		list_drop(list, &count, 0);
	}
}

/* ### from group to group */

/* The size of the next group: the floaters from the groups before, and all with
   the next score. */
static int group_size(const struct round *round, int floaters)
{
	const int64_t *points = round->swiss->points;
	int size = floaters;

	do
		size++;
	while (size < round->left_count && points[round->left[size]] ==
	       points[round->left[floaters]]);
	return size;
}

/* Decides whether `who` is paired within its group, as it is if possible. */
static void try_stay(struct round *round, int who)
{
	struct blossom *matching = &round->matching;
	int other = matching->mate[who];

	matching->stays[who] = true;
	if (matching->here[other])
		return;
	blossom_part(matching, who);
	if (!blossom_augment(matching, round->left, round->left_count, who,
			     other)) {
		matching->stays[who] = false;
		blossom_pair(matching, who, other);
	}
}

/* Pairs the group at the front; returns how many float down from it. */
static int next_group(struct round *round, int floaters, int *staying)
{
	struct blossom *matching = &round->matching;
	int *left = round->left;
	int size = group_size(round, floaters), stay = 0, down = 0;

	matching->group = left;
	matching->group_count = size;
	for (int i = 0; i < size; i++)
		matching->here[left[i]] = true;
	for (int i = 0; i < size; i++)
		try_stay(round, left[i]);
	for (int i = 0; i < size; i++) {
		int who = left[i];

		if (matching->stays[who])
			staying[stay++] = who;
		else
			left[down++] = who;
		matching->stays[who] = matching->here[who] = false;
	}
	memmove(&left[down], &left[size],
		(size_t)(round->left_count - size) * sizeof *left);
	round->left_count -= stay;
	pair_group(round, staying, stay);
	return down;
}

int swiss_pairs(const struct swiss *swiss, int *pairs, bool *fresh)
{
	size_t n = (size_t)swiss->count;
	struct round round = { .swiss = swiss, .pairs = pairs };
	int *staying = memory_new(n, sizeof *staying);
	int bye = NOBODY, floaters = 0;

	round.left = memory_new(n, sizeof *round.left);
	round.odd = memory_new(n, sizeof *round.odd);
	for (int v = 0; v < swiss->count; v++)
		round.left[round.left_count++] = v;
	blossom_init(&round.matching, swiss->count, swiss->met);
	match_most(&round);
	if (swiss->count % 2 != 0)
		bye = take_bye(&round);
	take_odd(&round);
	*fresh = round.odd_count == 0;
	while (round.left_count > 0)
		floaters = next_group(&round, floaters, staying);
	pair_odd(&round);
	blossom_release(&round.matching);
	free(round.left);
	free(round.odd);
	free(staying);
	return bye;
}
