/*
 * exact_math.c - functions whose last bit must not depend on the machine.
 */
#include "base/exact_math.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ln 2 in two parts: the high part has enough trailing zero bits for k * high
   to be exact. */
#define LN2_HIGH 6.93147180369123816490e-01
#define LN2_LOW 1.90821492927058770002e-10
#define LOG2_E 1.4426950408889634

#define ROOT_HALF 0.7071067811865476

enum { EXP_TERMS = 14 };

/* e^x = 2^k e^r with |r| <= ln 2 / 2, and the Taylor series for e^r. */
double exact_math_exp(double x)
{
	double k, r, p = 1;

	if (x < -745)
		return 0;
	if (x > 709)
		return INFINITY;
	k = rint(x * LOG2_E);
	r = (x - k * LN2_HIGH) - k * LN2_LOW;
	for (int i = EXP_TERMS; i >= 1; i--)
		p = 1 + p * r / i;
	return ldexp(p, (int)k);
}

/* log x = e ln 2 + 2 artanh((m - 1) / (m + 1)), where x = m 2^e and m is
   between the square roots of 1/2 and 2. */
static inline double log_of(double m, double exponent)
{
	static const double odd[] = {
		1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11,
		1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1
	};
	double s = (m - 1) / (m + 1), q = s * s, p = 1.0 / 23;

	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
		p = p * q + odd[i];
	return exponent * LN2_HIGH + (2 * s * p + exponent * LN2_LOW);
}

double exact_math_log(double x)
{
	int exponent;
	double m = frexp(x, &exponent);

	if (m < ROOT_HALF) {
		m *= 2;
		exponent--;
	}
	return log_of(m, exponent);
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

/* ### many numbers at once */

enum { LANES = 16 };    /* a constant, so that compilers vectorise */

/* Adding and subtracting 1.5 * 2^52 rounds as rint does, without a call; the
   low bits of the sum are the integer. */
#define ROUNDER 0x1.8p52

/* exp of LANES numbers in -700..700, where 2^k is a normal number. */
static inline void exp_lanes(double *restrict x)
{
	double r[LANES], p[LANES], power[LANES];
	uint64_t bits[LANES];

	for (int j = 0; j < LANES; j++) {
		double shifted = x[j] * LOG2_E + ROUNDER;
		double k = shifted - ROUNDER;

		power[j] = shifted;
		r[j] = (x[j] - k * LN2_HIGH) - k * LN2_LOW;
		p[j] = 1;
	}
	for (int i = EXP_TERMS; i >= 1; i--)
		for (int j = 0; j < LANES; j++)
			p[j] = 1 + p[j] * r[j] / i;
	memcpy(bits, power, sizeof bits);
	for (int j = 0; j < LANES; j++)
		bits[j] = (bits[j] + 1023) << 52;
	memcpy(power, bits, sizeof bits);
	for (int j = 0; j < LANES; j++)
		x[j] = p[j] * power[j];
}

void exact_math_exp_all(double *x, size_t count)
{
	size_t i = 0;

	for (; i + LANES <= count; i += LANES) {
		bool narrow = true;

		for (int j = 0; j < LANES; j++)
			narrow &= x[i + j] >= -700 && x[i + j] <= 700;
		if (narrow)
			exp_lanes(x + i);
		else
			for (int j = 0; j < LANES; j++)
				x[i + j] = exact_math_exp(x[i + j]);
	}
	for (; i < count; i++)
		x[i] = exact_math_exp(x[i]);
}

/* log of LANES positive normal numbers; m has the bits of x except for the
   exponent. */
static inline void log_lanes(double *restrict x)
{
	const uint64_t one = (uint64_t)1 << 52;
	const double root = ROOT_HALF, unit = 0x1p52;
	uint64_t bits[LANES], least, unit_bits;
	double m[LANES], e[LANES];

	memcpy(bits, x, sizeof bits);
	memcpy(&least, &root, sizeof least);
	memcpy(&unit_bits, &unit, sizeof unit_bits);
	for (int j = 0; j < LANES; j++) {
		uint64_t above = (bits[j] - least + 1023 * one) / one;

		bits[j] -= (above - 1023) * one;
		memcpy(&m[j], &bits[j], sizeof m[j]);
		above |= unit_bits;
		memcpy(&e[j], &above, sizeof e[j]);
	}
	for (int j = 0; j < LANES; j++)
		x[j] = log_of(m[j], e[j] - (unit + 1023));
}

void exact_math_log_all(double *x, size_t count)
{
	size_t i = 0;

	for (; i + LANES <= count; i += LANES) {
		bool normal = true;

		for (int j = 0; j < LANES; j++)
			normal &= x[i + j] >= DBL_MIN && x[i + j] <= DBL_MAX;
		if (normal)
			log_lanes(x + i);
		else
			for (int j = 0; j < LANES; j++)
				x[i + j] = exact_math_log(x[i + j]);
	}
	for (; i < count; i++)
		x[i] = exact_math_log(x[i]);
}

/* ### Student */

/* Fisher and Cornish's expansion in 1/v. */
static double t_of_many(double v)
{
	const double z = EXACT_MATH_NORMAL_97_5, z2 = z * z;

	return z + z * (z2 + 1) / (4 * v) +
		z * ((5 * z2 + 16) * z2 + 3) / (96 * v * v) +
		z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v);
}

double exact_math_t(long degrees)
{
	static const double points[] = {
		12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912,
		2.364624, 2.306004, 2.262157, 2.228139, 2.200985, 2.178813,
		2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922,
		2.093024, 2.085963, 2.079614, 2.073873, 2.068658, 2.063899,
		2.059539, 2.055529, 2.051831, 2.048407, 2.045230
	};

	if (degrees >= 100)
		return EXACT_MATH_NORMAL_97_5;
	if (degrees > (long)(sizeof points / sizeof *points))
		return t_of_many((double)degrees);
	return points[degrees - 1];
}
