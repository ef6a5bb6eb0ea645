/*
 * league_round_format.c - one round of a league: the pairings that it was given.
 *
 * league_pairing.c chooses them, from a ladder that a stranger can compute
 * again; here they are facts of the manifest.
 */
#include "tournaments/format/contest.h"

static const struct format_option options[] = {
	{ "each", OPTION_INT, "2", 1, 1000, NULL,
		"matches of an entrant in a round, at least" },
	{ 0 }
};

static int settle(struct contest *contest, struct error *err)
{
	if (contest->given_count == 0)
		return error_set(err, "the format \"league\" is played by "
				 "tournament league DIR, with this file as "
				 "DIR/league.json; a round of it has "
				 "\"pairs\", lists of %d entrants, counted "
				 "from 0",
				 contest->seats);
	return format_check_size(contest, contest->given_count, err);
}

static void round_of(const struct contest *contest, struct meetings *next)
{
	if (contest->past.count == 0)
		meetings_add_round(next, contest, 1, contest->given,
				   (size_t)contest->given_count);
}

const struct format format_league = {
	.name = "league", .version = 1,
	.help = "one round of a league, its pairings given",
	.options = options, .independent = true,
	.settle = settle, .round = round_of
};
