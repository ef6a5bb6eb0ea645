/*
 * log_comparison.h - a match that is played again, line by line beside its log.
 */
#ifndef SESSION_LOG_COMPARISON_H
#define SESSION_LOG_COMPARISON_H

#include "fair/logfile.h"
#include "match/script.h"

/* The lines of an abandoned game. */
struct skip {
	uint64_t first, last;
};

/* The old log beside the new lines. */
struct log_comparison {
	struct logfile old;
	struct skip *skip;              /* abandoned games, in order */
	size_t skips, room, at;         /* `at`: the next to skip */
	uint64_t moves;                 /* compared, of bots that run */
	int entrants, rotation;         /* rotation: of the current game */
	struct script script;           /* who has no bot: `plays` */
	bool differs;                   /* and `err` says where */
};

/* Opens a finished log of so many entrants.  Abandoned games do not count.
   Returns 0, or -1 with `err`; log_comparison_release is due either way. */
int log_comparison_open(struct log_comparison *c, const char *path,
			int entrants, struct error *err);

/* Takes the next lines, for matchlog_divert: -1 with `err` at the first one
   that is not the log's.  Version and key of the referee may differ. */
int log_comparison_take(void *context, const char *bytes, size_t size,
			struct error *err);

/* Safe on zeroes. */
void log_comparison_release(struct log_comparison *c);

#endif
