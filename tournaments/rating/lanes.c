/*
 * lanes.c - exp and log of many numbers, several at a time.
 */
#include "tournaments/rating/lanes.h"

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/exact_math.h"

enum { LANES = 16 };    /* a constant, so that compilers vectorise */

/* Adding and subtracting 1.5 * 2^52 rounds as rint does, without a call; the
   low bits of the sum are the integer. */
#define ROUNDER 0x1.8p52

/* exp of LANES numbers in -700..700, where 2^k is a normal number. */
static inline void exp_of_lanes(double *restrict x)
{
	double r[LANES], p[LANES], power[LANES];
	uint64_t bits[LANES];

	for (int j = 0; j < LANES; j++) {
		double shifted = x[j] * EXACT_MATH_LOG2_E + ROUNDER;
		double k = shifted - ROUNDER;

		power[j] = shifted;
		r[j] = (x[j] - k * EXACT_MATH_LN2_HIGH) -
			k * EXACT_MATH_LN2_LOW;
		p[j] = 1;
	}
	for (int i = EXACT_MATH_EXP_TERMS; i >= 1; i--)
		for (int j = 0; j < LANES; j++)
			p[j] = 1 + p[j] * r[j] / i;
	memcpy(bits, power, sizeof bits);
	for (int j = 0; j < LANES; j++)
		bits[j] = (bits[j] + 1023) << 52;
	memcpy(power, bits, sizeof bits);
	for (int j = 0; j < LANES; j++)
		x[j] = p[j] * power[j];
}

void lanes_exp(double *x, size_t count)
{
	size_t i = 0;

	for (; i + LANES <= count; i += LANES) {
		bool narrow = true;

		for (int j = 0; j < LANES; j++)
			narrow &= x[i + j] >= -700 && x[i + j] <= 700;
		if (narrow)
			exp_of_lanes(x + i);
		else
			for (int j = 0; j < LANES; j++)
				x[i + j] = exact_math_exp(x[i + j]);
	}
	for (; i < count; i++)
		x[i] = exact_math_exp(x[i]);
}

/* log of LANES positive normal numbers; m has the bits of x except for the
   exponent. */
static inline void log_of_lanes(double *restrict x)
{
	const uint64_t one = (uint64_t)1 << 52;
	const double root = EXACT_MATH_ROOT_HALF, unit = 0x1p52;
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
		x[j] = exact_math_log_of(m[j], e[j] - (unit + 1023));
}

void lanes_log(double *x, size_t count)
{
	size_t i = 0;

	for (; i + LANES <= count; i += LANES) {
		bool normal = true;

		for (int j = 0; j < LANES; j++)
			normal &= x[i + j] >= DBL_MIN && x[i + j] <= DBL_MAX;
		if (normal)
			log_of_lanes(x + i);
		else
			for (int j = 0; j < LANES; j++)
				x[i + j] = exact_math_log(x[i + j]);
	}
	for (; i < count; i++)
		x[i] = exact_math_log(x[i]);
}
