/*
 * double_knockout.c - an entrant is out after two losses.
 *
 * Winners' round k is round 1 for k = 1 and else 2k - 2; losers' round j is
 * round j + 1.  So a round has all pairs that can be played at the same time.
 */
#include "tournaments/format/bracket.h"

#include <stdlib.h>

enum { RESET };

static const struct format_option options[] = {
	[RESET] = { "reset", OPTION_BOOL, "true", 0, 0, NULL,
		"a second final if the loser of the first had not lost "
		"before" },
	{ 0 }
};

static int settle(struct contest *contest, struct error *err)
{
	if (contest->result != RESULT_TEAMS && contest->seats > 2)
		return error_set(err, "only for matches of two seats: use "
				 "knockout or swiss");
	return bracket_settle(contest, 2.0 * contest->entrants, err);
}

/* Where the rounds of the two halves begin in the list. */
struct drawing {
	struct bracket *bracket;
	int winners, losers;    /* the latest round of each */
};

static struct source winner_of(int pair)
{
	return (struct source){ SOURCE_WINNER, pair };
}

static struct source loser_of(int pair)
{
	return (struct source){ SOURCE_LOSER, pair };
}

static struct bracket_pair *add(struct drawing *drawing, uint32_t round,
				uint32_t slot, struct source a, struct source b)
{
	struct bracket_pair *pair = bracket_add(drawing->bracket, round, slot);

	pair->source[0] = a;
	pair->source[1] = b;
	return pair;
}

static struct source seed_source(int seed, int entrants)
{
	return (struct source){ seed <= entrants ? SOURCE_ENTRANT :
		SOURCE_NOBODY, seed - 1 };
}

static void draw_first(struct drawing *drawing, int places, int entrants)
{
	AUTOFREE int *seeds = memory_new((size_t)places, sizeof *seeds);

	bracket_order(seeds, places, 2);
	for (int i = 0; i < places / 2; i++)
		add(drawing, 1, (uint32_t)i,
		    seed_source(seeds[2 * i], entrants),
		    seed_source(seeds[2 * i + 1], entrants))->knocks_out =
			false;
}

/* Adds a winners' round, in which neighbours of the one before meet. */
static void draw_winners(struct drawing *drawing, uint32_t round, int pairs)
{
	int before = drawing->winners;

	drawing->winners = drawing->bracket->count;
	for (int i = 0; i < pairs; i++)
		add(drawing, round, (uint32_t)i, winner_of(before + 2 * i),
		    winner_of(before + 2 * i + 1))->knocks_out = false;
}

/*
 * Adds a losers' round, in which neighbours of the one before meet; in the
 * first one these are the losers of round 1.  Slots continue after the
 * winners'.
 */
static void draw_neighbours(struct drawing *drawing, uint32_t round,
			    int pairs, bool first)
{
	int before = drawing->losers;

	drawing->losers = drawing->bracket->count;
	for (int i = 0; i < pairs; i++) {
		int a = before + 2 * i;

		add(drawing, round, (uint32_t)(pairs + i),
		    first ? loser_of(a) : winner_of(a),
		    first ? loser_of(a + 1) : winner_of(a + 1));
	}
}

/*
 * Adds a losers' round, in which those who have just lost in the winners' half
 * meet the survivors of the losers' half.  From round to round the order of the
 * former is reversed, has its halves swapped, both, neither, and so on, which
 * keeps apart those who have met.
 */
static void draw_dropping(struct drawing *drawing, uint32_t round, int pairs,
			  int drop)
{
	int before = drawing->losers;

	drawing->losers = drawing->bracket->count;
	for (int i = 0; i < pairs; i++) {
		int from = i;

		if (drop % 4 == 1 || drop % 4 == 3)
			from = pairs - 1 - from;
		if (drop % 4 == 2 || drop % 4 == 3)
			from = (from + pairs / 2) % pairs;
		add(drawing, round, (uint32_t)i,
		    loser_of(drawing->winners + from), winner_of(before + i));
	}
}

static void draw(const struct contest *contest, struct bracket *bracket)
{
	struct drawing drawing = { .bracket = bracket };
	int places = 2, pairs, last;
	uint32_t round = 1;

	while (places < contest->entrants)
		places *= 2;
	bracket->seats = 2;
	draw_first(&drawing, places, contest->entrants);
	pairs = places / 2;
	for (int drop = 1; pairs > 1; drop++) {
		pairs /= 2;
		draw_winners(&drawing, ++round, pairs);
		draw_neighbours(&drawing, round, pairs, drop == 1);
		draw_dropping(&drawing, ++round, pairs, drop);
	}
	last = bracket->count;
	round++;
	/* With two entrants there is no losers' half: the loser of round 1
	   plays the final. */
	add(&drawing, round, 0, winner_of(drawing.winners),
	    places == 2 ? loser_of(0) : winner_of(drawing.losers));
	if (contest->option[RESET].number)
		add(&drawing, round + 1, 0, winner_of(last),
		    (struct source){ SOURCE_LOSER_ONCE, last });
}

const struct format format_double_knockout = {
	.name = "double_knockout", .version = 2,
	.help = "an entrant is out after two losses",
	.options = options, .settle = settle, .round = bracket_round,
	.places = bracket_places, .draw = draw
};
