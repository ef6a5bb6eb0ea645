/*
 * league_pairing_test.c - a league plays the pairings it was given, and chooses
 * those that are worth most.  league_simulated_test.c compares them with random
 * ones.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"
#include "tournaments/league/league_pairing.h"
#include "tournaments/rating/linear_algebra.h"

UNIT_EACH(NULL, cup_end)

enum { MOST = 40 };

TEST(a_round_is_the_pairs_that_were_given)
{
	cup_planned("{'type':'league','matches':2,'pairs':[[2,0],[1,3]]}", 5,
		    2, RESULT_RANKING);
	cup_expect(0, "1.0:2-0 1.1:1-3 1.0:2-0 1.1:1-3");
	for (uint32_t i = 0; i < 4; i++)
		ck_assert_ptr_eq(contest_match(&cup, i + 1),
				 &cup.past.list[i]);
	decide_all(&cup);
	ck_assert(!contest_advance(&cup));
}

/* ### choosing */

static double covariance[MOST * MOST];
static double strength[MOST];
static uint32_t games[MOST];
static int pairs[MOST * MOST];

static struct league_view view_of(int entrants, int seats, int each)
{
	memset(covariance, 0, sizeof covariance);
	for (int i = 0; i < entrants; i++) {
		covariance[i * entrants + i] = 0.25;
		strength[i] = 0;
		games[i] = 10;
	}
	return (struct league_view){ entrants, seats, strength, covariance,
		games, 2, each };
}

static void expect_pairs(struct league_view view, const char *due)
{
	league_pairing_choose(&view, pairs);
	for (int i = 0; due[i] != '\0'; i++)
		ck_assert_int_eq(pairs[i], due[i] - '0');
}

TEST(the_least_known_meet_among_equals)
{
	struct league_view view = view_of(6, 2, 1);

	/* All others are equal: by index. */
	covariance[4 * 6 + 4] = covariance[1 * 6 + 1] = 1;
	expect_pairs(view, "140235");
}

TEST(neighbours_meet_when_all_are_known_equally_well)
{
	struct league_view view = view_of(4, 2, 1);

	strength[0] = 1, strength[1] = -1.2, strength[2] = 1.1,
		strength[3] = -1;
	expect_pairs(view, "0213");
}

TEST(what_is_known_of_a_difference_counts)
{
	struct league_view view = view_of(4, 2, 1);

	/* 0 and 1 are known to be close: their game would tell little. */
	covariance[0 * 4 + 1] = covariance[1 * 4 + 0] = 0.24;
	expect_pairs(view, "02");
}

TEST(newcomers_are_paired_first_by_index)
{
	struct league_view view = view_of(6, 2, 1);

	/* Far away and, wrongly, well known: still first. */
	games[5] = games[3] = 0;
	strength[5] = strength[3] = -3;
	covariance[5 * 6 + 5] = covariance[3 * 6 + 3] = 0.01;
	covariance[2 * 6 + 2] = 2;
	expect_pairs(view, "3");
	ck_assert(pairs[2] == 5 || pairs[1] == 5);
}

TEST(two_do_not_meet_again_while_others_tell_more)
{
	struct league_view view = view_of(4, 2, 3);
	bool met[4][4] = {{false}};

	league_pairing_choose(&view, pairs);
	for (size_t i = 0; i < league_pairing_count(&view); i++) {
		int a = pairs[2 * i], b = pairs[2 * i + 1];

		ck_assert(!met[a][b]);
		met[a][b] = met[b][a] = true;
	}
}

static void check_counts(const struct league_view *view)
{
	size_t count = league_pairing_count(view);
	int had[MOST] = {0}, seats = view->seats;

	ck_assert_uint_eq(count, (size_t)((view->entrants * view->each +
					   seats - 1) / seats));
	league_pairing_choose(view, pairs);
	for (size_t i = 0; i < count; i++) {
		const int *who = pairs + i * (size_t)seats;

		for (int s = 0; s < seats; s++) {
			had[who[s]]++;
			for (int t = 0; t < s; t++)
				ck_assert_int_ne(who[s], who[t]);
		}
	}
	for (int i = 0; i < view->entrants; i++)
		ck_assert(had[i] == view->each || had[i] == view->each + 1);
}

/* _i is the number of seats. */
TEST_FROM(everyone_has_each_matches_or_one_more, 2, 7)
{
	struct random random = { 5 };

	for (int entrants = _i; entrants < 15; entrants++) {
		struct league_view view = view_of(entrants, _i, 1 +
			random_below(&random, 4));

		for (int i = 0; i < entrants; i++) {
			strength[i] = random_below(&random, 100) / 30.;
			games[i] = (uint32_t)random_below(&random, 3);
		}
		check_counts(&view);
	}
}

/* The same rule for six in pairs, with full matrices and no short cuts. */
enum { SIX = 6 };

struct matrix {
	double at[SIX][SIX];
};

/* The sum of the variances, with the mean of all taken out: a sixth of those of
   all differences. */
static double variances(const struct matrix *m)
{
	double sum = 0;

	for (int i = 0; i < SIX; i++)
		for (int j = 0; j < i; j++)
			sum += m->at[i][i] + m->at[j][j] - 2 * m->at[i][j];
	return sum / SIX;
}

static struct matrix after_match(const struct matrix *m, int i, int j,
				 double information)
{
	struct matrix out = *m;
	double variance = m->at[i][i] + m->at[j][j] - 2 * m->at[i][j];

	for (int k = 0; k < SIX; k++)
		for (int l = 0; l < SIX; l++)
			out.at[k][l] -= information *
				(m->at[k][i] - m->at[k][j]) *
				(m->at[i][l] - m->at[j][l]) /
				(1 + information * variance);
	return out;
}

static double share_of(const struct matrix *v)
{
	double mean = 0, s = 0, e = variances(v);

	for (int i = 0; i < SIX; i++)
		mean += strength[i] / SIX;
	for (int i = 0; i < SIX; i++)
		s += (strength[i] - mean) * (strength[i] - mean);
	return s > 2 * e ? 1 - 2 * e / s : 0;
}

TEST_EACH(each_match_takes_most_off_the_sum_of_variances, 20)
{
	struct random random = { (uint64_t)_i };
	struct league_view view = view_of(SIX, 2, 4);
	struct matrix v = {{{0}}};
	int due[SIX] = {0};
	double share;

	for (int i = 0; i < SIX; i++)
		strength[i] = random_below(&random, 1000) / 250.;
	/* A sum of squares is a covariance. */
	for (int k = 0; k < SIX; k++) {
		double x[SIX];

		for (int i = 0; i < SIX; i++)
			x[i] = random_below(&random, 1000) / 2500.;
		for (int i = 0; i < SIX; i++)
			for (int j = 0; j < SIX; j++)
				v.at[i][j] += x[i] * x[j];
	}
	memcpy(covariance, v.at, sizeof v.at);
	league_pairing_choose(&view, pairs);
	share = share_of(&v);
	for (size_t made = 0; made < league_pairing_count(&view); made++) {
		int level = due[0], a = -1, b = -1;
		double least = 1e9;
		struct matrix best = v;

		for (int i = 1; i < SIX; i++)
			level = due[i] < level ? due[i] : level;
		for (int i = 0; i < SIX; i++) {
			for (int j = i + 1; j < SIX; j++) {
				double p = 1 / (1 + exp(share * (strength[i] -
							strength[j])));
				struct matrix then = after_match(&v, i, j,
					view.match_games * p * (1 - p));

				if (due[i] > level || due[j] > level ||
				    variances(&then) >= least)
					continue;
				least = variances(&then);
				best = then;
				a = i;
				b = j;
			}
		}
		ck_assert_int_eq(pairs[2 * made], a);
		ck_assert_int_eq(pairs[2 * made + 1], b);
		due[a]++;
		due[b]++;
		v = best;
	}
}
