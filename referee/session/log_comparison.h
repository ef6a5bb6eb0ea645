/*
 * log_comparison.h - compares a match that is played again with its log, line
 * by line.
 */
#ifndef SESSION_LOG_COMPARISON_H
#define SESSION_LOG_COMPARISON_H

#include "fair/logfile.h"
#include "match/script.h"

/* The lines of an abandoned game. */
struct skip {
	uint64_t first, last;
	struct text lines;      /* until it is compared with the same game when
				   it was finished */
	uint64_t differs;       /* the line of that game where it first is
				   another, 0: nowhere; and its own line */
	uint64_t place;
	char *line;
	int who[2];             /* the entrants of both lines, or -1 */
};

/* The comparison of the old log with the new lines. */
struct log_comparison {
	struct logfile old;
	struct skip *skip;              /* abandoned games, in order */
	size_t skips, room, at;         /* `at`: the next to skip */
	size_t past;                    /* the first not compared to its end */
	size_t abandoned;               /* skips that are games */
	size_t shortened;               /* of them, not compared to their end */
	uint64_t moves;                 /* compared moves of running bots */
	int entrants, rotation;         /* rotation: of the current game */
	struct script script;           /* set `plays` for entrants without a
					   bot */
	bool differs;                   /* a line differs, see `err` */
};

/* Opens a finished log with that many entrants.  An abandoned game is compared,
   as far as it goes, with the same game that is played to its end.
   Returns 0, or -1 with `err`.  Call log_comparison_release either way. */
int log_comparison_open(struct log_comparison *c, const char *path,
			int entrants, struct error *err);

/* Compares the next lines, as a sink for matchlog_divert.  Returns 0, or -1
   with `err` at the first line that differs from the log.  The referee's
   version and key may differ. */
int log_comparison_take(void *context, const char *bytes, size_t size,
			struct error *err);

/* Safe on zeroes. */
void log_comparison_release(struct log_comparison *c);

#endif
