/*
 * script.h - entrants without a bot: a person, or those of a log.
 */
#ifndef MATCH_SCRIPT_H
#define MATCH_SCRIPT_H

#include "match/engine.h"

enum script_kind { SCRIPT_NOTHING, SCRIPT_MOVE, SCRIPT_AGAIN, SCRIPT_FAULT };

/* What a seat without a bot does next. */
struct script_step {
	enum script_kind kind;
	int move;
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

#endif
