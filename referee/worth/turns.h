/*
 * turns.h - the turns of Bolo and Pig as tables, all asked of the engine.
 */
#ifndef WORTH_TURNS_H
#define WORTH_TURNS_H

#include "games/bolo5.h"
#include "games/bolo7.h"
#include "worth/turns_values.h"

/* Room for a state of any of these games. */
union turns_state {
	struct bolo7 bolo7;
	struct bolo5 bolo5;
	struct race race;
	char bytes[1024];
};

/* Has this game turns of this kind: bolo7, bolo5, pig? */
bool turns_known(const struct game *game);

/* The turns of a game with these rules, which rules_check has passed.  The
   caller frees them; NULL is allowed. */
struct turns *turns_new(const struct game *game, const int *rule);
void turns_free(struct turns *turns);

/* ### a state of the game, of any number of seats */

/* The points of its turn so far, in units; a state in which a throw for the
   start is due has 0. */
int turns_total(const struct turns *turns, const void *state);

/* The substate of a state in which dice are due. */
int turns_substate(const struct turns *turns, const void *state);

/* By the minimums of the rules: may a seat with this score bank this total?
   Both in units.  Whether the dice allow it is another matter. */
bool turns_may_bank(const struct turns *turns, int score, int total);

#endif
