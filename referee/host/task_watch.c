/*
 * task_watch.c - counts a bot's processes and threads where the system only
 * counts those of all bots together.
 */
#define _GNU_SOURCE
#include "host/task_watch.h"

#include <stdio.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "host/process_tree.h"

enum {
	LONG_US = 1000,         /* enough to start many threads */
	FEW = 16,               /* fewer new ones on this machine do not
				   trigger a count */
	COUNT_US = 1000000      /* the longest time between two counts */
};

bool task_watch_is_needed(const struct hosting *hosting)
{
	return hosting_uses(hosting, LEVEL_LIMITS) && geteuid() != 0;
}

static void count(const struct players *players, struct player *player)
{
	const int most = players->hosting->limits.value[LIMIT_TASKS];
	struct usage usage;
	char detail[96];

	if (player_level(players, player) != LEVEL_LIMITS ||
	    player->warden <= 0 || player->state == PLAYER_OFF ||
	    player->fault != FAULT_NONE)
		return;
	if (process_tree_usage(player->warden, most, &usage) &&
	    usage.tasks <= most)
		return;
	snprintf(detail, sizeof detail, "more than %d processes and threads",
		 most);
	player_blame(player, FAULT_LIMIT, detail);
	/* Makes the warden end the bot at once, as its rival may need tasks. */
	shutdown(player->control, SHUT_WR);
}

void task_watch_look(struct players *players, int64_t now_us, int64_t spent_us)
{
	struct sysinfo machine;
	int more;

	if (!players->counts_tasks ||
	    (now_us < players->tasks_look_us && spent_us < LONG_US))
		return;
	players->tasks_look_us = now_us + TASK_WATCH_US;
	if (sysinfo(&machine) != 0)
		return;
	/* `procs` has 16 bits and wraps around. */
	more = (int16_t)(machine.procs - players->tasks_seen);
	if (more < 0)
		players->tasks_seen = machine.procs;
	if (more < FEW && now_us < players->tasks_count_us)
		return;
	players->tasks_seen = machine.procs;
	players->tasks_count_us = now_us + COUNT_US;
	for (int i = 0; i < players->count; i++)
		count(players, &players->player[i]);
}
