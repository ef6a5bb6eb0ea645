/*
 * match.h - plays a match: a log grows, bots are asked, rules decide.
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include <signal.h>

#include "fair/matchlog.h"
#include "host/players.h"
#include "match/match_config.h"
#include "match/script.h"

/* Where an interrupted log is resumed; zeroes: at its beginning. */
struct resume {
	bool going_on;          /* a log is there */
	uint32_t games;         /* finished */
	bool board_open;        /* the `board` line of the next game is there */
	bool closed;            /* `close` is there, only `sign` is missing */
	uint32_t faults[GAME_SEATS_MAX];        /* per entrant, in those
	                                           games */
};

/* What only this run knows: the log holds no times. */
struct timing {
	int64_t think_us[GAME_SEATS_MAX];       /* per entrant */
	uint64_t answers[GAME_SEATS_MAX];
	/* Time faults for which the machine may be to blame. */
	uint32_t suspects[GAME_SEATS_MAX];
};

struct match_run {
	const struct match_config *match;
	const struct hash *secret;      /* M; borrowed, wiped by its owner */
	const struct signing_key *key;
	struct matchlog *log;           /* open */
	struct resume resume;
	int keeper;                     /* keeper_split */
	const struct hosting *hosting;
	struct trace *trace;            /* or NULL */
	const struct script *script;    /* who has no bot; NULL: all have */
	const struct match_watch *watch;        /* or NULL */
	/* Signals that ask to stop: the first one ends the match, with
	   `ends_game` after the game in play, and the second one at once. */
	const volatile sig_atomic_t *stop;
	bool ends_game;
	/* Called after every game, when set. */
	void (*progress)(void *context, uint32_t games, uint32_t of);
	void *context;

	/* Results. */
	bool begun;                     /* a game has begun in this run */
	struct timing timing;
	struct hash digest;             /* of the finished log */
};

/*
 * Plays from the place in `resume` to the `sign` line.  Returns 0, or -1 with
 * `err`: what is in the log then stays, and another run can resume it.
 */
int match_play(struct match_run *run, struct error *err);

#endif
