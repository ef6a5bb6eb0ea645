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
	unsigned here;          /* at the place that is being looked at */
	unsigned seen;          /* in the games that looked for kinds, at the
	                           place that has most */
	int where, seat;        /* that place, and one seat that had to decide
	                           there */
};

/* Grows as kinds turn up.  All zeroes is none. */
struct decision_kinds {
	struct decision_kind *kind;
	int count;
	size_t room;
	int where;              /* the place that is being looked at */
};

/*
 * The kind of a decision, by the words in its view and in its legal moves; a
 * number is not a word, nor is the name of a cell.  What is true in the view
 * is named, too, and without words in the moves their keys are.  Both are
 * JSON.  Returns its place, which stays the same.
 */
int decision_kinds_find(struct decision_kinds *kinds, const struct text *view,
			const struct text *legal);

/* Looks for kinds: a new place begins, and a decision of a seat was seen
   there. */
void decision_kinds_look(struct decision_kinds *kinds, int where);
void decision_kinds_see(struct decision_kinds *kinds, int kind, int seat);

int decision_kinds_missing(const struct decision_kinds *kinds);

void decision_kinds_release(struct decision_kinds *kinds);

#endif
