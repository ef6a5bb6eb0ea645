/*
 * pause_test.c - which bots the pause stops, when, and on what evidence.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/pause.h"
#include "host/pause_obey.h"
#include "host/turn_clock.h"
#include "tests/unit/unit.h"

/* Two players; requests to suspend the second one arrive at `end`.  All
   descendants of this process belong to it. */
struct table {
	struct hosting hosting;
	struct player player[2];
	struct players players;
	int end;
};

static void set_up(struct table *table)
{
	int ends[2];

	*table = (struct table){ .hosting.level = LEVEL_STRICT };
	limits_defaults(&table->hosting.limits);
	ck_assert_int_eq(pipe(ends), 0);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	table->end = ends[0];
	for (int i = 0; i < 2; i++)
		table->player[i] = (struct player){ .state = PLAYER_RUNNING,
			.seat = i, .warden = getpid(), .pause = -1 };
	table->player[1].pause = ends[1];
	table->players = (struct players){ .hosting = &table->hosting,
		.player = table->player, .count = 2 };
}

static void clean_up(struct table *table)
{
	close(table->end);
	close(table->player[1].pause);
}

/* The last request since the last call; -1: none. */
static int asked_for(const struct table *table)
{
	char requests[64];
	ssize_t got = read(table->end, requests, sizeof requests);

	return got > 0 ? requests[got - 1] : -1;
}

/* A stopped child that uses processor time when it is resumed. */
static pid_t spinner(void)
{
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (child == 0) {
		raise(SIGSTOP);
		for (;;)
			continue;
	}
	ck_assert_int_eq(waitpid(child, NULL, WUNTRACED), child);
	return child;
}

static int64_t used_us(pid_t pid)
{
	struct timespec used = {0};
	clockid_t clock;

	ck_assert_int_eq(clock_getcpuclockid(pid, &clock), 0);
	ck_assert_int_eq(clock_gettime(clock, &used), 0);
	return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

static void let_use(pid_t pid, int64_t more_us)
{
	const int64_t from = used_us(pid);

	kill(pid, SIGCONT);
	while (used_us(pid) - from < more_us)
		continue;
	kill(pid, SIGSTOP);
	ck_assert_int_eq(waitpid(pid, NULL, WUNTRACED), pid);
}

static void end(pid_t child)
{
	kill(child, SIGKILL);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

TEST(who_waits_is_stopped_until_the_answer)
{
	struct table table;

	set_up(&table);
	pause_waiting(&table.players, &table.player[0]);
	ck_assert_int_eq(asked_for(&table), SIGSTOP);
	ck_assert(!table.player[0].suspended);
	pause_repeat(&table.players, &table.player[0]);
	ck_assert_int_eq(asked_for(&table), SIGSTOP);
	pause_over(&table.players);
	ck_assert_int_eq(asked_for(&table), SIGCONT);
	/* Now nobody is suspended, as if the bot had started late. */
	pause_over(&table.players);
	ck_assert_int_eq(asked_for(&table), -1);
	pause_repeat(&table.players, &table.player[0]);
	ck_assert_int_eq(asked_for(&table), SIGSTOP);
	clean_up(&table);
}

/* A referee that got no processor when it began to wait suspends at once, not
   only when the time of the seat on turn is up. */
TEST(a_referee_that_is_late_suspends_at_once)
{
	enum { LONG_AGO_US = 10000, BUDGET_US = 600000000 };
	struct table table;
	struct turn_clock clock;

	set_up(&table);
	turn_clock_begin(&clock, &table.players, &table.player[0], BUDGET_US);
	clock.start_us -= LONG_AGO_US;
	ck_assert_int_le(turn_clock_patience_us(&clock), 0);
	ck_assert(!turn_clock_look(&clock));
	ck_assert_int_eq(asked_for(&table), SIGSTOP);
	clean_up(&table);
}

TEST(bots_that_may_ponder_are_left_alone)
{
	struct table table;

	set_up(&table);
	table.hosting.limits.value[LIMIT_PAUSE_WAITING] = 0;
	table.player[1].restless = true;
	pause_waiting(&table.players, &table.player[0]);
	pause_repeat(&table.players, &table.player[0]);
	pause_answered(&table.players, &table.player[1]);
	ck_assert_int_eq(asked_for(&table), -1);
	clean_up(&table);
}

TEST(who_computes_unasked_is_stopped_at_once_from_then_on)
{
	struct table table;
	struct player *bot = &table.player[1];
	pid_t child;

	set_up(&table);
	child = spinner();
	/* What it used before anybody was slow is unknown. */
	let_use(child, 30000);
	pause_waiting(&table.players, &table.player[0]);
	pause_over(&table.players);
	ck_assert(!bot->restless);
	/* It may use processor time while it is asked. */
	let_use(child, 30000);
	pause_answered(&table.players, bot);
	ck_assert_int_eq(asked_for(&table), SIGCONT);
	pause_waiting(&table.players, &table.player[0]);
	ck_assert(!bot->restless);
	pause_over(&table.players);
	/* What it uses after that counts against it. */
	pause_answered(&table.players, bot);
	let_use(child, 21000);
	pause_waiting(&table.players, &table.player[0]);
	ck_assert(bot->restless);
	pause_over(&table.players);
	ck_assert_int_eq(asked_for(&table), SIGSTOP);
	pause_resume(&table.players, bot);
	ck_assert_int_eq(asked_for(&table), SIGCONT);
	pause_answered(&table.players, bot);
	ck_assert_int_eq(asked_for(&table), SIGSTOP);
	ck_assert(!table.player[0].restless);
	end(child);
	clean_up(&table);
}

TEST(who_is_never_asked_is_measured_too)
{
	struct table table;
	struct player *bot = &table.player[1];
	pid_t child;

	set_up(&table);
	child = spinner();
	/* It said `ready`, but only plays in a later game. */
	bot->measure = true;
	pause_answered(&table.players, bot);
	for (int i = 0; i < 3; i++) {
		ck_assert(bot->measured);
		let_use(child, 8000);
		pause_waiting(&table.players, &table.player[0]);
		pause_over(&table.players);
		if (bot->restless)
			break;
	}
	ck_assert(bot->restless);
	end(child);
	clean_up(&table);
}

TEST(what_is_used_for_an_answer_is_its_own)
{
	struct table table;
	struct player *bot = &table.player[1];
	pid_t child;

	set_up(&table);
	child = spinner();
	bot->measure = true;
	pause_answered(&table.players, bot);
	ck_assert(bot->measured);
	pause_asked(&table.players, bot);
	let_use(child, 30000);
	pause_waiting(&table.players, &table.player[0]);
	ck_assert(!bot->restless && bot->background_us == 0);
	end(child);
	clean_up(&table);
}

TEST(where_all_are_fast_nothing_is_measured)
{
	struct table table;
	struct player *bot = &table.player[1];
	pid_t child;

	set_up(&table);
	pause_waiting(&table.players, &table.player[0]);
	pause_over(&table.players);
	pause_answered(&table.players, bot);
	ck_assert(bot->measured);
	/* It is asked again, and its rival is fast. */
	child = spinner();
	let_use(child, 30000);
	pause_answered(&table.players, bot);
	ck_assert(!bot->measured && !bot->measure);
	pause_waiting(&table.players, &table.player[0]);
	ck_assert(!bot->restless && bot->background_us == 0);
	end(child);
	clean_up(&table);
}

/* The reading end has gone with the bot. */
TEST(a_bot_that_is_gone_is_no_failure)
{
	struct table table;

	set_up(&table);
	signal(SIGPIPE, SIG_IGN);
	close(table.end);
	table.end = open("/dev/null", O_RDONLY);
	pause_waiting(&table.players, &table.player[0]);
	pause_over(&table.players);
	ck_assert_int_eq(table.players.broken, 0);
	clean_up(&table);
}

TEST(the_end_of_requests_is_told)
{
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	ck_assert(pause_obey(ends[0]));
	close(ends[1]);
	ck_assert(!pause_obey(ends[0]));
	close(ends[0]);
}
