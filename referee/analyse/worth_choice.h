/*
 * worth_choice.h - finds the table or the formula that evaluates the positions
 * of a log.
 */
#ifndef ANALYSE_WORTH_CHOICE_H
#define ANALYSE_WORTH_CHOICE_H

#include "worth/duel.h"
#include "worth/worth.h"

/* A table is solved unasked only if that takes less than so many seconds. */
enum { WORTH_CHOICE_SECONDS = 10 };

struct worth_choice {
	/* Set by the caller, borrowed; NULL: not given. */
	const char *luck_path, *table_path;
	/* Results. */
	struct worth worth;
	struct luck_file file;          /* read, or the default */
	struct duel *duel;              /* owned; NULL: a formula */
	struct text about;              /* "the exact table TABLES/bolo7.worth"
	                                   */
};

/*
 * Chooses for a game that rules_check has passed.
 *
 * With a luck file, uses its f.  If that is a table, takes the file
 * `table_path`, else an installed one that fits, else solves it; its hash has
 * to be the one in the luck file, if that has one.  Without a luck file, takes
 * the table `table_path`, else an installed one that fits, else one that can be
 * solved within WORTH_CHOICE_SECONDS, else the default formula.  Prints a
 * message to standard error if it solves a table.
 *
 * Returns 0, or -1 with one sentence.  Call worth_choice_release either way.
 */
int worth_choice_open(struct worth_choice *choice, const struct game *game,
		      int seats, const int *rule, struct error *err);

void worth_choice_release(struct worth_choice *choice);

#endif
