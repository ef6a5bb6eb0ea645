/*
 * simd.h - compiles the same code for processors with wider vectors.
 *
 * A function is written once, inline, with loops of a constant number of
 * iterations, and called by three others: a plain one, one marked SIMD_4 and
 * one marked SIMD_8.  simd_lanes says which of them to call.  The results are
 * identical bit for bit, because no operations are fused (-ffp-contract=off) or
 * reordered.
 */
#ifndef BASE_SIMD_H
#define BASE_SIMD_H

/* The most that simd_lanes says; tests compile with less, too. */
#ifndef SIMD_MOST
#define SIMD_MOST 8
#endif

#ifdef __x86_64__
#define SIMD_4 __attribute__((target("avx2"), flatten))
#define SIMD_8 __attribute__((target("avx512f"), flatten))

/* The doubles per vector: 8, 4 or, without AVX2, 2. */
static inline int simd_lanes(void)
{
	return SIMD_MOST >= 8 && __builtin_cpu_supports("avx512f") ? 8 :
		SIMD_MOST >= 4 && __builtin_cpu_supports("avx2") ? 4 : 2;
}
#else
#define SIMD_4
#define SIMD_8

static inline int simd_lanes(void)
{
	return 2;
}
#endif

#endif
