/*
 * play_local.h - the SDK and the engines together: plays bots in one process,
 * and gives a searching bot the position of its turn.
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

/* The position of a turn, from its game, rules and view.  The caller frees it
   with rollcall_state_free.  Returns NULL, after a message on standard error,
   when the view is not a view of that game. */
struct rollcall_state *rollcall_local_state(const struct rollcall_turn *turn);

/* A bot and its `user`. */
struct rollcall_bot {
	rollcall_choose *choose;
	void *user;
};

/*
 * Plays `games` games between `count` bots without processes, clocks or
 * limits: for tests, tuning and learning.  The seats rotate after each game.
 * `rules` are as for rollcall_state_new; the `events` of a turn are empty, and
 * `ms` is constant.  The same seed gives the same dice and the same game seeds.
 *
 * Sets `points` to the sum of each bot's points, at most 1 per game.  Returns
 * 0, or -1 with a sentence in `error`, which has ROLLCALL_STATE_ERROR_SIZE
 * bytes, when there is no such game, `rules` or `count` are not valid for it,
 * or a bot's answer was not a legal move.
 */
int rollcall_play_local(const char *game, const struct rollcall_bot *bots,
			int count, const char *rules, int games, uint64_t seed,
			double *points, char *error);

#ifdef __cplusplus
}
#endif

#endif
