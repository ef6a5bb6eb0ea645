/*
 * audit.h - plays a log back: the same rules, the same dice, the same bytes.
 */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include "match/match_watch.h"
#include "audit/log_cursor.h"
#include "fair/doubts.h"
#include "match/match.h"

struct audit {
	/* Set by the caller, all optional. */
	const struct hash *secret;      /* for a log without `close` */
	bool to_resume;                 /* the log may end anywhere */
	const struct match_watch *watch;
	uint32_t only_game;             /* stop after this one; 0: all */
	bool only_board;                /* begin at the board of only_game, to
					   show it: what is before it proves
					   nothing */

	/* Results, valid as far as the log was read. */
	struct logline_header header;
	const struct game *game;
	int rule[GAME_RULES_MAX];
	uint32_t games;                 /* finished */
	uint32_t abandoned;
	uint32_t resumes;
	uint64_t decisions;             /* of finished and abandoned games */
	uint64_t rolls;
	uint64_t lines;                 /* read; to the watch, the number of
					   the line that it is told of */
	uint64_t bytes;
	bool finished;                  /* `close` and `sign` are there */
	struct hash digest;
	struct resume resume;           /* where to resume it */
	uint64_t keep;                  /* bytes to keep then */
	struct sha256 keep_digest;
};

/*
 * Reads the log from its first byte to its last.  AUDIT_PASSED means: every
 * line is what rules and dice make due, and unless `to_resume`, the log is
 * closed and its signature is that of the key in its first line.
 */
enum audit_verdict audit_log(struct audit *audit, const char *path,
			    struct error *err);

/* Adds what a passed log does not prove.  `pinned`: the
   caller compared the key with a known one. */
void audit_doubts(const struct audit *audit, bool pinned,
		  struct doubts *doubts);

void audit_release(struct audit *audit);

#endif
