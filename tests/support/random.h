/*
 * random.h - random numbers for tests that come out the same every time.
 */
#ifndef SUPPORT_RANDOM_H
#define SUPPORT_RANDOM_H

#include <stdint.h>

/* Any number is a seed. */
struct random {
	uint64_t state;
};

/* A number in 0..below-1. */
static inline int random_below(struct random *random, int below)
{
	uint64_t x = random->state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return (int)((x ^ x >> 31) % (uint64_t)below);
}

#endif
