/*
 * swiss.c - entrants with equal scores meet, no two of them twice if possible.
 */
#include "tournaments/format/swiss.h"

#include <stdlib.h>
#include <string.h>

#include "tournaments/format/seat_turns.h"

enum { ROUNDS };

static const struct format_option options[] = {
	[ROUNDS] = { "rounds", OPTION_INT, NULL, 1, ENTRANTS_MAX - 1, NULL,
		"rounds; as many as a knockout would have" },
	{ 0 }
};

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
	return contest_check_size(contest, (double)rounds->number *
				 (n / contest->seats), err);
}

/* ### the table so far */

struct swiss_row {
	int entrant;
	int64_t points;
	int byes;
};

static int by_points(const void *a, const void *b)
{
	const struct swiss_row *x = a, *y = b;

	if (x->points != y->points)
		return x->points > y->points ? -1 : 1;
	return x->entrant < y->entrant ? -1 : 1;
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
		if (fixture->seats == 1)
			rows[fixture->entrant[0]].byes++;
	}
}

static void count_met(struct swiss *swiss, const struct fixture *fixture,
		      const int *rank)
{
	size_t n = (size_t)swiss->count;

	for (int s = 0; s < fixture->seats; s++)
		for (int t = 0; t < fixture->seats; t++)
			if (s != t)
				swiss->met[(size_t)rank[fixture->entrant[s]] *
					n + (size_t)rank[fixture->entrant[t]]]
					++;
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
	long *had;

	if (!seat_turns_are_due(contest) || contest->seats != 2)
		return;
	had = seat_turns_had(contest);
	swiss->side = memory_new((size_t)swiss->count, sizeof *swiss->side);
	for (int i = 0; i < contest->entrants; i++) {
		long more = had[2 * i] - had[2 * i + 1];

		swiss->side[rank[i]] = (more >= two) - (more <= -two);
	}
	free(had);
}

/* `who` becomes the entrants in the order of the table. */
static void swiss_read(struct swiss *swiss, const struct contest *contest,
		       int *who)
{
	size_t n = (size_t)contest->entrants;
	struct swiss_row *rows = memory_new(n, sizeof *rows);
	int *rank = memory_new(n, sizeof *rank);

	*swiss = (struct swiss){ .count = contest->entrants,
		.seats = contest->seats };
	swiss->points = memory_new(n, sizeof *swiss->points);
	swiss->byes = memory_new(n, sizeof *swiss->byes);
	swiss->met = memory_new(n * n, sizeof *swiss->met);
	read_points(contest, rows);
	qsort(rows, n, sizeof *rows, by_points);
	for (int i = 0; i < contest->entrants; i++) {
		who[i] = rows[i].entrant;
		rank[who[i]] = i;
		swiss->points[i] = rows[i].points;
		swiss->byes[i] = rows[i].byes;
	}
	read_met(contest, swiss, rank);
	read_sides(contest, swiss, rank);
	free(rows);
	free(rank);
}

static void swiss_release(struct swiss *swiss)
{
	free(swiss->points);
	free(swiss->byes);
	free(swiss->met);
	free(swiss->side);
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
	memmove(&list[at], &list[at + 1],
		(size_t)(count - 1 - at) * sizeof *list);
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
	long *had = seat_turns_had(contest);

	for (int i = 0; i < pairings; i++, list += contest->seats)
		seat_turns_turn(contest, list, seat_turns_best(contest, had,
			list, i % contest->seats));
	free(had);
}

static void round_of(const struct contest *contest, struct fixtures *next)
{
	uint32_t round = fixtures_round(&contest->past) + 1;
	int n = contest->entrants, paired = n - n % contest->seats;
	/* A bye is worth as much as winning every match of a pairing. */
	int byes = contest->matches *
		(contest->result == RESULT_TEAMS ? 3 : 1);
	struct swiss swiss;
	int *who, *list;

	if (round > contest->option[ROUNDS].number)
		return;
	who = memory_new((size_t)n, sizeof *who);
	list = memory_new((size_t)n, sizeof *list);
	swiss_read(&swiss, contest, who);
	pair_round(&swiss, list);
	for (int i = 0; i < n; i++)
		list[i] = who[list[i]];
	if (seat_turns_are_due(contest))
		take_seats(contest, list, paired / contest->seats);
	fixtures_add_round(next, contest, round, list,
			   (size_t)(paired / contest->seats));
	for (int i = n - 1; i >= paired; i--)
		for (int bye = 0; bye < byes; bye++)
			fixtures_add_bye(next, round, list[i]);
	swiss_release(&swiss);
	free(who);
	free(list);
}

const struct format format_swiss = {
	.name = "swiss", .version = 2,
	.help = "equal scores meet, no pair twice if that can be avoided",
	.options = options, .by_score = true,
	.settle = settle, .round = round_of
};
