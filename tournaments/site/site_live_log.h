/*
 * site_live_log.h - the score of a match in play, read from its growing log.
 *
 * Only the seats of the game in play and the points of finished games are kept.
 */
#ifndef TOURNAMENTS_SITE_SITE_LIVE_LOG_H
#define TOURNAMENTS_SITE_SITE_LIVE_LOG_H

#include "tournaments/record/record.h"

struct site_live_log {
	uint32_t match, voids;          /* the log's match and attempt */
	uint64_t offset;                /* where a line begins */
	uint32_t games;                 /* finished */
	int place[GAME_SEATS_MAX];      /* in the match, by seat of the game in
					   play */
	int64_t points[GAME_SEATS_MAX]; /* in 1/GAME_POINTS, by place */
};

/*
 * Reads what is new.  At first `log` is all zeroes but `match` and `voids`;
 * later it is as the last call left it.  What cannot be read is skipped: faults
 * in a log are reported by the auditor, not here.
 */
void site_live_log_read(struct site_live_log *log, const struct record *record,
			const struct fixture *fixture);

#endif
