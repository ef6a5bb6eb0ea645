/*
 * player.c - the state of a player: its faults, and its suspension.
 */
#define _GNU_SOURCE
#include "host/player.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "host/process_tree.h"
#include "host/sandbox_steps.h"

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

/* ### the clock */

enum { AWAY_US = 100000 };      /* a wait that is so much too long was one in
				   which we were suspended */

int64_t player_clock_us(const struct players *players)
{
	return clock_us() - players->away_us;
}

int64_t player_delayed_us(void)
{
	OWNED(stream) FILE *file = fopen("/proc/self/schedstat", "re");
	long long delayed_ns;

	return file != NULL && fscanf(file, "%*d %lld", &delayed_ns) == 1 ?
		delayed_ns / 1000 : -1;
}

void player_waited(struct players *players, int64_t late_us)
{
	int64_t delayed_us;

	if (late_us < AWAY_US)
		return;
	delayed_us = player_delayed_us();
	late_us -= delayed_us - players->delayed_us;
	/* Otherwise a bot that keeps the machine busy would gain time. */
	if (delayed_us >= 0 && players->delayed_us >= 0 && late_us >= AWAY_US)
		players->away_us += late_us;
	players->delayed_us = delayed_us;
}

void player_worked(struct players *players)
{
	const int64_t now_us = clock_us();

	player_waited(players, now_us - players->seen_us);
	players->seen_us = now_us;
}

/* ### memory */

bool player_is_oom_victim(struct player *player)
{
	const enum freezer_oom oom = freezer_oom_of(&player->group);

	if ((player->fault != FAULT_GONE && player->fault != FAULT_START) ||
	    (player->exited && !player->killed))
		return false;
	if (oom == FREEZER_OOM_OWN) {
		player->fault = FAULT_LIMIT;
		snprintf(player->detail, sizeof player->detail,
			 "its share of the memory used up");
	}
	return oom == FREEZER_OOM_OTHERS || (oom == FREEZER_OOM_UNKNOWN &&
		player->oom_kills >= 0 &&
		freezer_oom_kills() > player->oom_kills);
}

/* ### suspending it */

void player_open_stop(const struct players *players, struct player *player,
		      const struct freezer *group)
{
	player->group = *group;
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

/* ### its processes and threads */

enum {
	LONG_US = 1000,         /* enough to start many threads */
	FEW = 16,               /* fewer new ones on this machine do not
				   trigger a count */
	COUNT_US = 1000000      /* the longest time between two counts */
};

bool player_counts_tasks(const struct hosting *hosting)
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

void player_look_at_tasks(struct players *players, int64_t now_us,
			  int64_t spent_us)
{
	struct sysinfo machine;
	int more;

	if (!players->counts_tasks ||
	    (now_us < players->tasks_look_us && spent_us < LONG_US))
		return;
	players->tasks_look_us = now_us + PLAYER_TASKS_US;
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
