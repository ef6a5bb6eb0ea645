/*
 * swiss_multiplayer.c - a Swiss round of three seats and more.
 *
 * Finding the tables with the fewest repeated pairs is a hard problem, so
 * tables are filled one after the other, and then entrants swap places while
 * that helps.  docs/formats.md has every step.
 */
#include "tournaments/format/swiss.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct hall {
	const struct swiss *swiss;
	int *seated;            /* table after table */
	int count;              /* of entrants to be seated */
};

static int times_met(const struct hall *hall, int a, int b)
{
	return hall->swiss->met[(size_t)a * (size_t)hall->swiss->count +
				(size_t)b];
}

/* ### filling tables */

struct joiner_rank {
	int repeats;
	int64_t points;
	int distance;           /* from the aim; places before the aim count
				   as further than all after it */
};

static bool is_better(const struct joiner_rank *a, const struct joiner_rank *b)
{
	if (a->repeats != b->repeats)
		return a->repeats < b->repeats;
	if (a->points != b->points)
		return a->points > b->points;
	return a->distance < b->distance;
}

/* The place in `list` of the entrant who fits best: the fewest of `repeats`
   come first. */
static int choose(const struct hall *hall, const int *list, int count,
		  const int *repeats, int aim)
{
	struct joiner_rank best = {0};
	int chosen = -1;

	for (int i = 1; i < count; i++) {
		struct joiner_rank candidate = { repeats[i],
			hall->swiss->points[list[i]],
			i >= aim ? i - aim : count + aim - i };

		if (repeats[i] < 0)
			continue;
		if (chosen < 0 || is_better(&candidate, &best)) {
			best = candidate;
			chosen = i;
		}
	}
	return chosen;
}

/* Moves the first of `list`, and those who fit it best, to a table. */
static void fill_table(const struct hall *hall, int *list, int count,
		       int *repeats, int *table)
{
	const int64_t *points = hall->swiss->points;
	int seats = hall->swiss->seats, tables, group = 1, left = 0;

	while (group < count && points[list[group]] == points[list[0]])
		group++;
	tables = group / seats;
	memset(repeats, 0, (size_t)count * sizeof *repeats);
	repeats[0] = -1;        /* has a seat */
	table[0] = list[0];
	for (int s = 1; s < seats; s++) {
		int at;

		for (int i = 1; i < count; i++)
			if (repeats[i] >= 0)
				repeats[i] += times_met(hall, table[s - 1],
							list[i]);
		at = choose(hall, list, count, repeats,
			    tables > 0 ? s * tables : 1);
		table[s] = list[at];
		repeats[at] = -1;
	}
	for (int i = 0; i < count; i++)
		if (repeats[i] >= 0)
			list[left++] = list[i];
}

/* ### changing places */

/* How often `who` has met the others at the table of place `at`: the one at
   `at` does not count. */
static int repeats_at(const struct hall *hall, int who, int at)
{
	int seats = hall->swiss->seats, first = at - at % seats, repeats = 0;

	for (int i = first; i < first + seats; i++)
		if (i != at)
			repeats += times_met(hall, who, hall->seated[i]);
	return repeats;
}

/* The place that the entrant at `at` should swap with, or -1. */
static int find_change(const struct hall *hall, int at)
{
	const int *seated = hall->seated;
	int seats = hall->swiss->seats, who = seated[at];
	int here = repeats_at(hall, who, at), best = -1, gain = 0;

	for (int to = 0; here > 0 && to < hall->count; to++) {
		int other = seated[to], less;

		if (to / seats == at / seats)
			continue;
		less = here + repeats_at(hall, other, to) -
			repeats_at(hall, who, to) -
			repeats_at(hall, other, at);
		if (less > gain || (less > 0 && less == gain &&
				    abs(other - who) <
				    abs(seated[best] - who))) {
			best = to;
			gain = less;
		}
	}
	return best;
}

/* Every swap leaves fewer repeated pairs, so the loop ends. */
static void change_places(const struct hall *hall)
{
	bool changed;

	do {
		changed = false;
		for (int at = 0; at < hall->count; at++) {
			int to = find_change(hall, at);
			int who = hall->seated[at];

			if (to < 0)
				continue;
			hall->seated[at] = hall->seated[to];
			hall->seated[to] = who;
			changed = true;
		}
	} while (changed);
}

static int by_rank(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

void swiss_tables(const struct swiss *swiss, int *list, int count)
{
	int seats = swiss->seats;
	int *repeats = memory_new((size_t)count, sizeof *repeats);
	struct hall hall = { .swiss = swiss, .count = count,
		.seated = memory_new((size_t)count, sizeof *list) };

	for (int seated = 0; seated < count; seated += seats)
		fill_table(&hall, list, count - seated, repeats,
			   &hall.seated[seated]);
	change_places(&hall);
	for (int seated = 0; seated < count; seated += seats)
		qsort(&hall.seated[seated], (size_t)seats, sizeof *list,
		      by_rank);
	/* Tables in the order of their best entrants. */
	qsort(hall.seated, (size_t)(count / seats),
	      (size_t)seats * sizeof *list, by_rank);
	memcpy(list, hall.seated, (size_t)count * sizeof *list);
	free(repeats);
	free(hall.seated);
}
