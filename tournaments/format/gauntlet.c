/*
 * gauntlet.c - the first entrants, the challengers, meet all the others.
 */
#include "tournaments/format/contest.h"

#include <stdlib.h>

#include "tournaments/format/balanced_groups.h"

enum { CHALLENGERS, EACH };

static const struct format_option options[] = {
	[CHALLENGERS] = { "challengers", OPTION_INT, "1", 1, ENTRANTS_MAX,
		NULL, "how many of the first entrants meet the rest" },
	[EACH] = { "each", OPTION_INT, NULL, 1, MATCHES_MAX, NULL,
		"matches of a challenger, a multiple of the number of others" },
	{ 0 }
};

static int rest_of(const struct contest *contest)
{
	return contest->entrants - (int)contest->option[CHALLENGERS].number;
}

static int settle(struct contest *contest, struct error *err)
{
	struct option_value *each = &contest->option[EACH];
	int rest = rest_of(contest), others = contest->seats - 1;

	if (rest < others)
		return error_set(err, "\"challengers\": %d of the others are "
				 "needed for a match, found %d", others,
				 rest > 0 ? rest : 0);
	if (!each->given)
		each->number = rest;
	if (contest->seats == 2 && each->number != rest)
		return error_set(err, "\"each\": with 2 seats a challenger has "
				 "%d matches, not %lld", rest, each->number);
	if (each->number % rest != 0)
		return error_set(err, "\"each\": expected a multiple of the "
				 "%d that are not challengers, found %lld",
				 rest, each->number);
	return contest_set_cycle(contest, (double)each->number *
			(double)contest->option[CHALLENGERS].number, err);
}

/* The challengers of `all` who are left, and as many blocks. */
static int refit(struct contest *own, const struct contest *all,
		 const int *who, struct error *err)
{
	const long long challengers = all->option[CHALLENGERS].number;
	const int rest = rest_of(all) - all->late, others = own->seats - 1;
	int left = 0;

	while (left < own->entrants && who[left] < challengers)
		left++;
	own->option[CHALLENGERS].number = left;
	if (left == 0)
		return error_set(err, "no challenger would be left");
	if (rest_of(own) < others)
		return error_set(err, "%d of those who are not challengers "
				 "would be left, and a match needs %d",
				 rest_of(own), others);
	own->option[EACH].number = all->option[EACH].number / rest *
		rest_of(own);
	return 0;
}

/* The first match of a past round: that of the first challenger. */
static const struct fixture *first_match(const struct contest *contest,
					 uint32_t round)
{
	const struct fixtures *past = &contest->past;
	size_t rounds = fixtures_round(past);

	return &past->list[past->count / rounds * (round - 1)];
}

/* Fills `place` with the entrants of the rest in the first match of a round, as
   places on their circle, in order. */
static void rest_in(const struct contest *contest, uint32_t round, int *place)
{
	const struct fixture *match = first_match(contest, round);
	int rest = rest_of(contest), seats = contest->seats;
	int step = (int)((round - 1) % (uint32_t)rest);

	for (int i = 0; i < seats - 1; i++)
		place[i] = match->entrant[(step + 1 + i) % seats] -
			(contest->entrants - rest);
}

/* Fills `base` with the group that is turned in the rounds from `first` on;
   `chosen`: round `first` is in the past and has it. */
static void base_of(const struct contest *contest, uint32_t first, bool chosen,
		    int *base)
{
	int rest = rest_of(contest), others = contest->seats - 1;
	AUTOFREE uint32_t *meets = memory_new((size_t)rest, sizeof *meets);

	for (uint32_t round = 1; round < first; round += (uint32_t)rest) {
		rest_in(contest, round, base);
		balanced_groups_count(rest, base, others, meets);
	}
	if (chosen)
		rest_in(contest, first, base);
	else
		balanced_groups_choose(rest, others, meets, base);
}

/* How far it is turned for the first challenger. */
static int turn_of(const struct contest *contest, uint32_t first,
		   uint32_t round, const int *base)
{
	int rest = rest_of(contest), others = contest->seats - 1;
	int place[GAME_SEATS_MAX];
	AUTOFREE bool *taken = memory_new((size_t)rest, sizeof *taken);
	AUTOFREE uint32_t *played = memory_new((size_t)rest, sizeof *played);

	for (uint32_t before = first; before < round; before++) {
		rest_in(contest, before, place);
		taken[place[0]] = true;         /* the turn, as base[0] is 0 */
		for (int i = 0; i < others; i++)
			played[place[i]]++;
	}
	return balanced_groups_turn(rest, base, others, rest, taken, played);
}

static void round_of(const struct contest *contest, struct fixtures *next)
{
	uint32_t round = fixtures_round(&contest->past) + 1, first;
	int seats = contest->seats, rest = rest_of(contest);
	int challengers = contest->entrants - rest;
	int base[GAME_SEATS_MAX], step, turn, *group;

	if (round > contest->option[EACH].number)
		return;
	step = (int)((round - 1) % (uint32_t)rest);
	first = round - (uint32_t)step;
	base_of(contest, first, first < round, base);
	turn = turn_of(contest, first, round, base);
	group = memory_new((size_t)challengers * (size_t)seats, sizeof *group);
	for (int c = 0; c < challengers; c++) {
		int *to = group + (size_t)c * (size_t)seats;

		/* The challengers change seats from round to round,
		   too. */
		to[step % seats] = c;
		for (int i = 0; i < seats - 1; i++)
			to[(step + 1 + i) % seats] = challengers +
				balanced_groups_place(rest, base[i], turn + c);
	}
	fixtures_add_round(next, contest, round, group, (size_t)challengers);
	free(group);
}

const struct format format_gauntlet = {
	.name = "gauntlet", .version = 1,
	.help = "one or more challengers against the rest",
	.options = options, .independent = true, .open = true, .refit = refit,
	.settle = settle, .round = round_of
};
