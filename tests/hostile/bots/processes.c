/*
 * processes.c - hostile bots that start processes, or will not end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "talk.h"

static void ignore_all(void)
{
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_IGN);
}

/* A process in its own session that init would inherit. */
static void start_daemon(void)
{
	pid_t child = fork();

	if (child == 0) {
		setsid();
		if (fork() == 0) {
			ignore_all();
			prctl(PR_SET_PDEATHSIG, 0);
			hang();
		}
		_exit(0);
	}
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		continue;
}

static void daemon_and_on(void)
{
	start_daemon();
}

static void daemons_and_hangs(void)
{
	for (int i = 0; i < 10; i++)
		start_daemon();
	hang();
}

/* A child keeps the pipe open, so that there is never an end of file. */
static void heir(void)
{
	if (fork() == 0) {
		setsid();
		hang();
	}
	_exit(0);
}

/* A child answers in its place. */
static void heir_that_answers(void)
{
	if (fork() == 0) {
		setsid();
		pause_ms(100);
		put_text(GOOD);
		hang();
	}
	_exit(0);
}

static void fork_storm(void)
{
	for (int i = 0; i < 300 && fork() != 0; i++)
		continue;
	hang();
}

/* Doubles the number of processes each time round, while there is room. */
static void fork_bomb(void)
{
	for (int i = 0; i < 8; i++)
		if (fork() < 0)
			break;
	hang();
}

/* A process that is found has ended already, but its child lives on. */
static void fork_chain(void)
{
	if (fork() != 0)
		hang();
	for (;;) {
		pid_t child = fork();

		if (child > 0)
			_exit(0);
		if (child == 0)
			setsid();
		else
			pause_ms(1);
	}
}

static void vfork_chain(void)
{
	if (vfork() == 0) {
		/* The parent is suspended until this process ends. */
		for (;;)
			pause();
	}
	hang();
}

static void thread_storm(void)
{
	pthread_attr_t small;
	pthread_t thread;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	for (int i = 0; i < 300; i++)
		if (pthread_create(&thread, &small, hang_thread, NULL) != 0)
			break;
	hang();
}

static void first_thread_exits(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, hang_thread, NULL) == 0)
		syscall(SYS_exit, 0);
	_exit(9);
}

/* Leaves a sibling, a child of its parent, in its place. */
static void sibling(void)
{
	if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL)
	    != 0)
		_exit(0);
	setsid();
	ignore_all();
	hang();
}

static void zombies(void)
{
	for (int i = 0; i < 20; i++)
		if (fork() == 0)
			_exit(0);
	pause_ms(20);
}

static void hides_its_name(void)
{
	prctl(PR_SET_NAME, "(kworker/0:0) S 1");
	if (fork() == 0)
		setsid();
	hang();
}

/* A process that is not dumpable has files in /proc that belong to root. */
static void hides_its_memory(void)
{
	prctl(PR_SET_DUMPABLE, 0);
	prctl(PR_SET_PDEATHSIG, 0);
	if (fork() == 0)
		setsid();
	ignore_all();
	hang();
}

static void becomes_another(void)
{
	char *const words[] = { "sleep", "1000", NULL };

	execvp(words[0], words);
	_exit(9);
}

static void becomes_nobody(void)
{
	char *const words[] = { "/nowhere", NULL };

	execv(words[0], words);
	_exit(127);
}

static void grabs_the_processor(void)
{
	struct sched_param first = { .sched_priority = 1 };

	sched_setscheduler(0, SCHED_FIFO, &first);
	if (nice(-20) < 0 && nice(0) == 0)
		spin();
	spin();
}

static void subreaper(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (int i = 0; i < 5; i++)
		start_daemon();
	hang();
}

/* Children that compute, each in its own session, as many systems give every
   session an equal share.  They end by themselves if the test dies. */
static void spin_in_sessions(int count)
{
	enum { SECONDS = 20 };

	alarm(SECONDS);
	for (int i = 0; i < count; i++) {
		if (fork() != 0)
			continue;
		setsid();
		alarm(SECONDS);
		spin();
	}
	hang();
}

static void sessions_64(void)
{
	spin_in_sessions(64);
}

static void sessions_128(void)
{
	spin_in_sessions(128);
}

static void sessions_256(void)
{
	spin_in_sessions(256);
}

const struct misdeed process_misdeeds[] = {
	{ "daemon_and_on", AT_TURN, daemon_and_on },
	{ "daemons_and_hangs", AT_TURN, daemons_and_hangs },
	{ "heir", AT_TURN, heir },
	{ "heir_that_answers", AT_TURN, heir_that_answers },
	{ "fork_storm", AT_TURN, fork_storm },
	{ "fork_bomb", AT_TURN, fork_bomb },
	{ "fork_chain", AT_TURN, fork_chain },
	{ "vfork_chain", AT_TURN, vfork_chain },
	{ "thread_storm", AT_TURN, thread_storm },
	{ "first_thread_exits", AT_TURN, first_thread_exits },
	{ "sibling", AT_TURN, sibling },
	{ "zombies", AT_TURN, zombies },
	{ "hides_its_name", AT_TURN, hides_its_name },
	{ "hides_its_memory", AT_TURN, hides_its_memory },
	{ "becomes_another", AT_TURN, becomes_another },
	{ "becomes_nobody", AT_TURN, becomes_nobody },
	{ "grabs_the_processor", AT_TURN, grabs_the_processor },
	{ "subreaper", AT_TURN, subreaper },
	{ "sessions_64", AT_TURN, sessions_64 },
	{ "sessions_128", AT_TURN, sessions_128 },
	{ "sessions_256", AT_TURN, sessions_256 },
	{ NULL, AT_TURN, NULL }
};
