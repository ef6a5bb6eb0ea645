/*
 * progress_events.h - the progress of a run as events in JSON, one a line.
 *
 * docs/tournament-events.md describes every event and key; keys are added
 * there and here, and never change their meaning within a version.
 */
#ifndef TOURNAMENTS_PLAY_PROGRESS_EVENTS_H
#define TOURNAMENTS_PLAY_PROGRESS_EVENTS_H

#include "tournaments/play/progress_lines.h"
#include "tournaments/watch/folder_follow.h"

enum { EVENTS_VERSION = 1 };

/* Fits run_sink.report; the context is a struct progress_output. */
void progress_events_report(void *output, const struct run_event *event);

/* The last event of a tournament that is over: its tables. */
void progress_events_over(const struct record *record, struct text *out);

/* One event for everything that a folder says. */
void progress_events_state(const struct folder_follow *follow,
			   struct text *out);

#endif
