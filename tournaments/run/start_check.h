/*
 * start_check.h - starts every bot of a tournament file once.
 */
#ifndef TOURNAMENTS_RUN_START_CHECK_H
#define TOURNAMENTS_RUN_START_CHECK_H

#include "base/error.h"
#include "base/text.h"
#include "tournaments/record/tournament_file.h"

struct start_check {
	int jobs;               /* at a time, 1..SPAWN_JOBS_MAX */
	void *context;
	/* Called for each entrant in turn, with what referee check printed. */
	void (*ended)(void *context, const struct entrant *bot, bool starts,
		      struct text *printed);
};

/* As many as there are cores. */
int start_check_jobs(void);

/* Starts the bots of a settled file as a match would.  Returns 0, or -1 with
   `err` if that could not be done. */
int start_check_run(const struct start_check *check,
		    const struct tournament_file *file, struct error *err);

/* The same; returns -1 with a sentence about the first bot that does not start,
   too. */
int start_check_need(const struct tournament_file *file, struct error *err);

#endif
