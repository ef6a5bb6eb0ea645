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

/* The natural logarithm of a positive number; relative error below 5e-16. */
double exact_math_log(double x);

/* The standard normal distribution function; absolute error 1e-15. */
double exact_math_phi(double x);

/* What Student's t with `degrees` >= 1 degrees of freedom exceeds as often as the
   normal distribution exceeds `z`; from 100 degrees on `z` itself. */
double exact_math_t(long degrees, double z);

/* ### the parts of exp and log, for those who compute several at a time */

/* ln 2 in two parts: the high part has enough trailing zero bits for k * high
   to be exact. */
#define EXACT_MATH_LN2_HIGH 6.93147180369123816490e-01
#define EXACT_MATH_LN2_LOW 1.90821492927058770002e-10
#define EXACT_MATH_LOG2_E 1.4426950408889634

#define EXACT_MATH_ROOT_HALF 0.7071067811865476

enum { EXACT_MATH_EXP_TERMS = 14 };

/* log x = e ln 2 + 2 artanh((m - 1) / (m + 1)), where x = m 2^e and m is
   between the square roots of 1/2 and 2. */
static inline double exact_math_log_of(double m, double exponent)
{
	static const double odd[] = {
		1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11,
		1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1
	};
	double s = (m - 1) / (m + 1), q = s * s, p = 1.0 / 23;

	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
		p = p * q + odd[i];
	return exponent * EXACT_MATH_LN2_HIGH +
		(2 * s * p + exponent * EXACT_MATH_LN2_LOW);
}

#endif
