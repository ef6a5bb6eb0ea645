/*
 * scatter.h - how much results must be taken to vary when hardly any differ.
 */
#ifndef BASE_SCATTER_H
#define BASE_SCATTER_H

/*
 * The least sum of squares around their mean that is believed of `count`
 * observations, in units of the step from the usual one to the next: that of
 * three which are off by one step, but of no more than one in eight.  When
 * none of `count` is off, up to three may well be expected.  With fewer than
 * eight it is 0: they say nothing about how much they vary.
 */
double scatter_least(double count);

#endif
