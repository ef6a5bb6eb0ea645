/*
 * final_tables.h - the tables printed at the end of a tournament.
 */
#ifndef TOURNAMENTS_REPORT_FINAL_TABLES_H
#define TOURNAMENTS_REPORT_FINAL_TABLES_H

#include "tournaments/record/record.h"

/* Appends what `run` prints at the end: the standings, the ladder and, if it is
   over, where everything is.  Returns 0, or -1 with `err`. */
int final_tables_print(const struct record *record, struct text *out,
		       struct error *err);

/* The tables alone: standings, ladder, the test of `sprt`. */
int final_tables_recount(const struct record *record, struct text *out,
			 struct error *err);

#endif
