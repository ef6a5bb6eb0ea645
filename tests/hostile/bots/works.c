/*
 * works.c - an honest bot that works for some milliseconds of processor time
 * before each answer: works MS [starts | cores].
 *
 * With `starts` it also starts a process before each answer, and exits if it
 * cannot.  With `cores` it writes the cores that it may use to standard error.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t used_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void start_one(void)
{
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	if (child < 0 || waitpid(child, NULL, 0) != child)
		exit(3);
}

/* In one piece: the trace may keep pieces apart. */
static void report_cores(void)
{
	static char text[16 * CPU_SETSIZE];
	cpu_set_t cores;
	char *end = stpcpy(text, "cores");

	if (sched_getaffinity(0, sizeof cores, &cores) != 0)
		exit(3);
	for (int core = 0; core < CPU_SETSIZE; core++)
		if (CPU_ISSET(core, &cores))
			end += snprintf(end, sizeof text - (size_t)(end - text),
					" %d", core);
	stpcpy(end, ".\n");
	fputs(text, stderr);
}

int main(int argc, char **argv)
{
	const bool starts = argc > 2 && strcmp(argv[2], "starts") == 0;
	const int64_t work_us = argc > 1 ? 1000 * strtol(argv[1], NULL, 10) : 0;
	static char line[70000];

	if (argc > 2 && strcmp(argv[2], "cores") == 0)
		report_cores();
	while (fgets(line, sizeof line, stdin) != NULL) {
		int64_t from = used_us();

		if (strncmp(line, "{\"type\":\"hello\"", 15) == 0)
			puts("{\"type\":\"ready\"}");
		if (strncmp(line, "{\"type\":\"turn\"", 14) == 0) {
			while (used_us() - from < work_us)
				continue;
			if (starts)
				start_one();
			puts("{\"move\":1}");
		}
		fflush(stdout);
	}
	return 0;
}
