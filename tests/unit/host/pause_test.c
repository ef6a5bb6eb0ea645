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
static struct hosting hosting;
static struct player player[2];
static struct players players;
static struct player *const bot = &player[1];
static int end;

static void set_up(void)
{
	int ends[2];

	hosting = (struct hosting){ .level = LEVEL_STRICT };
	limits_defaults(&hosting.limits);
	ck_assert_int_eq(pipe(ends), 0);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	end = ends[0];
	for (int i = 0; i < 2; i++)
		player[i] = (struct player){ .state = PLAYER_RUNNING,
			.seat = i, .warden = getpid(), .pause = -1 };
	bot->pause = ends[1];
	players = (struct players){ .hosting = &hosting, .player = player,
		.count = 2 };
}

static void clean_up(void)
{
	close(end);
	close(bot->pause);
}

/* The last request since the last call; -1: none. */
static int asked_for(void)
{
	char requests[64];
	ssize_t got = read(end, requests, sizeof requests);

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

static void kill_child(pid_t child)
{
	kill(child, SIGKILL);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

TEST(who_waits_is_stopped_until_the_answer)
{
	pause_waiting(&players, &player[0]);
	ck_assert_int_eq(asked_for(), SIGSTOP);
	ck_assert(!player[0].suspended);
	pause_repeat(&players, &player[0]);
	ck_assert_int_eq(asked_for(), SIGSTOP);
	pause_over(&players);
	ck_assert_int_eq(asked_for(), SIGCONT);
	/* Now nobody is suspended, as if the bot had started late. */
	pause_over(&players);
	ck_assert_int_eq(asked_for(), -1);
	pause_repeat(&players, &player[0]);
	ck_assert_int_eq(asked_for(), SIGSTOP);
}

/* A referee that got no processor when it began to wait suspends at once, not
   only when the time of the seat on turn is up. */
TEST(a_referee_that_is_late_suspends_at_once)
{
	enum { LONG_AGO_US = 10000, BUDGET_US = 600000000 };
	struct turn_clock clock;

	turn_clock_begin(&clock, &players, &player[0], BUDGET_US);
	clock.start_us -= LONG_AGO_US;
	ck_assert_int_le(turn_clock_patience_us(&clock), 0);
	ck_assert(!turn_clock_look(&clock));
	ck_assert_int_eq(asked_for(), SIGSTOP);
}

TEST(bots_that_may_ponder_are_left_alone)
{
	hosting.limits.value[LIMIT_PAUSE_WAITING] = 0;
	player[1].restless = true;
	pause_waiting(&players, &player[0]);
	pause_repeat(&players, &player[0]);
	pause_answered(&players, bot);
	ck_assert_int_eq(asked_for(), -1);
}

TEST(who_computes_unasked_is_stopped_at_once_from_then_on)
{
	const pid_t child = spinner();

	/* What it used before anybody was slow is unknown. */
	let_use(child, 30000);
	pause_waiting(&players, &player[0]);
	pause_over(&players);
	ck_assert(!bot->restless);
	/* It may use processor time while it is asked. */
	let_use(child, 30000);
	pause_answered(&players, bot);
	ck_assert_int_eq(asked_for(), SIGCONT);
	pause_waiting(&players, &player[0]);
	ck_assert(!bot->restless);
	pause_over(&players);
	/* What it uses after that counts against it. */
	pause_answered(&players, bot);
	let_use(child, 21000);
	pause_waiting(&players, &player[0]);
	ck_assert(bot->restless);
	pause_over(&players);
	ck_assert_int_eq(asked_for(), SIGSTOP);
	pause_resume(&players, bot);
	ck_assert_int_eq(asked_for(), SIGCONT);
	pause_answered(&players, bot);
	ck_assert_int_eq(asked_for(), SIGSTOP);
	ck_assert(!player[0].restless);
	kill_child(child);
}

TEST(who_is_never_asked_is_measured_too)
{
	const pid_t child = spinner();

	/* It said `ready`, but only plays in a later game. */
	bot->measure = true;
	pause_answered(&players, bot);
	for (int i = 0; i < 3; i++) {
		ck_assert(bot->measured);
		let_use(child, 8000);
		pause_waiting(&players, &player[0]);
		pause_over(&players);
		if (bot->restless)
			break;
	}
	ck_assert(bot->restless);
	kill_child(child);
}

TEST(what_is_used_for_an_answer_is_its_own)
{
	const pid_t child = spinner();

	bot->measure = true;
	pause_answered(&players, bot);
	ck_assert(bot->measured);
	pause_asked(&players, bot);
	let_use(child, 30000);
	pause_waiting(&players, &player[0]);
	ck_assert(!bot->restless && bot->background_us == 0);
	kill_child(child);
}

TEST(where_all_are_fast_nothing_is_measured)
{
	pid_t child;

	pause_waiting(&players, &player[0]);
	pause_over(&players);
	pause_answered(&players, bot);
	ck_assert(bot->measured);
	/* It is asked again, and its rival is fast. */
	child = spinner();
	let_use(child, 30000);
	pause_answered(&players, bot);
	ck_assert(!bot->measured && !bot->measure);
	pause_waiting(&players, &player[0]);
	ck_assert(!bot->restless && bot->background_us == 0);
	kill_child(child);
}

/* The reading end has gone with the bot. */
TEST(a_bot_that_is_gone_is_no_failure)
{
	signal(SIGPIPE, SIG_IGN);
	close(end);
	end = open("/dev/null", O_RDONLY);
	pause_waiting(&players, &player[0]);
	pause_over(&players);
	ck_assert_int_eq(players.broken, 0);
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

UNIT_EACH(set_up, clean_up)
