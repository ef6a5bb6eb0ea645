/*
 * audit_game.h - replays one game of a log, for audit.c.
 */
#ifndef AUDIT_AUDIT_GAME_H
#define AUDIT_AUDIT_GAME_H

#include "match/match_watch.h"
#include "audit/log_cursor.h"
#include "base/fault.h"
#include "base/json_plain.h"

struct audit;

struct audit_game {
	struct audit *audit;            /* only for audit.c */
	const struct match_watch *watch;        /* or NULL */
	bool may_end;                   /* the log may end anywhere */
	struct log_cursor log;
	struct hash_chains chains;
	struct game_run run;
	int seats;
	void *before;                   /* the state before a step */
	struct json_writer scratch;
	struct json_plain plain;        /* the current line, while it is read */
	uint32_t faults[GAME_SEATS_MAX];        /* per entrant, in finished
	                                           games */
	uint32_t faults_max;
	uint64_t decisions, rolls;

	/* The current game. */
	uint32_t board;
	int rotation;
	uint32_t new_faults[GAME_SEATS_MAX];    /* per entrant */
	bool out[GAME_SEATS_MAX];
	bool opening;           /* only faults since `game`, in seat order .. */
	int opener;             /* .. the last of these seats, or -1 */
	int retries;            /* left in this decision, or RETRIES_FRESH */
};

enum { RETRIES_FRESH = -1 };

static inline enum audit_verdict audit_game_refuse(struct audit_game *play,
						   const char *why)
{
	return log_cursor_refuse_line(&play->log, why);
}

enum audit_game_end { GAME_ENDED, GAME_CUT, GAME_BAD, GAME_UNREADABLE };

/* Reads from after the `game` line to the `over` line, to a `resume`, which is
   then the current line, or to the end of the log. */
enum audit_game_end audit_game_read(struct audit_game *play);

#endif
