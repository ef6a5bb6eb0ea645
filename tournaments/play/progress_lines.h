/*
 * progress_lines.h - the progress of a run as plain lines.
 */
#ifndef TOURNAMENTS_PLAY_PROGRESS_LINES_H
#define TOURNAMENTS_PLAY_PROGRESS_LINES_H

#include <stdio.h>

#include "tournaments/run/runner.h"
#include "tournaments/watch/game_rate.h"

/* The context of the sinks that write to a file; all zeroes but the file at
   first. */
struct progress_output {
	FILE *file;
	struct game_rate rate;
	int64_t next;           /* when the state is due again */
	uint64_t games;         /* finished when it was written last */
};

/* Fits run_sink.report: a line for each match and whatever is out of the
   ordinary, and now and then how far the run is. */
void progress_lines_report(void *output, const struct run_event *event);

#endif
