/*
 * linear_algebra.c - symmetric linear algebra, the same bits on every machine.
 *
 * Everything of order n^3 is done by one routine, C += A B for blocks of 64 by
 * 64, which are copied so that they stay in the first-level cache.
 */
#include "tournaments/rating/linear_algebra.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { B = LINEAR_ALGEBRA_BLOCK };

struct block {
	double at[B][B];
};

size_t linear_algebra_padded(size_t size)
{
	return (size + B - 1) / B * B;
}

/* ### blocks */

static void block_take(struct block *to, const double *from, size_t stride)
{
	for (size_t i = 0; i < B; i++)
		memcpy(to->at[i], from + i * stride, sizeof to->at[i]);
}

static void block_take_transposed(struct block *to, const double *from,
				  size_t stride)
{
	for (size_t i = 0; i < B; i++)
		for (size_t j = 0; j < B; j++)
			to->at[j][i] = from[i * stride + j];
}

static void block_put(const struct block *from, double *to, size_t stride)
{
	for (size_t i = 0; i < B; i++)
		memcpy(to + i * stride, from->at[i], sizeof from->at[i]);
}

static void block_negate(struct block *a)
{
	for (size_t i = 0; i < B; i++)
		for (size_t j = 0; j < B; j++)
			a->at[i][j] = -a->at[i][j];
}

/* How many numbers are added at once, in as many registers as that takes. */
enum { LANES = 8 };
typedef double lanes __attribute__((vector_size(LANES * sizeof(double)),
				    aligned(sizeof(double)), may_alias));

static inline const lanes *lanes_at(const double *numbers)
{
	return (const lanes *)numbers;
}

/* Two rows of C += A B, four terms at a time, so that what is read is used more
   often; the order of each sum stays the same. */
static inline void add_two_rows(double *restrict c, double *restrict d,
				const double *restrict a,
				const double *restrict e,
				const struct block *restrict b)
{
	for (size_t k = 0; k < B; k += 4) {
		const double a0 = a[k], a1 = a[k + 1];
		const double a2 = a[k + 2], a3 = a[k + 3];
		const double e0 = e[k], e1 = e[k + 1];
		const double e2 = e[k + 2], e3 = e[k + 3];

		for (size_t j = 0; j < B; j += LANES) {
			const lanes b0 = *lanes_at(&b->at[k][j]);
			const lanes b1 = *lanes_at(&b->at[k + 1][j]);
			const lanes b2 = *lanes_at(&b->at[k + 2][j]);
			const lanes b3 = *lanes_at(&b->at[k + 3][j]);
			lanes *cj = (lanes *)(c + j), *dj = (lanes *)(d + j);

			*cj = (((*cj + a0 * b0) + a1 * b1) + a2 * b2)
			      + a3 * b3;
			*dj = (((*dj + e0 * b0) + e1 * b1) + e2 * b2)
			      + e3 * b3;
		}
	}
}

static void block_add(double *c, size_t c_stride, const double *a,
		      size_t a_stride, const struct block *b)
{
	for (size_t i = 0; i < B; i += 2)
		add_two_rows(c + i * c_stride, c + (i + 1) * c_stride,
			     a + i * a_stride, a + (i + 1) * a_stride, b);
}

/* ### Cholesky */

/* Factors a block on the diagonal, column by column.  Returns the row, from 1,
   of a pivot that does not exceed `floor`, unless it may be zero; else 0. */
static size_t factor_block(double *a, size_t n, double floor,
			   enum pivots pivots)
{
	for (size_t k = 0; k < B; k++) {
		double pivot = a[k * n + k];

		for (size_t m = 0; m < k; m++)
			pivot -= a[k * n + m] * a[k * n + m];
		if (!(pivot > floor)) {
			if (pivots == PIVOTS_POSITIVE)
				return k + 1;
			pivot = 0;
		}
		a[k * n + k] = sqrt(pivot);
		for (size_t i = k + 1; i < B; i++) {
			double sum = a[i * n + k];

			for (size_t m = 0; m < k; m++)
				sum -= a[i * n + m] * a[k * n + m];
			a[i * n + k] = pivot > 0 ? sum / a[k * n + k] : 0;
			a[k * n + i] = 0;
		}
	}
	return 0;
}

/* The inverse of a lower triangular block; a zero pivot's row and column
   become zero, which leaves it out of every product. */
static void invert_block(struct block *inverse, const double *l, size_t n)
{
	*inverse = (struct block){0};
	for (size_t j = 0; j < B; j++) {
		for (size_t i = j; i < B; i++) {
			double sum = i == j, pivot = l[i * n + i];

			for (size_t k = j; k < i; k++)
				sum -= l[i * n + k] * inverse->at[k][j];
			inverse->at[i][j] = pivot > 0 ? sum / pivot : 0;
		}
	}
}

/* The column of blocks below the diagonal block at `k`: L_ik = A_ik L_kk^-T. */
static void factor_column(double *a, size_t n, size_t k)
{
	struct block inverse, transposed, old, new;

	invert_block(&inverse, a + k * n + k, n);
	block_take_transposed(&transposed, inverse.at[0], B);
	for (size_t i = k + B; i < n; i += B) {
		block_take(&old, a + i * n + k, n);
		new = (struct block){0};
		block_add(new.at[0], B, old.at[0], B, &transposed);
		block_put(&new, a + i * n + k, n);
	}
}

size_t linear_algebra_cholesky(double *a, size_t n, enum pivots pivots)
{
	struct block left, right;
	double floor = 0;

	if (pivots == PIVOTS_SEMIDEFINITE)
		for (size_t i = 0; i < n; i++)
			floor = fmax(floor, 1e-12 * a[i * n + i]);
	for (size_t k = 0; k < n; k += B) {
		size_t bad = factor_block(a + k * n + k, n, floor, pivots);

		if (bad > 0)
			return k + bad;
		factor_column(a, n, k);
		/* A_ij -= L_ik L_jk' */
		for (size_t j = k + B; j < n; j += B) {
			block_take_transposed(&right, a + j * n + k, n);
			block_negate(&right);
			for (size_t i = j; i < n; i += B) {
				block_take(&left, a + i * n + k, n);
				block_add(a + i * n + j, n, left.at[0], B,
					  &right);
			}
		}
	}
	return 0;
}

void linear_algebra_solve(const double *l, size_t n, double *x)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < i; j++)
			x[i] -= l[i * n + j] * x[j];
		x[i] /= l[i * n + i];
	}
	for (size_t i = n; i-- > 0;) {
		x[i] /= l[i * n + i];
		for (size_t j = 0; j < i; j++)
			x[j] -= l[i * n + j] * x[i];
	}
}

/* ### inverse and products */

/* X = inv(L), lower triangle: X_ij = -X_ii sum_k L_ik X_kj, k = j..i-1. */
static void invert_triangle(double *l, size_t n)
{
	struct block own, left, right, sum, new;
	AUTOFREE double *row = memory_new(B * n, sizeof *row);

	for (size_t i = 0; i < n; i += B) {
		invert_block(&own, l + i * n + i, n);
		memcpy(row, l + i * n, B * n * sizeof *row);
		block_put(&own, l + i * n + i, n);
		block_negate(&own);
		for (size_t j = 0; j < i; j += B) {
			sum = new = (struct block){0};
			for (size_t k = j; k < i; k += B) {
				block_take(&left, row + k, n);
				block_take(&right, l + k * n + j, n);
				block_add(sum.at[0], B, left.at[0], B,
					  &right);
			}
			block_add(new.at[0], B, own.at[0], B, &sum);
			block_put(&new, l + i * n + j, n);
		}
	}
}

/* inv(L L') = X' X: A_ij = sum_k X_ki' X_kj, k >= i.  Done in place, from the
   first row to the last: A_ij needs nothing of the rows before it, and the
   block on the diagonal, which the whole row needs, is replaced last. */
void linear_algebra_inverse(double *l, size_t n)
{
	struct block left, right, sum;

	invert_triangle(l, n);
	for (size_t i = 0; i < n; i += B) {
		for (size_t j = 0; j <= i; j += B) {
			sum = (struct block){0};
			for (size_t k = i; k < n; k += B) {
				block_take_transposed(&left, l + k * n + i, n);
				block_take(&right, l + k * n + j, n);
				block_add(sum.at[0], B, left.at[0], B,
					  &right);
			}
			block_put(&sum, l + i * n + j, n);
		}
	}
	linear_algebra_mirror(l, n);
}

void linear_algebra_mirror(double *a, size_t n)
{
	struct block block;

	for (size_t i = 0; i < n; i += B) {
		for (size_t j = 0; j < i; j += B) {
			block_take_transposed(&block, a + i * n + j, n);
			block_put(&block, a + j * n + i, n);
		}
		for (size_t k = i; k < i + B; k++)
			for (size_t j = k + 1; j < i + B; j++)
				a[k * n + j] = a[j * n + k];
	}
}

void linear_algebra_sandwich(const double *a, double *m, double *work, size_t n)
{
	struct block right;

	memset(work, 0, n * n * sizeof *work);
	for (size_t j = 0; j < n; j += B)
		for (size_t k = 0; k < n; k += B) {
			block_take(&right, a + k * n + j, n);
			for (size_t i = 0; i < n; i += B)
				block_add(work + i * n + j, n, m + i * n + k,
					  n, &right);
		}
	memset(m, 0, n * n * sizeof *m);
	for (size_t j = 0; j < n; j += B)
		for (size_t k = 0; k < n; k += B) {
			block_take(&right, work + k * n + j, n);
			for (size_t i = j; i < n; i += B)
				block_add(m + i * n + j, n, a + i * n + k, n,
					  &right);
		}
	linear_algebra_mirror(m, n);
}

void linear_algebra_fold(double *a, size_t n)
{
	struct block block;

	for (size_t i = 0; i < n; i += B) {
		for (size_t j = 0; j < i; j += B) {
			block_take_transposed(&block, a + j * n + i, n);
			for (size_t k = 0; k < B; k++)
				for (size_t m = 0; m < B; m++)
					a[(i + k) * n + j + m] +=
						block.at[k][m];
		}
		for (size_t k = i; k < i + B; k++)
			for (size_t j = k + 1; j < i + B; j++)
				a[j * n + k] += a[k * n + j];
	}
}
