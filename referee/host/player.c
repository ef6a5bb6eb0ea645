/*
 * player.c - the state of a player, and blaming it.
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

int64_t players_cpu_most_us(const struct players *players)
{
	const struct hosting *hosting = players->hosting;

	return hosting->level < LEVEL_LIMITS ? 0 :
		1000000LL * hosting->limits.value[LIMIT_CPU_S];
}
