/*
 * scatter.h - the least variation to assume when hardly any results differ.
 */
#ifndef BASE_SCATTER_H
#define BASE_SCATTER_H

/*
 * The least sum of squared deviations from the mean to assume for `count`
 * observations, in units of the step from the usual value to the next.  It is
 * that of three observations being one step off, but of at most one in eight:
 * if none of `count` is off, up to three may still be expected.  It is 0 for
 * fewer than eight observations, which do not show how much they vary.
 */
double scatter_least(double count);

#endif
