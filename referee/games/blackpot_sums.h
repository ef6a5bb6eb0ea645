/*
 * blackpot_sums.h - the arithmetic of Black-Pot: what three dice can make.
 *
 * The dice are divided into groups, and each group makes one number, using each
 * of its dice once.  Numbers 1..25 are values; a group may also make 0, which
 * is on no cell.
 */
#ifndef GAMES_BLACKPOT_SUMS_H
#define GAMES_BLACKPOT_SUMS_H

#include "games/game.h"

enum { BLACKPOT_DICE = 3, BLACKPOT_HIGHEST = 25 };

/* Three dice, and the arithmetic that is allowed. */
struct blackpot_roll {
	int die[BLACKPOT_DICE];     /* ascending */
	bool division;          /* without remainder */
	bool tree;              /* also a . (b . c), not only (a . b) . c */
};

/* Every combination of a roll, as sets of values: bit v is the value v. */
struct blackpot_sums {
	unsigned one;                           /* single values; bit 0: 0 */
	unsigned pair[BLACKPOT_HIGHEST + 1];        /* partners, both ways */
	bool three;                             /* the three single dice */
	int die[BLACKPOT_DICE];
};

void blackpot_sums_find(const struct blackpot_roll *roll,
			struct blackpot_sums *sums);

/*
 * Appends the announcement of `count` values, in this order: "2, 4+6=10".
 * They must be a combination of the roll.
 */
void blackpot_sums_say(const struct blackpot_roll *roll, const int *value,
		       int count, struct text *out);

#endif
