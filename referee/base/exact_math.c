/*
 * exact_math.c - functions whose last bit must not depend on the machine.
 */
#include "base/exact_math.h"

#include <math.h>

/* e^x = 2^k e^r with |r| <= ln 2 / 2, and the Taylor series for e^r. */
double exact_math_exp(double x)
{
	double k, r, p = 1;

	if (x < -745)
		return 0;
	if (x > 709)
		return INFINITY;
	k = rint(x * EXACT_MATH_LOG2_E);
	r = (x - k * EXACT_MATH_LN2_HIGH) - k * EXACT_MATH_LN2_LOW;
	for (int i = EXACT_MATH_EXP_TERMS; i >= 1; i--)
		p = 1 + p * r / i;
	return ldexp(p, (int)k);
}

double exact_math_log(double x)
{
	int exponent;
	double m = frexp(x, &exponent);

	if (m < EXACT_MATH_ROOT_HALF) {
		m *= 2;
		exponent--;
	}
	return exact_math_log_of(m, exponent);
}

/* 1/2 + density * (x + x^3/3 + x^5/15 + ..) (Marsaglia 2004). */
double exact_math_phi(double x)
{
	double q = x * x, s = x, t = x, before;

	if (x < -8)
		return 0;
	if (x > 8)
		return 1;
	for (int i = 3;; i += 2) {
		t = t * q / i;
		before = s;
		s = s + t;
		if (s == before)
			break;
	}
	return 0.5 + s * exact_math_exp(-0.5 * q) * 0.3989422804014327;
}

/* ### Student */

/* Fisher and Cornish's expansion in 1/v. */
static double t_of_many(double v, double z)
{
	const double z2 = z * z;

	return z + z * (z2 + 1) / (4 * v) +
		z * ((5 * z2 + 16) * z2 + 3) / (96 * v * v) +
		z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v);
}

/* The arc tangent of x >= 0: that of a 64th of the angle, by its series. */
static double arc_tangent(double x)
{
	double q;

	for (int i = 0; i < 6; i++)
		x = x / (1 + sqrt(1 + x * x));
	q = x * x;
	return 64 * x * (1 - q * (1.0 / 3 - q * (1.0 / 5 - q *
						 (1.0 / 7 - q / 9))));
}

/* The chance that Student's t is between -t and t. */
static double t_within(double t, long v)
{
	const double squared = (double)v / ((double)v + t * t);
	const double sine = t / sqrt((double)v + t * t);
	double term = v % 2 == 0 ? 1 : sqrt(squared), sum = 0;

	for (long k = 2 + v % 2; k <= v; k += 2) {
		sum += term;
		term *= squared * (double)(k - 1) / (double)k;
	}
	return v % 2 == 0 ? sine * sum : 0.6366197723675814 *
		(arc_tangent(t / sqrt((double)v)) + sine * sum);
}

/* Halves an interval until nothing is between its ends. */
static double t_of_few(long v, double z)
{
	const double within = 2 * exact_math_phi(z) - 1;
	double low = z, high = 2 * z, middle;

	while (t_within(high, v) < within)
		high *= 2;
	while ((middle = (low + high) / 2) > low && middle < high)
		if (t_within(middle, v) < within)
			low = middle;
		else
			high = middle;
	return high;
}

double exact_math_t(long degrees, double z)
{
	/* For 95%, rounded as in printed tables: figures have been published
	   with these. */
	static const double points[] = {
		12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912,
		2.364624, 2.306004, 2.262157, 2.228139, 2.200985, 2.178813,
		2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922,
		2.093024, 2.085963, 2.079614, 2.073873, 2.068658, 2.063899,
		2.059539, 2.055529, 2.051831, 2.048407, 2.045230
	};

	if (degrees >= 100)
		return z;
	if (degrees > (long)(sizeof points / sizeof *points))
		return t_of_many((double)degrees, z);
	return z == EXACT_MATH_NORMAL_97_5 ? points[degrees - 1] :
		t_of_few(degrees, z);
}
