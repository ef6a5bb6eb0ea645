/*
 * ladder_label.h - what the text and the files of a ladder have in common.
 */
#ifndef TOURNAMENTS_REPORT_LADDER_LABEL_H
#define TOURNAMENTS_REPORT_LADDER_LABEL_H

#include "base/text.h"
#include "tournaments/rating/ladder.h"

enum name_use {
	NAME_SHOWN,             /* control characters made visible */
	NAME_WHOLE
};

/* The entrant's name; of several with the same name, with the beginning of
   its bot's hash. */
void ladder_name(const struct ladder *ladder, int i, enum name_use use,
		 struct text *out);

/* ">", "<", "~" and "m", or nothing. */
void ladder_mark(const struct ladder_row *row, struct text *out);

/* How many of `order` have a line: those with a rating, and with forfeits
   apart the others too, for their faults. */
int ladder_listed(const struct ladder *ladder);

/* Points of one seat played, 0 to 1; NAN without any. */
double ladder_score(const struct ladder_row *row);

#endif
