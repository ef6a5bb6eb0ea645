/*
 * equal_games.c - says which bots play the same game again and again.
 *
 * Bots without any randomness do, where the dice leave them no choice or there
 * are none, and copies of one bot do when they have swapped seats.
 */
#include "tournaments/report/equal_games.h"

#include <stdlib.h>

#include "base/array.h"
#include "tournaments/record/game_courses.h"
#include "tournaments/tables/book_games.h"

enum { LINES_MOST = 10 };

struct played {
	const struct book_match *match;
	uint64_t course;
};

struct equal_games {
	const struct record *record;
	struct played *list;
	size_t count, room;
};

/* The first entrant after `last` in the manifest that plays; -1: none. */
static int next_entrant(const struct book_match *match, int last)
{
	int next = -1;

	for (int s = 0; s < match->seats; s++)
		if (match->entrant[s] > last &&
		    (next < 0 || match->entrant[s] < next))
			next = match->entrant[s];
	return next;
}

/* By who plays, whatever the seats. */
static int compare_entrants(const struct book_match *a,
			    const struct book_match *b)
{
	int one = next_entrant(a, -1), two = next_entrant(b, -1);

	while (one >= 0 && one == two) {
		one = next_entrant(a, one);
		two = next_entrant(b, two);
	}
	return one < two ? -1 : one > two;
}

static int compare(const void *one, const void *two)
{
	const struct played *a = one, *b = two;
	int order = a->match == b->match ? 0 :
		compare_entrants(a->match, b->match);

	return order != 0 ? order : a->course < b->course ? -1 :
		a->course > b->course;
}

static int add_match(void *context, const struct book_match *match,
		     uint32_t number, uint32_t games)
{
	struct equal_games *all = context;
	uint64_t *course = memory_new((size_t)games + 1, sizeof *course);
	const uint32_t read = game_courses_read(all->record, number, games,
						course);

	ARRAY_GROW(all->list, all->room, all->count + read);
	for (uint32_t i = 0; i < read; i++)
		if (course[i] != 0)
			all->list[all->count++] = (struct played){ match,
				course[i] };
	free(course);
	return 0;
}

static void add_line(const struct record *record,
		     const struct book_match *match, size_t different,
		     size_t games, struct text *out)
{
	text_printf(out, "%zu of %zu games differ: ", different, games);
	for (int i = next_entrant(match, -1); i >= 0;
	     i = next_entrant(match, i))
		text_printf(out, "%s%s", i == next_entrant(match, -1) ? "" :
			    ", ", tournament_name(&record->tournament, i));
	text_byte(out, '\n');
}

void equal_games_show(const struct record *record, struct text *out)
{
	struct equal_games all = { .record = record };
	size_t different = 0, first = 0, lines = 0;

	book_games_each(record, UINT32_MAX, add_match, &all);
	if (all.count > 0)
		qsort(all.list, all.count, sizeof *all.list, compare);
	for (size_t i = 0; i < all.count; i++) {
		const struct played *at = &all.list[i];
		const bool last = i + 1 == all.count;

		different += i == first || at[-1].course != at->course;
		if (!last && compare_entrants(at->match, at[1].match) == 0)
			continue;
		if (different <= i - first && lines++ < LINES_MOST)
			add_line(record, at->match, different, i + 1 - first,
				 out);
		first = i + 1;
		different = 0;
	}
	if (lines > LINES_MOST)
		text_printf(out, "and so on for %zu more\n",
			    lines - LINES_MOST);
	if (lines > 0)
		text_add(out, "Errors and tests count games on the same dice "
			 "together and assume that those on\nother dice are "
			 "other games: where these are equal, errors are too "
			 "small.\n");
	free(all.list);
}
