/*
 * pause.c - suspends waiting bots, so that none of them takes processor time
 * from the bot on turn.
 */
#define _GNU_SOURCE
#include "host/pause.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host/freezer.h"
#include "host/process_tree.h"

enum {
	BACKGROUND_US = 20000,  /* that a bot may use while it is waiting */
	DOUBTFUL_US = BACKGROUND_US / 4,        /* from here, measured more */
	REPEAT_US = 5000,       /* where a signal visits the bot's tasks, .. */
	REPEAT_ALL_US = 10000,  /* .. where it visits all of the machine .. */
	REPEAT_WALK_US = 20000  /* .. and where we search for the tasks */
};

/* ### the levels with a helper */

bool pause_has_helper(enum level level)
{
	return level == LEVEL_STRICT ||
		(level == LEVEL_LIMITS && geteuid() == 0);
}

/* ### suspending and resuming */

static void send_request(struct players *players, const struct player *player,
			 int number)
{
	const char byte = (char)number;

	if (player->freezes) {
		int failed = freezer_set(player->pause, number == SIGSTOP);

		/* A bot that cannot be frozen merely uses processor time. */
		if (number == SIGCONT && failed != 0)
			players->broken = failed;
		return;
	}
	/* A bot that stayed stopped would run out of time, so failing to resume
	   it is fatal.  EPIPE: there is no reader, so the bot is gone. */
	if (write(player->pause, &byte, 1) < 0 && errno != EPIPE &&
	    (number == SIGCONT || errno != EAGAIN))
		players->broken = errno;
}

/* The process whose descendants are all the bot's: for a bot that is still
   being started, its warden. */
static pid_t top_of(const struct player *player)
{
	return player->top > 0 ? player->top : player->warden;
}

static void suspend(struct players *players, struct player *player)
{
	player->suspended = true;
	if (player->pause >= 0)
		send_request(players, player, SIGSTOP);
	else
		/* A process that is missed merely uses processor time. */
		(void)process_tree_stop(top_of(player));
}

void pause_resume(struct players *players, struct player *player)
{
	int failed = 0;

	if (!player->suspended)
		return;
	player->suspended = false;
	if (player->pause >= 0)
		send_request(players, player, SIGCONT);
	else
		failed = process_tree_continue(top_of(player));
	if (failed != 0)
		players->broken = failed;
}

void pause_take_freezer(struct players *players, struct player *player,
			const struct freezer *group)
{
	const int freezer = freezer_open(group);
	const bool suspended = player->suspended;

	if (freezer < 0)
		return;
	/* It may already have been suspended the other way, while starting. */
	pause_resume(players, player);
	close(player->pause);
	player->pause = freezer;
	player->freezes = true;
	if (suspended)
		suspend(players, player);
}

static bool is_waiting(const struct players *players,
		       const struct player *player)
{
	return players->hosting->limits.value[LIMIT_PAUSE_WAITING] != 0 &&
		player->warden > 0 && player->state != PLAYER_OFF;
}

static int64_t used_us(const struct player *player)
{
	struct usage usage;

	process_tree_usage(top_of(player), INT_MAX, &usage);
	return usage.cpu_us;
}

static void begin_background(struct player *player)
{
	player->used_us = used_us(player);
	player->measured = true;
}

static void find_restless(struct players *players, struct player *player)
{
	char text[128];

	player->restless = true;
	snprintf(text, sizeof text, "used %.1f ms of processor time while it "
		 "was not asked: from now on it is suspended at once",
		 (double)player->background_us / 1000);
	trace_add(players->trace, players->game, player->seat, TRACE_NOTE,
		  text, strlen(text));
}

void pause_waiting(struct players *players, const struct player *on_turn)
{
	for (int i = 0; i < players->count; i++) {
		struct player *player = &players->player[i];

		if (player == on_turn || !is_waiting(players, player))
			continue;
		suspend(players, player);
		if (player->restless)
			continue;
		if (player->measured)
			player->background_us += used_us(player) -
				player->used_us;
		if (player->background_us > BACKGROUND_US)
			find_restless(players, player);
		player->measured = false;
		/* Only when a player was slow: fast matches measure nothing. */
		player->measure = true;
	}
}

void pause_repeat(struct players *players, const struct player *on_turn)
{
	for (int i = 0; i < players->count; i++) {
		struct player *player = &players->player[i];

		/* A bot that has started since is not suspended yet. */
		if (player != on_turn && is_waiting(players, player))
			suspend(players, player);
	}
}

int64_t pause_repeat_us(const struct players *players)
{
	const enum level level = players->hosting->level;

	return level == LEVEL_STRICT ? REPEAT_US :
		pause_has_helper(level) ? REPEAT_ALL_US : REPEAT_WALK_US;
}

void pause_over(struct players *players)
{
	for (int i = 0; i < players->count; i++) {
		struct player *player = &players->player[i];

		if (player->restless)
			continue;
		/* A bot that only plays in a later game will not be asked for
		   a while, so its measuring cannot wait for its answer. */
		if (player->suspended && player->background_us > DOUBTFUL_US)
			begin_background(player);
		pause_resume(players, player);
	}
}

void pause_asked(struct players *players, struct player *player)
{
	player->measured = false;
	pause_resume(players, player);
}

void pause_answered(struct players *players, struct player *player)
{
	if (!is_waiting(players, player))
		return;
	if (player->restless) {
		suspend(players, player);
		return;
	}
	/* No other player was slow since its last answer, so what it used
	   meanwhile was not measured and does not matter. */
	player->measured = false;
	if (player->measure)
		begin_background(player);
	player->measure = false;
}
