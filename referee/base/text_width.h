/*
 * text_width.h - how wide a text is on a terminal, and texts made to fit.
 *
 * Without the C library's tables, which depend on the locale.
 */
#ifndef BASE_TEXT_WIDTH_H
#define BASE_TEXT_WIDTH_H

#include "base/text.h"

/* Columns that text_fit would take without a limit. */
int text_width(const char *text);

/*
 * Appends as much of `text` as fits into `columns`; where something is cut a
 * `~` stands in its last column.  What could move the cursor or is not UTF-8
 * appears as `?`.  Returns the columns that were taken.
 */
int text_fit(struct text *out, const char *text, int columns);

/* The same, with spaces behind it (or, `right`, before it) up to `columns`. */
void text_cell(struct text *out, const char *text, int columns, bool right);

#endif
