/*
 * players.h - the bots of a match: started, spoken to, ended.
 *
 * A player is one process of an entrant on one seat.  Everything here waits
 * with one epoll over all of them, so that a bot which is not on turn is
 * watched too, and nothing here blocks on a bot.
 */
#ifndef HOST_PLAYERS_H
#define HOST_PLAYERS_H

#include <signal.h>
#include <stdint.h>

#include "host/keeper.h"
#include "host/protocol.h"
#include "host/trace.h"

enum player_state { PLAYER_OFF, PLAYER_STARTING, PLAYER_RUNNING };

struct player {
	int entrant, seat;
	enum player_state state;
	struct wishes wishes;
	/* Nothing tells its end from one that comes to all of us: what killed
	   it may be about to kill the referee, too. */
	bool killed;
	/* What it did wrong and nobody has taken notice of yet. */
	enum fault fault;
	char detail[256];
	/* Time faults in this match for which the machine may be to blame. */
	uint32_t suspects;

	/* The rest is players.c's own. */
	int in, out, err, control;      /* -1: closed */
	/* The bot's process, and the one whose descendants are all the bot's;
	   0: it has not started yet. */
	int bot, top, warden;
	bool asked;                     /* a line is due from it */
	bool answered;                  /* `input` holds that line */
	bool exited;
	int status;                     /* of waitpid, when exited */
	bool deaf;                      /* it closed its input */
	int64_t deadline_us;            /* to be started, then for ready */
	struct text input;
	struct text unsent;
	size_t sent;
	uint64_t output;                /* bytes in this game */
	int64_t cpu_before_us;          /* computed before this game */
	int64_t cpu_due_us;             /* when to look at it again */
	size_t stderr_kept;             /* bytes in this match */
};

struct players {
	const struct hosting *hosting;  /* borrowed */
	int keeper;                     /* borrowed */
	struct trace *trace;            /* borrowed, or NULL */
	/* Counts who asks to stop, or NULL: from `stops_most` on an answer is
	   not waited for any more, and from the first one on nothing else. */
	const volatile sig_atomic_t *stop;
	int stops_most;                 /* 1 at first */
	uint32_t game;                  /* of the match, for the trace */
	struct player *player;
	int count;
	int epoll;
	int broken;                     /* errno of what must not fail, or 0 */
	int64_t spent_us;               /* by the last answer, by its clock */
};

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

/* Waits until everybody who was started is ready or at fault. */
int players_ready(struct players *players, struct error *err);

/* A new game begins for player `i`: its counters and limits of a game. */
void players_game(struct players *players, int i);

/* Sends a line that needs no answer. */
void players_tell(struct players *players, int i, const char *line,
		  size_t size);

/*
 * Sends a line and waits for the answer.  Its clock starts when the last byte
 * is written and stops at the answer's LF; spent_us is what it took (turn_clock.h
 * has the clocks).  Returns
 * 0 with the answer, without LF and borrowed until the next call, or with NULL
 * and the player's fault set.  Other players' faults may be set as well.
 * -1: our failure.
 */
int players_ask(struct players *players, int i, const char *line, size_t size,
		int64_t budget_us, const char **answer, size_t *answer_size,
		struct error *err);

/* What a player may compute in a game, in microseconds; 0: any. */
int64_t players_cpu_most_us(const struct players *players);

/* Sets the player's fault; the first thing it did wrong stays. */
void player_blame(struct player *player, enum fault fault, const char *detail);

/* Ends a player with all its descendants, and waits until they are gone. */
void players_end(struct players *players, int i);

/* Says bye to all that run, gives them a moment to exit, ends them. */
void players_finish(struct players *players, const char *bye, size_t size);

/* Ends whoever runs and frees; safe twice and on zeroes. */
void players_release(struct players *players);

#endif
