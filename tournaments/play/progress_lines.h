/*
 * progress_lines.h - the progress of a run as plain lines.
 */
#ifndef TOURNAMENTS_PLAY_PROGRESS_LINES_H
#define TOURNAMENTS_PLAY_PROGRESS_LINES_H

#include <stdio.h>

#include "tournaments/run/runner.h"
#include "tournaments/watch/game_rate.h"

/* The context of the sinks that write to a file; initially all zeroes but the
   file. */
struct progress_output {
	FILE *file;
	struct game_rate rate;
	int64_t next;           /* when the next summary is due, clock_us */
	uint64_t games;         /* finished at the last summary */
};

/* Fits run_sink.report: a line for each match and for anything out of the
   ordinary, and a summary every 30 s. */
void progress_lines_report(void *output, const struct run_event *event);

#endif
