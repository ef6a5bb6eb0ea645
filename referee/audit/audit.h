/*
 * audit.h - plays a log back: the same rules, the same dice, the same bytes.
 */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include <sodium.h>

#include "fair/logfile.h"
#include "match/game_run.h"
#include "match/match.h"

enum audit_result {
	AUDIT_PASSED,
	AUDIT_REFUSED,          /* `err` names the line and what is wrong */
	AUDIT_TROUBLE           /* could not look: `err` says why */
};

/* Told of everything as it happens, for `replay`.  A NULL is passed over. */
struct audit_watch {
	void *context;
	/* A game begins; `number` counts finished games from 1. */
	void (*begin)(void *context, uint32_t number, uint32_t board,
		      int rotation);
	/* Rules take a step: a roll, a move or a seat going out.  `state` is
	   what was before; what comes after is given to `after`. */
	void (*roll)(void *context, const struct roll *roll);
	void (*move)(void *context, int seat, int move, const char *said);
	void (*again)(void *context, int seat);
	void (*fault)(void *context, int seat, const char *fault,
		      const char *detail);
	void (*after)(void *context, const void *before, const void *after);
	void (*over)(void *context, const int *scores, const int *ranks,
		     const char *end);
	/* The game that was begun was cut off and comes again. */
	void (*abandoned)(void *context);
};

struct audit {
	/* Set by the caller, all optional. */
	const struct hash *secret;      /* for a log without `close` */
	bool to_resume;                 /* the log may end anywhere */
	const struct audit_watch *watch;
	uint32_t only_game;             /* stop after this one; 0: all */

	/* Results, valid as far as the log was read. */
	struct header header;
	const struct game *game;
	int rule[GAME_RULES_MAX];
	uint32_t games;                 /* finished */
	uint32_t abandoned;
	uint32_t resumes;
	uint64_t decisions;             /* of finished and abandoned games */
	uint64_t rolls;
	uint64_t lines;
	uint64_t bytes;
	bool finished;                  /* `close` and `sign` are there */
	struct hash digest;
	struct resume resume;           /* where to go on */
	uint64_t keep;                  /* bytes to keep then */
	crypto_hash_sha256_state keep_digest;
};

/*
 * Reads the log from its first byte to its last.  AUDIT_PASSED means: every
 * line is what rules and dice make due, and unless `to_resume`, the log is
 * closed and its signature is that of the key in its first line.
 */
enum audit_result audit_log(struct audit *audit, const char *path,
			    struct error *err);

/* What a passed log does not prove, in sentences, one a line.  `pinned`: the
   caller compared the key with one he knows. */
void audit_doubts(const struct audit *audit, bool pinned, struct text *out);

void audit_release(struct audit *audit);

#endif
