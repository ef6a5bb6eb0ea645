/*
 * crosstable.c - the points of everyone against everyone.
 */
#include "tournaments/tables/crosstable.h"

#include <stdlib.h>

#include "base/memory.h"

enum { FIRST_ROOM = 1 << 12 };

/* ### collecting */

static int by_side(const void *a, const void *b)
{
	const struct crosstable_side *x = a, *y = b;

	return x->row != y->row ? x->row - y->row : x->column - y->column;
}

/* Sorts the lines and leaves one for each side of a pair. */
static void merge(struct crosstable *table)
{
	size_t kept = 0;

	if (table->count == 0)
		return;
	qsort(table->list, table->count, sizeof *table->list, by_side);
	for (size_t i = 1; i < table->count; i++) {
		struct crosstable_side *last = &table->list[kept];
		const struct crosstable_side *next = &table->list[i];

		if (by_side(last, next) == 0) {
			last->games += next->games;
			last->wins += next->wins;
			last->draws += next->draws;
		} else {
			table->list[++kept] = *next;
		}
	}
	table->count = kept + 1;
}

/* Makes room for another line: by merging, and by doubling if that is not
   enough. */
static void make_room(struct crosstable *table)
{
	merge(table);
	ARRAY_GROW(table->list, table->room,
		   table->count == 0 ? FIRST_ROOM : 2 * table->count);
}

bool crosstable_compares(enum result result, int i, int j,
			 const unsigned char *rank)
{
	if (result == RESULT_TEAMS)
		return i % 2 != j % 2;
	return result != RESULT_WINNER || rank[i] == 1 || rank[j] == 1;
}

void crosstable_add(struct crosstable *table, enum result result, int seats,
		    const int *entrant, const unsigned char *rank)
{
	int ranks[GAME_SEATS_MAX] = {0}, points[GAME_SEATS_MAX];

	for (int i = 0; i < seats; i++)
		ranks[i] = rank[i];
	game_points(result, seats, ranks, points);
	for (int i = 0; i < seats; i++) {
		for (int j = 0; j < seats; j++) {
			if (entrant[i] == entrant[j] ||
			    !crosstable_compares(result, i, j, rank))
				continue;
			if (table->count == table->room)
				make_room(table);
			table->list[table->count++] = (struct crosstable_side){
				entrant[i], entrant[j], 1,
				points[i] > points[j], points[i] == points[j]
			};
		}
	}
}

/* ### in the order of the standings */

uint64_t crosstable_halves(const struct crosstable_side *side)
{
	return 2 * side->wins + side->draws;
}

void crosstable_order(struct crosstable *table,
		      const struct standings *standings)
{
	AUTOFREE int *line =
		memory_new((size_t)standings->count, sizeof *line);

	for (int i = 0; i < standings->count; i++)
		line[standings->list[i].entrant] = i;
	for (size_t i = 0; i < table->count; i++) {
		table->list[i].row = line[table->list[i].row];
		table->list[i].column = line[table->list[i].column];
	}
	merge(table);
}

void crosstable_release(struct crosstable *table)
{
	free(table->list);
	*table = (struct crosstable){0};
}

