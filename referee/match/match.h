/*
 * match.h - plays a match and writes its log.
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include <signal.h>

#include "match/engine.h"

enum script_kind { SCRIPT_NOTHING, SCRIPT_MOVE, SCRIPT_AGAIN, SCRIPT_FAULT };

/* What a seat without a bot does next. */
struct script_step {
	enum script_kind kind;
	int move;
	cJSON *chosen;          /* instead of `move`, if several seats decide
				   at the same time; likewise */
	enum fault fault;
	char *detail;           /* of the fault; the caller has to free it */
};

/* Which entrants have no bot, and what they do. */
struct script {
	bool plays[GAME_SEATS_MAX];     /* per entrant: it has no bot */
	/*
	 * Asks for the next step of that seat.  If a decision is `due`, it is
	 * not SCRIPT_NOTHING; if not, only SCRIPT_FAULT counts.  Everything
	 * before is in the log.  Returns 0, or -1 with `err`.
	 */
	int (*next)(void *context, struct engine *engine, int seat, bool due,
		    struct script_step *step, struct error *err);
	void *context;
};

/* Facts about this run that are not in the log. */
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
	const struct script *script;    /* entrants without a bot, or NULL */
	const struct match_watch *watch;        /* or NULL */
	/* Counts signals that ask to stop: the first stops the match at once;
	   with `ends_game`, the first stops it after the current game and the
	   second at once. */
	const volatile sig_atomic_t *stop;
	bool ends_game;
	/* Called after every game, when set. */
	void (*progress)(void *context, uint32_t games, uint32_t of);
	void *context;

	/* Results. */
	bool begun;                     /* a game has begun in this run */
	uint32_t void_game;             /* the last one that was void because a
					   time fault was suspect .. */
	int voids;                      /* .. and how often it was */
	struct timing timing;
	struct hash digest;             /* of the finished log */
};

/*
 * Plays from the point in `resume` to the `sign` line.  Returns 0, or -1 with
 * `err`: then the log keeps what it has, and another run can resume it.
 */
int match_play(struct match_run *run, struct error *err);

#endif
