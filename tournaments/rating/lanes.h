/*
 * lanes.h - exp and log of many numbers, several at a time.
 */
#ifndef TOURNAMENTS_RATING_LANES_H
#define TOURNAMENTS_RATING_LANES_H

#include <stddef.h>

/* exact_math_exp and exact_math_log, bit for bit, of `count` numbers in
   place. */
void lanes_exp(double *x, size_t count);
void lanes_log(double *x, size_t count);

#endif
