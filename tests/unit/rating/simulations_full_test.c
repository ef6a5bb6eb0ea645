/*
 * simulations_full_test.c - 95% intervals and sequential tests keep what they
 * promise.
 * tier: full
 */
#define SHARE 1
#define SLACK 0
#include "simulations.h"
