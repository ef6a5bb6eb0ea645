/*
 * match_summary.h - the results of a finished log, and what they prove.
 */
#ifndef AUDIT_MATCH_SUMMARY_H
#define AUDIT_MATCH_SUMMARY_H

#include "audit/audit_result.h"
#include "games/blocks.h"
#include "match/match.h"

struct match_summary {
	struct logline_header header;
	uint32_t games;
	uint64_t points[LOG_SEATS_MAX];         /* in 1/GAME_POINTS */
	uint32_t won[LOG_SEATS_MAX];            /* games with the best rank */
	uint32_t faults[LOG_SEATS_MAX];
	char *fault[LOG_SEATS_MAX];             /* the first, owned, or NULL */
	int64_t score[LOG_SEATS_MAX];           /* sum of scores */
	int64_t clean_score[LOG_SEATS_MAX];     /* of games without a fault of
						   its own */
	struct blocks_tally blocks;     /* of the first of two, one a board */
	bool forfeits;                  /* some games were */
};

/* Reads a log that is known to be whole; gathers its result too, unless that
   is NULL.  Returns 0, or -1 with `err`. */
int match_summary_read(struct match_summary *summary, const char *path,
		       struct audit_result *result, struct error *err);

/* Did it lose every game by a fault, and the first one as it did not start? */
bool match_summary_never_started(const struct match_summary *summary,
				 int entrant);

/* The table for people, the winner of the match first, and the first fault of
   each entrant; `timing` may be NULL. */
void match_summary_table(const struct match_summary *summary,
			 const struct timing *timing, struct text *out);

/* "ann - bob: +12.3 +- 40.1 Elo (50 blocks ..)"; nothing unless there are two
   entrants. */
void match_summary_elo(const struct match_summary *summary, struct text *out);

void match_summary_release(struct match_summary *summary);

#endif
