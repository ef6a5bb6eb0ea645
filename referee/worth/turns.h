/*
 * turns.h - the turns of Bolo and Pig as tables, derived from the engines.
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

/* Whether this game has turns of this kind: bolo7, bolo5 and pig do. */
bool turns_known(const struct game *game);

/* Makes the turns of a game with these rules, which rules_check has accepted.
   The caller frees them with turns_free, which accepts NULL. */
struct turns *turns_new(const struct game *game, const int *rule);
void turns_free(struct turns *turns);

/* ### a state of the game, of any number of seats */

/* The points of the turn so far, in units; 0 if a throw for the start is
   due. */
int turns_total(const struct turns *turns, const void *state);

/* The substate of a state in which dice are due. */
int turns_substate(const struct turns *turns, const void *state);

/* Whether the minimums of the rules allow a seat with this score to bank this
   total, both in units.  The dice may still forbid it. */
bool turns_may_bank(const struct turns *turns, int score, int total);

#endif
