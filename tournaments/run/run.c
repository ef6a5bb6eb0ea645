/*
 * run.c - plays a tournament: starts a referee for every match that is due
 * and keeps the book.
 *
 * Processes: this one, and under it one `referee play` for each slot, which
 * starts its bots itself.  This process reads the referees' results and never a
 * bot's output.  It has the tournament's secret; a referee gets only that of
 * its match, through its standard input.  Pipes: a referee's standard output
 * (events) and standard error (why it failed).  A referee dies with this
 * process, and its bots with it; its log is written ahead, so the match is
 * resumed from it.
 *
 * The book gets `start` before a referee is started, and `end` after the log is
 * synced to disk.  Numbers and dice of a match follow from the book alone, so
 * it does not matter in which order matches end, or how often this process is
 * killed.
 */
#define _GNU_SOURCE
#include "tournaments/run/run.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/landlock.h"
#include "fair/entrant_doubts.h"

enum { WAIT_MS = 500 };

/* The next match to play, or NULL if none is due.  A tournament that is over
   still finishes the matches that were started. */
static struct fixture *next_due(struct run *run, bool over)
{
	const struct book *book = &run->runner->record->book;
	struct contest *contest = &run->runner->record->tournament.contest;

	if (run->runner->shard != NULL)
		return run_shard_next(run);
	for (;;) {
		for (; run->next < contest->past.count; run->next++) {
			struct fixture *fixture =
				&contest->past.list[run->next];
			const struct book_match *match =
				book_find(book, fixture->number);

			if (!fixture->decided &&
			    (!over || (match != NULL && match->started))) {
				run->next++;
				return fixture;
			}
		}
		if (over || run->busy > 0 || !contest_advance(contest))
			return NULL;
	}
}

/* Counts again from the book, but keeps the games, which include those in
   play. */
static void count_again(struct runner *runner)
{
	uint64_t games = runner->counts.games;

	runner->counts = game_counts_of(runner->record);
	runner->counts.games = games;
}

static bool has_ended_early(const struct runner *runner)
{
	return runner->is_over != NULL && runner->is_over(runner->over_context);
}

/* Gives every free slot a match.  False: none is left and none is being
   played. */
static bool hand_out(struct run *run)
{
	struct runner *runner = run->runner;
	const struct fixtures *past = &runner->record->tournament.contest.past;
	size_t known = past->count;
	struct error err = {0};

	for (int i = 0; i < runner->jobs && !run->stopping; i++) {
		const struct fixture *fixture;

		if (run->slot[i].match != 0)
			continue;
		fixture = next_due(run, has_ended_early(runner));
		if (past->count != known) {
			known = past->count;
			count_again(runner);
		}
		if (fixture == NULL)
			break;
		if (run_match_begin(run, &run->slot[i], fixture, &err) != 0) {
			run_fail(run, &err);
			break;
		}
	}
	return run->busy > 0;
}

static void heed_stops(struct run *run)
{
	int stops = run->runner->stops != NULL ? (int)*run->runner->stops : 0;

	if (stops == run->asked && (run->stopping || !run->failing))
		return;
	for (int i = 0; i < run->runner->jobs; i++) {
		struct referee_process *process = &run->slot[i].process;

		if (!run->stopping)
			referee_process_stop(process);
		if (stops > 1 && run->asked < 2)
			referee_process_hurry(process);
		if (stops > 2)
			referee_process_kill(process);
	}
	if (!run->stopping)
		run_report(run, RUN_STOPPING, NULL,
			   run->failing ? run->why.text : NULL);
	run->asked = stops;
	run->stopping = true;
}

static void wait_for_referees(struct run *run)
{
	const struct runner *runner = run->runner;
	int timeout = runner->sink.tick_ms > 0 &&
		runner->sink.tick_ms < WAIT_MS ? runner->sink.tick_ms :
		WAIT_MS;
	nfds_t count = 0;

	for (int i = 0; i < runner->jobs; i++) {
		const struct referee_process *process = &run->slot[i].process;
		const int fds[] = { process->ended, process->out,
			process->errors };

		for (int j = 0; j < 3; j++)
			run->poll[count++] = (struct pollfd){ fds[j], POLLIN,
				0 };
	}
	/* A signal that comes just before poll is noticed at the timeout. */
	if (poll(run->poll, count, timeout) < 0)
		return;
	for (int i = 0; i < runner->jobs; i++) {
		const struct pollfd *its = &run->poll[3 * i];

		if (run->slot[i].match == 0)
			continue;
		if (its[1].revents != 0 || its[2].revents != 0)
			run_match_read(run, &run->slot[i]);
		if (its[0].revents != 0)
			run_match_end(run, &run->slot[i]);
	}
}

static void set_up(struct run *run)
{
	struct runner *runner = run->runner;
	size_t jobs = (size_t)runner->jobs;
	int cores[CPU_SETSIZE];
	int count = run_list_cores(cores, CPU_SETSIZE);

	run->slot = memory_new(jobs, sizeof *run->slot);
	run->poll = memory_new(3 * jobs, sizeof *run->poll);
	for (int i = 0; i < runner->jobs; i++) {
		referee_process_init(&run->slot[i].process);
		run->slot[i].core = runner->pin && count > 0 ?
			cores[i % count] : -1;
	}
	runner->slot = run->slot;
	if (runner->shard != NULL) {
		run_shard_begin(run);
	} else {
		runner->counts = game_counts_of(runner->record);
		for (uint32_t n = 1; n <= runner->record->book.matches; n++)
			run_match_count_trace(run, n);
	}
	runner->began_us = clock_us();
}

static void clean_up(struct run *run)
{
	for (int i = 0; i < run->runner->jobs; i++)
		referee_process_release(&run->slot[i].process);
	free(run->slot);
	free(run->poll);
	run->runner->slot = NULL;
}

static void warn_of_level(const struct run *run)
{
	const struct tournament *tournament = &run->runner->record->tournament;
	const struct manifest *manifest = &tournament->manifest;
	const char *why = landlock_warning(tournament->level);
	struct text weaker = {0};

	for (int i = 0; i < manifest->entrants && why == NULL; i++)
		if (manifest->entrant[i].leveled)
			why = landlock_warning(manifest->entrant[i].level);
	if (why != NULL)
		run_report(run, RUN_WARNING, NULL, why);
	if (entrant_doubts_weaker(manifest->entrant, manifest->entrants,
				  manifest->level, &weaker))
		run_report(run, RUN_WARNING, NULL, text_string(&weaker));
	text_release(&weaker);
}

static void warn_of_jobs(const struct run *run)
{
	const int jobs = run->runner->jobs, cores = runner_cores();
	struct text why = {0};

	if (jobs <= cores)
		return;
	text_printf(&why, "-j %d is more than the %d core%s of this machine: "
		    "bots wait for each other while their clocks run", jobs,
		    cores, cores == 1 ? "" : "s");
	run_report(run, RUN_WARNING, NULL, text_string(&why));
	text_release(&why);
}

enum runner_result runner_play(struct runner *runner, struct error *err)
{
	struct run run = { .runner = runner };
	enum runner_result result;

	assert(runner->jobs > 0);
	set_up(&run);
	run_report(&run, RUN_BEGIN, NULL, NULL);
	warn_of_level(&run);
	warn_of_jobs(&run);
	for (;;) {
		heed_stops(&run);
		if (!hand_out(&run))
			break;
		wait_for_referees(&run);
		run_report(&run, RUN_TICK, NULL, NULL);
	}
	if (run.failing) {
		*err = run.why;
		result = RUNNER_TROUBLE;
	} else {
		result = run.asked > 0 ? RUNNER_STOPPED : RUNNER_OVER;
	}
	clean_up(&run);
	return result;
}
