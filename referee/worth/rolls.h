/*
 * rolls.h - lists every roll of some dice and the number of ways to get it.
 */
#ifndef WORTH_ROLLS_H
#define WORTH_ROLLS_H

/* Takes one roll, ascending, which `ways` of the sides^dice sequences show. */
typedef void rolls_one(void *context, const int *value, double ways);

/*
 * Calls `one` for each roll of 1..GAME_DICE_MAX dice, in ascending order.
 * Returns the number of sequences, sides^dice, which must be below 2^53, so
 * that all ways are exact.
 */
double rolls_each(int dice, int sides, rolls_one *one, void *context);

#endif
