/*
 * play_progress.h - the progress of a run as plain lines, or as JSON events.
 *
 * docs/tournament-events.md describes every event and key.  Keys may be added
 * within a version, but never change their meaning.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_PROGRESS_H
#define TOURNAMENTS_PLAY_PLAY_PROGRESS_H

#include <stdio.h>

#include "tournaments/record/follow.h"

enum { EVENTS_VERSION = 1 };

/* The context of both sinks; initially all zeroes but the file and, for a part
   of a tournament, the shard. */
struct play_progress {
	FILE *file;
	uint32_t shard, shards;
	struct game_rate rate;
	int64_t next;           /* when the next summary is due, clock_us */
	uint64_t games;         /* finished at the last summary */
	uint32_t faults;        /* in this run's matches */
};

/* Fits follow_sink.report: a line for each match and for anything out of the
   ordinary, and a summary every 30 s. */
void play_progress_lines(void *progress, const struct follow_event *event);

/* The same with a JSON object for each event, one per line. */
void play_progress_events(void *progress, const struct follow_event *event);

/* Appends the last event of a tournament that is over: its tables. */
void play_progress_over(const struct record *record, struct text *out);

/* Appends one event with the whole state of a folder. */
void play_progress_state(const struct follow *follow, struct text *out);

#endif
