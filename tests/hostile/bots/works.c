/*
 * works.c - an honest bot that works for some milliseconds of processor time
 * before each answer: works MS [starts].
 *
 * With `starts` it also starts a process before each answer, and exits if it
 * cannot.
 */
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

int main(int argc, char **argv)
{
	const int64_t work_us = argc > 1 ? 1000 * strtol(argv[1], NULL, 10) : 0;
	static char line[70000];

	while (fgets(line, sizeof line, stdin) != NULL) {
		int64_t from = used_us();

		if (strncmp(line, "{\"type\":\"hello\"", 15) == 0)
			puts("{\"type\":\"ready\"}");
		if (strncmp(line, "{\"type\":\"turn\"", 14) == 0) {
			while (used_us() - from < work_us)
				continue;
			if (argc > 2)
				start_one();
			puts("{\"move\":1}");
		}
		fflush(stdout);
	}
	return 0;
}
