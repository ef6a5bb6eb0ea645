/*
 * wide.h - the same code for processors that take more numbers at a time.
 *
 * A function is written once, inline, with loops of a constant number of turns,
 * and called by three others: a plain one, one marked WIDE_4 and one marked
 * WIDE_8.  wide_lanes says which of them to call.  Not a bit of the result
 * differs, as nothing is fused (-ffp-contract=off) or put in another order.
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

/* 8, 4 or, when neither is there, 2. */
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
