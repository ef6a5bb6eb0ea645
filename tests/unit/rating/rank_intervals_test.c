/*
 * rank_intervals_test.c - rank intervals are those of plain loops over draws.
 */
#include "tests/unit/unit.h"
#include "tests/support/random.h"
#include "tests/support/rating_vectors.h"
#include "tournaments/rating/rank_intervals.h"

TEST(the_random_numbers_are_those_of_the_vectors)
{
	const cJSON *pool;
	unsigned number = 0;

	cJSON_ArrayForEach(pool, json_get(rating_vectors("rank_generator")
					  ->child, "expect")) {
		const cJSON *due = json_get(pool, "normals");
		double normal[8];

		ck_assert_int_eq(cJSON_GetArraySize(due), 8);
		rank_intervals_normals(number++, normal, 8);
		for (int i = 0; i < 8; i++)
			assert_near(normal[i], number_at(due, i), 1e-14);
	}
	ck_assert_uint_eq(number, 2);
}

/* V of `n` entrants, centred, and their strengths. */
static void make_pool(size_t n, double *theta, double *v)
{
	struct random random = { 8 };
	double *tied = memory_new(n, sizeof *tied), mean;

	for (size_t i = 0; i < n; i++) {
		theta[i] = random_below(&random, 1000) / 500.0;
		tied[i] = random_below(&random, 1000) / 5e3 - 0.1;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			v[i * n + j] = tied[i] * tied[j] + (i == j
				? random_below(&random, 1000) / 1e4 : 0);
	for (int turn = 0; turn < 2; turn++)
		for (size_t i = 0; i < n; i++) {
			mean = 0;
			for (size_t j = 0; j < n; j++)
				mean += v[turn ? j * n + i : i * n + j];
			for (size_t j = 0; j < n; j++)
				v[turn ? j * n + i : i * n + j] -=
					mean / (double)n;
		}
	free(tied);
}

/* Factorises row by row, without blocks. */
static double *plain_factor(size_t n, const double *v)
{
	double *l = memory_new(n * n, sizeof *l), most = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, v[i * n + i]);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j <= i; j++) {
			double sum = v[i * n + j];

			for (size_t k = 0; k < j; k++)
				sum -= l[i * n + k] * l[j * n + k];
			if (i == j)
				l[i * n + i] = sum > 1e-12 * most ? sqrt(sum)
								  : 0;
			else
				l[i * n + j] = l[j * n + j] > 0
					? sum / l[j * n + j] : 0;
		}
	return l;
}

static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static const size_t pools[] = { 1, 2, 65, 201 };

TEST_EACH(intervals_are_those_of_the_sorted_ranks, sizeof pools / sizeof *pools)
{
	size_t n = pools[_i], draws = (size_t)rank_intervals_draws(n);
	double *theta = memory_new(n, sizeof *theta);
	double *v = memory_new(n * n, sizeof *v), *l;
	double *normal = memory_new(n * draws, sizeof *normal);
	double *x = memory_new(n, sizeof *x);
	int *rank = memory_new(n * draws, sizeof *rank);
	struct rank_interval *ranks = memory_new(n, sizeof *ranks);

	ck_assert_uint_eq(draws, n <= 200 ? 10000 : 1000);
	make_pool(n, theta, v);
	l = plain_factor(n, v);
	rank_intervals_normals(3, normal, n * draws);
	rank_intervals_find(3, n, theta, v, 95, ranks);
	for (size_t t = 0; t < draws; t++) {
		for (size_t i = 0; i < n; i++) {
			x[i] = theta[i];
			for (size_t k = 0; k <= i; k++)
				x[i] += l[i * n + k] * normal[t * n + k];
		}
		for (size_t i = 0; i < n; i++) {
			rank[i * draws + t] = 1;
			for (size_t j = 0; j < n; j++)
				rank[i * draws + t] += rint(x[j] * 1e6)
						       > rint(x[i] * 1e6);
		}
	}
	for (size_t i = 0; i < n; i++) {
		int *own = rank + i * draws, firsts = 0;

		for (size_t t = 0; t < draws; t++)
			firsts += own[t] == 1;
		qsort(own, draws, sizeof *own, by_number);
		ck_assert_int_eq(ranks[i].firsts, firsts);
		ck_assert_int_eq(ranks[i].lo, own[draws / 40]);
		ck_assert_int_eq(ranks[i].hi, own[draws - 1 - draws / 40]);
	}
	free(theta);
	free(v);
	free(l);
	free(normal);
	free(x);
	free(rank);
	free(ranks);
}
