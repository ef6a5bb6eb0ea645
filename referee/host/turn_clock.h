/*
 * turn_clock.h - the time in which one answer is due, by which clock, and what
 * happens meanwhile.
 *
 * The budget is of time on the wall, or with the limit `clock` of processor
 * time of all the bot's processes; then the wall is a far backstop.  When an
 * answer takes long, bots that wait are stopped, so that none of them uses
 * the processor of who is on turn.
 */
#ifndef HOST_TURN_CLOCK_H
#define HOST_TURN_CLOCK_H

#include "host/players.h"
#include "host/process_tree.h"

struct stint {
	struct players *players;
	struct player *player;
	int64_t start_us, budget_us;
	int64_t wall_us;        /* what the clock on the wall gives */
	int64_t cpu_left_us;    /* by the clock `cpu`, at the last look */
	struct usage before;
	bool measured;          /* `before` is set */
	bool slow;              /* others have to wait by now */
	bool late;              /* we looked at that much too late */
};

void stint_begin(struct stint *stint, struct players *players,
		 struct player *player, int64_t budget_us);

/* The bot has the whole question only now. */
void stint_restart(struct stint *stint);

/* How long one may wait before the next look. */
int64_t stint_patience_us(const struct stint *stint);

/* Sees to limits and to those who wait.  Is the time up? */
bool stint_look(struct stint *stint);

/* Lets everybody go on, and sets what was spent. */
void stint_end(struct stint *stint);

/* Records a time fault: what was used, and whether the machine may be to
   blame, which is counted in `player->suspects`. */
void stint_note(const struct stint *stint);

/* The same for one that was not ready in time. */
void stint_note_start(struct players *players, struct player *player);

/* What the player's processes have computed so far, in microseconds. */
int64_t stint_cpu_us(const struct player *player);

#endif
