/*
 * standins.c - replaces what WebAssembly lacks: processes, threads, a terminal.
 *
 * Nothing here fakes a result.  What cannot be done fails with an error or ends
 * the program, so that a failed check is never taken for a good one.  build.sh
 * does not warn about parameters that nothing here uses.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>

#include <sodium.h>

#include "base/command_line.h"
#include "base/memory.h"
#include "base/process.h"
#include "cmd/follow_log.h"
#include "tournaments/luck/luck_logs.h"
#include "tournaments/rating/parallel.h"
#include "tournaments/run/runner.h"
#include "tournaments/verify/verify_luck.h"
#include "tournaments/watch/terminal.h"
#include "worth/solve.h"
#include "audit/rules_program.h"
#include "tournaments/record/game_program.h"
#include "tournaments/record/spawn_jobs.h"

/* libsodium's own function selects code for the processor and opens the source
   of random numbers; the parts that are built here need neither. */
int sodium_init(void)
{
	return 0;
}

void sodium_misuse(void)
{
	abort();
}

/* There is no process to protect, and no limit of its stack to ask for. */
void process_no_core(void)
{
}

unsigned long long process_stack(void)
{
	return ULLONG_MAX;
}

const volatile sig_atomic_t *stop_signals_catch(void)
{
	static const volatile sig_atomic_t none;

	return &none;
}

/* There are no threads: the calls are made one after the other. */
void parallel_run(size_t count, parallel_one *one, void *context)
{
	for (size_t i = 0; i < count; i++)
		one(context, i);
}

/* Nobody else uses the files in memory. */
int flock(int fd, int operation)
{
	return 0;
}

/* There is no program file to look for. */
char *process_program_folder(void)
{
	return memory_copy(".");
}

/* Used for the folder of a luck file and its table. */
char *mkdtemp(char *path)
{
	errno = ENOSYS;
	return NULL;
}

/* Used for games from a pipe, which there is not. */
FILE *tmpfile(void)
{
	errno = ENOSYS;
	return NULL;
}

enum audit_verdict follow_log(struct audit *audit, const char *path,
			      struct error *err)
{
	error_set(err, "--follow: %s does not grow in the checker", path);
	return AUDIT_TROUBLE;
}

/* ### the programs that `tournament` starts */

char *spawn_jobs_referee(struct error *err)
{
	return memory_copy("referee");
}

struct program_game *game_program_ask(const char *path, struct error *err)
{
	error_set(err, "%s: the checker starts no program", path);
	return NULL;
}

int game_program_ask_rules(const char *path, const struct game *game,
			   int seats, const int *rule, struct error *err)
{
	(void)game;
	(void)seats;
	(void)rule;
	return error_set(err, "%s: the checker starts no program", path);
}

/* A game that is a program is not run in the checker. */
int rules_program_open(struct rules_program *program, struct error *err)
{
	return program->command == NULL ? 0 :
		error_set(err, "the checker starts no program");
}

const struct hash *rules_program_files(const struct rules_program *program)
{
	return &program->match.program.bot;
}

void rules_program_release(struct rules_program *program)
{
}

int runner_cores(void)
{
	return 1;
}

int luck_logs_run(const struct luck_logs *logs, const uint32_t *number,
		  size_t count, struct error *err)
{
	return error_set(err, "the checker analyses no logs");
}

int luck_logs_list(const cJSON *said, const char *key, int seats,
		   int32_t *value, bool *given, struct error *err)
{
	abort();
}

uint32_t *luck_logs_ended(const struct record *record, size_t *count)
{
	abort();
}

const bool verify_luck_possible = false;

int verify_luck(const struct record *record, const char *referee, int jobs,
		bool *trouble, struct error *err)
{
	abort();
}

/* ### there is no screen to fit a table to */

struct screen_size terminal_size(const struct terminal *terminal)
{
	return (struct screen_size){0};
}

/* ### solving a table needs threads */

double solve_seconds(const struct game *game, const int *rule)
{
	return INFINITY;        /* it is never solved */
}

struct duel *solve(const struct game *game, const int *rule,
		   const struct solve_options *options)
{
	fputs("the checker does not solve tables of exact chances\n", stderr);
	exit(EXIT_TROUBLE);
}
