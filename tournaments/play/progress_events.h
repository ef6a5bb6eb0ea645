/*
 * progress_events.h - the progress of a run as JSON events, one per line.
 *
 * docs/tournament-events.md describes every event and key.  Keys may be added
 * within a version, but never change their meaning.
 */
#ifndef TOURNAMENTS_PLAY_PROGRESS_EVENTS_H
#define TOURNAMENTS_PLAY_PROGRESS_EVENTS_H

#include "tournaments/play/progress_lines.h"
#include "tournaments/watch/folder_follow.h"

enum { EVENTS_VERSION = 1 };

/* Fits run_sink.report; the context is a struct progress_output. */
void progress_events_report(void *output, const struct run_event *event);

/* Appends the last event of a tournament that is over: its tables. */
void progress_events_over(const struct record *record, struct text *out);

/* Appends one event with the whole state of a folder. */
void progress_events_state(const struct folder_follow *follow,
			   struct text *out);

#endif
