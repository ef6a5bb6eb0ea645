/*
 * players.h - starts the bots of a match, talks to them and ends them.
 *
 * One epoll waits for all players, so bots that are not on turn are watched
 * too, and nothing here blocks on a single bot.
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
 * Starts player `i` as that entrant on that seat and sends it `hello`, unless
 * `size` is 0.  Faults of the bot are known after players_ready.  Returns 0, or
 * -1 on our failure.
 */
int players_start(struct players *players, int i, int entrant, int seat,
		  const char *hello, size_t size, struct error *err);

/*
 * Waits until the programs of all started players run, or have failed to: after
 * this we know that the machine can build their sandboxes.  A request to stop
 * ends the waiting too.  Returns 0, or -1 on our failure.
 */
int players_built(struct players *players, struct error *err);

/* Waits until all started players are ready or at fault, and the processes of
   all ended players are gone.  Returns 0, or -1 on our failure. */
int players_ready(struct players *players, struct error *err);

/* A new game begins for player `i`: resets its counters and limits. */
void players_game(struct players *players, int i);

/* Sends a line that needs no answer. */
void players_send(struct players *players, int i, const char *line,
		  size_t size);

/* The same for a program that is no bot and thus never ready; closes its
   input. */
void players_send_last(struct players *players, int i, const char *line,
		       size_t size);

/*
 * Sends a line and waits for the answer.  The clock starts when the last byte
 * is written and stops at the answer's LF; players->spent_us is the time taken
 * (turn_clock.h has the clocks).  Returns 0 with the answer, without LF and
 * borrowed until the next call, or with NULL and the player's fault set.  Other
 * players' faults may be set as well.  Returns -1 on our failure.
 */
int players_ask(struct players *players, int i, const char *line, size_t size,
		int64_t budget_us, const char **answer, size_t *answer_size,
		struct error *err);

/* Handles the bots' events for at most that long.  Returns 0, or -1 on our
   failure or on a request to stop. */
int players_handle(struct players *players, int64_t most_us,
		   struct error *err);

/* Waits until the descriptor is readable, and handles the bots' events
   meanwhile.  Returns 0, or -1 on our failure or on a request to stop. */
int players_wait(struct players *players, int fd, struct error *err);

/* Ends a player with all its descendants.  Does not wait until they are gone,
   so that the other players get their next message first; players_start,
   players_ready and players_finish do. */
void players_end(struct players *players, int i);

/* Sends `bye` to all running players, gives them a moment to exit, and ends
   them. */
void players_finish(struct players *players, const char *bye, size_t size);

/* Ends all running players and frees; may be called twice and on zeroes. */
void players_release(struct players *players);

#endif
