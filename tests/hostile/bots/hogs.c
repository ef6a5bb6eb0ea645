/*
 * hogs.c - hostile bots that use the processor while their rival is on turn.
 *
 * Each of their processes ends by itself, even if the test dies.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "talk.h"

enum {
	LIFE_S = 120,
	SPINNERS = 63,
	RING = 12
};

/* The processes of a ring, in memory that they share. */
static volatile pid_t *ring;

static void for_a_while(void)
{
	signal(SIGALRM, SIG_DFL);
	alarm(LIFE_S);
}

static void many(int count, bool sessions, void (*child)(int own))
{
	for (int i = 0; i < count; i++) {
		if (fork() != 0)
			continue;
		for_a_while();
		if (sessions)
			setsid();
		child(i);
		_exit(0);
	}
}

static void child_spins(int own)
{
	(void)own;
	spin();
}

static void *thread_spins(void *ignored)
{
	(void)ignored;
	spin();
}

MISDEED(spinning_children, AT_HELLO) { many(SPINNERS, false, child_spins); }

/* So few that the bot can play on. */
MISDEED(spinning_few, AT_HELLO) { many(3, true, child_spins); }

MISDEED(spinning_sessions, AT_HELLO) { many(SPINNERS, true, child_spins); }

/* The bot itself has these threads, without a child. */
MISDEED(spinning_threads, AT_HELLO)
{
	for_a_while();
	start_threads(SPINNERS, thread_spins);
}

/* Children that share files with the bot; each starts a sibling that does. */
MISDEED(spinning_clones, AT_HELLO)
{
	for (int i = 0; i < SPINNERS / 2; i++) {
		if (syscall(SYS_clone, CLONE_FILES | CLONE_FS | SIGCHLD, NULL,
			    NULL, NULL, NULL) != 0)
			continue;
		for_a_while();
		if (syscall(SYS_clone, CLONE_PARENT | CLONE_FILES | SIGCHLD,
			    NULL, NULL, NULL, NULL) == 0)
			for_a_while();
		spin();
	}
}

/* ### stopped processes that others resume */

static _Noreturn void resume_all(void)
{
	for (;;)
		for (int i = 0; i < RING; i++)
			if (ring[i] > 0 && ring[i] != getpid())
				kill(ring[i], SIGCONT);
}

static void *thread_resumes(void *ignored)
{
	(void)ignored;
	resume_all();
}

static void child_resumes(int own)
{
	ring[own] = getpid();
	resume_all();
}

static void child_resumes_by_threads(int own)
{
	ring[own] = getpid();
	start_threads(3, thread_resumes);
	resume_all();
}

static void make_ring(void (*child)(int own))
{
	ring = mmap(NULL, RING * sizeof *ring, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (ring != MAP_FAILED)
		many(RING, true, child);
}

MISDEED(resuming_ring, AT_HELLO) { make_ring(child_resumes); }

MISDEED(resuming_threads, AT_HELLO) { make_ring(child_resumes_by_threads); }

/* At `strict`, the first process stops and resumes them all. */
static void child_asks_the_first(int own)
{
	ring[own] = getpid();
	for (;;) {
		kill(1, SIGUSR2);
		kill(ring[(own + 1) % RING], SIGCONT);
	}
}

MISDEED(resuming_by_the_first, AT_HELLO) { make_ring(child_asks_the_first); }

static void take_note(int ignored)
{
	(void)ignored;
}

/* No process has to run for this.  Without a handler the signal would come
   only once. */
static void child_has_a_timer(int own)
{
	const struct itimerspec often = { { 0, 1000000 }, { 0, 1000000 } };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
				  .sigev_signo = SIGCONT };
	timer_t timer;

	(void)own;
	signal(SIGCONT, take_note);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
		timer_settime(timer, 0, &often, NULL);
	spin();
}

MISDEED(resuming_timers, AT_HELLO) { many(RING, true, child_has_a_timer); }

/* ### processes that are gone when they are found */

static void work_a_moment(void)
{
	struct timespec from, now;

	clock_gettime(CLOCK_MONOTONIC, &from);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - from.tv_sec) * 1000000000 + now.tv_nsec -
	       from.tv_nsec < 1000000);
}

/* The last descendant ends when the first process would have. */
static void child_forks_again(int own)
{
	const time_t end = time(NULL) + LIFE_S;

	(void)own;
	while (time(NULL) < end) {
		pid_t child;

		work_a_moment();
		child = fork();
		if (child > 0)
			_exit(0);
		if (child == 0) {
			for_a_while();
			setsid();
		}
	}
}

MISDEED(forking_again, AT_HELLO) { many(RING, true, child_forks_again); }

/* Slows down the processes that could stop it, then spins. */
MISDEED(slows_the_first_process, AT_HELLO)
{
	const struct sched_param none = { 0 };

	for (pid_t pid = 1; pid < 3; pid++)
		if (pid != getpid())
			sched_setscheduler(pid, SCHED_IDLE, &none);
	sched_setscheduler(getppid(), SCHED_IDLE, &none);
	spinning_sessions();
}

/* ### exhausting limits that count the bot and its rival together */

static void *thread_leaks_threads(void *ignored)
{
	const time_t end = time(NULL) + LIFE_S;

	while (time(NULL) < end) {
		start_threads(1, hang_thread);
		pause_ms(1);
	}
	return ignored;
}

MISDEED(leaks_threads, AT_HELLO)
{
	for_a_while();
	start_threads(1, thread_leaks_threads);
}

/* A child leaks; nobody waits for it. */
MISDEED(leaks_processes, AT_HELLO)
{
	const time_t end = time(NULL) + LIFE_S;

	if (fork() != 0)
		return;
	for_a_while();
	while (time(NULL) < end) {
		if (fork() == 0) {
			for_a_while();
			setsid();
			hang();
		}
		pause_ms(1);
	}
	_exit(0);
}

/* Starts them all at once. */
MISDEED(leaks_a_storm, AT_HELLO)
{
	for (int i = 0; i < 400; i++) {
		pid_t child = fork();

		if (child == 0) {
			for_a_while();
			hang();
		}
		if (child < 0)
			break;
	}
}

/* ### answering for the rival */

MISDEED(answers_for_its_rival, AT_HELLO)
{
	const time_t end = time(NULL) + LIFE_S;
	char path[64];
	pid_t pid;
	DIR *proc;

	if (fork() != 0)
		return;
	for_a_while();
	while (time(NULL) < end && (proc = opendir("/proc")) != NULL) {
		while ((pid = next_process(proc, "rival")) != 0) {
			int fd;

			snprintf(path, sizeof path, "/proc/%ld/fd/1",
				 (long)pid);
			fd = open(path, O_WRONLY | O_NONBLOCK);
			if (fd >= 0 && write(fd, "{\"move\":0}\n", 11) < 0)
				break;
			close(fd);
		}
		closedir(proc);
		pause_ms(5);
	}
	_exit(0);
}
