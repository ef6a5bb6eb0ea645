/*
 * script.h - entrants without a bot: their moves and faults come from a log or
 * from a person.
 */
#ifndef MATCH_SCRIPT_H
#define MATCH_SCRIPT_H

#include "match/engine.h"

/* Which entrants have no bot, and what they do. */
struct script {
	bool plays[GAME_SEATS_MAX];     /* per entrant */
	/*
	 * Gives the next line when it is a move, an `again` or a fault of that
	 * seat: 1 with its tree, which is the caller's.  0: it is another one;
	 * when one is `due`, that is an error.  -1 with `err`.
	 */
	int (*next)(void *context, struct engine *engine, int seat, bool due,
		    cJSON **tree, enum logline_type *type, struct error *err);
	void *context;
};

/* What a seat does instead of its bot; FAULT_NONE: nothing, or a move, which is
   made. */
struct script_step {
	enum fault fault;
	char *detail;           /* the caller's to free, with a fault */
};

/* The fault that the seat of an entrant in the script has next, if any.
   Returns 0, or -1 with `err`. */
int script_fault(const struct script *script, struct engine *engine, int seat,
		 struct script_step *step, struct error *err);

/* Its decision: the move is logged and made, a fault is the caller's to log.
   Returns 0, or -1 with `err`. */
int script_decide(const struct script *script, struct engine *engine, int seat,
		  struct script_step *step, struct error *err);

#endif
