/*
 * standins.c - what WebAssembly has not: processes, threads and a terminal.
 *
 * Nothing here imitates a result.  A function either refuses with a sentence,
 * or ends the program, so that a check that fails is never taken for a good one.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>

#include <sodium.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/process.h"
#include "base/stop_signals.h"
#include "cmd/follow_log.h"
#include "tournaments/luck/luck_logs.h"
#include "tournaments/run/runner.h"
#include "tournaments/verify/verify_luck.h"
#include "tournaments/watch/terminal.h"
#include "worth/solve.h"

/* The rest of libsodium chooses among instructions of processors and opens the
   system's random numbers; what is built here does neither. */
int sodium_init(void)
{
	return 0;
}

void sodium_misuse(void)
{
	abort();
}

/* There is no process to protect. */
void process_no_core(void)
{
}

const volatile sig_atomic_t *stop_signals_catch(void)
{
	static const volatile sig_atomic_t none;

	return &none;
}

/* There are no threads. */
void parallel_run(size_t count, parallel_one *one, void *context)
{
	for (size_t i = 0; i < count; i++)
		one(context, i);
}

/* Files in memory are nobody else's. */
int flock(int fd, int operation)
{
	(void)fd;
	(void)operation;
	return 0;
}

/* No program file is there to be found. */
char *process_program_folder(void)
{
	return memory_copy(".");
}

/* For the table that a luck file is made of. */
char *mkdtemp(char *path)
{
	(void)path;
	errno = ENOSYS;
	return NULL;
}

/* For games from a pipe, of which there is none. */
FILE *tmpfile(void)
{
	errno = ENOSYS;
	return NULL;
}

enum audit_verdict follow_log(struct audit *audit, const char *path,
			      struct error *err)
{
	(void)audit;
	error_set(err, "--follow: %s does not grow in the checker", path);
	return AUDIT_TROUBLE;
}

/* ### the programs that `tournament` starts */

char *runner_referee(struct error *err)
{
	(void)err;
	return memory_copy("referee");
}

int runner_cores(void)
{
	return 1;
}

int luck_logs_run(const struct luck_logs *logs, const uint32_t *number,
		  size_t count, struct error *err)
{
	(void)logs;
	(void)number;
	(void)count;
	return error_set(err, "the checker analyses no logs");
}

int luck_logs_list(const cJSON *said, const char *key, int seats,
		   int32_t *value, bool *given, struct error *err)
{
	(void)said;
	(void)key;
	(void)seats;
	(void)value;
	(void)given;
	(void)err;
	abort();
}

uint32_t *luck_logs_ended(const struct record *record, size_t *count)
{
	(void)record;
	(void)count;
	abort();
}

const bool verify_luck_possible = false;

int verify_luck(const struct record *record, const char *referee, int jobs,
		bool *trouble, struct error *err)
{
	(void)record;
	(void)referee;
	(void)jobs;
	(void)trouble;
	(void)err;
	abort();
}

/* ### the table fits itself to no screen */

struct screen_size terminal_size(const struct terminal *terminal)
{
	(void)terminal;
	return (struct screen_size){0};
}

/* ### tables are solved with threads */

double solve_seconds(const struct game *game, const int *rule)
{
	(void)game;
	(void)rule;
	return INFINITY;        /* longer than anybody waits */
}

struct duel *solve(const struct game *game, const int *rule,
		   const struct solve_options *options)
{
	(void)game;
	(void)rule;
	(void)options;
	abort();
}
