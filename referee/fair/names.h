/*
 * names.h - refuses names that a reader could take for another one's.
 *
 * Only what makes a match or a tournament asks; logs and books that have such
 * names stay valid.
 */
#ifndef FAIR_NAMES_H
#define FAIR_NAMES_H

#include "fair/entrant.h"

/*
 * Refuses a name with a character that stands for another or is of a script that
 * few people write, one with more than three combining marks in a row, and one
 * in which a Cyrillic, Armenian or Georgian letter, or any that looks Latin,
 * stands in one word with Latin letters.  Returns 0, or -1 with a sentence that
 * quotes the name.
 */
int names_check(const char *name, struct error *err);

/* Whether the names are equal, or differ only in how they are encoded, in the
   marks of Latin, Greek and Cyrillic letters, or in letters of other
   alphabets or signs that look the same. */
bool names_are_alike(const char *name, const char *other);

/* Checks the names and authors of all entrants, and that no two names are alike
   without being equal. */
int names_check_all(const struct entrant *entrant, int count,
		    struct error *err);

#endif
