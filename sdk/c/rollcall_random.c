/*
 * rollcall_random.c - Steele, Lea and Flood's splitmix64.
 */
#include "rollcall.h"

static const uint64_t values53 = UINT64_C(1) << 53;

uint64_t rollcall_next(struct rollcall_random *random)
{
	uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Values from the last multiple of n on would make the low results likelier. */
static uint64_t below(struct rollcall_random *random, uint64_t n)
{
	uint64_t limit = values53 - values53 % n, value;

	do
		value = rollcall_next(random) >> 11;
	while (value >= limit);
	return value % n;
}

int rollcall_below(struct rollcall_random *random, int n)
{
	return n < 1 ? 0 : (int)below(random, (uint64_t)n);
}

double rollcall_unit(struct rollcall_random *random)
{
	return (double)(rollcall_next(random) >> 11) / (double)values53;
}

static void swap(char *a, char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char kept = a[i];

		a[i] = b[i];
		b[i] = kept;
	}
}

void rollcall_shuffle(struct rollcall_random *random, void *base, size_t count,
		      size_t size)
{
	char *element = base;

	for (size_t i = count; i-- > 1; )
		swap(element + i * size,
		     element + (size_t)below(random, i + 1) * size, size);
}
