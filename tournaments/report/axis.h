/*
 * axis.h - maps values to positions, with ticks at round numbers.
 */
#ifndef TOURNAMENTS_REPORT_AXIS_H
#define TOURNAMENTS_REPORT_AXIS_H

/* The value `low` is at `from` and `high` at `to`, which may be smaller. */
struct axis {
	double low, high;
	double from, to;
	double step;            /* between ticks */
};

/*
 * An axis that includes `low` and `high`, with about `ticks` ticks, two of them
 * at its ends.  The step is 1, 2 or 5 times a power of ten and at least
 * `finest`.
 */
struct axis axis_make(double low, double high, int ticks, double finest,
		      double from, double to);

/* The position of `value`, or of the end that it is beyond. */
double axis_place(const struct axis *axis, double value);

/* The number of ticks, and the value of one, from 0.  The caller may lower
   `high`: then the last tick is below it. */
int axis_ticks(const struct axis *axis);
double axis_tick(const struct axis *axis, int tick);

#endif
