/*
 * linear_algebra.h - symmetric linear algebra, the same bits on every machine.
 *
 * Matrices are square, row by row, and padded: `n` is a multiple of
 * LINEAR_ALGEBRA_BLOCK (linear_algebra_padded), and beyond the real size there
 * is the unit matrix or zero.  So every inner loop has a constant length, which
 * compilers vectorise without changing the order of a sum.
 */
#ifndef TOURNAMENTS_RATING_LINEAR_ALGEBRA_H
#define TOURNAMENTS_RATING_LINEAR_ALGEBRA_H

#include <stdbool.h>
#include <stddef.h>

enum { LINEAR_ALGEBRA_BLOCK = 64 };

/* `size` rounded up to whole blocks. */
size_t linear_algebra_padded(size_t size);

/* What a factorisation does with a pivot that is not positive. */
enum pivots {
	PIVOTS_POSITIVE,        /* fails */
	PIVOTS_SEMIDEFINITE     /* makes its column zero when it is at most
				   1e-12 times the largest diagonal element */
};

/*
 * A = L L': puts L into the lower triangle of `a` and reads nothing else; the
 * blocks on the diagonal are left with zeros above it.  Returns 0, or with
 * PIVOTS_POSITIVE the row, from 1, of a pivot that is not positive.
 */
size_t linear_algebra_cholesky(double *a, size_t n, enum pivots pivots);

/* Solves L L' x = b; on entry `x` is b. */
void linear_algebra_solve(const double *l, size_t n, double *x);

/* L becomes inv(L L'), both triangles. */
void linear_algebra_inverse(double *l, size_t n);

/* Adds the upper triangle to the lower one. */
void linear_algebra_fold(double *a, size_t n);

/* Copies the lower triangle to the upper one. */
void linear_algebra_mirror(double *a, size_t n);

/* M becomes A M A; both are symmetric with both triangles.  `work` is a third
   matrix. */
void linear_algebra_sandwich(const double *a, double *m, double *work,
			     size_t n);

#endif
