/*
 * turn_clock_test.c - waiting bots are suspended while a slow one is on turn,
 * and resumed when it has answered.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/sandbox_steps.h"
#include "host/turn_clock.h"
#include "tests/unit/unit.h"

/* The second of two players waits.  All descendants of this process, which is
   its one child, belong to it. */
static struct hosting hosting;
static struct player player[2];
static struct players players;
static struct player *const bot = &player[1];
static struct turn_clock turn;
static pid_t child;
static sigset_t requests;

static void set_up(void)
{
	int number;

	hosting = (struct hosting){ .level = LEVEL_NONE };
	limits_defaults(&hosting.limits);
	for (int i = 0; i < 2; i++)
		player[i] = (struct player){ .state = PLAYER_RUNNING,
			.seat = i, .top = getpid(), .stop = -1 };
	players = (struct players){ .hosting = &hosting, .player = player,
		.count = 2 };
	sigemptyset(&requests);
	sigaddset(&requests, STRICT_STOP);
	sigaddset(&requests, STRICT_RESUME);
	sigprocmask(SIG_BLOCK, &requests, NULL);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child != 0)
		return;
	/* As a bot's first process, it obeys one request. */
	sigwait(&requests, &number);
	_exit(number);
}

static void clean_up(void)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	if (bot->stop >= 0)
		close(bot->stop);
}

/* As if the referee had got no processor since it asked. */
static void be_slow(void)
{
	enum { LONG_AGO_US = 10000, BUDGET_US = 600000000 };

	turn_clock_begin(&turn, &players, &player[0], BUDGET_US);
	turn.start_us -= LONG_AGO_US;
	ck_assert_int_le(turn_clock_patience_us(&turn), 0);
	ck_assert(!turn_clock_look(&turn));
}

static void open_first(void)
{
	bot->stop = (int)syscall(SYS_pidfd_open, child, 0U);
	ck_assert_int_ge(bot->stop, 0);
}

TEST(who_waits_is_stopped_until_the_answer)
{
	int status;

	be_slow();
	ck_assert(bot->suspended && !player[0].suspended);
	ck_assert_int_eq(waitpid(child, &status, WUNTRACED), child);
	ck_assert(WIFSTOPPED(status));
	/* Something has resumed it, and the time for another look has come. */
	kill(child, SIGCONT);
	turn.repeat_us = 0;
	turn_clock_look(&turn);
	ck_assert_int_eq(waitpid(child, &status, WUNTRACED), child);
	ck_assert(WIFSTOPPED(status));
	turn_clock_end(&turn);
	ck_assert(!bot->suspended);
	ck_assert_int_eq(waitpid(child, &status, WCONTINUED), child);
	ck_assert(WIFCONTINUED(status));
}

TEST(who_is_asked_is_resumed)
{
	be_slow();
	turn_clock_begin(&turn, &players, bot, 1000000);
	ck_assert(!bot->suspended);
	ck_assert_int_eq(players.broken, 0);
}

TEST_EACH(its_first_process_is_told, 2)
{
	int status;

	open_first();
	bot->suspended = _i == 1;
	if (_i == 0)
		be_slow();
	else
		player_resume(&players, bot);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(WEXITSTATUS(status),
			 _i == 0 ? STRICT_STOP : STRICT_RESUME);
	/* A bot that is gone is no failure. */
	player_suspend(&players, bot);
	player_resume(&players, bot);
	ck_assert_int_eq(players.broken, 0);
}

TEST(bots_that_may_ponder_or_do_not_run_yet_are_left_alone)
{
	hosting.limits.value[LIMIT_PAUSE_WAITING] = 0;
	be_slow();
	ck_assert(!bot->suspended);
	hosting.limits.value[LIMIT_PAUSE_WAITING] = 1;
	bot->top = 0;
	be_slow();
	ck_assert(!bot->suspended);
	ck_assert_int_eq(waitpid(child, NULL, WUNTRACED | WNOHANG), 0);
}

UNIT_EACH(set_up, clean_up)
