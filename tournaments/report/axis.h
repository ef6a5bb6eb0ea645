/*
 * axis.h - from values to places on paper, and round numbers beside it.
 */
#ifndef TOURNAMENTS_REPORT_AXIS_H
#define TOURNAMENTS_REPORT_AXIS_H

/* `low` of the values lies at `from`, `high` at `to`; to may be smaller. */
struct axis {
	double low, high;
	double from, to;
	double step;            /* between ticks */
};

/*
 * An axis on which all from `low` to `high` has a place, with round numbers at
 * its ends and about `ticks` of them in all: multiples of 1, 2 or 5 times a
 * power of ten, not below `finest`.
 */
struct axis axis_make(double low, double high, int ticks, double finest,
		      double from, double to);

/* Where `value` lies, or the end it lies beyond. */
double axis_place(const struct axis *axis, double value);

/* The number of ticks, and the value of one, from 0.  `high` may have been
   lowered: then the last tick is before it. */
int axis_ticks(const struct axis *axis);
double axis_tick(const struct axis *axis, int tick);

#endif
