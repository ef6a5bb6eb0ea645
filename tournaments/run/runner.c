/*
 * runner.c - plays a tournament: starts a referee for every match that is due
 * and keeps the book.
 *
 * Processes: this one, and under it one `referee play` for each desk, which
 * starts its bots itself.  This process reads the workers' results and never a
 * bot's output; it has the tournament's secret, a worker only its match's,
 * through its standard input.  Pipes: a worker's standard output (events) and
 * standard error (why it failed).  A worker dies with this process and takes
 * its bots with it; its log is written ahead, so the match goes on from it.
 *
 * The book says `start` before a worker is started and `end` after the log is
 * on the disk.  Numbers and dice of a match follow from the book alone, so it
 * does not matter in which order matches end, or how often this is killed.
 */
#define _GNU_SOURCE
#include "tournaments/run/runner_play.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>

#include "base/clock.h"

enum { WAIT_MS = 500 };

void runner_tell(struct play *play, enum news news,
		 const struct meeting *meeting, const char *text)
{
	const struct runner_watch *watch = &play->runner->watch;

	if (watch->tell != NULL)
		watch->tell(watch->context, play->runner, news, meeting, text);
}

void runner_give_up(struct play *play, const struct error *err)
{
	if (play->failing)
		return;
	play->failing = true;
	play->why = *err;
}

/* The next meeting that nobody plays, or NULL: none is due.  A tournament that
   is over still ends the matches that were started. */
static struct meeting *next_due(struct play *play, bool over)
{
	const struct book *book = play->runner->book;
	struct contest *contest = &play->runner->tournament->contest;

	for (;;) {
		for (; play->next < contest->past.count; play->next++) {
			struct meeting *meeting =
				&contest->past.list[play->next];
			const struct book_match *match =
				book_find(book, meeting->number);

			if (!meeting->decided &&
			    (!over || (match != NULL && match->started))) {
				play->next++;
				return meeting;
			}
		}
		if (over || play->busy > 0 || !contest_advance(contest))
			return NULL;
	}
}

static void count_all(struct runner *runner)
{
	const struct meetings *past = &runner->tournament->contest.past;

	tournament_count(runner->tournament, &runner->matches,
			 &runner->decided);
	runner->games_of = 0;
	for (size_t i = 0; i < past->count; i++)
		if (past->list[i].number > 0)
			runner->games_of += tournament_games(
				runner->tournament, &past->list[i]);
}

static bool has_ended_early(const struct runner *runner)
{
	return runner->is_over != NULL && runner->is_over(runner->over_context);
}

/* Gives every free desk a match.  False when none is left and none is being
   played. */
static bool hand_out(struct play *play)
{
	struct runner *runner = play->runner;
	size_t known = runner->tournament->contest.past.count;
	struct error err = {0};

	for (int place = 0; place < runner->jobs; place++) {
		struct meeting *meeting;

		if (play->desk[place].match != 0)
			continue;
		if (play->stopping)
			break;
		meeting = next_due(play, has_ended_early(runner));
		if (runner->tournament->contest.past.count != known) {
			known = runner->tournament->contest.past.count;
			count_all(runner);
		}
		if (meeting == NULL)
			break;
		if (runner_begin(play, place, meeting, &err) != 0) {
			runner_give_up(play, &err);
			break;
		}
	}
	return play->busy > 0;
}

static void heed_stops(struct play *play)
{
	int stops = play->runner->stops != NULL ? (int)*play->runner->stops : 0;

	if (stops == play->asked && (play->stopping || !play->failing))
		return;
	for (int place = 0; place < play->runner->jobs; place++) {
		if (!play->stopping)
			worker_stop(&play->worker[place]);
		if (stops > 1 && play->asked < 2)
			worker_hurry(&play->worker[place]);
		if (stops > 2)
			worker_kill(&play->worker[place]);
	}
	if (!play->stopping)
		runner_tell(play, NEWS_STOPPING, NULL,
		     play->failing ? play->why.text : NULL);
	play->asked = stops;
	play->stopping = true;
}

static void wait_for_news(struct play *play)
{
	const struct runner *runner = play->runner;
	int timeout = runner->watch.tick_ms > 0 &&
		runner->watch.tick_ms < WAIT_MS ? runner->watch.tick_ms :
		WAIT_MS;
	nfds_t count = 0;

	for (int place = 0; place < runner->jobs; place++) {
		const struct worker *worker = &play->worker[place];

		play->poll[count++] = (struct pollfd){ worker->ended, POLLIN,
						       0 };
		play->poll[count++] = (struct pollfd){ worker->out, POLLIN,
						       0 };
		play->poll[count++] = (struct pollfd){ worker->errors, POLLIN,
						       0 };
	}
	/* A signal that comes just before is noticed at the timeout. */
	if (poll(play->poll, count, timeout) < 0)
		return;
	for (int place = 0; place < runner->jobs; place++) {
		const struct pollfd *its = &play->poll[3 * place];

		if (play->desk[place].match == 0)
			continue;
		if (its[1].revents != 0 || its[2].revents != 0)
			runner_hear(play, place);
		if (its[0].revents != 0)
			runner_end(play, place);
	}
}

static void set_up(struct play *play)
{
	struct runner *runner = play->runner;
	size_t jobs = (size_t)runner->jobs;
	int cores[CPU_SETSIZE];
	int count = runner_list_cores(cores, CPU_SETSIZE);

	play->worker = memory_new(jobs, sizeof *play->worker);
	play->desk = memory_new(jobs, sizeof *play->desk);
	play->poll = memory_new(3 * jobs, sizeof *play->poll);
	for (int place = 0; place < runner->jobs; place++) {
		worker_init(&play->worker[place]);
		play->desk[place].core = runner->pin && count > 0 ?
			cores[place % count] : -1;
	}
	runner->desk = play->desk;
	count_all(runner);
	runner->games = 0;
	for (size_t i = 0; i < runner->tournament->contest.past.count; i++) {
		const struct meeting *meeting =
			&runner->tournament->contest.past.list[i];

		if (meeting->number > 0 && meeting->decided)
			runner->games += tournament_games(runner->tournament,
							  meeting);
	}
	runner->games_before = runner->games;
	runner->began_us = clock_us();
}

static void clean_up(struct play *play)
{
	for (int place = 0; place < play->runner->jobs; place++)
		worker_release(&play->worker[place]);
	free(play->worker);
	free(play->desk);
	free(play->poll);
	play->runner->desk = NULL;
}

enum runner_result runner_play(struct runner *runner, struct error *err)
{
	struct play play = { .runner = runner };
	enum runner_result result;

	assert(runner->jobs > 0);
	set_up(&play);
	runner_tell(&play, NEWS_BEGIN, NULL, NULL);
	for (;;) {
		heed_stops(&play);
		if (!hand_out(&play))
			break;
		wait_for_news(&play);
		runner_tell(&play, NEWS_TICK, NULL, NULL);
	}
	if (play.failing) {
		*err = play.why;
		result = RUNNER_TROUBLE;
	} else {
		result = play.asked > 0 ? RUNNER_STOPPED : RUNNER_OVER;
	}
	clean_up(&play);
	return result;
}
