/*
 * processes.c - hostile bots that start processes, or will not end.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "talk.h"

/* A process in its own session that init would inherit. */
static void start_daemon(void)
{
	pid_t child = fork();

	if (child == 0) {
		setsid();
		if (fork() == 0) {
			ignore_signals();
			prctl(PR_SET_PDEATHSIG, 0);
			hang();
		}
		_exit(0);
	}
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		continue;
}

MISDEED(daemon_and_on, AT_TURN) { start_daemon(); }

LAST_DEED(daemons_and_hangs, AT_TURN)
{
	for (int i = 0; i < 10; i++)
		start_daemon();
}

/* A child keeps the pipe open, so that there is never an end of file. */
MISDEED(heir, AT_TURN)
{
	if (fork() == 0) {
		setsid();
		hang();
	}
	_exit(0);
}

/* A child answers in its place. */
MISDEED(heir_that_answers, AT_TURN)
{
	if (fork() == 0) {
		setsid();
		pause_ms(100);
		put_text(GOOD);
		hang();
	}
	_exit(0);
}

LAST_DEED(fork_storm, AT_TURN)
{
	for (int i = 0; i < 300 && fork() != 0; i++)
		continue;
}

/* Doubles the number of processes each time round, while there is room. */
LAST_DEED(fork_bomb, AT_TURN)
{
	for (int i = 0; i < 8; i++)
		if (fork() < 0)
			break;
}

/* A process that is found has ended already, but its child lives on. */
MISDEED(fork_chain, AT_TURN)
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

MISDEED(vfork_chain, AT_TURN)
{
	if (vfork() == 0) {
		/* The parent is suspended until this process ends. */
		for (;;)
			pause();
	}
	hang();
}

LAST_DEED(thread_storm, AT_TURN) { start_threads(300, hang_thread); }

MISDEED(first_thread_exits, AT_TURN)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, hang_thread, NULL) == 0)
		syscall(SYS_exit, 0);
	_exit(9);
}

/* Leaves a sibling, a child of its parent, in its place. */
LAST_DEED(sibling, AT_TURN)
{
	if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL)
	    != 0)
		_exit(0);
	setsid();
	ignore_signals();
}

MISDEED(zombies, AT_TURN)
{
	for (int i = 0; i < 20; i++)
		if (fork() == 0)
			_exit(0);
	pause_ms(20);
}

LAST_DEED(hides_its_name, AT_TURN)
{
	prctl(PR_SET_NAME, "(kworker/0:0) S 1");
	if (fork() == 0)
		setsid();
}

/* A process that is not dumpable has files in /proc that belong to root. */
LAST_DEED(hides_its_memory, AT_TURN)
{
	prctl(PR_SET_DUMPABLE, 0);
	prctl(PR_SET_PDEATHSIG, 0);
	if (fork() == 0)
		setsid();
	ignore_signals();
}

MISDEED(becomes_another, AT_TURN)
{
	char *const words[] = { "sleep", "1000", NULL };

	execvp(words[0], words);
	_exit(9);
}

MISDEED(becomes_nobody, AT_TURN)
{
	char *const words[] = { "/nowhere", NULL };

	execv(words[0], words);
	_exit(127);
}

MISDEED(grabs_the_processor, AT_TURN)
{
	struct sched_param first = { .sched_priority = 1 };

	sched_setscheduler(0, SCHED_FIFO, &first);
	if (nice(-20) < 0 && nice(0) == 0)
		spin();
	spin();
}

LAST_DEED(subreaper, AT_TURN)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (int i = 0; i < 5; i++)
		start_daemon();
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

MISDEED(sessions_64, AT_TURN) { spin_in_sessions(64); }
MISDEED(sessions_128, AT_TURN) { spin_in_sessions(128); }
MISDEED(sessions_256, AT_TURN) { spin_in_sessions(256); }
