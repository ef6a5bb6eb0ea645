/*
 * script.h - entrants without a bot, whose moves and faults come from a log or
 * from a person.
 */
#ifndef MATCH_SCRIPT_H
#define MATCH_SCRIPT_H

#include "match/engine.h"

/* Which entrants have no bot, and what they do. */
struct script {
	bool plays[GAME_SEATS_MAX];     /* per entrant: it has no bot */
	/*
	 * If the next line is a move, an `again` or a fault of that seat,
	 * returns 1 with its tree, which the caller has to free.  Otherwise
	 * returns 0, or if such a line is `due`, -1 with `err`.
	 */
	int (*next)(void *context, struct engine *engine, int seat, bool due,
		    cJSON **tree, enum logline_type *type, struct error *err);
	void *context;
};

/* What a seat did; FAULT_NONE: nothing, or a move that was made. */
struct script_step {
	enum fault fault;
	char *detail;           /* with a fault; the caller has to free it */
};

/* Gets the next fault of a scripted seat, if a fault comes next.  Returns 0, or
   -1 with `err`. */
int script_fault(const struct script *script, struct engine *engine, int seat,
		 struct script_step *step, struct error *err);

/* Gets the decision of a scripted seat.  Logs and makes the move; the caller
   has to log a fault.  Returns 0, or -1 with `err`. */
int script_decide(const struct script *script, struct engine *engine, int seat,
		  struct script_step *step, struct error *err);

#endif
