/*
 * text_table.h - results on paper: aligned columns, CSV fields, decimals.
 */
#ifndef TOURNAMENTS_REPORT_TEXT_TABLE_H
#define TOURNAMENTS_REPORT_TEXT_TABLE_H

#include <stdbool.h>

#include "base/json.h"
#include "base/text.h"

enum { DECIMAL_SIZE = 40 };

/*
 * Cells, row by row; the first row are the headings.  Begin with the first
 * two members, the rest zeroes.
 */
struct table {
	const char *align;      /* a letter a column: l (to the left) or r */
	int gap;                /* spaces between columns */
	struct text cells;      /* owned; each ended by a NUL */
};

/* Appends the next cell. */
void table_cell(struct table *table, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Appends the rows, columns as wide as their widest cell, without spaces at
 * the ends of lines.  Whole rows have to be there.
 */
void table_text(const struct table *table, struct text *out);

/* Frees; safe twice. */
void table_release(struct table *table);

/* A field of a CSV line as RFC 4180 has it, quoted when it must be. */
void csv_add(struct text *out, const char *field);

/*
 * `value` with so many places, `.` before them; with `plus` always signed.
 * What rounds to zero is never negative; "inf" and "-inf" stay.
 */
const char *decimal(char buffer[DECIMAL_SIZE], double value, int places,
		    bool plus);

/* As the 6 places of CSV and JSON have it: what is printed alike is equal. */
double decimal_rounded(double value);

/* A member with 6 places; null for NAN and infinities. */
void json_put_decimal(struct json_writer *w, const char *key, double value);

#endif
