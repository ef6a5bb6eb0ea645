/*
 * swiss.c - entrants with equal scores meet, no two of them twice if possible.
 */
#include "tournaments/format/contest.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "tournaments/format/blossom.h"

/* The entrants in the order of the table so far: the best has number 0. */
struct swiss {
	struct arena arena;     /* has the arrays */
	int count;
	int seats;
	int64_t *points;
	int *byes;              /* so far, not asked for; one for each match
				   missed; more if they are forbidden */
	uint16_t *met;          /* count x count: rounds in which they met */
	int *side;              /* 1: had the first of two seats two matches
				   more often than the other, -1: the other,
				   0: neither; NULL: does not matter */
};

/* How often two of them have met. */
static int times_met(const struct swiss *swiss, int a, int b)
{
	return swiss->met[(size_t)a * (size_t)swiss->count + (size_t)b];
}

/* ### a round of two seats */

/*
 * docs/formats.md defines the pairing, but not how to find it.  Every question
 * of the kind "can these be paired?" is answered exactly, from a matching that
 * is kept and changed step by step; if it can be completed at the start, it
 * still can at the end.
 */

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

static int take_odd_one_out(struct round *round)
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
			if (times_met(round->swiss, first, odd[at]) <
			    times_met(round->swiss, first, odd[best]))
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

	if (times_met(round->swiss, a, b) > 0)
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

/*
 * Two seats: fills `pairs` with the pairs, one after the other.  Returns the
 * entrant that has a bye if their number is odd, else -1.  `fresh`: are there
 * only pairs who have not met?
 */
static int swiss_pairs(const struct swiss *swiss, int *pairs, bool *fresh)
{
	size_t n = (size_t)swiss->count;
	struct round round = { .swiss = swiss, .pairs = pairs };
	AUTOFREE int *staying = memory_new(n, sizeof *staying);
	AUTOFREE int *left = memory_new(n, sizeof *left);
	AUTOFREE int *odd = memory_new(n, sizeof *odd);
	int bye = NOBODY, floaters = 0;

	round.left = left;
	round.odd = odd;
	for (int v = 0; v < swiss->count; v++)
		round.left[round.left_count++] = v;
	blossom_init(&round.matching, swiss->count, swiss->met);
	match_most(&round);
	if (swiss->count % 2 != 0)
		bye = take_odd_one_out(&round);
	take_odd(&round);
	*fresh = round.odd_count == 0;
	while (round.left_count > 0)
		floaters = next_group(&round, floaters, staying);
	pair_odd(&round);
	blossom_release(&round.matching);
	return bye;
}

/* ### a round of three seats and more */

/*
 * Finding the tables with the fewest repeated pairs is a hard problem, so
 * tables are filled one after the other, and then entrants swap places while
 * that helps.  docs/formats.md has every step.
 */

struct hall {
	const struct swiss *swiss;
	int *seated;            /* table after table */
	int count;              /* of entrants to be seated */
};

/* ### filling tables */

struct candidate {
	int repeats;
	int64_t points;
	int distance;           /* from the aim; places before the aim count
				   as further than all after it */
};

static bool is_better(const struct candidate *a, const struct candidate *b)
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
	struct candidate best = {0};
	int chosen = -1;

	for (int i = 1; i < count; i++) {
		struct candidate candidate = { repeats[i],
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
				repeats[i] += times_met(hall->swiss, table[s - 1],
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
			repeats += times_met(hall->swiss, who, hall->seated[i]);
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

/*
 * More seats: divides the entrants in `list` into tables and puts these into
 * `list`, one after the other.  At first `list` is in the order of the
 * standings; `count` is a multiple of the seats.
 */
static void swiss_tables(const struct swiss *swiss, int *list, int count)
{
	int seats = swiss->seats;
	AUTOFREE int *repeats = memory_new((size_t)count, sizeof *repeats);
	AUTOFREE int *tables = memory_new((size_t)count, sizeof *tables);
	struct hall hall = { swiss, tables, count };

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
}

/* ### the format */

enum { ROUNDS, TIE_BREAKS, HALF_BYES, ZERO_BYES, NO_BYE, ACCELERATION,
	MISSED };
enum { MISSED_NONE, MISSED_HALF };

static const char *const missed[] = { "none", "half", NULL };

static const char *const tie_breaks[] = {
	[TIE_DIRECT] = "direct", [TIE_SONNEBORN] = "sonneborn_berger",
	[TIE_BUCHHOLZ] = "buchholz", [TIE_BUCHHOLZ_CUT1] = "buchholz_cut1",
	[TIE_WINS] = "wins", NULL
};

enum acceleration { NONE, BAKU };
static const char *const accelerations[] = { [NONE] = "none",
	[BAKU] = "baku", NULL };

static const struct format_option options[] = {
	[ROUNDS] = { "rounds", OPTION_INT, NULL, 1, ENTRANTS_MAX - 1, NULL,
		"rounds; as many as a knockout would have" },
	[TIE_BREAKS] = { "tie_breaks", OPTION_WORDS, .words = tie_breaks,
		.help = "what splits equal points, in order (buchholz, "
			"sonneborn_berger, direct, wins)" },
	[HALF_BYES] = { "half_byes", OPTION_ROUNDS,
		.help = "who asked for a half-point bye, and the round" },
	[ZERO_BYES] = { "zero_byes", OPTION_ROUNDS,
		.help = "who asked for a bye without points, and the round" },
	[NO_BYE] = { "no_bye", OPTION_ENTRANTS,
		.help = "who has no other bye if somebody else can have it" },
	[ACCELERATION] = { "acceleration", OPTION_WORD, "none",
		.words = accelerations,
		.help = "the better half meets the better half first" },
	[MISSED] = { "missed", OPTION_WORD, "none", .words = missed,
		.help = "half-point byes for rounds before an entrant enters" },
	{ 0 }
};

/* Marks in `asked` who asked for a bye of this option in a round. */
static int mark_asked(const struct contest *contest, int which, uint32_t round,
		      bool *asked, struct error *err)
{
	const struct option_value *byes = &contest->option[which];

	for (int i = 0; i < byes->count; i++) {
		const int *at = byes->list + 2 * i;

		if ((uint32_t)at[1] != round)
			continue;
		if (asked[at[0]] && contest->names != NULL)
			return error_set(err, "%s has two byes in round %u",
					 contest->names[at[0]], round);
		if (asked[at[0]])
			return error_set(err, "entrant %d has two byes in "
					 "round %u", at[0], round);
		asked[at[0]] = true;
	}
	return 0;
}

static int check_asked(const struct contest *contest, struct error *err)
{
	const long long rounds = contest->option[ROUNDS].number;
	const int n = contest->entrants;

	for (int which = HALF_BYES; which <= ZERO_BYES; which++)
		for (int i = 0; i < contest->option[which].count; i++)
			if (contest->option[which].list[2 * i + 1] > rounds)
				return error_set(err, "\"%s\": there is no "
					"round %d, the last one is %lld",
					options[which].name,
					contest->option[which].list[2 * i + 1],
					rounds);
	for (uint32_t round = 1; round <= rounds; round++) {
		AUTOFREE bool *asked = memory_new((size_t)n, sizeof *asked);
		int left = 0;

		if (mark_asked(contest, HALF_BYES, round, asked, err) != 0 ||
		    mark_asked(contest, ZERO_BYES, round, asked, err) != 0)
			return -1;
		for (int i = 0; i < n; i++)
			left += !asked[i];
		if (left < contest->seats)
			return error_set(err, "with the byes of round %u %d of "
				"%d entrants are left, and a match has %d "
				"seats", round, left, n, contest->seats);
	}
	return 0;
}

static int settle(struct contest *contest, struct error *err)
{
	struct option_value *rounds = &contest->option[ROUNDS];
	int n = contest->entrants;

	if (!rounds->given) {
		rounds->number = 1;
		while (1 << rounds->number < n)
			rounds->number++;
	}
	if (contest->seats == 2 && rounds->number > n - 1)
		return error_set(err, "%lld rounds are too many for %d "
				 "entrants: after %d everyone has met everyone",
				 rounds->number, n, n - 1);
	if (check_asked(contest, err) != 0)
		return -1;
	return contest_check_size(contest, (double)rounds->number *
				 (n / contest->seats), err);
}

/* ### the table so far */

enum { FORBIDDEN = 1 << 30 };   /* byes: the last to have one */

struct swiss_row {
	int entrant;
	int64_t points;
	int byes;               /* that the entrant did not ask for */
};

static int by_points(const void *a, const void *b)
{
	const struct swiss_row *x = a, *y = b;

	if (x->points != y->points)
		return x->points > y->points ? -1 : 1;
	return x->entrant < y->entrant ? -1 : 1;
}

/*
 * The Baku acceleration (FIDE handbook, C.04.5.1): in the first half of the
 * rounds the better half of the entrants is paired as if it had won once more,
 * at the end of these rounds as if it had half a win more.
 */
static void add_virtual(const struct contest *contest, struct swiss_row *rows)
{
	const uint32_t round = fixtures_round(&contest->past) + 1;
	const long long accelerated = (contest->option[ROUNDS].number + 1) / 2;
	const int seats = contest->seats, tables = (contest->entrants -
		contest->late + 2 * seats - 1) / (2 * seats);
	const int64_t win = (int64_t)GAME_POINTS * contest->matches *
		contest_orders(contest);

	if (contest->option[ACCELERATION].number != BAKU ||
	    round > accelerated)
		return;
	for (int i = 0; i < tables * seats; i++)
		rows[i].points += round <= (accelerated + 1) / 2 ? win :
			win / 2;
}

static void read_points(const struct contest *contest, struct swiss_row *rows)
{
	int points[GAME_SEATS_MAX];

	for (int i = 0; i < contest->entrants; i++)
		rows[i].entrant = i;
	for (size_t m = 0; m < contest->past.count; m++) {
		const struct fixture *fixture = &contest->past.list[m];

		fixture_points(fixture, points);
		for (int s = 0; s < fixture->seats; s++)
			rows[fixture->entrant[s]].points += points[s];
		if (fixture->seats == 1 && fixture->bye == BYE_WIN)
			rows[fixture->entrant[0]].byes++;
	}
	for (int i = 0; i < contest->option[NO_BYE].count; i++)
		rows[contest->option[NO_BYE].list[i]].byes += FORBIDDEN;
	add_virtual(contest, rows);
}

static void count_met(struct swiss *swiss, const struct fixture *fixture,
		      const int *rank)
{
	size_t n = (size_t)swiss->count;

	for (int s = 0; s < fixture->seats; s++)
		for (int t = 0; t < fixture->seats; t++) {
			const int a = rank[fixture->entrant[s]];
			const int b = rank[fixture->entrant[t]];

			if (s != t && a >= 0 && b >= 0)
				swiss->met[(size_t)a * n + (size_t)b]++;
		}
}

/* A pairing counts once, with its first match, so 16 bits are enough. */
static void read_met(const struct contest *contest, struct swiss *swiss,
		     const int *rank)
{
	uint32_t round = 0, pairings = 0;

	for (size_t m = 0; m < contest->past.count; m++) {
		const struct fixture *fixture = &contest->past.list[m];

		if (fixture->round != round) {
			round = fixture->round;
			pairings = 0;
		}
		if (fixture->seats > 1 && fixture->slot == pairings) {
			count_met(swiss, fixture, rank);
			pairings++;
		}
	}
}

static void read_sides(const struct contest *contest, struct swiss *swiss,
		       const int *rank)
{
	const long two = 2 * (long)contest->boards;
	AUTOFREE long *had = NULL;

	if (!contest_turns_due(contest) || contest->seats != 2)
		return;
	had = contest_turns_had(contest);
	swiss->side = arena_new(&swiss->arena, (size_t)swiss->count,
				sizeof *swiss->side);
	for (int i = 0; i < contest->entrants; i++) {
		long more = had[2 * i] - had[2 * i + 1];

		if (rank[i] >= 0)
			swiss->side[rank[i]] = (more >= two) - (more <= -two);
	}
}

/* The table of the `count` entrants in `who`, which become those in its
   order. */
static void swiss_read(struct swiss *swiss, const struct contest *contest,
		       int *who, int count)
{
	const size_t all = (size_t)contest->entrants, n = (size_t)count;
	AUTOFREE struct swiss_row *every = memory_new(all, sizeof *every);
	AUTOFREE struct swiss_row *rows = memory_new(n + 1, sizeof *rows);
	AUTOFREE int *rank = memory_new(all, sizeof *rank);

	*swiss = (struct swiss){ .count = count, .seats = contest->seats };
	swiss->points = arena_new(&swiss->arena, n, sizeof *swiss->points);
	swiss->byes = arena_new(&swiss->arena, n, sizeof *swiss->byes);
	swiss->met = arena_new(&swiss->arena, n * n, sizeof *swiss->met);
	read_points(contest, every);
	for (int i = 0; i < contest->entrants; i++)
		rank[i] = NOBODY;
	for (int i = 0; i < count; i++)
		rows[i] = every[who[i]];
	qsort(rows, n, sizeof *rows, by_points);
	for (int i = 0; i < count; i++) {
		who[i] = rows[i].entrant;
		rank[who[i]] = i;
		swiss->points[i] = rows[i].points;
		swiss->byes[i] = rows[i].byes;
	}
	read_met(contest, swiss, rank);
	read_sides(contest, swiss, rank);
}

/* ### a round */

/* Removes from `list` the lowest of those with the fewest byes; returns it. */
static int take_bye(const struct swiss *swiss, int *list, int count)
{
	int at = count - 1, taken;

	for (int i = count - 2; i >= 0; i--)
		if (swiss->byes[list[i]] < swiss->byes[list[at]])
			at = i;
	taken = list[at];
	list_drop(list, &count, at);
	return taken;
}

/* Adds `by` to how often those have met who must not both have a seat again. */
static void add_clashes(struct swiss *swiss, int by)
{
	size_t n = (size_t)swiss->count;

	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			if (a != b && swiss->side[a] * swiss->side[b] > 0)
				swiss->met[a * n + b] = (uint16_t)
					(swiss->met[a * n + b] + by);
}

/* As if those who clash had met; if that leaves no round, without it. */
static int pair_two(struct swiss *swiss, int *list)
{
	bool fresh;
	int bye;

	if (swiss->side == NULL)
		return swiss_pairs(swiss, list, &fresh);
	add_clashes(swiss, 1);
	bye = swiss_pairs(swiss, list, &fresh);
	add_clashes(swiss, -1);
	return fresh ? bye : swiss_pairs(swiss, list, &fresh);
}

/* Fills `list` with the pairings and, backwards from its end, the byes. */
static void pair_round(struct swiss *swiss, int *list)
{
	int n = swiss->count, left = n;

	if (swiss->seats == 2) {
		int bye = pair_two(swiss, list);

		if (bye >= 0)
			list[n - 1] = bye;
		return;
	}
	for (int i = 0; i < n; i++)
		list[i] = i;
	while (left % swiss->seats != 0) {
		int bye = take_bye(swiss, list, left);

		list[--left] = bye;
	}
	swiss_tables(swiss, list, left);
}

/* Who has which seat. */
static void take_seats(const struct contest *contest, int *list, int pairings)
{
	AUTOFREE long *had = contest_turns_had(contest);

	for (int i = 0; i < pairings; i++, list += contest->seats)
		contest_turns_turn(contest, list, contest_turns_best(contest, had,
			list, i % contest->seats));
}

/* Fills `who` with those who play and did not ask for a bye; returns their
   number. */
static int round_field(const struct contest *contest, uint32_t round, int *who)
{
	AUTOFREE bool *asked = memory_new((size_t)contest->entrants,
					  sizeof *asked);
	int count = 0;

	mark_asked(contest, HALF_BYES, round, asked, NULL);
	mark_asked(contest, ZERO_BYES, round, asked, NULL);
	for (int i = 0; i < contest->entrants; i++)
		if (!asked[i] && contest_plays(contest, i, round))
			who[count++] = i;
	return count;
}

/* A bye for each match of a pairing. */
static void add_bye(struct fixtures *next, const struct contest *contest,
		    uint32_t round, int entrant, enum bye bye)
{
	const int matches = contest->matches * contest_orders(contest);

	for (int match = 0; match < matches; match++)
		fixtures_add_bye(next, round, entrant, bye);
}

static void add_asked(struct fixtures *next, const struct contest *contest,
		      uint32_t round, int which, enum bye bye)
{
	const struct option_value *byes = &contest->option[which];

	for (int i = 0; i < byes->count; i++)
		if ((uint32_t)byes->list[2 * i + 1] == round &&
		    contest_plays(contest, byes->list[2 * i], round))
			add_bye(next, contest, round, byes->list[2 * i], bye);
}

/* Half-point byes for the rounds that those who play for the first time have
   missed. */
static void add_missed(struct fixtures *next, const struct contest *contest,
		       uint32_t round)
{
	for (int i = contest->entrants - contest->late;
	     i < contest->entrants; i++) {
		const struct contest_change *first = contest->change;

		while (first->entrant != i)
			first++;
		for (uint32_t before = 1; before < round &&
		     first->round == round; before++)
			add_bye(next, contest, before, i, BYE_HALF);
	}
	for (size_t i = 0; i < next->count; i++)
		next->list[i].given = round;
}

static void round_of(const struct contest *contest, struct fixtures *next)
{
	uint32_t round = fixtures_round(&contest->past) + 1;
	AUTOFREE int *who = memory_new((size_t)contest->entrants, sizeof *who);
	const int n = round_field(contest, round, who);
	const int paired = n - n % contest->seats;
	AUTOFREE int *list = memory_new((size_t)n, sizeof *list);
	struct swiss swiss;

	if (round > contest->option[ROUNDS].number)
		return;
	swiss_read(&swiss, contest, who, n);
	pair_round(&swiss, list);
	for (int i = 0; i < n; i++)
		list[i] = who[list[i]];
	if (contest_turns_due(contest))
		take_seats(contest, list, paired / contest->seats);
	if (contest->option[MISSED].number == MISSED_HALF)
		add_missed(next, contest, round);
	fixtures_add_round(next, contest, round, list,
			   (size_t)(paired / contest->seats));
	for (int i = n - 1; i >= paired; i--)
		add_bye(next, contest, round, list[i], BYE_WIN);
	add_asked(next, contest, round, HALF_BYES, BYE_HALF);
	add_asked(next, contest, round, ZERO_BYES, BYE_ZERO);
	arena_release(&swiss.arena);
}

const struct format format_swiss = {
	.name = "swiss", .version = 2,
	.help = "equal scores meet, no pair twice if that can be avoided",
	.options = options, .optional = TIE_BREAKS, .by_score = true,
	.open = true,
	.settle = settle, .round = round_of
};
