/*
 * site_live_log.h - how a match in play stands, read from its log as it grows.
 *
 * Nothing of the log is kept but who was paired with which seat in the game in
 * play, and the points of finished games.
 */
#ifndef TOURNAMENTS_SITE_SITE_LIVE_LOG_H
#define TOURNAMENTS_SITE_SITE_LIVE_LOG_H

#include "tournaments/record/record.h"

struct site_live_log {
	uint32_t match, voids;          /* whose log; and of which attempt */
	uint64_t offset;                /* where a line begins */
	uint32_t games;                 /* finished */
	int place[GAME_SEATS_MAX];      /* who has a seat in the game in play */
	int64_t points[GAME_SEATS_MAX]; /* in 1/GAME_POINTS, by place */
};

/*
 * Reads what is new.  `log` is all zeroes but `match` and `voids` at first, or
 * as it was left.  What cannot be read is not counted: the auditor is who says
 * what is wrong with a log.
 */
void site_live_log_read(struct site_live_log *log, const struct record *record,
			const struct fixture *fixture);

#endif
