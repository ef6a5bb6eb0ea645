/*
 * read_record.h - reads the folder of a tournament for a table.
 */
#ifndef TOURNAMENTS_CMD_READ_RECORD_H
#define TOURNAMENTS_CMD_READ_RECORD_H

#include "base/options.h"
#include "tournaments/record/record.h"

/*
 * record_read, with a warning on standard error when the book is closed and is
 * not the one that the operator signed: tables are made of it all the same.
 */
int read_record(struct record *record, const char *folder, const char *command,
		struct error *err);

/* Refuses the folder at `at` if it stands before it, too: games that count
   twice would make the errors too small. */
int read_record_once(const struct options_list *folders, int at,
		     struct error *err);

#endif
