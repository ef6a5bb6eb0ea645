/*
 * csv.h - the fields of a CSV line, which no spreadsheet runs.
 */
#ifndef TOURNAMENTS_RATING_CSV_H
#define TOURNAMENTS_RATING_CSV_H

#include "base/text.h"

/*
 * Appends a field of a CSV line: escaped like a name, quoted where RFC 4180
 * requires it, and with a `'` before anything a spreadsheet would run, also if
 * it takes another character for the separator: what begins with = + - @, or
 * a form of them such as the full-width one, at the start or after , ; | " (also
 * such forms), a space or a tab, and is not a number.
 */
void csv_field(struct text *out, const char *field);

/* Removes these `'` from a field without its CSV quotes. */
void csv_field_undo(struct text *field);

#endif
