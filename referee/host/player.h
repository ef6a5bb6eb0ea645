/*
 * player.h - the state of a player, one process of an entrant on one seat, and
 * of all players of a match.
 */
#ifndef HOST_PLAYER_H
#define HOST_PLAYER_H

#include <signal.h>
#include <stdint.h>

#include "host/freezer.h"
#include "host/hosting.h"
#include "host/protocol.h"
#include "host/trace.h"

enum player_state { PLAYER_OFF, PLAYER_STARTING, PLAYER_RUNNING };

struct player {
	int entrant, seat;
	enum player_state state;
	struct wishes wishes;
	/* It was killed, or may have been, perhaps by something that is about
	   to kill the referee too. */
	bool killed;
	/* Its first fault, until the match handles it. */
	enum fault fault;
	char detail[256];
	/* The fault is a time fault that the machine may be to blame for. */
	bool suspect;

	/* The rest is only for the files of host/. */
	int in, out, err, control;      /* our ends; -1: closed */
	/* How it is suspended: `stop` freezes its control group if `freezes`,
	   otherwise it is a pidfd of its first process at `strict`, which stops
	   all others (STRICT_STOP).  -1: its processes are stopped one by
	   one, which they can undo. */
	int stop;
	bool freezes;
	bool suspended;
	/* Process IDs: the bot, the process whose descendants are all the
	   bot's, and the warden; 0: not started yet. */
	int bot, top, warden;
	bool asked;                     /* it owes us a line */
	bool answered;                  /* `input` holds that line */
	bool exited;
	int status;                     /* of waitpid, when exited */
	bool input_closed;                      /* it closed its input */
	int64_t deadline_us;            /* to be started, then to be ready */
	int64_t pressure_us;            /* of the machine, at its start */
	long oom_kills;                 /* freezer_oom_kills at its start */
	struct freezer group;           /* its control groups */
	struct text input;
	struct text unsent;
	size_t sent;
	uint64_t output;                /* bytes in this game */
	int64_t cpu_before_us;          /* processor time before this game */
	int64_t cpu_due_us;             /* when to check its processor time */
	size_t stderr_kept;             /* bytes traced in this match */
	/* The last 64 to 128 KiB that it wrote to standard error, and for the
	   trace of a fault the last line that it had to answer. */
	struct text last_errors, question;
	int64_t asked_us;               /* how long it has been asked that */
	struct text times;              /* what turn_clock_note said of it */
};

struct players {
	const struct hosting *hosting;  /* borrowed */
	int keeper;                     /* borrowed */
	struct trace *trace;            /* borrowed, or NULL */
	/* Counts requests to stop, or NULL.  From the first one on we wait for
	   nothing but answers, from `stops_most` on not for those either. */
	const volatile sig_atomic_t *stop;
	int stops_most;                 /* 1 at first */
	uint32_t game;                  /* its number, for the trace */
	struct player *player;
	int count;
	size_t line_max;                /* bytes of an answer, LF included */
	int epoll;
	int broken;                     /* errno of a fatal failure, or 0 */
	int64_t spent_us;               /* on the last answer, by its clock */
	int64_t away_us;                /* see player_clock_us */
	int64_t seen_us;                /* when a suspension was last looked for */
	int64_t delayed_us;             /* player_delayed_us some time ago */
	/* See player_look_at_tasks. */
	bool counts_tasks;
	uint16_t tasks_seen;            /* on this machine, at the last count */
	int64_t tasks_look_us, tasks_count_us;  /* when each is due */
};

/* The clock of all that bots have a time for: it stops while this process is
   suspended, which is noticed when a wait takes longer than it was to. */
int64_t player_clock_us(const struct players *players);

/* Stops that clock for the time by which a wait was too long, if it was much,
   except while this process was ready to run, but had no processor. */
void player_waited(struct players *players, int64_t late_us);

/* Does the same for all the time since the last look, in which this process did
   not wait: a turn of a bot begins, goes on or ends. */
void player_worked(struct players *players);

/* How long this process has been ready without a processor so far, or -1 if
   the system does not say. */
int64_t player_delayed_us(void);

/* Has the bot ended, and may that be because others used up the memory?  If it
   was its own share, the fault says so afterwards. */
bool player_is_oom_victim(struct player *player);

/* Sets the player's fault, unless it already has one. */
void player_blame(struct player *player, enum fault fault, const char *detail);

/* The sandbox level of a player. */
enum level player_level(const struct players *players,
			const struct player *player);

/* The processor time a player may use in a game, in microseconds; 0: no
   limit. */
int64_t player_cpu_most_us(const struct players *players,
			   const struct player *player);

/* The bot runs: opens what suspends it.  Its group's folder may be "". */
void player_open_stop(const struct players *players, struct player *player,
		      const struct freezer *group);

/* Suspends a bot that waits, so that it takes no processor time from the one on
   turn.  Calling it again stops processes that have been resumed since. */
void player_suspend(const struct players *players, struct player *player);

/* Resumes it if it is suspended. */
void player_resume(struct players *players, struct player *player);

/* The longest time between two calls of player_look_at_tasks while bots may
   start processes, in microseconds. */
enum { PLAYER_TASKS_US = 10000 };

/* Does the system count the tasks of all bots together?  It does at `limits`
   when an ordinary user runs the referee.  A bot that took more than its share
   could leave its rival without any, so we count those of each bot. */
bool player_counts_tasks(const struct hosting *hosting);

/*
 * Call this often: it does nothing unless some time has passed since the last
 * look, or an answer took so long (`spent_us`) that its bot may have started
 * many processes.  A bot that has too many gets the fault `limit`, and its
 * processes are ended.
 */
void player_look_at_tasks(struct players *players, int64_t now_us,
			  int64_t spent_us);

#endif
