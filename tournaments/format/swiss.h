/*
 * swiss.h - a round of a Swiss tournament, as its pairing functions see it.
 */
#ifndef TOURNAMENTS_FORMAT_SWISS_H
#define TOURNAMENTS_FORMAT_SWISS_H

#include <stdint.h>

/* The entrants in the order of the table so far: the best has number 0. */
struct swiss {
	int count;
	int seats;
	int64_t *points;
	int *byes;              /* so far; a round adds equally many */
	uint16_t *met;          /* count x count: rounds in one match */
};

/*
 * Two seats: fills `pairs` with all but one of an odd number, two each, and
 * returns that one, or -1.
 */
int swiss_pairs(const struct swiss *swiss, int *pairs);

/*
 * More seats: divides the entrants in `list`, in the order of the table and a
 * multiple of the seats, into tables, one after the other in `list`.
 */
void swiss_tables(const struct swiss *swiss, int *list, int count);

#endif
