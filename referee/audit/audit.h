/*
 * audit.h - verifies a log by replaying it: same rules, same dice, same bytes.
 */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include "fair/doubts.h"
#include "fair/logfile.h"
#include "match/log_step.h"
#include "match/match.h"

enum audit_verdict {
	AUDIT_PASSED,
	AUDIT_REFUSED,          /* `err` names the line and what is wrong */
	AUDIT_TROUBLE           /* the log could not be read, see `err` */
};

struct audit {
	/* Set by the caller, all optional. */
	const struct hash *secret;      /* for a log without `close` */
	bool to_resume;                 /* the log may end anywhere */
	/* The program that has the rules of the game, with the hash of its
	   files; NULL: the rules of such a game are not checked. */
	const struct program_game *program;
	struct hash program_files;
	const struct match_watch *watch;
	uint32_t only_game;             /* stop after this game; 0: read all */
	bool only_board;                /* begin at the board of only_game, to
					   show it; what precedes it is not
					   verified */
	/* The log is being written: when it has no more lines, this waits for
	   more, or returns false to pass it as it is.  Verifies only that the
	   rules allow each step; the dice are believed, as the secret comes
	   last. */
	bool (*wait)(void *context);
	void *context;
	bool skims;                     /* the log is known to be right: the
					   watch gets only begin, fault, over
					   and nothing is verified */

	/* Results, valid for the part of the log that was read. */
	struct logline_header header;
	const struct game *game;        /* valid until audit_release */
	struct program_game *told;      /* owned: that game, if its program
					   was not given */
	int rule[GAME_RULES_MAX];
	uint32_t games;                 /* finished */
	uint32_t abandoned;
	uint32_t resumes;
	int suspect_replays;            /* the limit */
	uint64_t decisions;             /* of finished and abandoned games */
	uint64_t rolls;
	uint64_t lines;                 /* read so far; in a callback of the
					   watch, the current line's number */
	uint64_t bytes;
	bool other_secret;              /* the seal is not of `secret` */
	bool finished;                  /* it has `close` and `sign` */
	bool unfinished;                /* refused because it ends too early */
	struct hash digest;
	struct resume resume;           /* where to resume it .. */
	uint64_t keep;                  /* .. keeping so many bytes .. */
	struct sha256 keep_digest;      /* .. with this digest so far */
};

/*
 * Reads the log from its first byte to its last.  AUDIT_PASSED means that every
 * line is the one that rules and dice require and, unless `to_resume`, that the
 * log is closed and signed with the key in its first line.  With `wait` or
 * `skims`, neither dice nor digests are looked at.
 */
enum audit_verdict audit_log(struct audit *audit, const char *path,
			    struct error *err);

/* Adds what a passed log does not prove.  `pinned`: the caller has compared the
   key with a known one. */
void audit_doubts(const struct audit *audit, bool pinned,
		  struct doubts *doubts);

void audit_release(struct audit *audit);

#endif
