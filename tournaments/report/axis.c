/*
 * axis.c - maps values to positions, with ticks at round numbers.
 */
#include "tournaments/report/axis.h"

#include <math.h>

/* The smallest round number that is not below `least`. */
static double round_step(double least)
{
	static const double factors[] = { 1, 2, 5 };
	double power = 1;

	while (power < least / 10)
		power *= 10;
	while (power > least)
		power /= 10;
	for (int i = 0; i < 3; i++)
		if (factors[i] * power >= least)
			return factors[i] * power;
	return 10 * power;
}

struct axis axis_make(double low, double high, int ticks, double finest,
		      double from, double to)
{
	double least = (high - low) / (ticks > 1 ? ticks - 1 : 1);
	struct axis axis = { .from = from, .to = to };

	axis.step = round_step(least > finest ? least : finest);
	axis.low = axis.step * floor(low / axis.step);
	axis.high = axis.step * ceil(high / axis.step);
	if (axis.high <= axis.low)
		axis.high = axis.low + axis.step;
	return axis;
}

double axis_place(const struct axis *axis, double value)
{
	double share = (value - axis->low) / (axis->high - axis->low);

	share = share < 0 ? 0 : share > 1 ? 1 : share;
	return axis->from + share * (axis->to - axis->from);
}

int axis_ticks(const struct axis *axis)
{
	return 1 + (int)floor((axis->high - axis->low) / axis->step + 1e-9);
}

double axis_tick(const struct axis *axis, int tick)
{
	return axis->low + tick * axis->step;
}
