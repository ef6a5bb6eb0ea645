/*
 * read_record.h - reads the folder of a tournament for a table.
 */
#ifndef TOURNAMENTS_CMD_READ_RECORD_H
#define TOURNAMENTS_CMD_READ_RECORD_H

#include "base/options.h"
#include "tournaments/record/record.h"

/*
 * As record_read, with a line on standard error if the book is not closed, or
 * not the one that the operator signed; tables are made from it anyway, unless
 * their `luck` is measured and the book is not closed.
 */
int read_record(struct record *record, const char *folder, const char *command,
		bool luck, struct error *err);

/* Refuses to measure the luck of a tournament that is not over.  Returns 0, or
   -1 with `err`. */
int read_record_over(const struct record *record, struct error *err);

/* Refuses the folder at `at` if it is also listed before: games that count
   twice would make the errors too small.  Returns 0, or -1 with `err`. */
int read_record_once(const struct options_list *folders, int at,
		     struct error *err);

#endif
