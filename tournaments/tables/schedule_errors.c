/*
 * schedule_errors.c - how exact ratings become with the pairings of a format.
 */
#include "tournaments/tables/schedule_errors.h"

#include <math.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "tournaments/rating/linear_algebra.h"
#include "tournaments/rating/plan.h"

#define LOST 1e9        /* a variance that no connected entrants have */

bool schedule_errors_needed(const struct contest *contest)
{
	const struct format *format = contest->format;

	return format != &format_round_robin && !format->is_test;
}

/* ### a tournament among equals */

/* A linear congruential generator, which is the same everywhere. */
static bool toss(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return *state >> 63;
}

/* Decides open fixtures at random: one of the first two wins. */
static void decide(struct contest *contest, uint64_t *lot)
{
	for (size_t i = contest->settled; i < contest->past.count; i++) {
		struct fixture *fixture = &contest->past.list[i];
		int winner = toss(lot);

		if (fixture->decided)
			continue;
		fixture->decided = true;
		for (int s = 0; s < fixture->seats; s++)
			fixture->points[s] = s == winner ? GAME_POINTS : 0;
	}
}

/* Plays a contest.  The result owns its fixtures; the rest is borrowed. */
static struct contest play(const struct contest *from)
{
	struct contest contest = *from;
	uint64_t lot = 1;

	contest.past = (struct fixtures){0};
	contest.settled = 0;
	contest.until_error = 0;
	while (contest_advance(&contest))
		decide(&contest, &lot);
	return contest;
}

/* ### information */

struct sums {
	const struct contest *contest;
	size_t n;               /* padded */
	double *v;              /* information, then covariance */
	double *games;          /* by entrant */
	double blocks;
};

static void add(struct sums *sums, int i, int j, double value)
{
	sums->v[(size_t)i * sums->n + (size_t)j] += value;
}

/* Adds the information of a fixture's `games` games among equals: everyone
   against everyone, or side against side. */
static void add_game(struct sums *sums, const struct fixture *fixture,
		     double games)
{
	const struct contest *contest = sums->contest;
	double own = games * plan_information(contest->result, fixture->seats);
	bool teams = contest->result == RESULT_TEAMS;

	for (int s = 0; s < fixture->seats; s++) {
		int i = fixture->entrant[s];

		sums->games[i] += games;
		for (int t = 0; t < fixture->seats; t++) {
			double part = s == t ? 1 :
				teams ? s % 2 == t % 2 ? 1 : -1 :
				-1.0 / (fixture->seats - 1);

			add(sums, i, fixture->entrant[t], own * part);
		}
	}
}

static void add_games(struct sums *sums, const struct contest *contest)
{
	for (size_t m = 0; m < contest->past.count; m++) {
		const struct fixture *fixture = &contest->past.list[m];

		if (fixture->seats == 1)
			continue;
		sums->blocks += fixture->boards;
		add_game(sums, fixture, (double)fixture->boards *
			 contest->rotations);
	}
}

/* Turns the information into the covariance around the mean.  False: some
   entrants are not connected. */
static bool invert(struct sums *sums)
{
	int entrants = sums->contest->entrants;
	size_t n = sums->n;
	double gauge = 0;

	for (int i = 0; i < entrants; i++)
		gauge += sums->v[(size_t)i * (n + 1)] / entrants;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			if (i < (size_t)entrants && j < (size_t)entrants)
				sums->v[i * n + j] += gauge / entrants;
			else if (i == j)
				sums->v[i * n + j] = 1;
	if (gauge == 0 ||
	    linear_algebra_cholesky(sums->v, n, PIVOTS_POSITIVE) != 0)
		return false;
	linear_algebra_inverse(sums->v, n);
	for (int i = 0; i < entrants; i++)
		for (int j = 0; j < entrants; j++)
			add(sums, i, j, -1 / (gauge * entrants));
	for (int i = 0; i < entrants; i++)
		if (!(sums->v[(size_t)i * (n + 1)] < LOST / gauge))
			return false;
	return true;
}

/* ### rows */

static double variance(const struct sums *sums, int i, int j)
{
	return sums->v[(size_t)i * sums->n + (size_t)j];
}

/* Adds a row for the entrants from `first` to `end` - 1. */
static void add_ratings(struct schedule_errors *errors, const struct sums *sums,
			const char *of, int first, int end)
{
	double sum = 0, games = 0;

	for (int i = first; i < end; i++) {
		sum += variance(sums, i, i);
		games += sums->games[i];
	}
	errors->row[errors->rows++] = (struct schedule_errors_row){
		.of = of, .games = games / (end - first),
		.error = EXACT_MATH_NORMAL_97_5 * EXACT_MATH_ELO_PER_LOGIT *
			 sqrt(sum / (end - first)) };
}

/* Adds a row for the difference of one before `middle` and one of the rest; if
   `middle` is 0, of any two. */
static void add_difference(struct schedule_errors *errors,
			   const struct sums *sums, const char *of, int middle)
{
	int entrants = sums->contest->entrants;
	double sum = 0, games = 0, pairs = 0;

	for (int i = 0; i < entrants; i++)
		for (int j = 0; j < i; j++) {
			if (middle > 0 && (j < middle) == (i < middle))
				continue;
			sum += variance(sums, i, i) + variance(sums, j, j) -
				2 * variance(sums, i, j);
			pairs++;
		}
	for (int i = 0; i < entrants; i++)
		if (middle == 0 || i < middle)
			games += sums->games[i] / (middle == 0 ? entrants :
						   middle);
	errors->row[errors->rows++] = (struct schedule_errors_row){
		.of = of, .games = games,
		.error = EXACT_MATH_NORMAL_97_5 * EXACT_MATH_ELO_PER_LOGIT *
			 sqrt(sum / pairs) };
}

static void add_rows(struct schedule_errors *errors, const struct sums *sums)
{
	const struct option_value *challengers =
		contest_option(sums->contest, "challengers");
	int entrants = sums->contest->entrants;

	if (challengers == NULL) {
		add_ratings(errors, sums, "rating", 0, entrants);
		add_difference(errors, sums, "difference", 0);
		return;
	}
	add_ratings(errors, sums, "challenger", 0, (int)challengers->number);
	add_ratings(errors, sums, "other", (int)challengers->number, entrants);
	add_difference(errors, sums, "difference", (int)challengers->number);
}

int schedule_errors_make(const struct contest *from,
			 struct schedule_errors *errors, struct error *err)
{
	struct contest contest;
	struct sums sums = { .contest = &contest };
	int result = 0;

	*errors = (struct schedule_errors){0};
	if (from->entrants > SCHEDULE_ERRORS_MOST)
		return error_set(err, "a plan for %s is for at most %d "
				 "entrants, not %d", from->format->name,
				 SCHEDULE_ERRORS_MOST, from->entrants);
	contest = play(from);
	sums.n = linear_algebra_padded((size_t)contest.entrants);
	sums.v = memory_new(sums.n * sums.n, sizeof *sums.v);
	sums.games = memory_new((size_t)contest.entrants, sizeof *sums.games);
	add_games(&sums, &contest);
	errors->blocks = sums.blocks;
	if (invert(&sums))
		add_rows(errors, &sums);
	else
		result = error_set(err, "the matches of this %s do not connect "
				   "all entrants, so that no number of boards "
				   "makes their ratings comparable",
				   contest.format->name);
	free(sums.v);
	free(sums.games);
	fixtures_release(&contest.past);
	return result;
}
