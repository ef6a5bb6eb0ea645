/*
 * schedule_errors.c - how exact ratings become in a gauntlet.
 */
#include "tournaments/tables/schedule_errors.h"

#include <math.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "tournaments/rating/linear_algebra.h"
#include "tournaments/rating/plan.h"

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

/* Turns the information into the covariance around the mean. */
static void invert(struct sums *sums)
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
	linear_algebra_cholesky(sums->v, n, PIVOTS_POSITIVE);
	linear_algebra_inverse(sums->v, n);
	for (int i = 0; i < entrants; i++)
		for (int j = 0; j < entrants; j++)
			add(sums, i, j, -1 / (gauge * entrants));
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

/* Adds a row for the difference of one before `middle` and one of the rest. */
static void add_difference(struct schedule_errors *errors,
			   const struct sums *sums, int middle)
{
	double sum = 0, games = 0, pairs = 0;

	for (int i = middle; i < sums->contest->entrants; i++)
		for (int j = 0; j < middle; j++) {
			sum += variance(sums, i, i) + variance(sums, j, j) -
				2 * variance(sums, i, j);
			pairs++;
		}
	for (int i = 0; i < middle; i++)
		games += sums->games[i] / middle;
	errors->row[errors->rows++] = (struct schedule_errors_row){
		.of = "difference", .games = games,
		.error = EXACT_MATH_NORMAL_97_5 * EXACT_MATH_ELO_PER_LOGIT *
			 sqrt(sum / pairs) };
}

int schedule_errors_make(const struct contest *from,
			 struct schedule_errors *errors, struct error *err)
{
	struct contest contest = *from;
	struct sums sums = { .contest = &contest };
	int middle;

	*errors = (struct schedule_errors){0};
	if (from->format == &format_round_robin || from->format->is_test)
		return 0;
	if (from->format != &format_gauntlet)
		return error_set(err, "a plan is for round_robin, gauntlet and "
				 "sprt, not for %s", from->format->name);
	if (from->entrants > SCHEDULE_ERRORS_MOST)
		return error_set(err, "a plan for %s is for at most %d "
				 "entrants, not %d", from->format->name,
				 SCHEDULE_ERRORS_MOST, from->entrants);
	contest.past = (struct fixtures){0};
	contest.settled = 0;
	contest.until_error = 0;
	contest_advance(&contest);
	sums.n = linear_algebra_padded((size_t)contest.entrants);
	sums.v = memory_new(sums.n * sums.n, sizeof *sums.v);
	sums.games = memory_new((size_t)contest.entrants, sizeof *sums.games);
	add_games(&sums, &contest);
	errors->blocks = sums.blocks;
	invert(&sums);
	middle = (int)contest_option(&contest, "challengers")->number;
	add_ratings(errors, &sums, "challenger", 0, middle);
	add_ratings(errors, &sums, "other", middle, contest.entrants);
	add_difference(errors, &sums, middle);
	free(sums.v);
	free(sums.games);
	fixtures_release(&contest.past);
	return 0;
}
