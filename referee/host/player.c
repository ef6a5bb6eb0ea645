/*
 * player.c - the state of a player, and its faults.
 */
#include "host/player.h"

#include <stdio.h>

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
