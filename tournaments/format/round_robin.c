/*
 * round_robin.c - everyone meets everyone.
 */
#include "tournaments/format/contest.h"

#include <stdlib.h>

#include "tournaments/format/balanced_groups.h"

enum { GROUPS, EACH };
enum { GROUPS_AUTO, GROUPS_ALL, GROUPS_BALANCED };
enum {
	ALL_MAX = 1000,         /* groups: `auto` is `balanced` if there would
				   be more */
	COVER_MAX = 1000        /* entrants: with more, it is not computed
				   whether all of them meet */
};

static const char *const group_words[] = { "auto", "all", "balanced", NULL };
static const struct format_option options[] = {
	[GROUPS] = { "groups", OPTION_WORD, "auto", 0, 0, group_words,
		"3 seats and more: every group, or evenly chosen ones" },
	[EACH] = { "each", OPTION_INT, NULL, 1, MATCHES_MAX, NULL,
		"balanced: matches of an entrant, a multiple of the seats" },
	{ 0 }
};

/* How many groups of k there are among n.  A double, so that a huge number does
   not overflow. */
static double choose(int n, int k)
{
	double product = 1;

	for (int i = 1; i <= k; i++)
		product = product * (n - k + i) / i;
	return product;
}

static int settle_all(struct contest *contest, struct error *err)
{
	struct option_value *each = &contest->option[EACH];
	double groups = choose(contest->entrants, contest->seats);
	long long due;

	if (contest_set_cycle(contest, groups, err) != 0)
		return -1;
	due = (long long)(choose(contest->entrants - 1, contest->seats - 1) +
			  0.5);
	if (each->given && each->number != due)
		return error_set(err, "\"each\": in all groups an entrant has "
				 "%lld matches, not %lld", due, each->number);
	each->number = due;
	return 0;
}

/* The number of rounds until all have met; with more than COVER_MAX entrants, a
   lower bound.  Adds to `again`, which may be NULL, the number of distances
   that have met more than once by then. */
static int rounds_to_meet(const struct contest *contest, int *again)
{
	int entrants = contest->entrants, seats = contest->seats, rounds;
	int met = seats * (seats - 1);
	AUTOFREE uint32_t *meets = NULL;

	if (entrants > COVER_MAX)
		return (entrants - 1 + met - 1) / met;
	meets = memory_new((size_t)entrants, sizeof *meets);
	rounds = balanced_groups_cover(entrants, seats, meets);
	for (int d = 1; again != NULL && d < entrants; d++)
		*again += meets[d] > 1;
	return rounds;
}

static int settle_balanced(struct contest *contest, struct error *err)
{
	struct option_value *each = &contest->option[EACH];
	int seats = contest->seats;

	if (seats == 2)
		return error_set(err, "\"groups\": with 2 seats everyone meets "
				 "everyone: use \"all\"");
	if (!each->given)
		each->number = seats * rounds_to_meet(contest, NULL);
	if (each->number % seats != 0)
		return error_set(err, "\"each\": expected a multiple of the "
				 "%d seats, found %lld", seats, each->number);
	return contest_set_cycle(contest, (double)contest->entrants *
				 (double)each->number / seats, err);
}

static int settle(struct contest *contest, struct error *err)
{
	struct option_value *groups = &contest->option[GROUPS];
	bool many = choose(contest->entrants, contest->seats) > ALL_MAX ||
		contest->option[EACH].given;

	if (groups->number == GROUPS_AUTO)
		groups->number = contest->seats > 2 && many ?
			GROUPS_BALANCED : GROUPS_ALL;
	return groups->number == GROUPS_ALL ? settle_all(contest, err) :
		settle_balanced(contest, err);
}

/* The circle method: the last entrant stays, the others move on. */
static void add_circle(const struct contest *contest, uint32_t round,
		       struct fixtures *next)
{
	int even = contest->entrants + contest->entrants % 2;
	int moving = even - 1, turn = (int)round - 1, count = 0;
	AUTOFREE int *pair = NULL;

	if (turn >= moving)
		return;
	pair = memory_new((size_t)even, sizeof *pair);
	if (even == contest->entrants) {
		pair[turn % 2] = turn;
		pair[1 - turn % 2] = moving;
		count = 1;
	}
	for (int k = 1; k < even / 2; k++, count++) {
		pair[2 * count] = (turn + k) % moving;
		pair[2 * count + 1] = (turn - k + moving) % moving;
	}
	fixtures_add_round(next, contest, round, pair, (size_t)count);
}

/* Fills `base` with the base of the next round; false: there is none. */
static bool next_of_all(const struct contest *contest, int *base)
{
	const struct fixture *list = contest->past.list;
	size_t first = contest->past.count;

	if (first == 0) {
		balanced_groups_first(contest->seats, base);
		return true;
	}
	while (first > 0 &&
	       list[first - 1].round == fixtures_round(&contest->past))
		first--;
	memcpy(base, list[first].entrant,
	       (size_t)contest->seats * sizeof *base);
	return balanced_groups_next(contest->entrants, contest->seats, base);
}

static bool next_of_balanced(const struct contest *contest, uint32_t round,
			     int *base)
{
	size_t length = contest->past.count;
	AUTOFREE uint32_t *meets = NULL;

	if (round > contest->option[EACH].number / contest->seats)
		return false;
	if (round > 1)
		length /= round - 1;
	meets = memory_new((size_t)contest->entrants, sizeof *meets);
	for (size_t at = 0; at < contest->past.count; at += length)
		balanced_groups_count(contest->entrants,
				      contest->past.list[at].entrant,
				      contest->seats, meets);
	balanced_groups_choose(contest->entrants, contest->seats, meets, base);
	return true;
}

/* Adds all groups that turning makes of one base. */
static void add_turned(const struct contest *contest, uint32_t round,
		       const int *base, struct fixtures *next)
{
	int entrants = contest->entrants, seats = contest->seats;
	int turns = contest->option[GROUPS].number == GROUPS_ALL ?
		balanced_groups_period(entrants, base, seats) : entrants;
	AUTOFREE int *group =
		memory_new((size_t)turns * (size_t)seats, sizeof *group);
	AUTOFREE bool *taken = memory_new((size_t)turns, sizeof *taken);
	AUTOFREE uint32_t *played =
		memory_new((size_t)entrants, sizeof *played);

	for (int i = 0; i < turns; i++) {
		int turn = balanced_groups_turn(entrants, base, seats, turns,
						taken, played);

		taken[turn] = true;
		for (int s = 0; s < seats; s++) {
			int who = balanced_groups_place(entrants, base[s],
							turn);

			group[i * seats + s] = who;
			played[who]++;
		}
	}
	fixtures_add_round(next, contest, round, group, (size_t)turns);
}

static void round_of(const struct contest *contest, struct fixtures *next)
{
	uint32_t round = fixtures_round(&contest->past) + 1;
	int base[GAME_SEATS_MAX];

	if (contest->seats == 2)
		add_circle(contest, round, next);
	else if (contest->option[GROUPS].number == GROUPS_ALL ?
		 next_of_all(contest, base) :
		 next_of_balanced(contest, round, base))
		add_turned(contest, round, base, next);
}

/* For balanced groups: reports pairs that never meet, or that meet again before
   all have met. */
static void remark(const struct contest *contest, struct text *out)
{
	int entrants = contest->entrants, seats = contest->seats;
	int rounds = (int)(contest->option[EACH].number / seats);
	long long pairs = (long long)entrants * (entrants - 1) / 2;
	int base[GAME_SEATS_MAX], open = 0, again = 0, needed;
	AUTOFREE uint32_t *meets = NULL;

	if (contest->option[GROUPS].number != GROUPS_BALANCED ||
	    entrants > COVER_MAX)
		return;
	needed = rounds_to_meet(contest, &again);
	if (rounds >= needed) {
		if (again > 0)
			text_printf(out, "%lld of %lld pairs of entrants meet "
				    "again before all have met\n",
				    (long long)again * entrants / 2, pairs);
		return;
	}
	meets = memory_new((size_t)entrants, sizeof *meets);
	for (int round = 0; round < rounds; round++) {
		balanced_groups_choose(entrants, seats, meets, base);
		balanced_groups_count(entrants, base, seats, meets);
	}
	for (int d = 1; d < entrants; d++)
		open += meets[d] == 0;
	text_printf(out, "%lld of %lld pairs of entrants never meet; \"each\": "
		    "%d lets all of them meet\n", (long long)open * entrants /
		    2, pairs, needed * seats);
}

const struct format format_round_robin = {
	.name = "round_robin", .version = 1, .help = "everyone meets everyone",
	.options = options, .independent = true, .open = true,
	.settle = settle, .remark = remark, .round = round_of
};
