/*
 * text_table.h - results as text: aligned columns.
 */
#ifndef TOURNAMENTS_REPORT_TEXT_TABLE_H
#define TOURNAMENTS_REPORT_TEXT_TABLE_H

#include "base/text.h"

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

#endif
