/*
 * league_pairing.c - chooses the matches that say most about the ratings.
 */
#include "tournaments/league/league_pairing.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "base/text.h"
#include "games/game.h"

struct choice {
	const struct league_view *view;
	/* Entrants x entrants each; the first two are those expected after the
	   matches chosen so far. */
	double *covariance;     /* centred: every row has the sum 0 */
	double *square;         /* of that matrix */
	double *information;    /* that a match gives about each two */
	double *change, *slide; /* entrants each: scratch space */
	int *due;               /* matches chosen so far, by entrant */
	bool *in;               /* in the match being made, by entrant */
};

size_t league_pairing_count(const struct league_view *view)
{
	size_t seats = (size_t)view->seats;

	return ((size_t)view->entrants * (size_t)view->each + seats - 1) /
		seats;
}

static size_t cell(const struct choice *choice, int i, int j)
{
	return (size_t)i * (size_t)choice->view->entrants + (size_t)j;
}

/* x'Mx for x, the difference of two entrants. */
static double of_difference(const struct choice *choice, const double *matrix,
			    int i, int j)
{
	return matrix[cell(choice, i, i)] + matrix[cell(choice, j, j)] -
		2 * matrix[cell(choice, i, j)];
}

/* By how much a match of the two reduces the sum of all variances. */
static double worth(const struct choice *choice, int i, int j)
{
	double information = choice->information[cell(choice, i, j)];

	return information * of_difference(choice, choice->square, i, j) /
		(1 + information *
		 of_difference(choice, choice->covariance, i, j));
}

/* The fewest matches of any entrant outside the match being made. */
static int fewest(const struct choice *choice)
{
	int least = -1;

	for (int i = 0; i < choice->view->entrants; i++)
		if (!choice->in[i] && (least < 0 || choice->due[i] < least))
			least = choice->due[i];
	return least;
}

static bool is_free(const struct choice *choice, int i, int level)
{
	return !choice->in[i] && choice->due[i] == level;
}

/* The first free newcomer; -1: none. */
static int newcomer(const struct choice *choice, int level)
{
	for (int i = 0; i < choice->view->entrants; i++)
		if (choice->view->games[i] == 0 && is_free(choice, i, level))
			return i;
	return -1;
}

/* The first of the two whose match is worth most. */
static int opener(const struct choice *choice, int level)
{
	double most = -1;
	int best = -1;

	for (int i = 0; i < choice->view->entrants; i++) {
		if (!is_free(choice, i, level))
			continue;
		if (best < 0)
			best = i;       /* it may be the only one free */
		for (int j = i + 1; j < choice->view->entrants; j++) {
			if (is_free(choice, j, level) &&
			    worth(choice, i, j) > most) {
				most = worth(choice, i, j);
				best = i;
			}
		}
	}
	return best;
}

/* The entrant to join a match: worth most against all who are in it. */
static int joiner(const struct choice *choice, const int *member, int count)
{
	int level = fewest(choice), best = -1;
	double most = -1;

	for (int i = 0; i < choice->view->entrants; i++) {
		double sum = 0;

		if (!is_free(choice, i, level))
			continue;
		for (int m = 0; m < count; m++)
			sum += worth(choice, i, member[m]);
		if (best < 0 || sum > most) {
			most = sum;
			best = i;
		}
	}
	return best;
}

/* Updates covariance and square for a match of the two: with x their difference
   and u = V x, V becomes V - c u u'. */
static void learn(struct choice *choice, int i, int j)
{
	int n = choice->view->entrants;
	double *v = choice->covariance, *w = choice->square;
	double *u = choice->change, *wx = choice->slide;
	double information = choice->information[cell(choice, i, j)];
	double c, length = 0;

	for (int k = 0; k < n; k++) {
		u[k] = v[cell(choice, i, k)] - v[cell(choice, j, k)];
		wx[k] = w[cell(choice, i, k)] - w[cell(choice, j, k)];
		length += u[k] * u[k];
	}
	c = information / (1 + information * (u[i] - u[j]));
	for (int k = 0; k < n; k++) {
		double *v_row = v + cell(choice, k, 0);
		double *w_row = w + cell(choice, k, 0);
		double a = c * u[k], b = c * (c * length * u[k] - wx[k]);

		for (int l = 0; l < n; l++) {
			v_row[l] -= a * u[l];
			w_row[l] += b * u[l] - a * wx[l];
		}
	}
}

static void make_match(struct choice *choice, int *member)
{
	int level = fewest(choice), seats = choice->view->seats;

	member[0] = newcomer(choice, level);
	if (member[0] < 0)
		member[0] = opener(choice, level);
	choice->in[member[0]] = true;
	for (int count = 1; count < seats; count++) {
		member[count] = joiner(choice, member, count);
		choice->in[member[count]] = true;
	}
	for (int m = 0; m < seats; m++) {
		choice->in[member[m]] = false;
		choice->due[member[m]]++;
		for (int k = 0; k < m; k++)
			learn(choice, member[k], member[m]);
	}
}

/* Copies the covariance with the mean of all strengths taken out, as only
   differences count, and fills its square. */
static void fill_covariance(struct choice *choice)
{
	int n = choice->view->entrants;
	double *v = choice->covariance, *mean = choice->change, all = 0;

	memcpy(v, choice->view->covariance, (size_t)n * (size_t)n * sizeof *v);
	for (int i = 0; i < n; i++) {
		mean[i] = 0;
		for (int j = 0; j < n; j++)
			mean[i] += v[cell(choice, i, j)] / n;
		all += mean[i] / n;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			v[cell(choice, i, j)] += all - mean[i] - mean[j];
	for (int i = 0; i < n; i++) {
		double *row = choice->square + cell(choice, i, 0);

		for (int k = 0; k < n; k++)
			for (int j = 0; j < n; j++)
				row[j] += v[cell(choice, i, k)] *
					v[cell(choice, k, j)];
	}
}

/*
 * The share of the estimated differences that is trusted, 0 to 1.  Early
 * estimates are too far apart; taken at face value, the lucky would meet only
 * the lucky, and the errors would end larger than with random pairings.  With
 * the error counted twice, nothing is lost even if all are about equally strong
 * (tests/unit/league/league_simulated_test.c).
 */
static double trusted_share(const struct choice *choice)
{
	int n = choice->view->entrants;
	double seen = 0, error = 0, mean = 0;

	for (int i = 0; i < n; i++)
		mean += choice->view->strength[i] / n;
	for (int i = 0; i < n; i++) {
		double d = choice->view->strength[i] - mean;

		seen += d * d;
		error += choice->covariance[cell(choice, i, i)];
	}
	return seen > 2 * error ? (seen - 2 * error) / seen : 0;
}

static void fill_information(struct choice *choice)
{
	const struct league_view *view = choice->view;
	double share = trusted_share(choice);
	double games = 4. * view->match_games / (view->seats * view->seats);

	for (int i = 0; i < view->entrants; i++) {
		for (int j = 0; j < view->entrants; j++) {
			double d = share * fabs(view->strength[i] -
						view->strength[j]);

			choice->information[cell(choice, i, j)] =
				games /
				(2 + exact_math_exp(d) + exact_math_exp(-d));
		}
	}
}

void league_pairing_choose(const struct league_view *view, int *pairs)
{
	size_t n = (size_t)view->entrants, count = league_pairing_count(view);
	OWNED(arena) struct arena arena = {0};
	struct choice choice = { .view = view };

	assert(view->seats >= 2 && view->seats <= GAME_SEATS_MAX &&
	       view->entrants >= view->seats);
	choice.covariance = arena_new(&arena, n * n, sizeof(double));
	choice.square = arena_new(&arena, n * n, sizeof(double));
	choice.information = arena_new(&arena, n * n, sizeof(double));
	choice.change = arena_new(&arena, n, sizeof(double));
	choice.slide = arena_new(&arena, n, sizeof(double));
	choice.due = arena_new(&arena, n, sizeof *choice.due);
	choice.in = arena_new(&arena, n, sizeof *choice.in);
	fill_covariance(&choice);
	fill_information(&choice);
	for (size_t made = 0; made < count; made++)
		make_match(&choice, pairs + made * (size_t)view->seats);
}
