/*
 * turn_clock.h - measures the time for one answer and enforces its limits.
 *
 * The budget is wall-clock time, or with the limit `clock` set to `cpu` the
 * processor time of all the bot's processes, with a much larger limit of
 * wall-clock time as a backstop.  When an answer takes long, waiting bots are
 * suspended, so that none of them takes processor time from the bot on turn.
 */
#ifndef HOST_TURN_CLOCK_H
#define HOST_TURN_CLOCK_H

#include "host/player.h"
#include "host/process_tree.h"

/* Where Linux reports how long processes had to wait for a processor. */
#define TURN_CLOCK_PRESSURE "/proc/pressure/cpu"

/* A stretch of a bot's time; times in microseconds, -1: unknown. */
struct turn_clock_window {
	int64_t spent_us;       /* wall-clock time */
	int64_t cpu_us;         /* processor time of all its processes */
	int64_t waited_us;      /* how long its threads were ready without a
				   processor, summed */
	bool ready;             /* at the end one of them was running, or was
				   waiting for a processor; that wait is not
				   in `waited_us` yet */
	int64_t pressed_us;     /* how long any process of the machine was ready
				   without a processor */
};

/*
 * May the machine be to blame for the bot's not answering in that time?  It may
 * if the bot lost more than a quarter of the time and got less than half of the
 * processor time it wanted, or if processes of the machine waited for more than
 * a quarter of the time and the bot lost more than a tenth of it.  A bot that
 * only sleeps, or that keeps one core busy, has lost nothing.
 */
bool turn_clock_overloaded(const struct turn_clock_window *window);

/*
 * How long some process of the machine has been waiting for a processor so far,
 * in microseconds: "total" in the line "some" of the file at `path`.  -1: there
 * is no such file or line.
 */
int64_t turn_clock_pressure_us(const char *path);

struct turn_clock {
	struct players *players;
	struct player *player;
	int64_t start_us, budget_us;
	int64_t wall_us;        /* wall-clock time the answer may take */
	int64_t cpu_left_us;    /* by the clock `cpu`, at the last look */
	struct usage before;
	int64_t measured_us;    /* when `before` was measured; 0: not yet */
	bool crowd;             /* too many processes to measure */
	int64_t pressure_us;    /* of the machine, at `measured_us` */
	bool slow;              /* waiting bots are suspended .. */
	int64_t repeat_us;      /* .. and this is when to do that again */
	int64_t away_us;        /* players->away_us at the start */
	bool late;              /* they were suspended much too late */
};

void turn_clock_begin(struct turn_clock *clock, struct players *players,
		      struct player *player, int64_t budget_us);

/* Restarts the time: the last byte of the question was written only now. */
void turn_clock_restart(struct turn_clock *clock);

/* How long the caller may wait before the next look, in microseconds. */
int64_t turn_clock_patience_us(const struct turn_clock *clock);

/* Checks the limits and suspends waiting bots.  Returns whether time is up. */
bool turn_clock_look(struct turn_clock *clock);

/* Resumes the waiting bots, and sets players->spent_us. */
void turn_clock_end(struct turn_clock *clock);

/* Adds a note on a time fault to the trace: the time used, and whether the
   machine may be to blame, in which case `player->suspect` is set. */
void turn_clock_note(const struct turn_clock *clock);

/* Says how long a player at fault was asked and has computed, if nothing has
   been said about this: for the trace of its fault. */
void turn_clock_note_fault(struct player *player);

/* turn_clock_note for a player that was not ready in time. */
void turn_clock_note_start(struct players *players, struct player *player);

/* A new game begins for a player: resets its counters and limits. */
void turn_clock_game(struct players *players, struct player *player);

#endif
