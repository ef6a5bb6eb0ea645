/*
 * knockout.c - all but the winner of a match are out.
 */
#include "tournaments/format/bracket.h"

#include <stdlib.h>

enum { THIRD_PLACE };

static const struct format_option options[] = {
	[THIRD_PLACE] = { "third_place", OPTION_BOOL, "false", 0, 0, NULL,
		"a match for the third place" },
	{ 0 }
};

static int settle(struct contest *contest, struct error *err)
{
	int n = contest->entrants, seats = contest->seats;
	int extra = (n - 1) % (seats - 1);

	if (bracket_settle(contest, n / (seats - 1), err) != 0)
		return -1;
	if (extra != 0)
		return error_set(err, "%d entrants cannot be divided into "
				 "groups of %d in every round; %d or %d can",
				 n, seats, n - extra, n - extra + seats - 1);
	if (contest->option[THIRD_PLACE].number && seats > 2)
		return error_set(err, "\"third_place\" is for matches of two "
				 "seats");
	if (contest->option[THIRD_PLACE].number && n < 4)
		return error_set(err, "\"third_place\" needs two who lost a "
				 "semi-final: at least 4 entrants");
	return 0;
}

/* Adds the first round: `heads` are the best seeds of its groups, in the order
   of the bracket. */
static void draw_first(const struct contest *contest, struct bracket *bracket,
		       const int *heads, int groups)
{
	int seats = contest->seats;
	/* The number of groups with a single entrant: all others are full. */
	int alone = (groups * seats - contest->entrants) / (seats - 1);

	for (int g = 0; g < groups; g++) {
		struct bracket_pair *pair = bracket_add(bracket, 1,
							(uint32_t)g);
		int head = heads[g], full = groups - alone;

		pair->source[0] = (struct source){ SOURCE_ENTRANT, head - 1 };
		for (int s = 1; s < seats && head > alone; s++) {
			int seed = groups + (s - 1) * full +
				(s % 2 != 0 ? groups + 1 - head :
				 head - alone);

			pair->source[s] = (struct source){ SOURCE_ENTRANT,
				seed - 1 };
		}
	}
}

static void draw(const struct contest *contest, struct bracket *bracket)
{
	int seats = contest->seats, groups = 1, before = 0;
	uint32_t round = 1;
	AUTOFREE int *heads = NULL;

	while (groups * seats < contest->entrants)
		groups *= seats;
	heads = memory_new((size_t)groups, sizeof *heads);
	bracket->seats = seats;
	bracket_order(heads, groups, seats);
	draw_first(contest, bracket, heads, groups);
	while (groups > 1) {
		int first = bracket->count;

		groups /= seats;
		round++;
		for (int i = 0; i < groups * seats; i++) {
			struct bracket_pair *pair;

			if (i % seats == 0)
				bracket_add(bracket, round,
					    (uint32_t)(i / seats));
			pair = &bracket->list[bracket->count - 1];
			pair->source[i % seats] = (struct source){
				SOURCE_WINNER, before + i };
		}
		before = first;
	}
	if (contest->option[THIRD_PLACE].number) {
		struct bracket_pair *pair = bracket_add(bracket, round, 1);

		/* It follows the final in the list, but has a lower stage. */
		pair->stage = round - 1;
		pair->source[0] = (struct source){ SOURCE_LOSER, before - 2 };
		pair->source[1] = (struct source){ SOURCE_LOSER, before - 1 };
	}
}

const struct format format_knockout = {
	.name = "knockout", .version = 2,
	.help = "a loss eliminates an entrant; the first in the file meet last",
	.options = options, .settle = settle, .round = bracket_round,
	.places = bracket_places, .draw = draw
};
