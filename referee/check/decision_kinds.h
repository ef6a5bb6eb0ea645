/*
 * decision_kinds.h - the kinds of decision of a game, and how often a bot met
 * them.
 */
#ifndef CHECK_DECISION_KINDS_H
#define CHECK_DECISION_KINDS_H

#include <stdbool.h>

#include "base/text.h"

struct decision_kind {
	char *name;             /* "phase=normal then=roll|bank" */
	unsigned met;           /* by the bot */
	unsigned here;          /* how often it was seen in the current plan */
	unsigned seen;          /* the same for the plan where it was seen most
	                           often */
	int where, seat;        /* that plan, and a seat that had to decide
	                           there */
};

/* Grows as kinds are found.  All zeroes: none. */
struct decision_kinds {
	struct decision_kind *kind;
	int count;
	size_t room;
	int where;              /* the current plan of the search */
};

/*
 * Finds or adds the kind of a decision.  It is named by the words in the view
 * and in the legal moves; numbers and names of cells are not words.  Keys that
 * are true in the view are added, and if the moves have no words, their keys.
 * `view` and `legal` are JSON.  Returns its index, which never changes.
 */
int decision_kinds_find(struct decision_kinds *kinds, const struct text *view,
			const struct text *legal);

/* For the search for kinds: begins the plan `where`, and counts a decision of a
   seat in it. */
void decision_kinds_look(struct decision_kinds *kinds, int where);
void decision_kinds_see(struct decision_kinds *kinds, int kind, int seat);

/* The number of kinds that the bot has not met. */
int decision_kinds_missing(const struct decision_kinds *kinds);

void decision_kinds_release(struct decision_kinds *kinds);

#endif
