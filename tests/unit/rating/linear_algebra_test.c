/*
 * linear_algebra_test.c - factors, inverses and products agree with plain
 * loops.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tests/unit/unit.h"
#include "tests/support/random.h"
#include "tournaments/rating/linear_algebra.h"

static const size_t sizes[] = { 1, 2, 5, 63, 64, 65, 130, 200 };

enum { SIZES = sizeof sizes / sizeof *sizes };

static const uint64_t BITS = 0x9224555c007b87ea;

static double noise(struct random *random)
{
	return (random_below(random, 2000001) - 1000000) / 1e6;
}

/* A random positive definite matrix, padded with the unit matrix. */
static double *definite(size_t size, struct random *random)
{
	size_t n = linear_algebra_padded(size);
	double *a = memory_new(n * n, sizeof *a);

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j <= i; j++) {
			double value = i == j ? 1 : 0;

			if (i < size)
				value = i == j ? (double)size : noise(random);
			a[i * n + j] = a[j * n + i] = value;
		}
	return a;
}

static double *copy_of(const double *a, size_t n)
{
	double *copy = memory_new(n * n, sizeof *copy);

	memcpy(copy, a, n * n * sizeof *copy);
	return copy;
}

static double *product(const double *a, const double *b, size_t n)
{
	double *c = memory_new(n * n, sizeof *c);

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			for (size_t j = 0; j < n; j++)
				c[i * n + j] += a[i * n + k] * b[k * n + j];
	return c;
}

/* L times its transpose. */
static double *square(const double *l, size_t n)
{
	double *upper = memory_new(n * n, sizeof *upper), *back;
	double *lower = memory_new(n * n, sizeof *lower);

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j <= i; j++)
			lower[i * n + j] = upper[j * n + i] = l[i * n + j];
	back = product(lower, upper, n);
	free(lower);
	free(upper);
	return back;
}

/* Releases both. */
static void assert_same(double *a, double *b, size_t n, double tolerance)
{
	for (size_t i = 0; i < n * n; i++)
		ck_assert_msg(fabs(a[i] - b[i]) <= tolerance,
			      "row %zu, column %zu: %g and %g", i / n, i % n,
			      a[i], b[i]);
	free(a);
	free(b);
}

TEST_EACH(factors_solutions_and_inverses_are_those_of_the_matrix, SIZES)
{
	struct random random = { 11 };
	size_t size = sizes[_i], n = linear_algebra_padded(size);
	double *a = definite(size, &random), *l = copy_of(a, n), *one;
	double *x = memory_new(n, sizeof *x), *b = memory_new(n, sizeof *b);

	for (size_t i = 0; i < n; i++)
		x[i] = b[i] = noise(&random);
	ck_assert_uint_eq(linear_algebra_cholesky(l, n, PIVOTS_POSITIVE), 0);
	assert_same(square(l, n), copy_of(a, n), n, 1e-12 * (double)size);
	linear_algebra_solve(l, n, x);
	for (size_t i = 0; i < n; i++) {
		double sum = 0;

		for (size_t j = 0; j < n; j++)
			sum += a[i * n + j] * x[j];
		ck_assert_double_le(fabs(sum - b[i]), 1e-12);
	}
	linear_algebra_inverse(l, n);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			ck_assert(l[i * n + j] == l[j * n + i]);
	one = memory_new(n * n, sizeof *one);
	for (size_t i = 0; i < n; i++)
		one[i * n + i] = 1;
	assert_same(product(a, l, n), one, n, 1e-12);
	free(a);
	free(l);
	free(x);
	free(b);
}

TEST_EACH(a_sandwich_is_a_m_a, SIZES)
{
	struct random random = { 14 };
	size_t size = sizes[_i], n = linear_algebra_padded(size);
	double *a = definite(size, &random), *m = definite(size, &random);
	double *am = product(a, m, n), *expected = product(am, a, n);
	double *work = memory_new(n * n, sizeof *work);

	linear_algebra_sandwich(a, m, work, n);
	assert_same(m, expected, n, 1e-10 * (double)(size * size));
	free(a);
	free(am);
	free(work);
}

TEST(a_pivot_that_is_not_positive_is_named)
{
	double *a = memory_new(128 * 128, sizeof *a);
	size_t bad[] = { 0, 5, 63, 64, 100 };

	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
		for (int nan = 0; nan < 2; nan++) {
			for (size_t i = 0; i < 128; i++)
				for (size_t j = 0; j < 128; j++)
					a[i * 128 + j] = i == j;
			a[bad[k] * 128 + bad[k]] = nan ? NAN : 0;
			ck_assert_uint_eq(linear_algebra_cholesky(
						  a, 128, PIVOTS_POSITIVE),
					  bad[k] + 1);
		}
	free(a);
}

/* The covariance of values that sum to 0 has one direction of variance 0. */
TEST_EACH(a_singular_covariance_has_a_factor_too, SIZES)
{
	struct random random = { 15 };
	size_t size = sizes[_i], n = linear_algebra_padded(size);
	double *a = definite(size, &random), *l, mean;

	for (int turn = 0; turn < 2; turn++)
		for (size_t i = 0; i < size; i++) {
			mean = 0;
			for (size_t j = 0; j < size; j++)
				mean += turn ? a[j * n + i] : a[i * n + j];
			mean /= (double)size;
			for (size_t j = 0; j < size; j++)
				a[turn ? j * n + i : i * n + j] -= mean;
		}
	for (size_t i = size; i < n; i++)
		a[i * n + i] = 0;
	l = copy_of(a, n);
	ck_assert_uint_eq(linear_algebra_cholesky(l, n, PIVOTS_SEMIDEFINITE),
			  0);
	ck_assert(l[(size - 1) * n + size - 1] < 1e-3);
	assert_same(square(l, n), a, n, 1e-9);
	free(l);
}

/* FNV-1a of the bytes of some numbers. */
static uint64_t digest(uint64_t hash, const double *number, size_t count)
{
	const unsigned char *byte = (const unsigned char *)number;

	for (size_t i = 0; i < count * sizeof *number; i++)
		hash = (hash ^ byte[i]) * 0x100000001b3;
	return hash;
}

/* Recorded once: every processor must come to the same bits. */
TEST(the_bits_do_not_depend_on_the_machine)
{
	struct random random = { 17 };
	uint64_t hash = 0xcbf29ce484222325;

	for (int i = 0; i < SIZES; i++) {
		size_t n = linear_algebra_padded(sizes[i]);
		double *a = definite(sizes[i], &random);
		double *m = definite(sizes[i], &random);
		double *l = copy_of(a, n);
		double *work = memory_new(n * n, sizeof *work);

		linear_algebra_cholesky(l, n, PIVOTS_POSITIVE);
		linear_algebra_inverse(l, n);
		linear_algebra_sandwich(l, m, work, n);
		hash = digest(digest(hash, l, n * n), m, n * n);
		free(a);
		free(m);
		free(l);
		free(work);
	}
	ck_assert_msg(hash == BITS, "0x%016" PRIx64, hash);
}
