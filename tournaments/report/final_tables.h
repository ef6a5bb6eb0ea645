/*
 * final_tables.h - the tables that a tournament ends with.
 */
#ifndef TOURNAMENTS_REPORT_FINAL_TABLES_H
#define TOURNAMENTS_REPORT_FINAL_TABLES_H

#include "tournaments/record/record.h"

/* What `run` ends with: the table, the ladder, where everything is. */
int final_tables_print(const struct record *record, struct text *out,
		       struct error *err);

/* Only the tables: standings, the test of `sprt`, the ladder. */
int final_tables_recount(const struct record *record, struct text *out,
			 struct error *err);

#endif
