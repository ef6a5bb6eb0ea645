/*
 * player.h - the state of a player, one process of an entrant on one seat, and
 * of all players of a match.
 */
#ifndef HOST_PLAYER_H
#define HOST_PLAYER_H

#include <signal.h>
#include <stdint.h>

#include "host/hosting.h"
#include "host/protocol.h"
#include "host/trace.h"

enum player_state { PLAYER_OFF, PLAYER_STARTING, PLAYER_RUNNING };

struct player {
	int entrant, seat;
	enum player_state state;
	struct wishes wishes;
	/* It was killed, or may have been: what killed it may be about to kill
	   the referee, too. */
	bool killed;
	/* What it did wrong, until the match takes notice of it. */
	enum fault fault;
	char detail[256];
	/* It is a time fault for which the machine may be to blame. */
	bool suspect;

	/* The rest is for the files of host/. */
	int in, out, err, control;      /* -1: closed */
	/* Takes requests to suspend it; -1: we do that ourselves. */
	int pause;
	bool freezes;                   /* that is a freezer */
	/* The bot's process, and the one whose descendants are all the bot's;
	   0: it has not started yet. */
	int bot, top, warden;
	bool asked;                     /* a line is due from it */
	bool answered;                  /* `input` holds that line */
	bool exited;
	int status;                     /* of waitpid, when exited */
	bool deaf;                      /* it closed its input */
	int64_t deadline_us;            /* to be started, then for ready */
	int64_t pressure_us;            /* of the machine when it started */
	struct text input;
	struct text unsent;
	size_t sent;
	uint64_t output;                /* bytes in this game */
	int64_t cpu_before_us;          /* computed before this game */
	int64_t cpu_due_us;             /* when to look at it again */
	size_t stderr_kept;             /* bytes in this match */
	/* For the trace of a fault: the last line that it was to answer, and
	   the last 64 KiB of what it wrote to standard error. */
	struct text question, last_words;
	/* See pause.h: what it uses while it is not asked. */
	bool suspended;
	bool restless;                  /* it used too much */
	bool measure;                   /* after its next answer, into .. */
	bool measured;                  /* .. `used_us`, which is set */
	int64_t used_us;
	int64_t background_us;          /* as far as that was measured */
};

struct players {
	const struct hosting *hosting;  /* borrowed */
	int keeper;                     /* borrowed */
	struct trace *trace;            /* borrowed, or NULL */
	/* Counts requests to stop, or NULL: from `stops_most` on no answer is
	   waited for any more, and from the first one on nothing else. */
	const volatile sig_atomic_t *stop;
	int stops_most;                 /* 1 at first */
	uint32_t game;                  /* of the match, for the trace */
	struct player *player;
	int count;
	int epoll;
	int broken;                     /* errno of what must not fail, or 0 */
	int64_t spent_us;               /* by the last answer, by its clock */
	/* See task_watch.h. */
	bool counts_tasks;
	uint16_t tasks_seen;            /* on this machine, at the last count */
	int64_t tasks_look_us, tasks_count_us;  /* when they are due */
};

/* Sets the player's fault; the first thing it did wrong stays. */
void player_blame(struct player *player, enum fault fault, const char *detail);

/* The sandbox level of a player. */
enum level player_level(const struct players *players,
			const struct player *player);

/* What a player may compute in a game, in microseconds; 0: any. */
int64_t player_cpu_most_us(const struct players *players,
			   const struct player *player);

#endif
