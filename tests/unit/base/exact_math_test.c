/*
 * exact_math_test.c - functions agree with published values to the last bits.
 */
#include <math.h>

#include "base/exact_math.h"
#include "tests/unit/unit.h"
#include "tests/support/random.h"
#include "tests/support/rating_vectors.h"
#include "tournaments/rating/lanes.h"
#include "tournaments/rating/rank_intervals.h"

static double uniform(struct random *random)
{
	return (random_below(random, 1 << 30) + 0.5) / (1 << 30);
}

TEST(normals_are_those_of_the_vectors)
{
	const cJSON *vector = rating_vectors("functions")->child;
	const cJSON *u = json_get(json_get(vector, "input"), "u");
	const cJSON *normal = json_get(json_get(vector, "expect"),
				       "inverse_normal");

	ck_assert_int_eq(cJSON_GetArraySize(u), 11);
	for (int i = 0; i < 11; i++)
		assert_near(rank_intervals_normal(number_at(u, i)),
			    number_at(normal, i), 1e-12);
}

TEST(exp_and_log_are_good_to_5e_16)
{
	struct random random = { 1 };

	for (int i = 0; i < 100000; i++) {
		double x = 1400 * uniform(&random) - 700;
		double y = ldexp(uniform(&random), random_below(&random, 2000)
				 - 1000);

		/* ck_assert is slow even if it holds. */
		if (!(fabs(exact_math_exp(x) / exp(x) - 1) <= 5e-16))
			ck_abort_msg("exp(%.17g)", x);
		if (!(fabs(exact_math_log(y) - log(y)) <= 5e-16 * fabs(log(y))))
			ck_abort_msg("log(%.17g)", y);
	}
	ck_assert(exact_math_exp(0) == 1);
	ck_assert(exact_math_log(1) == 0);
}

enum { MANY = 600 };    /* more than are computed at once */

/* Compares numbers, some of them edge cases, at once and one by one. */
static void compare_many(const double *edge, size_t choices,
			 double (*draw)(struct random *),
			 double (*one)(double),
			 void (*all)(double *, size_t))
{
	struct random random = { 2 };
	double many[MANY], each[MANY];

	for (int round = 0; round < 1500; round++) {
		size_t count = (size_t)random_below(&random, round % 10 == 0
						    ? MANY : 68);

		for (size_t i = 0; i < count; i++)
			many[i] = each[i] = round % 3 == 0
				? edge[random_below(&random, (int)choices)]
				: draw(&random);
		all(many, count);
		for (size_t i = 0; i < count; i++)
			if (many[i] != one(each[i]))
				ck_abort_msg("of %.17g: %.17g", each[i],
					     many[i]);
	}
}

static double exponent(struct random *random)
{
	return 80 * uniform(random) - 60;
}

TEST(exp_of_many_is_exp_of_each_to_the_bit)
{
	static const double edge[] = {
		-1e300, -746, -745.0000001, -745, -744.9, -720, -708.5,
		-700.0001, -700, -1e-300, -0.0, 0, 1e-300, 1, 700, 700.0001,
		708.9, 709, 709.0000001, 1e300
	};

	compare_many(edge, sizeof edge / sizeof *edge, exponent,
		     exact_math_exp, lanes_exp);
	ck_assert(exact_math_exp(-745.0000001) == 0);
	ck_assert(exact_math_exp(-744.9) > 0);
	ck_assert(isinf(exact_math_exp(709.0000001)));
	ck_assert(isfinite(exact_math_exp(709)));
}

static double positive(struct random *random)
{
	return exp(80 * uniform(random) - 40);
}

TEST(log_of_many_is_log_of_each_to_the_bit)
{
	static const double edge[] = {
		5e-324, 1e-310, 2.2250738585072014e-308, 1e-300, 0.5, 0.7,
		0.70710678118654746, 0.7071067811865476, 0.70710678118654768,
		1, 1.4142135623730951, 1.4142135623730954, 2, 3, 1e300,
		1.7976931348623157e308
	};

	compare_many(edge, sizeof edge / sizeof *edge, positive,
		     exact_math_log, lanes_log);
}

TEST(phi_is_the_integral_of_the_density_and_normal_its_inverse)
{
	struct random random = { 3 };

	for (int i = 0; i < 20000; i++) {
		double x = 20 * uniform(&random) - 10, u = uniform(&random);

		if (!(fabs(exact_math_phi(x) - 0.5 * erfc(-x / sqrt(2))) <=
		      1.5e-15))
			ck_abort_msg("phi(%.17g)", x);
		if (!(fabs(exact_math_phi(rank_intervals_normal(u)) - u) <= 3e-15))
			ck_abort_msg("normal(%.17g)", u);
	}
	ck_assert(exact_math_phi(-8.01) == 0 && exact_math_phi(8.01) == 1);
	ck_assert(exact_math_phi(0) == 0.5 && rank_intervals_normal(0.5) == 0);
	assert_near(rank_intervals_normal(0.975), EXACT_MATH_NORMAL_97_5, 1e-14);
}

#define Z EXACT_MATH_NORMAL_97_5

/* The area beyond t, from the density: 2.5% at the quantile. */
static double t_tail(double t, int degrees)
{
	double scale = exp(lgamma((degrees + 1) / 2.0) - lgamma(degrees / 2.0))
		/ sqrt(degrees * acos(-1.0)), sum = 0;
	double angle = atan(t / sqrt(degrees));
	double step = (acos(-1.0) / 2 - angle) / 20000;

	/* x = sqrt(degrees) tan(angle) makes the tail finite. */
	for (angle += step / 2; angle < acos(-1.0) / 2; angle += step)
		sum += scale * sqrt(degrees) * pow(cos(angle), degrees - 1)
		       * step;
	return sum;
}

TEST(the_t_table_leaves_two_and_a_half_percent)
{
	static const double levels[] = { 0.6, 0.9, 0.99, 0.999 };

	for (int degrees = 1; degrees <= 99; degrees++)
		ck_assert_double_le(fabs(t_tail(exact_math_t(degrees, Z), degrees)
					 - 0.025), degrees < 30 ? 5e-5 : 5e-7);
	assert_near(exact_math_t(30, Z), 2.042272, 1e-6);
	assert_near(exact_math_t(60, Z), 2.000298, 1e-6);
	assert_near(exact_math_t(99, Z), 1.984217, 1e-6);
	ck_assert(exact_math_t(100, Z) == EXACT_MATH_NORMAL_97_5);
	for (size_t l = 0; l < 4; l++)
		for (int degrees = 1; degrees <= 99; degrees++)
			ck_assert_double_le(fabs(t_tail(exact_math_t(degrees,
				rank_intervals_normal(0.5 + levels[l] / 2)),
				degrees) * 2 / (1 - levels[l]) - 1), 1e-3);
	ck_assert(exact_math_t(1, Z) == 12.706205 && exact_math_t(29, Z) == 2.045230);
}
