/*
 * play_local.h - the SDK and the engines together: plays bots in one process,
 * and gives bots that search the position of their turn.
 *
 * cc bot.c $(pkg-config --cflags --libs rollcall-bot rollcall-games)
 */
#ifndef ROLLCALL_PLAY_LOCAL_H
#define ROLLCALL_PLAY_LOCAL_H

#include "rollcall.h"
#include "rollcall/engines.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The position of a turn: of its game, rules and view.  The caller frees it.
   Returns NULL, after a message on standard error, when the view is not one of
   that game. */
struct rollcall_state *rollcall_local_state(const struct rollcall_turn *turn);

/*
 * Plays `games` games between `count` bots without processes, clocks and
 * limits: for tests, tuning and learning.  From game to game everybody moves to
 * the next seat.  `rules` are as for rollcall_state_new; `events` of the turns
 * are empty and `ms` stays the same.  The same seed gives the same dice, and
 * the same seeds of games to the bots.
 *
 * Adds up in `points` what each bot has won, at most 1 a game.  Returns 0, or
 * -1 with a sentence in `error`, of ROLLCALL_STATE_ERROR_SIZE bytes, when the
 * game, the rules or `count` do not exist or a bot answered no legal move.
 */
int rollcall_play_local(const char *game, rollcall_choose *const *bots,
			int count, const char *rules, int games, uint64_t seed,
			double *points, char *error);

#ifdef __cplusplus
}
#endif

#endif
