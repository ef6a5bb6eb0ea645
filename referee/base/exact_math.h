/*
 * exact_math.h - functions whose last bit must not depend on the machine.
 *
 * exp and log of C libraries differ there, and with them ratings; these are
 * built from operations that IEEE 754 fixes.  Compile with -ffp-contract=off.
 */
#ifndef BASE_EXACT_MATH_H
#define BASE_EXACT_MATH_H

#include <stddef.h>

/* Elo per logit: 400 / ln 10. */
#define EXACT_MATH_ELO_PER_LOGIT 173.71779276130073

/* The 97.5% point of the normal distribution. */
#define EXACT_MATH_NORMAL_97_5 1.959963984540054

/* Relative error below 5e-16.  Underflows to 0 below -745, inf above 709. */
double exact_math_exp(double x);

/* The same bits for each of `count` numbers, in place; several at a time. */
void exact_math_exp_all(double *x, size_t count);

/* Of a positive number.  Relative error below 5e-16. */
double exact_math_log(double x);

/* The same bits for each of `count` numbers, in place; several at a time. */
void exact_math_log_all(double *x, size_t count);

/* The standard normal distribution; absolute error 1e-15. */
double exact_math_phi(double x);

/* Its inverse, for 0 < u < 1 (Wichura 1988, AS 241, PPND16). */
double exact_math_normal(double u);

/* The same bits for each of `count` numbers, in place; several at a time. */
void exact_math_normal_all(double *u, size_t count);

/* The 97.5% point of Student's t; `degrees` >= 1.  From 100 on: the
   normal's. */
double exact_math_t(long degrees);

/* Wilson's 95% interval of a share, `k` of `n`; 0 to 1 for n = 0. */
void exact_math_wilson(long k, long n, double *low, double *high);

#endif
