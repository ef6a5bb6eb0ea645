/*
 * wide.h - compiles the same code for processors with wider vectors.
 *
 * A function is written once, inline, with loops of a constant number of
 * iterations, and called by three others: a plain one, one marked WIDE_4 and
 * one marked WIDE_8.  wide_lanes says which of them to call.  The results are
 * identical bit for bit, because no operations are fused (-ffp-contract=off) or
 * reordered.
 */
#ifndef BASE_WIDE_H
#define BASE_WIDE_H

/* The most that wide_lanes says; tests compile with less, too. */
#ifndef WIDE_MOST
#define WIDE_MOST 8
#endif

#ifdef __x86_64__
#define WIDE_4 __attribute__((target("avx2"), flatten))
#define WIDE_8 __attribute__((target("avx512f"), flatten))

/* The doubles per vector: 8, 4 or, without AVX2, 2. */
static inline int wide_lanes(void)
{
	return WIDE_MOST >= 8 && __builtin_cpu_supports("avx512f") ? 8 :
		WIDE_MOST >= 4 && __builtin_cpu_supports("avx2") ? 4 : 2;
}
#else
#define WIDE_4
#define WIDE_8

static inline int wide_lanes(void)
{
	return 2;
}
#endif

#endif
