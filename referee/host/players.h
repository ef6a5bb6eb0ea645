/*
 * players.h - the bots of a match: started, spoken to, ended.
 *
 * Everything here waits with one epoll over all players, so that a bot which
 * is not on turn is watched too, and nothing here blocks on a bot.
 */
#ifndef HOST_PLAYERS_H
#define HOST_PLAYERS_H

#include "host/player.h"

/* Makes room for `count` players, all off.  Returns 0, or -1 with `err`. */
int players_init(struct players *players, int count,
		 const struct hosting *hosting, int keeper,
		 struct trace *trace, const volatile sig_atomic_t *stop,
		 struct error *err);

/*
 * Starts player `i` as that entrant on that seat and sends it `hello`.  What
 * goes wrong with the bot shows after players_ready.  -1: our failure.
 */
int players_start(struct players *players, int i, int entrant, int seat,
		  const char *hello, size_t size, struct error *err);

/*
 * Waits until the programs of all players that were started run, or cannot: a
 * machine that cannot build their sandboxes is known by now.  A signal that
 * asks to stop ends the waiting, too.  -1: our failure.
 */
int players_built(struct players *players, struct error *err);

/* Waits until all players that were started are ready or at fault, and all that
   were ended are gone. */
int players_ready(struct players *players, struct error *err);

/* A new game begins for player `i`: its counters and limits of a game. */
void players_game(struct players *players, int i);

/* Sends a line that needs no answer. */
void players_send(struct players *players, int i, const char *line,
		  size_t size);

/*
 * Sends a line and waits for the answer.  Its clock starts when the last byte
 * is written and stops at the answer's LF; spent_us is what it took
 * (turn_clock.h has the clocks).  Returns 0 with the answer, without LF and
 * borrowed until the next call, or with NULL and the player's fault set.  Other
 * players' faults may be set as well.  -1: our failure.
 */
int players_ask(struct players *players, int i, const char *line, size_t size,
		int64_t budget_us, const char **answer, size_t *answer_size,
		struct error *err);

/* Waits until the descriptor can be read, and meanwhile handles what the bots
   do.  Returns 0, or -1 on our failure or when a signal asks to stop. */
int players_wait(struct players *players, int fd, struct error *err);

/* Ends a player with all its descendants.  Does not wait for that: the other
   players hear first of what has happened.  players_start, players_ready and
   players_finish wait until they are gone. */
void players_end(struct players *players, int i);

/* Says bye to all that run, gives them a moment to exit, ends them. */
void players_finish(struct players *players, const char *bye, size_t size);

/* Ends all that run and frees; safe twice and on zeroes. */
void players_release(struct players *players);

#endif
