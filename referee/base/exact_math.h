/*
 * exact_math.h - functions whose last bit must not depend on the machine.
 *
 * The exp and log of different C libraries differ in the last bit, and so would
 * ratings; these use only operations that IEEE 754 defines exactly.  Compile
 * with -ffp-contract=off.
 */
#ifndef BASE_EXACT_MATH_H
#define BASE_EXACT_MATH_H

#include <stddef.h>

/* Elo per logit: 400 / ln 10. */
#define EXACT_MATH_ELO_PER_LOGIT 173.71779276130073

/* The 97.5% point of the normal distribution. */
#define EXACT_MATH_NORMAL_97_5 1.959963984540054

/* e^x, relative error below 5e-16; 0 below -745, infinite above 709. */
double exact_math_exp(double x);

/* The same, bit for bit, for `count` numbers in place, several at a time. */
void exact_math_exp_all(double *x, size_t count);

/* The natural logarithm of a positive number; relative error below 5e-16. */
double exact_math_log(double x);

/* The same, bit for bit, for `count` numbers in place, several at a time. */
void exact_math_log_all(double *x, size_t count);

/* The standard normal distribution function; absolute error 1e-15. */
double exact_math_phi(double x);

/* The 97.5% point of Student's t with `degrees` >= 1 degrees of freedom; from
   100 on that of the normal distribution. */
double exact_math_t(long degrees);

#endif
