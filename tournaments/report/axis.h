/*
 * axis.h - maps values to positions, with ticks at round numbers.
 */
#ifndef TOURNAMENTS_REPORT_AXIS_H
#define TOURNAMENTS_REPORT_AXIS_H

/* Maps `low` to the position `from` and `high` to `to`, which may be less than
   `from`. */
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

/* The position of `value`, clamped to the ends of the axis. */
double axis_place(const struct axis *axis, double value);

/* The number of ticks, and the value of one, counted from 0.  The caller may
   lower `high`; the last tick is then at or below it. */
int axis_ticks(const struct axis *axis);
double axis_tick(const struct axis *axis, int tick);

#endif
