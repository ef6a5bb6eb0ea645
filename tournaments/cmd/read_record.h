/*
 * read_record.h - reads the folder of a tournament for a table.
 */
#ifndef TOURNAMENTS_CMD_READ_RECORD_H
#define TOURNAMENTS_CMD_READ_RECORD_H

#include "tournaments/record/record.h"

/*
 * record_read, with a warning on standard error when the book is closed and is
 * not the one that the operator signed: tables are made of it all the same.
 */
int read_record(struct record *record, const char *folder, const char *command,
		struct error *err);

#endif
