/*
 * match_summary.h - the results of a finished log, with Elo and its error.
 */
#ifndef AUDIT_MATCH_SUMMARY_H
#define AUDIT_MATCH_SUMMARY_H

#include "audit/audit.h"
#include "audit/audit_result.h"
#include "games/blocks.h"

struct match_summary {
	struct audit audit;             /* has the header */
	struct audit_result result;
	uint64_t points[LOG_SEATS_MAX];         /* in 1/GAME_POINTS */
	uint32_t won[LOG_SEATS_MAX];            /* games with the best rank */
	uint32_t faults[LOG_SEATS_MAX];
	char *fault[LOG_SEATS_MAX];             /* the first, owned, or NULL */
	int64_t score[LOG_SEATS_MAX];           /* sum over all games */
	int64_t clean_score[LOG_SEATS_MAX];     /* sum over games without a
						   fault of this entrant */
	struct blocks_tally blocks;     /* of two entrants, the first's scores;
					   one block per board */
	bool forfeits;                  /* some games were forfeited */
};

/* Reads a log that is known to be complete.  `marks`, or NULL, say which faults
   are suspect.  The summary must not be moved.  Returns 0, or -1 with `err`. */
int match_summary_read(struct match_summary *summary, const char *path,
		       const struct trace_marks *marks, struct error *err);

/* Did the entrant have a fault in every game, and in the first one because it
   did not start? */
bool match_summary_never_started(const struct match_summary *summary,
				 int entrant);

/* Appends a table for people, with the winner of the match first, and the first
   fault of each entrant; `timing` may be NULL. */
void match_summary_table(const struct match_summary *summary,
			 const struct timing *timing, struct text *out);

/* Appends "ann - bob: +12.3 +- 40.1 Elo (95%), from 50 blocks .."; nothing
   unless there are two entrants. */
void match_summary_elo(const struct match_summary *summary, struct text *out);

void match_summary_release(struct match_summary *summary);

#endif
