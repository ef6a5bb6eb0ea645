/*
 * worth_choice.h - finds what values the positions of a log: a table or a
 * formula.
 */
#ifndef ANALYSE_WORTH_CHOICE_H
#define ANALYSE_WORTH_CHOICE_H

#include "worth/duel.h"
#include "worth/worth.h"

/* Above that many seconds nothing is solved unasked. */
enum { WORTH_CHOICE_SECONDS = 10 };

struct worth_choice {
	/* Set by the caller, borrowed; NULL: none was named. */
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
 * With a luck file its f: for a table, the file `table_path`, else an installed
 * one that fits, else it is solved; its hash has to be the one that the luck
 * file names.  Without one: the table `table_path`, an installed one that fits,
 * one that is solved within WORTH_CHOICE_SECONDS, else the default formula.
 * That something is solved is said on standard error.
 *
 * Returns 0, or -1 with one sentence; worth_choice_release is due either way.
 */
int worth_choice_open(struct worth_choice *choice, const struct game *game,
		      int seats, const int *rule, struct error *err);

void worth_choice_release(struct worth_choice *choice);

#endif
