/*
 * rolls.h - every roll of some dice, and in how many ways it comes.
 */
#ifndef WORTH_ROLLS_H
#define WORTH_ROLLS_H

/* One roll, ascending; `ways` of the sides^dice sequences show these dice. */
typedef void rolls_one(void *context, const int *value, double ways);

/*
 * Calls `one` for each roll of 1..GAME_DICE_MAX dice, in ascending order.
 * Returns the number of all sequences, sides^dice, which has to be below 2^53:
 * all ways are exact.
 */
double rolls_each(int dice, int sides, rolls_one *one, void *context);

#endif
