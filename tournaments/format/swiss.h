/*
 * swiss.h - a round of a Swiss tournament, as its pairing functions see it.
 */
#ifndef TOURNAMENTS_FORMAT_SWISS_H
#define TOURNAMENTS_FORMAT_SWISS_H

#include <stdbool.h>
#include <stdint.h>

/* The entrants in the order of the table so far: the best has number 0. */
struct swiss {
	int count;
	int seats;
	int64_t *points;
	int *byes;              /* so far; one for each match missed */
	uint16_t *met;          /* count x count: rounds in which they met */
	int *side;              /* 1: had the first of two seats two matches
				   more often than the other, -1: the other,
				   0: neither; NULL: does not matter */
};

/*
 * Two seats: fills `pairs` with the pairs, one after the other.  Returns the
 * entrant that has a bye if their number is odd, else -1.  `fresh`: are there
 * only pairs who have not met?
 */
int swiss_pairs(const struct swiss *swiss, int *pairs, bool *fresh);

/*
 * More seats: divides the entrants in `list` into tables and puts these into
 * `list`, one after the other.  At first `list` is in the order of the
 * standings; `count` is a multiple of the seats.
 */
void swiss_tables(const struct swiss *swiss, int *list, int count);

#endif
