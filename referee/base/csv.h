/*
 * csv.h - writes fields of CSV.
 */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/text.h"

/* Appends a field of a CSV line, quoted where RFC 4180 asks for it. */
void csv_add(struct text *out, const char *field);

#endif
