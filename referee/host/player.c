/*
 * player.c - the state of a player: its faults, and its suspension.
 */
#define _GNU_SOURCE
#include "host/player.h"

#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/process_tree.h"
#include "host/strict_inside.h"

void player_blame(struct player *player, enum fault fault, const char *detail)
{
	if (player->fault != FAULT_NONE)
		return;
	player->fault = fault;
	snprintf(player->detail, sizeof player->detail, "%.*s",
		 (int)sizeof player->detail - 1, detail);
}

enum level player_level(const struct players *players,
			const struct player *player)
{
	return hosting_level(players->hosting, player->entrant);
}

int64_t player_cpu_most_us(const struct players *players,
			   const struct player *player)
{
	return player_level(players, player) < LEVEL_LIMITS ? 0 :
		1000000LL * players->hosting->limits.value[LIMIT_CPU_S];
}

/* ### suspending it */

void player_open_stop(const struct players *players, struct player *player,
		      const struct freezer *group)
{
	player->freezes = group->folder[0] != '\0';
	if (player->freezes)
		player->stop = freezer_open(group);
	else if (player_level(players, player) == LEVEL_STRICT)
		player->stop = (int)syscall(SYS_pidfd_open, player->top, 0U);
}

/* Returns 0, or an errno if the bot may not have stopped or resumed. */
static int player_set(const struct player *player, bool suspended)
{
	if (player->stop < 0)
		return suspended ? process_tree_stop(player->top) :
			process_tree_continue(player->top);
	if (player->freezes)
		return freezer_set(player->stop, suspended);
	return syscall(SYS_pidfd_send_signal, player->stop, suspended ?
		       STRICT_STOP : STRICT_RESUME, NULL, 0U) == 0 ||
		errno == ESRCH ? 0 : errno;
}

void player_suspend(const struct players *players, struct player *player)
{
	if (players->hosting->limits.value[LIMIT_PAUSE_WAITING] == 0 ||
	    player->state == PLAYER_OFF || player->top == 0)
		return;
	player->suspended = true;
	/* One that is not stopped merely uses processor time. */
	(void)player_set(player, true);
}

void player_resume(struct players *players, struct player *player)
{
	int failed = player->suspended ? player_set(player, false) : 0;

	player->suspended = false;
	/* A bot that stayed stopped would run out of time. */
	if (failed != 0)
		players->broken = failed;
}
