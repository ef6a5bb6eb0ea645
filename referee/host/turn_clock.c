/*
 * turn_clock.c - measures the time for one answer and enforces its limits.
 */
#define _GNU_SOURCE
#include "host/turn_clock.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

enum {
	SLOW_US = 5000,         /* from here on waiting bots are suspended .. */
	REPEAT_US = 5000,       /* .. again where one signal does it, .. */
	REPEAT_WALK_US = 20000, /* .. and where we look for their processes */
	LOOK_US = 1000,         /* between two looks at processor time */
	FAR_TIMES = 10,         /* backstop of the clock `cpu`: the budget */
	FAR_MORE_US = 1000000,  /* times this, plus this */
	FEW = 8,                /* processes that are measured quickly */
	CROWD = 64              /* more processes are not measured for a note:
				   while they run, that takes too long */
};

static bool by_cpu(const struct players *players)
{
	return players->hosting->limits.value[LIMIT_CLOCK] == LIMIT_CLOCK_CPU;
}

static int64_t max_of(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int64_t min_of(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* The shortest time in which so much processor time can be used, but at least
   LOOK_US. */
static int64_t least_us(int64_t cpu_us)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return max_of(LOOK_US, cpu_us / (processors > 0 ? processors : 1));
}

static bool measure(const struct player *player, int most,
		    struct usage *usage)
{
	*usage = (struct usage){0};
	return player->top == 0 ||
		process_tree_usage(player->top, most, usage);
}

static int64_t cpu_us(const struct player *player)
{
	struct usage usage;

	measure(player, INT_MAX, &usage);
	return usage.cpu_us;
}

void turn_clock_game(struct players *players, struct player *player)
{
	player->output = 0;
	player->cpu_due_us = 0;
	players->delayed_us = player_delayed_us();
	if (player_cpu_most_us(players, player) > 0)
		player->cpu_before_us = cpu_us(player);
}

/* ### was the machine too busy? */

/* Falls back to the one-minute load average where the system does not report
   the pressure. */
static bool is_pressed(const struct turn_clock_window *window)
{
	double load = 0;

	if (window->pressed_us >= 0)
		return window->pressed_us > window->spent_us / 4;
	return getloadavg(&load, 1) == 1 &&
		load > (double)sysconf(_SC_NPROCESSORS_ONLN);
}

bool turn_clock_overloaded(const struct turn_clock_window *window)
{
	/* A bot is promised one core, so it never wanted more than `spent`.
	   Threads that wait for each other on one core have lost nothing. */
	const int64_t spent = window->spent_us;
	const bool pressed = is_pressed(window);
	const int64_t wanted = window->waited_us < 0 ||
		(window->ready && pressed) ? spent :
		min_of(spent, window->cpu_us + window->waited_us);
	const int64_t lost = wanted - window->cpu_us;

	if (window->waited_us >= 0 && lost > spent / 4 &&
	    window->cpu_us < wanted / 2)
		return true;
	return lost > spent / 10 && pressed;
}

int64_t turn_clock_pressure_us(const char *path)
{
	OWNED(stream) FILE *file = fopen(path, "re");
	long long total = -1;
	char line[256];

	while (file != NULL && total < 0 &&
	       fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "some avg10=%*f avg60=%*f avg300=%*f "
			   "total=%lld", &total) != 1)
			total = -1;
	return total;
}

/* ### the clocks */

static void begin_measuring(struct turn_clock *clock)
{
	clock->crowd = !measure(clock->player, by_cpu(clock->players) ?
				INT_MAX : CROWD, &clock->before);
	clock->measured_us = player_clock_us(clock->players);
	clock->players->delayed_us = player_delayed_us();
	clock->pressure_us = turn_clock_pressure_us(TURN_CLOCK_PRESSURE);
}

void turn_clock_begin(struct turn_clock *clock, struct players *players,
		      struct player *player, int64_t budget_us)
{
	*clock = (struct turn_clock){
		.players = players, .player = player, .budget_us = budget_us,
		.wall_us = budget_us, .cpu_left_us = budget_us,
	};
	if (by_cpu(players))
		clock->wall_us = budget_us * FAR_TIMES + FAR_MORE_US;
	player_resume(players, player);
	/* Otherwise only once the answer is slow, so that fast games do not pay
	   for numbers that only a time fault reports. */
	if (by_cpu(players) || budget_us <= SLOW_US)
		begin_measuring(clock);
	players->seen_us = clock_us();
	clock->start_us = players->seen_us - players->away_us;
	clock->away_us = players->away_us;
}

void turn_clock_restart(struct turn_clock *clock)
{
	clock->start_us = player_clock_us(clock->players);
}

int64_t turn_clock_patience_us(const struct turn_clock *clock)
{
	const struct players *players = clock->players;
	int64_t now = player_clock_us(players);
	int64_t spent = now - clock->start_us;
	int64_t most = clock->wall_us - spent;

	if (!clock->slow)
		most = min_of(most, max_of(SLOW_US - spent, 0));
	if (clock->slow)
		most = min_of(most, max_of(clock->repeat_us - now, 0));
	if (by_cpu(players))
		most = min_of(most, least_us(clock->cpu_left_us));
	if (player_cpu_most_us(players, clock->player) > 0)
		most = min_of(most, max_of(clock->player->cpu_due_us - now,
					   LOOK_US));
	return most;
}

/* Checks the processor time of the game.  RLIMIT_CPU would not do: it counts
   each process separately, and raising it for the next game takes
   CAP_SYS_RESOURCE. */
static void look_at_limit(const struct players *players,
			  struct player *player, int64_t now)
{
	int64_t left;

	if (now < player->cpu_due_us)
		return;
	left = player_cpu_most_us(players, player) -
		(cpu_us(player) - player->cpu_before_us);
	player->cpu_due_us = now + least_us(left);
	if (left < 0)
		player_blame(player, FAULT_LIMIT, "processor time used up");
}

/* Also bots that have started since, or whose processes something has resumed,
   such as a timer. */
static void suspend_others(struct turn_clock *clock)
{
	struct players *players = clock->players;

	for (int i = 0; i < players->count; i++)
		if (&players->player[i] != clock->player)
			player_suspend(players, &players->player[i]);
	clock->repeat_us = player_clock_us(players) +
		(players->hosting->level == LEVEL_STRICT ? REPEAT_US :
		 REPEAT_WALK_US);
}

bool turn_clock_look(struct turn_clock *clock)
{
	struct players *players = clock->players;
	int64_t now, spent;

	player_worked(players);
	now = player_clock_us(players);
	spent = now - clock->start_us;
	if (player_cpu_most_us(players, clock->player) > 0)
		look_at_limit(players, clock->player, now);
	player_look_at_tasks(players, now, 0);
	if (!clock->slow && spent >= SLOW_US) {
		clock->slow = true;
		/* So late that the referee itself must have had to wait for a
		   processor. */
		clock->late = spent > clock->wall_us / 2 &&
			clock->budget_us > SLOW_US;
		suspend_others(clock);
		if (clock->measured_us == 0)
			begin_measuring(clock);
	} else if (clock->slow && now >= clock->repeat_us) {
		suspend_others(clock);
	}
	if (by_cpu(players)) {
		clock->cpu_left_us = clock->budget_us + clock->before.cpu_us -
			cpu_us(clock->player);
		if (clock->cpu_left_us <= 0)
			return true;
	}
	return spent >= clock->wall_us;
}

static void note_away(const struct players *players,
		      const struct player *player, int64_t away_us)
{
	OWNED(text) struct text text = {0};

	text_printf(&text, "%.1f ms in which the referee was suspended do not "
		    "count", (double)away_us / 1000);
	trace_add(players->trace, players->game, player->seat, TRACE_NOTE,
		  text.bytes, text.length);
}

void turn_clock_end(struct turn_clock *clock)
{
	struct players *players = clock->players;
	struct player *player = clock->player;
	int64_t now;

	player_worked(players);
	now = player_clock_us(players);
	players->spent_us = player->asked_us = now - clock->start_us;
	if (players->away_us > clock->away_us)
		note_away(players, player, players->away_us - clock->away_us);
	player_look_at_tasks(players, now, players->spent_us);
	for (int i = 0; i < players->count && clock->slow; i++)
		player_resume(players, &players->player[i]);
	if (player_cpu_most_us(players, player) > 0)
		look_at_limit(players, player, now);
	if (by_cpu(players))
		players->spent_us = max_of(0, cpu_us(player) -
					   clock->before.cpu_us);
}

/* ### faults */

/* `by_itself`: the bot has used up its budget of processor time, so the machine
   is not to blame. */
static void note(const struct turn_clock *clock, int64_t spent_us,
		 bool by_itself)
{
	struct players *players = clock->players;
	struct player *player = clock->player;
	const int64_t pressure_us = turn_clock_pressure_us(TURN_CLOCK_PRESSURE);
	struct turn_clock_window window = {
		.spent_us = player_clock_us(players) - clock->measured_us,
		.waited_us = -1, .pressed_us = -1,
	};
	bool crowd = clock->crowd;
	OWNED(text) struct text text = {0};
	struct usage now;

	/* Many running processes are stopped first, or measuring them would
	   take too long.  A few are not: stopping a sleeping process would make
	   it ready for a moment. */
	if (!measure(player, FEW, &now)) {
		(void)process_tree_stop(player->top);
		crowd = crowd || !measure(player, CROWD, &now);
	}
	if (crowd) {
		text_printf(&text, "%.1f ms of wall-clock time; more than %d "
			    "processes, which were not measured",
			    (double)spent_us / 1000, CROWD);
		goto done;
	}
	window.cpu_us = max_of(0, now.cpu_us - clock->before.cpu_us);
	text_printf(&text, "%.1f ms of wall-clock time, %.1f ms of processor "
		    "time", (double)spent_us / 1000,
		    (double)window.cpu_us / 1000);
	if (now.waited_us >= 0) {
		window.waited_us = max_of(0, now.waited_us -
					  clock->before.waited_us);
		text_printf(&text, ", %.1f ms of waiting for a processor",
			    (double)window.waited_us / 1000);
		if (now.ready)
			text_add(&text, " (and ready to run at the end)");
		window.ready = now.ready;
	}
	if (pressure_us >= 0 && clock->pressure_us >= 0) {
		window.pressed_us = pressure_us - clock->pressure_us;
		text_printf(&text, "; processes of this machine waited for "
			    "one in %.1f ms of it",
			    (double)window.pressed_us / 1000);
	}
	player->suspect = !by_itself && (turn_clock_overloaded(&window) ||
		(clock->late && window.cpu_us < clock->wall_us / 2));
	if (player->suspect)
		text_add(&text, "; suspect: this machine was overloaded");

done:
	text_append(&player->times, text.bytes, text.length);
	trace_add(players->trace, players->game, player->seat, TRACE_NOTE,
		  text.bytes, text.length);
}

void turn_clock_note(const struct turn_clock *clock)
{
	note(clock, player_clock_us(clock->players) - clock->start_us,
	     by_cpu(clock->players) && clock->cpu_left_us <= 0);
}

void turn_clock_note_fault(struct player *player)
{
	struct usage now;

	/* Without a bot, or with what turn_clock_note has said. */
	if (player->top == 0 || player->times.length > 0)
		return;
	if (player->asked_us > 0)
		text_printf(&player->times, "%.1f ms of wall-clock time; ",
			    (double)player->asked_us / 1000);
	if (measure(player, CROWD, &now))
		text_printf(&player->times, "%.1f ms of processor time since "
			    "it was started", (double)now.cpu_us / 1000);
	else
		text_printf(&player->times, "more than %d processes, which "
			    "were not measured", CROWD);
}

void turn_clock_note_start(struct players *players, struct player *player)
{
	const int64_t most_us =
		1000LL * players->hosting->limits.value[LIMIT_START_MS];
	const struct turn_clock clock = {
		.players = players, .player = player,
		.measured_us = player->deadline_us - most_us,
		.pressure_us = player->pressure_us,
	};

	note(&clock, player_clock_us(players) - clock.measured_us, false);
}
