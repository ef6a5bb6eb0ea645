/*
 * turn_clock.h - the time in which one answer is due, by which clock, and what
 * happens meanwhile.
 *
 * The budget is wall-clock time, or with the limit `clock` the processor time
 * of all the bot's processes; wall-clock time is a distant backstop then.  When
 * an answer takes long, waiting bots are suspended, so that none of them uses
 * the processor of the bot on turn.
 */
#ifndef HOST_TURN_CLOCK_H
#define HOST_TURN_CLOCK_H

#include "host/player.h"
#include "host/process_tree.h"

struct turn_clock {
	struct players *players;
	struct player *player;
	int64_t start_us, budget_us;
	int64_t wall_us;        /* wall-clock time it may take */
	int64_t cpu_left_us;    /* by the clock `cpu`, at the last look */
	struct usage before;
	int64_t measured_us;    /* when `before` was; 0: not yet */
	bool crowd;             /* too many processes for that */
	int64_t pressure_us;    /* of the machine then, overload.h */
	bool slow;              /* waiting bots are suspended .. */
	int64_t repeat_us;      /* .. and are to be again */
	bool late;              /* that was done much too late */
};

void turn_clock_begin(struct turn_clock *clock, struct players *players,
		      struct player *player, int64_t budget_us);

/* The bot has the whole question only now. */
void turn_clock_restart(struct turn_clock *clock);

/* How long one may wait before the next look. */
int64_t turn_clock_patience_us(const struct turn_clock *clock);

/* Checks the limits and suspends waiting bots.  Is the time up? */
bool turn_clock_look(struct turn_clock *clock);

/* Resumes the waiting bots, and sets players->spent_us. */
void turn_clock_end(struct turn_clock *clock);

/* Records a time fault: what was used, and whether the machine may be to
   blame, which sets `player->suspect`. */
void turn_clock_note(const struct turn_clock *clock);

/* The same for one that was not ready in time. */
void turn_clock_note_start(struct players *players, struct player *player);

/* A new game begins for a player: its counters and limits of a game. */
void turn_clock_game(struct players *players, struct player *player);

#endif
